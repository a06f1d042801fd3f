public import TextModel

/// What is left of a mention whose text an edit has changed: enough to undo the damage or to finish it.
///
/// It follows later edits. Text that is put back, by whatever hand, makes the mention anew.
public struct DamagedMention: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    /// The edit that the policy wants waits for a pause.
    case awaitsPause
    /// The host was asked to make that edit.
    case asked
    /// A hint about it stands in the text.
    case shown
    /// Remembered only, in case its text comes back.
    case quiet
  }

  /// As it was; its range is in the text before the damage.
  public let annotation: Annotation
  /// What is left of it, in the text as it is now. Never empty, on grapheme boundaries when the damage was done.
  public private(set) var remains: TextRange
  /// What stands in ``remains``.
  private(set) var bytes: [UInt8]
  var stage: Stage
  /// Whether nobody has worked on what is left; then it may still become the short form.
  private(set) var isFresh = true
  /// Whether a trimmed annotation stands there, which the edit has left.
  let isTrimmed: Bool

  init(_ annotation: Annotation, remains: TextRange, in text: IndexedText, isTrimmed: Bool, stage: Stage) {
    let buffer = text.buffer
    let start = buffer.graphemeFloor(remains.start)
    var end = remains.end
    if !buffer.isGraphemeBoundary(end) { end = buffer.graphemeEnd(after: buffer.graphemeFloor(end)) ?? end }
    self.annotation = annotation
    self.remains = TextRange(start, end)
    bytes = buffer.bytes(in: self.remains)
    self.stage = stage
    self.isTrimmed = isTrimmed
  }

  // MARK: Fixes

  /// What can be done, the gentlest first.
  public var fixes: [MentionFix] {
    MentionFix.allCases.filter { $0 != .trim || annotation.shortForm != nil }
  }

  /// The edit that does it, in the text as it is; nil where it cannot be done or nothing is left to do.
  public func edit(for fix: MentionFix) -> TextEdit? {
    let wanted: [UInt8]? =
      switch fix {
      case .restore: annotation.text
      case .trim: annotation.shortForm
      case .delete: []
      }
    guard let wanted, wanted != bytes else { return nil }
    return TextEdit(turning: bytes, at: remains.start, into: wanted)
  }

  /// The edit that the policy wants where an editor did not ask.
  func repair(_ deletion: MentionsPolicy.Deletion) -> TextEdit? {
    switch deletion {
    case .plain: nil
    case .trim: edit(for: isTrimmed || annotation.shortForm != nil ? .trim : .delete)
    case .delete: edit(for: .delete)
    }
  }

  // MARK: Following

  /// What a notification's edits did to it.
  struct Touch: OptionSet {
    let rawValue: Int
    /// Bytes of what is left were changed, or something was inserted between them.
    static let inside = Touch(rawValue: 1)
    /// Something was inserted, inside or at an edge.
    static let insertion = Touch(rawValue: 2)
  }

  /// Follows one notification's edits, which happened in this order. `parts` are those of an edit, by its place in
  /// `edits`, as far as they have been looked for: a wide edit may go over many mentions.
  mutating func follow(_ edits: [AppliedEdit], parts: inout [Int: [NetEdit]]) -> Touch {
    var touch: Touch = []
    for (index, edit) in edits.enumerated() where !edit.changesNothing && !isGone {
      let isTooWide = edit.range.overlaps(remains) && !remains.contains(edit.range) && !edit.inserted.isEmpty
      if isTooWide {
        let known = parts[index] ?? NetEdit.joining([edit]).flatMap(EditRefinement.parts)
        parts[index] = known
        for part in known where !isGone {
          let range = TextRange(part.newStart, part.newStart + part.removed.count)
          follow(range, part.inserted, &touch)
        }
      } else {
        follow(edit.range, edit.inserted, &touch)
      }
    }
    return touch
  }

  private mutating func follow(_ range: TextRange, _ inserted: [UInt8], _ touch: inout Touch) {
    if range.start >= remains.end || range.end <= remains.start {
      if !inserted.isEmpty, remains.touches(range.start) || remains.touches(range.end) {
        touch.insert(.insertion)
      }
      if range.end <= remains.start { remains = remains.shifted(by: inserted.count - range.count) }
      return
    }
    touch.insert(.inside)
    if !inserted.isEmpty { touch.insert(.insertion) }
    let lost = max(range.start, remains.start) - remains.start..<min(range.end, remains.end) - remains.start
    let isInside = remains.contains(range)
    bytes.replaceSubrange(lost, with: isInside ? inserted : [])
    let start = range.start < remains.start ? range.start + inserted.count : remains.start
    remains = TextRange(start, start + bytes.count)
  }

  var isGone: Bool { bytes.isEmpty }

  /// The same, remembered behind what it was trimmed to.
  func trimmed(to range: TextRange, in text: IndexedText) -> DamagedMention {
    DamagedMention(annotation, remains: range, in: text, isTrimmed: true, stage: .quiet)
  }

  /// An undo in steps: where the text goes on as the mention once did, so does what is left of it. Returns
  /// whether it does.
  mutating func comesBack(in buffer: TextBuffer) -> Bool {
    let old = annotation.text
    guard old.starts(with: bytes) else { return false }
    let before = bytes.count
    while bytes.count < old.count, remains.end < buffer.end, buffer[remains.end] == old[bytes.count] {
      bytes.append(old[bytes.count])
      remains = TextRange(remains.start, remains.end + 1)
    }
    return bytes.count > before
  }

  /// After edits that touched it and brought nothing back.
  mutating func wasTouched(_ touch: Touch, joined: Bool) {
    if touch == .inside, stage == .awaitsPause { return }
    if touch.contains(.inside) || joined {
      isFresh = false
      stage = .quiet
    } else {
      giveUp()
    }
  }

  /// The policy's edit will not come any more.
  mutating func giveUp() {
    if stage == .awaitsPause || stage == .asked { stage = isTrimmed ? .quiet : .shown }
  }

  // MARK: Coming back

  /// Where its old text stands again round what was left of it.
  func wholeAgain(in buffer: TextBuffer) -> TextRange? {
    let length = annotation.text.count
    guard !isGone, length >= remains.count else { return nil }
    var places = [remains.start, remains.end - length]
    if length <= 256 { places += (0...length - remains.count).map { remains.start - $0 } }
    return places.lazy.filter { $0 >= .zero && buffer.holds(annotation.text, at: $0) }
      .map { TextRange($0, $0 + length) }.first
  }

  /// Where its short form has just come to stand: as what is left, or by what was put behind it.
  func shortAgain(after touch: Touch, in buffer: TextBuffer) -> TextRange? {
    guard isFresh, let short = annotation.shortForm else { return nil }
    if touch.contains(.inside) { return bytes == short ? remains : nil }
    let range = TextRange(remains.start, remains.start + short.count)
    return !isGone && short.count > bytes.count && buffer.holds(short, at: range.start) ? range : nil
  }
}

extension TextEdit {
  /// Turns what stands at `start` into something else. What both begin with stays, if it is all of one of them.
  init(turning old: [UInt8], at start: TextOffset, into new: [UInt8]) {
    let end = start + old.count
    if old.starts(with: new) {
      self.init(range: TextRange(start + new.count, end), replacement: [])
    } else if new.starts(with: old) {
      self.init(range: TextRange(at: end), replacement: Array(new[old.count...]))
    } else {
      self.init(range: TextRange(start, end), replacement: new)
    }
  }
}
