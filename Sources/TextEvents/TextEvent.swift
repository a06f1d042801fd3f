public import TextModel

/// One thing that the user did.
///
/// An event that changes the text is an edit: ``range`` of the text just before the event held ``before`` and was
/// replaced by ``text``. The events of one change come from the top of the document to its end, each relative to the
/// text that the one before it left; applied in this order they make the new text of the old one, byte for byte.
public struct TextEvent: Hashable, Sendable {
  /// The kind of action.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text came where none was.
    case inserted
    /// Text went.
    case deleted
    /// Text gave way to other text.
    case replaced
    /// Text was selected: ``TextEvent/range`` is the selection, the text stays.
    case selected
    /// The cursor moved: ``TextEvent/range`` is empty, the text stays.
    case moved
    /// First stage of an input method: text that is not final yet came, or replaced what was marked before.
    case marked
    /// Second stage: what was marked is final; ``TextEvent/before`` is what was there before the first stage. The
    /// text stays.
    case committed
    /// A recent change was taken back, or one that had been taken back was made again.
    case undone

    /// Whether such an event is an edit.
    public var changesText: Bool {
      switch self {
      case .inserted, .deleted, .replaced, .marked, .undone: true
      case .selected, .moved, .committed: false
      }
    }
  }

  /// The cause of the action.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Keys, one by one.
    case typing
    /// Corrections, capital letters, typographic quotes and closing brackets that the editor or the system adds.
    case autocorrect
    /// An input method, as for Chinese, Japanese and Korean.
    case inputMethod
    case paste
    /// Undo or redo.
    case undo
    /// The host's own edit.
    case server
  }

  /// How sure the layer is of ``TextEvent/kind`` and ``TextEvent/cause``. What became of the text is always certain.
  public enum Certainty: String, Hashable, Sendable, CaseIterable {
    /// Reported by the host, or there is no other explanation.
    case certain
    /// The pattern of the edit hardly occurs otherwise.
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
  /// Nil if unknown.
  public var cause: Cause?
  public var certainty: Certainty

  /// - Parameters:
  ///   - kind: the kind of action.
  ///   - range: UTF-8 offsets in the text just before the event.
  ///   - text: the new text.
  ///   - before: the old text.
  ///   - cause: nil if unknown.
  ///   - certainty: how certain kind and cause are.
  public init(
    _ kind: Kind, _ range: TextRange, text: [UInt8] = [], before: [UInt8] = [], cause: Cause? = nil,
    _ certainty: Certainty
  ) {
    (self.kind, self.range, self.text, self.before) = (kind, range, text, before)
    (self.cause, self.certainty) = (cause, certainty)
  }

  /// An edit as an event: inserted, deleted or replaced, by what it removed and inserted.
  init(_ edit: AppliedEdit, _ cause: Cause?, _ certainty: Certainty) {
    let kind: Kind = edit.removed.isEmpty ? .inserted : edit.inserted.isEmpty ? .deleted : .replaced
    self.init(kind, edit.range, text: edit.inserted, before: edit.removed, cause: cause, certainty)
  }

  /// The edit that the event is; nil where the text stays.
  public var edit: AppliedEdit? {
    kind.changesText ? AppliedEdit(range: range, removed: before, inserted: text) : nil
  }
}

/// The net effect of a change: the order and the form in which the editor wrote its edits do not count.
struct ChangeParts {
  /// The net changes at their smallest: sorted, disjoint, relative to the text before the change.
  private(set) var net: [AppliedEdit]
  /// The edit as the editor sent it, if it is one and the editor sent its range.
  let sent: AppliedEdit?
  /// Whether something was replaced that the same change had inserted, as input methods do.
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
  /// Puts what was found by comparing texts where the user was, if it may as well have been there.
  mutating func slide(toward cursor: TextOffset, in buffer: TextBuffer) {
    if !isExact, net.count == 1 { net[0] = net[0].slid(toward: cursor, in: buffer) }
  }

  /// The change as reported: as the editor sent it, unless that is much wider than the difference.
  /// - Parameter reach: by how many bytes it may be wider.
  func told(reach: Int) -> [AppliedEdit] {
    guard net.count == 1, let sent, sent.removed.count - net[0].removed.count <= reach else { return net }
    return [sent]
  }

  /// The text that the change inserts, if it does nothing else.
  var insertion: [UInt8]? { net.count == 1 && net[0].removed.isEmpty ? net[0].inserted : nil }
}

extension TextRange {
  /// Where this stretch is after sorted, disjoint changes of the text; nil where one of them changed it. What is
  /// inserted at an edge stays outside.
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
  /// Sorted, disjoint changes relative to the text before all of them, each relative to the text that those before it
  /// left.
  var inSequence: [AppliedEdit] {
    var shift = 0
    return map { part in
      defer { shift += part.shift }
      return AppliedEdit(range: part.range.shifted(by: shift), removed: part.removed, inserted: part.inserted)
    }
  }

  /// How many bytes were removed and inserted.
  var size: Int { reduce(0) { $0 + $1.removed.count + $1.inserted.count } }
}

/// Every number that recognition depends on.
public struct TextEventPolicy: Hashable, Sendable {
  /// An insertion of at most this many graphemes counts as typed, if it has no line end; a longer one was pasted.
  public var typedRunLimit: Int
  /// Milliseconds after which marked text counts as committed when nothing more happens.
  public var compositionIdle: Int
  /// By how many graphemes a step of an input method may lengthen the marked text.
  public var compositionGrowth: Int
  /// Milliseconds within which a word may be corrected after the separator following it was typed.
  public var correctionTime: Int
  /// How many scalars in the middle of a word an automatic correction changes at most, on either side.
  public var correctionReach: Int
  /// How many bytes are read on each side of an edit to see the word that it is in.
  public var wordReach: Int
  /// How many changes can be recognized as taken back.
  public var historyCount: Int
  /// How many bytes these may hold in all; larger changes are forgotten.
  public var historyBytes: Int
  /// How many of the host's own edits may be awaited at a time.
  public var announcementCount: Int
  /// Milliseconds for which one is awaited.
  public var announcementTime: Int

  /// Suitable for a person's typing.
  public static let standard = TextEventPolicy(
    typedRunLimit: 100, compositionIdle: 2000, compositionGrowth: 2, correctionTime: 2000,
    correctionReach: 3, wordReach: 64, historyCount: 64, historyBytes: 1 << 20, announcementCount: 16,
    announcementTime: 5000)

  /// - Parameters:
  ///   - typedRunLimit: graphemes of an insertion that still counts as typed.
  ///   - compositionIdle: milliseconds until marked text counts as committed.
  ///   - compositionGrowth: graphemes by which a step of an input method lengthens the marked text at most.
  ///   - correctionTime: milliseconds after a separator within which the word before it may be corrected.
  ///   - correctionReach: scalars in the middle of a word that a correction changes at most.
  ///   - wordReach: bytes read on each side of an edit.
  ///   - historyCount: changes that can be recognized as taken back.
  ///   - historyBytes: bytes that these may hold in all.
  ///   - announcementCount: own edits that may be awaited at a time.
  ///   - announcementTime: milliseconds for which one is awaited.
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
