public import TextModel

/// One action of the user.
///
/// An event that changes the text is an edit: ``range`` of the text just before the event contained ``before`` and
/// was replaced by ``text``. The events of one change are in document order, each relative to the text after the
/// previous one; applied in this order they turn the old text into the new one, byte for byte.
public struct TextEvent: Hashable, Sendable {
  /// The kind of action.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text was inserted without replacing any.
    case inserted
    /// Text was deleted.
    case deleted
    /// Text was replaced by other text.
    case replaced
    /// Text was selected: ``TextEvent/range`` is the selection; the text is unchanged.
    case selected
    /// The cursor moved: ``TextEvent/range`` is empty; the text is unchanged.
    case moved
    /// First stage of an input method: provisional text was inserted, or replaced the previously marked text.
    case marked
    /// Second stage: the marked text is final; ``TextEvent/before`` is the text before the first stage. The text is
    /// unchanged.
    case committed
    /// A recent change was undone or redone.
    case undone

    /// Whether an event of this kind is an edit.
    public var changesText: Bool {
      switch self {
      case .inserted, .deleted, .replaced, .marked, .undone: true
      case .selected, .moved, .committed: false
      }
    }
  }

  /// The cause of an event.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Individual keystrokes.
    case typing
    /// Corrections, capitalization, typographic quotes and closing brackets added by the editor or the system.
    case autocorrect
    /// An input method, as for Chinese, Japanese and Korean.
    case inputMethod
    case paste
    /// Undo or redo.
    case undo
    /// The host's own edit.
    case server
  }

  /// The certainty of ``TextEvent/kind`` and ``TextEvent/cause``. The change of the text itself is always certain.
  public enum Certainty: String, Hashable, Sendable, CaseIterable {
    /// The host reported the kind or the cause, or no other explanation is possible.
    case certain
    /// The pattern of the edit rarely has another cause.
    case likely
    /// Other explanations fit as well.
    case guess
  }

  public var kind: Kind
  /// UTF-8 offsets in the text just before the event.
  public var range: TextRange
  /// The new text, well-formed UTF-8; empty for ``Kind/deleted``, ``Kind/selected`` and ``Kind/moved``.
  public var text: [UInt8]
  /// The old text, well-formed UTF-8.
  public var before: [UInt8]
  /// The cause of the event; nil if unknown.
  public var cause: Cause?
  public var certainty: Certainty

  /// - Parameters:
  ///   - kind: the kind of action.
  ///   - range: UTF-8 offsets in the text just before the event.
  ///   - text: the new text.
  ///   - before: the old text.
  ///   - cause: nil if unknown.
  ///   - certainty: the certainty of kind and cause.
  init(
    _ kind: Kind, _ range: TextRange, text: [UInt8] = [], before: [UInt8] = [], cause: Cause? = nil,
    _ certainty: Certainty
  ) {
    (self.kind, self.range, self.text, self.before) = (kind, range, text, before)
    (self.cause, self.certainty) = (cause, certainty)
  }

  /// An edit as an event: inserted, deleted or replaced, depending on what it removed and inserted.
  init(_ edit: AppliedEdit, _ cause: Cause?, _ certainty: Certainty) {
    let kind: Kind = edit.removed.isEmpty ? .inserted : edit.inserted.isEmpty ? .deleted : .replaced
    self.init(kind, edit.range, text: edit.inserted, before: edit.removed, cause: cause, certainty)
  }
}

/// The net effect of a change, regardless of the order and the form in which the editor sent its edits.
struct ChangeParts {
  /// The minimal net changes: sorted, disjoint, relative to the text before the change.
  private(set) var net: [AppliedEdit]
  /// The change as the editor sent it, if it is a single edit that the editor reported.
  let sent: AppliedEdit?
  /// Whether the change replaced text that it had inserted itself, as input methods do.
  let isRewritten: Bool
  let isExact: Bool

  init(_ change: Change) {
    isExact = change.isExact
    net = change.net
    sent = isExact && change.sent.count == 1 ? change.sent[0] : nil
    isRewritten =
      net.count == 1 && change.edits.dropFirst().contains { !$0.removed.isEmpty && !$0.inserted.isEmpty }
  }
}

extension ChangeParts {
  /// Moves the net edit, if it was found by comparing texts, so that its range ends at the cursor, provided that this
  /// has the same effect.
  mutating func slide(toward cursor: TextOffset, in buffer: TextBuffer) {
    if !isExact, net.count == 1 { net[0] = net[0].slid(toward: cursor, in: buffer) }
  }

  /// The change in the form to report: as the editor sent it, unless that is much wider than the net change.
  ///
  /// - Parameter reach: the number of bytes by which the removed text of the sent edit may be longer than that of the
  ///   net change.
  func told(reach: Int) -> [AppliedEdit] {
    guard net.count == 1, let sent, sent.removed.count - net[0].removed.count <= reach else { return net }
    return [sent]
  }

  /// The inserted text, if the change is a single insertion; otherwise nil.
  var insertion: [UInt8]? { net.count == 1 && net[0].removed.isEmpty ? net[0].inserted : nil }
}

extension TextRange {
  /// The range after sorted, disjoint changes of the text; nil if one of them affected it. Text inserted at either edge
  /// stays outside the range.
  func following(_ parts: [AppliedEdit]) -> TextRange? {
    var shift = 0
    for part in parts {
      if part.range.start >= end { break }
      if part.range.end > start { return nil }
      shift += part.shift
    }
    return shifted(by: shift)
  }
}

extension [AppliedEdit] {
  /// Converts sorted, disjoint changes relative to the original text to successive changes, each relative to the text
  /// after the previous one.
  var inSequence: [AppliedEdit] {
    var shift = 0
    return map { part in
      defer { shift += part.shift }
      return AppliedEdit(range: part.range.shifted(by: shift), removed: part.removed, inserted: part.inserted)
    }
  }

  /// The number of bytes removed and inserted.
  var size: Int { reduce(0) { $0 + $1.removed.count + $1.inserted.count } }
}

/// The parameters for the recognition of text events.
public struct TextEventPolicy: Hashable, Sendable {
  /// The maximum number of graphemes in a typed insertion without a line end; a longer insertion counts as pasted.
  public var typedRunLimit: Int
  /// The number of milliseconds without changes after which marked text counts as committed.
  public var compositionIdle: Int
  /// The number of graphemes by which a step of an input method may lengthen the marked text.
  public var compositionGrowth: Int
  /// The number of milliseconds after a separator within which the word before it may be corrected.
  public var correctionTime: Int
  /// The maximum number of scalars in the middle of a word that an automatic correction removes or inserts.
  public var correctionReach: Int
  /// The number of bytes to read on each side of an edit to find the word around it.
  public var wordReach: Int
  /// The maximum number of changes in the undo history.
  public var historyCount: Int
  /// The maximum size of the undo history in bytes. A single larger change is not kept.
  public var historyBytes: Int
  /// The maximum number of announcements of the host's own edits.
  public var announcementCount: Int
  /// The number of milliseconds after which an announcement expires.
  public var announcementTime: Int

  /// Parameters that suit people who type.
  public static let standard = TextEventPolicy(
    typedRunLimit: 100, compositionIdle: 2000, compositionGrowth: 2, correctionTime: 2000,
    correctionReach: 3, wordReach: 64, historyCount: 64, historyBytes: 1 << 20, announcementCount: 16,
    announcementTime: 5000)

  /// - Parameters:
  ///   - typedRunLimit: the maximum number of graphemes in a typed insertion.
  ///   - compositionIdle: milliseconds until marked text counts as committed.
  ///   - compositionGrowth: graphemes by which a step of an input method may lengthen the marked text.
  ///   - correctionTime: milliseconds after a separator within which the word before it may be corrected.
  ///   - correctionReach: the maximum number of scalars in the middle of a word that a correction changes.
  ///   - wordReach: bytes to read on each side of an edit.
  ///   - historyCount: the maximum number of changes in the undo history.
  ///   - historyBytes: the maximum number of bytes in the undo history.
  ///   - announcementCount: the maximum number of announcements.
  ///   - announcementTime: milliseconds after which an announcement expires.
  public init(
    typedRunLimit: Int, compositionIdle: Int, compositionGrowth: Int, correctionTime: Int,
    correctionReach: Int, wordReach: Int, historyCount: Int, historyBytes: Int, announcementCount: Int,
    announcementTime: Int
  ) {
    (self.typedRunLimit, self.compositionIdle) = (typedRunLimit, compositionIdle)
    (self.compositionGrowth, self.correctionTime) = (compositionGrowth, correctionTime)
    (self.correctionReach, self.wordReach) = (correctionReach, wordReach)
    (self.historyCount, self.historyBytes) = (historyCount, historyBytes)
    (self.announcementCount, self.announcementTime) = (announcementCount, announcementTime)
  }
}
