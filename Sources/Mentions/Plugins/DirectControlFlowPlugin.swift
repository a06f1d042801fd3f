public import TextEvents
public import TextModel

/// Hears of every edit, selection and request of a document, before and after, as they come.
///
/// Before: the plug-in decides. After: the document has taken it in. All requirements have a standard implementation that
/// allows everything and does nothing.
public protocol DirectControlFlowPlugin<Document>: ControlFlowPlugin {
  /// Whether a change may stand. The editor has made it, and the text holds it already: false has the host take it back
  /// (``MentionsEffect/changeByPlugin(_:)``), and the plug-in is not told of it any further.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - document: before mentions were moved.
  ///   - now: the time.
  mutating func shouldChange(_ change: DocumentChange, in document: inout Document, now: Instant) -> Bool

  /// The text has changed.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - document: after mentions were moved.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func didChange(
    _ change: DocumentChange, in document: inout Document, now: Instant
  ) -> DocumentReport

  /// Whether the document is to take notice of where the user is. The editor has moved there already.
  mutating func shouldSelect(_ selection: ToldSelection, in document: inout Document, now: Instant) -> Bool

  /// The user has moved the cursor or selected text.
  mutating func didSelect(
    _ selection: ToldSelection, in document: inout Document, now: Instant
  ) -> DocumentReport

  /// Whether a request for completion is answered with anything.
  mutating func shouldComplete(
    _ request: CompletionAsking, in document: inout Document, now: Instant
  ) -> Bool

  /// Completion was requested.
  mutating func didRequestCompletion(
    _ request: CompletionAsking, in document: inout Document, now: Instant
  ) -> DocumentReport

  /// Time has passed: that of a ``MentionsEffect/wake(at:)``, perhaps of somebody else's.
  mutating func timePassed(in document: inout Document, now: Instant) -> DocumentReport
}

/// A direct plug-in that moves the annotations itself as the text changes, in ``DirectControlFlowPlugin/didChange(_:in:now:)``:
/// only the module's own machinery can.
protocol MovesMentions {}

/// Where the host says that the user is.
public struct ToldSelection: Hashable, Sendable {
  /// A UTF-8 offset: the cursor. It may lie outside of the text.
  public var cursor: TextOffset
  /// What is selected; nil: the host told a position only.
  public var range: TextRange?

  public init(cursor: TextOffset, range: TextRange?) {
    self.cursor = cursor
    self.range = range
  }
}

/// A request for completion.
public struct CompletionAsking: Hashable, Sendable {
  /// A UTF-8 offset in the text. It may lie outside of it: a request may come before its change.
  public var offset: TextOffset
  /// Whether the user asked.
  public var asked: AskedHint

  public init(offset: TextOffset, asked: AskedHint) {
    self.offset = offset
    self.asked = asked
  }
}

extension DirectControlFlowPlugin {
  public mutating func shouldChange(
    _ change: DocumentChange, in document: inout Document, now: Instant
  ) -> Bool { true }

  public mutating func didChange(
    _ change: DocumentChange, in document: inout Document, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func shouldSelect(
    _ selection: ToldSelection, in document: inout Document, now: Instant
  ) -> Bool { true }

  public mutating func didSelect(
    _ selection: ToldSelection, in document: inout Document, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func shouldComplete(
    _ request: CompletionAsking, in document: inout Document, now: Instant
  ) -> Bool { true }

  public mutating func didRequestCompletion(
    _ request: CompletionAsking, in document: inout Document, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func timePassed(in document: inout Document, now: Instant) -> DocumentReport {
    DocumentReport()
  }
}
