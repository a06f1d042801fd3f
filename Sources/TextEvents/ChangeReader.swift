import TextModel

/// The context in which a change is interpreted.
struct ReadingContext {
  /// The text after the change. Only a few bytes around the edits are read.
  let buffer: TextBuffer
  let policy: TextEventPolicy
  let trail: TypingTrail
  /// Whether a recent change deleted exactly the text that this one inserts.
  let isPutBack: Bool
  /// The cursor before the change; nil if unknown.
  let cursor: TextOffset?
  /// The selection reported by the host before the change; nil if nothing is selected.
  let selection: TextRange?
  /// The marked text before the change; nil if there is none.
  let composition: Composition?
  /// The current time, in milliseconds on the host's clock.
  let now: Int
}

/// The interpretation of a change.
struct Reading {
  var events: [TextEvent]
  /// The cursor after the change.
  var cursor: TextOffset
  /// The text that is marked after the change.
  var composition: Composition?
  /// Whether the change belongs to a run of typing.
  var isTyped = true
  /// Whether the change continues the previous composition.
  var continues = false
}

/// Derives the user's actions from the net changes of one notification.
struct ChangeReader {
  let context: ReadingContext

  /// The number of hunks above which a replacement is reported as a whole.
  private static let mostHunks = 64
  /// The size in bytes up to which a replacement reported by the client is not divided into hunks.
  private static let smallest = 64

  /// Derives the events of a change.
  ///
  /// - Parameter parts: the change; it has at least one net edit.
  func read(_ parts: ChangeParts) -> Reading {
    guard parts.net.count == 1 else { return several(parts.net, isExact: parts.isExact) }
    let core = parts.net[0]
    let isPlain = core.removed.isEmpty || core.inserted.isEmpty
    if let begun = CompositionReader(context: context)
      .beginning(core, parts.sent, isRewritten: parts.isRewritten)
    {
      return begun
    }
    if let selection = context.selection, let sent = parts.sent, sent.range == selection,
      !sent.inserted.isEmpty
    {
      return typedOver(sent, isExact: parts.isExact)
    }
    if !isPlain, !parts.isExact || max(core.removed.count, core.inserted.count) > Self.smallest {
      let hunks = hunks(of: core)
      if hunks.count > 1 { return several(hunks, isExact: parts.isExact) }
    }
    if let events = CorrectionReader(context: context).read(core, parts.sent) { return corrected(events) }
    if let sent = parts.sent, isReplacement(sent, of: core) { return replacement(sent, isExact: true) }
    if core.inserted.isEmpty { return deletion(core, isExact: parts.isExact) }
    return isPlain
      ? insertion(core, isExact: parts.isExact) : replacement(core, isExact: parts.isExact)
  }

  /// The parts of a replacement that actually differ; empty if there are more than `mostHunks`.
  private func hunks(of core: AppliedEdit) -> [AppliedEdit] {
    let hunks = TextDifference.hunks(in: core)
    guard hunks.count <= Self.mostHunks else { return [] }
    return hunks.map { hunk in
      let from = hunk.range.start - core.range.start
      return AppliedEdit(
        range: hunk.range, removed: Array(core.removed[from..<from + hunk.range.count]),
        inserted: hunk.replacement)
    }
  }

  /// Reads several simultaneous edits, such as those of multiple cursors, a formatter or a rename.
  private func several(_ parts: [AppliedEdit], isExact: Bool) -> Reading {
    let isAlike = parts.allSatisfy {
      $0.inserted == parts[0].inserted && $0.removed.isEmpty == parts[0].removed.isEmpty
    }
    let isTyped =
      isAlike && (parts[0].inserted.isEmpty ? parts.allSatisfy { $0.removed.isOneGrapheme } : isKey(parts[0]))
    let events = parts.inSequence.map {
      TextEvent($0, isTyped ? .typing : nil, isTyped || !isExact ? .likely : .certain)
    }
    return Reading(events: events, cursor: Self.end(of: events), isTyped: false)
  }

  private func isKey(_ edit: AppliedEdit) -> Bool {
    edit.inserted.isOneGrapheme || TypedText.isEnter(edit.inserted)
  }

  /// The reading of a correction. If the corrected text is before the cursor, the cursor moves along with the text
  /// after it.
  private func corrected(_ events: [TextEvent]) -> Reading {
    let end = Self.end(of: events)
    guard events.count == 1, let cursor = context.cursor, cursor > events[0].range.end else {
      return Reading(events: events, cursor: end)
    }
    return Reading(events: events, cursor: cursor + events[0].text.count - events[0].before.count)
  }

  private func deletion(_ core: AppliedEdit, isExact: Bool) -> Reading {
    let isKey = core.removed.isOneGrapheme || core.range == context.selection
    let event = TextEvent(core, isKey ? .typing : nil, isExact ? .certain : .likely)
    return Reading(events: [event], cursor: core.range.start, isTyped: isKey)
  }

  /// The reading of a change in which typing replaced the selection.
  private func typedOver(_ sent: AppliedEdit, isExact: Bool) -> Reading {
    var reading = insertion(
      AppliedEdit(range: TextRange(at: sent.range.start), removed: [], inserted: sent.inserted),
      isExact: isExact)
    let first = reading.events[0]
    reading.events[0] = TextEvent(
      .replaced, sent.range, text: first.text, before: sent.removed, cause: first.cause, first.certainty)
    return reading
  }

  /// Whether the edit as sent is more informative than the net change, as when a word is replaced by a longer one. If
  /// the net change is a single character, the sent edit is not more informative: some editors resend the whole word
  /// for every keystroke.
  private func isReplacement(_ sent: AppliedEdit, of core: AppliedEdit) -> Bool {
    guard !sent.removed.isEmpty, !sent.inserted.isEmpty,
      sent.removed.count - core.removed.count <= context.policy.wordReach,
      !TypedText.holdsLineEnd(sent.removed)
    else { return false }
    // Editors that compare lines resend the unchanged text after an insertion, which is not informative.
    if core.removed.isEmpty || core.inserted.isEmpty {
      guard core.range.end == sent.range.end, !TypedText.holdsLineEnd(sent.inserted) else { return false }
    }
    return !(core.removed + core.inserted).isOneGrapheme
  }

  private func replacement(_ core: AppliedEdit, isExact: Bool) -> Reading {
    let isKey = core.inserted.isOneGrapheme
    let cause: TextEvent.Cause? = isKey ? .typing : TypedText.isTyped(core.inserted) ? nil : .paste
    let event = TextEvent(core, cause, cause == nil && isExact ? .certain : .likely)
    return Reading(events: [event], cursor: core.insertedRange.end, isTyped: isKey)
  }

  // MARK: Insertions

  private func insertion(_ core: AppliedEdit, isExact: Bool) -> Reading {
    let place = core.range.start
    let end = core.insertedRange.end
    func whole(_ cause: TextEvent.Cause, _ certainty: TextEvent.Certainty) -> Reading {
      Reading(
        events: [TextEvent(core, cause, certainty)], cursor: end, isTyped: cause != .paste)
    }
    if isKey(core), !InputScript.all(core.inserted, InputScript.isComposed) {
      return whole(.typing, isExact && core.inserted.isOneGrapheme ? .certain : .likely)
    }
    guard TypedText.isTyped(core.inserted),
      let graphemes = TypedText.graphemes(of: core.inserted, limit: context.policy.typedRunLimit)
    else { return whole(.paste, .likely) }
    if InputScript.all(core.inserted, InputScript.isComposed) { return whole(.inputMethod, .likely) }
    if AutoClosing.isPair(core.inserted) {
      let events = [
        TextEvent(.inserted, core.range, text: [core.inserted[0]], cause: .typing, .likely),
        TextEvent(
          .inserted, TextRange(at: place + 1), text: [core.inserted[1]], cause: .autocorrect, .likely),
      ]
      return Reading(events: events, cursor: place + 1)
    }
    if context.isPutBack { return whole(.paste, .likely) }
    var at = place
    let events = graphemes.map { grapheme in
      defer { at = at + grapheme.count }
      return TextEvent(.inserted, TextRange(at: at), text: grapheme, cause: .typing, .likely)
    }
    return Reading(events: events, cursor: end)
  }

  private static func end(of events: [TextEvent]) -> TextOffset {
    guard let last = events.last else { return .zero }
    return last.range.start + last.text.count
  }
}

/// Recognizes typed insertions.
package enum TypedText {
  private static let lineFeed: UInt8 = 10
  private static let carriageReturn: UInt8 = 13

  /// Whether these bytes contain a line end.
  package static func holdsLineEnd(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 == lineFeed || $0 == carriageReturn }
  }

  /// The graphemes of an insertion, each as its bytes; nil if there are more than `limit`.
  package static func graphemes(of bytes: [UInt8], limit: Int) -> [[UInt8]]? {
    var graphemes: [[UInt8]] = []
    for character in String(decoding: bytes, as: UTF8.self) {
      guard graphemes.count < limit else { return nil }
      graphemes.append(Array(character.utf8))
    }
    return graphemes
  }

  /// Whether the text may have been typed: it contains no line end, or the Enter key inserts it.
  package static func isTyped(_ bytes: [UInt8]) -> Bool { !holdsLineEnd(bytes) || isEnter(bytes) }

  /// Whether the text is a line end that the Enter key inserts, with the indentation that editors add.
  package static func isEnter(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.first == carriageReturn { rest = rest.dropFirst() }
    if rest.first == lineFeed { rest = rest.dropFirst() }
    return rest.count < bytes.count && rest.allSatisfy { $0 == 0x20 || $0 == 9 }
  }
}

extension [UInt8] {
  /// Whether these bytes are one user-perceived character. Reads a bounded number of them.
  package var isOneGrapheme: Bool {
    if count <= 1 { return count == 1 }
    guard count <= 256 else { return false }
    let text = String(decoding: self, as: UTF8.self)
    return text.index(after: text.startIndex) == text.endIndex
  }
}

/// Automatic closing of brackets and quotes: editors insert the closing character after the opening one, and leave
/// the cursor between them.
package enum AutoClosing {
  private static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"),
    UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "<"): UInt8(ascii: ">"),
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
    UInt8(ascii: "`"): UInt8(ascii: "`"),
  ]

  /// Whether an insertion consists of an opening character and its closing character.
  package static func isPair(_ inserted: [UInt8]) -> Bool {
    inserted.count == 2 && closing[inserted[0]] == inserted[1]
  }

  /// The closing characters that an editor with automatic closing inserts after a typed trigger: `]]` for `[[`, none
  /// for `@`.
  package static func closers(of control: String) -> [UInt8] {
    var closers: [UInt8] = []
    for byte in control.utf8.reversed() {
      guard let closer = closing[byte] else { break }
      closers.append(closer)
    }
    return closers
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
  /// If the net edit was found by comparing texts, moves it so that its range ends at the cursor, provided that the
  /// edit then has the same effect.
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
  /// This range in the text after sorted, disjoint changes; nil if one of them affected the range. Text inserted at
  /// either edge stays outside the range.
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
