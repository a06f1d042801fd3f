public import Entities
public import TextEvents
public import TextModel

/// A plug-in that extends a document, as in Hakawai: it is notified of events, may change the document, and may make
/// decisions.
///
/// A plug-in is a value that belongs to one document, whose whole interface it may use. It does not store the document,
/// which is passed to each call. Effects for the host are returned as a report. Every requirement has a default
/// implementation that does nothing and allows everything, so that a plug-in implements only what it needs:
///
///     set-up and clean-up     once each, before and after everything else
///     after the fact          changes, text events, selections, completion requests, time: every plug-in
///     before the fact         the `allows…` questions: the one plug-in of a document that ``decides``
public protocol Plugin: Sendable {
  /// Whether the plug-in is asked the `allows…` questions. Read once, at registration: a document has at most one
  /// deciding plug-in. Default: false.
  var decides: Bool { get }

  /// The parameters for recognizing the text events passed to ``userDid(_:in:now:)``; nil, the default, if the plug-in
  /// does not need text events. Read once, at registration.
  var textEventPolicy: TextEventPolicy? { get }

  // MARK: Set-up and clean-up

  /// The plug-in was registered. Called exactly once, before any other call.
  ///
  /// - Parameters:
  ///   - document: the document that the plug-in extends.
  ///   - now: the time.
  /// - Returns: the effects for the host.
  mutating func performInitialSetup(in document: inout MentionsDocument, now: Instant) -> DocumentReport

  /// The plug-in was unregistered, or the document will be closed. Called exactly once, after all other calls.
  ///
  /// - Parameters:
  ///   - document: the document that the plug-in extended.
  ///   - now: the time.
  /// - Returns: the effects for the host.
  mutating func performFinalCleanup(in document: inout MentionsDocument, now: Instant) -> DocumentReport

  // MARK: After the fact

  /// The text has changed.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - document: the document, after mentions were moved.
  ///   - now: the time.
  /// - Returns: the effects for the host.
  mutating func didChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// The user performed an action that was recognized as a text event.
  ///
  /// - Parameters:
  ///   - event: the event, relative to the text after the previous event.
  ///   - document: the document, which already contains the whole change.
  ///   - now: the time.
  /// - Returns: the effects for the host.
  mutating func userDid(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// The user moved the cursor or selected text.
  mutating func didSelect(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// Completion was requested.
  mutating func didRequestCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// An instant requested by ``MentionsEffect/wake(at:)``, possibly for another plug-in, has come.
  mutating func timePassed(in document: inout MentionsDocument, now: Instant) -> DocumentReport

  // MARK: Before the fact

  /// Whether a change is allowed. The editor has made it already, and the text contains it. If false, the host reverts
  /// it (``MentionsEffect/changeByPlugin(_:)``), the creation of a mention ends, and no plug-in is notified of the
  /// change.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - document: the document, before mentions are moved.
  ///   - now: the time.
  mutating func allowsChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether an event that changed the text is allowed; asked if ``textEventPolicy`` is not nil. If false, the host
  /// reverts it, and the plug-in is not notified of it.
  mutating func allows(_ event: TextEvent, in document: inout MentionsDocument, now: Instant) -> Bool

  /// Whether the document follows a selection, which the editor has made already.
  mutating func allowsSelection(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether a request for completion is answered.
  mutating func allowsCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether entities are offered for the typed text. If false, the creation of the mention ends before any source is
  /// queried.
  mutating func allowsOffer(for query: Query, in document: inout MentionsDocument, now: Instant) -> Bool

  /// Whether an accepted offer becomes a mention. If false, its text remains plain text.
  mutating func allowsAcceptance(
    of entity: Entity, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether an edit may turn a mention into plain text, or remove it. If false, the host reverts the edit.
  mutating func allowsDeletion(
    of mention: Annotation, in document: inout MentionsDocument, now: Instant
  ) -> Bool
}

extension Plugin {
  public var decides: Bool { false }

  public var textEventPolicy: TextEventPolicy? { nil }

  public mutating func performInitialSetup(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func performFinalCleanup(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func didChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func userDid(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func didSelect(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func didRequestCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func timePassed(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func allowsChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allows(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsSelection(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsOffer(
    for query: Query, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsAcceptance(
    of entity: Entity, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsDeletion(
    of mention: Annotation, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }
}

/// Identifies a registered plug-in in one document.
public struct PluginID: Hashable, Sendable {
  let rawValue: Int
}

/// The reason why a plug-in was not registered.
public enum PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another plug-in of the document, with this id, already decides.
  case otherDecides(PluginID)

  public var description: String {
    switch self {
    case .otherDecides: "another plug-in already decides about mentions in this document; unregister it first"
    }
  }
}

/// The cursor and the selection, as reported by the host.
public struct Selection: Hashable, Sendable {
  /// The position of the cursor as a UTF-8 offset. It may be outside of the text.
  public var cursor: TextOffset
  /// The selection; nil if the host reported only a position.
  public var range: TextRange?
}

/// A request for completion.
public struct CompletionRequest: Hashable, Sendable {
  /// The position of the request as a UTF-8 offset. It may be outside of the text, because a request may arrive before
  /// the change that adds this position.
  public var offset: TextOffset
  /// Whether the user requested completion explicitly.
  public var asked: AskedHint
}

/// A plug-in with the state that the document keeps for it.
struct RegisteredPlugin: Sendable {
  let id: PluginID
  var plugin: any Plugin
  /// Recognizes the text events for the plug-in; nil if it receives none.
  var textEvents: TextEventRecognizer?
}

/// The plug-ins of a document, in the order of their registration.
///
/// A plug-in that is being called is removed from the registry until it returns, so that it may change the document and
/// the registry. All operations are O(plug-ins).
struct PluginRegistry: Sendable {
  private struct Entry: Sendable {
    let id: PluginID
    /// The plug-in; nil while it is being called.
    var registered: RegisteredPlugin?
    /// Whether the plug-in was unregistered while it was being called.
    var isLeaving = false
  }

  private var entries: [Entry] = []
  private var lastID = 0
  /// The deciding plug-in; nil if there is none, so that everything is allowed.
  private(set) var deciding: PluginID?
  /// Net changes that revert the last refused change; empty if there are none.
  private var reversal: [AppliedEdit] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The ids in registration order, without those that were unregistered.
  var ids: [PluginID] { entries.filter { !$0.isLeaving }.map(\.id) }

  /// Adds a plug-in that is about to be set up; until it is put back, it counts as being called. Returns its id.
  mutating func add(deciding decides: Bool) throws(PluginError) -> PluginID {
    if decides, let deciding { throw .otherDecides(deciding) }
    lastID += 1
    let id = PluginID(rawValue: lastID)
    entries.append(Entry(id: id))
    if decides { deciding = id }
    return id
  }

  /// Removes a plug-in to call it, and returns it; nil if there is none, or if it is being called.
  mutating func take(_ id: PluginID) -> RegisteredPlugin? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries[index].registered.take()
  }

  /// Returns a plug-in to the registry after a call. Returns false if it was unregistered meanwhile and must be cleaned
  /// up.
  mutating func putBack(_ plugin: RegisteredPlugin) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == plugin.id }) else { return false }
    if entries[index].isLeaving {
      entries.remove(at: index)
      return false
    }
    entries[index].registered = plugin
    return true
  }

  /// Removes a plug-in permanently and returns it; nil if there is none, or if it is being called, in which case it is
  /// removed after the call.
  mutating func remove(_ id: PluginID) -> RegisteredPlugin? {
    guard let index = entries.firstIndex(where: { $0.id == id }), !entries[index].isLeaving else {
      return nil
    }
    if deciding == id {
      deciding = nil
      reversal = []
    }
    guard let plugin = entries[index].registered else {
      entries[index].isLeaving = true
      return nil
    }
    entries.remove(at: index)
    return plugin
  }

  // MARK: Edits of plug-ins

  /// Records a refused change: a later change with these net changes reverts it.
  mutating func expectReversal(_ parts: [AppliedEdit]) { reversal = parts }

  /// Whether a change reverts a refused one. Only the next change can: if another one arrives first, the editor cannot
  /// apply the reversal.
  mutating func isReversal(_ change: Change) -> Bool {
    guard !reversal.isEmpty else { return false }
    defer { reversal = [] }
    return change.net == reversal
  }

  /// Announces the edits of a report, so that the other plug-ins do not treat them as the user's.
  ///
  /// - Parameter own: the plug-in that requested them.
  mutating func announce(
    _ report: DocumentReport, in buffer: TextBuffer, except own: PluginID? = nil, now: Instant
  ) {
    for case .changeByPlugin(let edits) in report.effects {
      for index in entries.indices where entries[index].id != own {
        entries[index].registered?.textEvents?.announce(
          edits, in: buffer, isSilent: true, now: Int(now.milliseconds))
      }
    }
  }

  /// Follows a change of which no plug-in is notified.
  mutating func follow(_ change: Change, in buffer: TextBuffer, now: Instant) {
    for index in entries.indices {
      guard var recognizer = entries[index].registered?.textEvents else { continue }
      recognizer.pushIgnore(.silent)
      _ = recognizer.receive(change, in: buffer, now: Int(now.milliseconds))
      recognizer.popIgnore()
      entries[index].registered?.textEvents = recognizer
    }
  }
}
