import TextEvents
public import TextModel

/// The damaged mentions of one document. Their number is bounded: if there are too many, the oldest are dropped.
struct DamagedMentions: Sendable {
  /// A mention whose text was restored.
  struct Restoration {
    let mention: DamagedMention
    let range: TextRange
    let state: Annotation.State
  }

  private(set) var all: [DamagedMention] = []
  /// Mentions that were trimmed and then deleted, in their state before the trim, because an undo may revert both.
  private var gone: [Annotation] = []
  /// The time at which the policy's edits are requested, unless they are given up or postponed by a change before then.
  var pauseEnds: Instant?
  /// The time at which a requested edit counts as refused if it has not been made.
  var patienceEnds: Instant?
  /// The number of mentions dropped because there were too many.
  private var forgotten = 0

  private static let limit = 1024
  /// The maximum number of hints shown. If there are more, only the latest are shown.
  private static let mostShown = 64

  var isEmpty: Bool { all.isEmpty }
  var asked: [DamagedMention] { all.filter { $0.stage == .asked } }
  var shown: [DamagedMention] {
    Array(all.filter { $0.stage == .shown && !$0.isGone }.suffix(Self.mostShown))
  }
  var awaitPause: Bool { all.contains { $0.stage == .awaitsPause } }

  mutating func add(_ mention: DamagedMention) {
    all.append(mention)
    guard all.count > Self.limit + Self.limit / 4 else { return }
    // Mentions of which nothing is left are not counted, because they are also stored as cut text.
    let surplus = all.count - Self.limit
    forgotten += all[..<surplus].count { !$0.isGone }
    all.removeFirst(surplus)
  }

  mutating func takeForgotten() -> Int {
    let count = forgotten
    forgotten = 0
    return count
  }

  /// The effects of the edits in one notification.
  struct Outcome {
    var back: [Restoration] = []
    /// Mentions whose remains have been deleted.
    var gone: [DamagedMention] = []
    /// Mentions trimmed by a deletion that continues; the whole deletion determines the result.
    var resumed: [DamagedMention] = []
  }

  /// Applies the change of one notification and removes restored mentions. Deletions within `gap` milliseconds of each
  /// other count as one deletion. A mention that is not near an edit costs a few comparisons.
  mutating func follow(_ change: Change, in text: IndexedText, at now: Instant, gap: Int) -> Outcome {
    var outcome = Outcome()
    var touched: [Int] = []
    for index in all.indices {
      if !all[index].moves(with: change.edits) {
        touched.append(index)
      } else if all[index].stage == .asked {
        all[index].giveUp()
      }
    }
    guard !touched.isEmpty else { return outcome }
    let nets = change.edits.count > 1 ? change.parts.map(\.edit) : []
    var (partsOfEdits, partsOfNets): ([Int: [Change.Part]], [Int: [Change.Part]]) = ([:], [:])
    var finished: Set<Int> = []
    for index in touched {
      // Follows the individual edits first: only they distinguish the policy's edit from text typed after it.
      let old = all[index]
      var mention = old
      var touch = mention.follow(change.edits, parts: &partsOfEdits)
      var restoration = Self.restoration(of: mention, touch, in: text, at: now, gap: gap)
      if restoration == nil, change.edits.count > 1 {
        mention = old
        touch = mention.follow(nets, parts: &partsOfNets)
        restoration = Self.restoration(of: mention, touch, in: text, at: now, gap: gap)
      }
      let isKept =
        restoration == nil && keep(&mention, touch, was: old, in: text, at: now, gap: gap, &outcome)
      if let restoration { outcome.back.append(restoration) }
      all[index] = mention
      if !isKept { finished.insert(index) }
    }
    if !finished.isEmpty {
      all = all.indices.filter { !finished.contains($0) }.map { all[$0] }
    }
    return outcome
  }

  /// Updates a mention that was not restored. Returns whether later edits must still be followed for it.
  private mutating func keep(
    _ mention: inout DamagedMention, _ touch: DamagedMention.Touch, was old: DamagedMention,
    in text: IndexedText, at now: Instant, gap: Int, _ outcome: inout Outcome
  ) -> Bool {
    if touch.isEmpty {
      if mention.stage == .asked { mention.giveUp() }
      return true
    }
    if mention.isGone, !old.isGone {
      if mention.isTrimmed { rememberGone(mention.annotation) }
      outcome.gone.append(mention)
      mention.stage = .quiet
      return !mention.isTrimmed
    }
    if mention.isTrimmed, touch == .inside, now <= mention.lastCut.advanced(by: gap) {
      outcome.resumed.append(mention)
    }
    mention.wasTouched(
      touch, joined: touch.contains(.growth) || Self.isJoined(mention.remains, in: text.buffer), at: now,
      gap: gap)
    return !mention.isTrimmed || mention.stage == .awaitsPause || !touch.contains(.inside)
      || touch.contains(.growth)
  }

  private static func restoration(
    of mention: DamagedMention, _ touch: DamagedMention.Touch, in text: IndexedText, at now: Instant, gap: Int
  ) -> Restoration? {
    guard !touch.isEmpty else { return nil }
    // If the rest of the mention was deleted, equal text next to the deletion was never part of the mention.
    if mention.isGone, touch == .inside { return nil }
    if let whole = mention.wholeAgain(in: text.buffer) {
      return Restoration(mention: mention, range: whole, state: mention.annotation.state)
    }
    if let short = mention.shortAgain(after: touch, in: text.buffer, at: now, gap: gap) {
      return Restoration(mention: mention, range: short, state: .trimmed)
    }
    return nil
  }

  /// Whether a letter is directly before or after the range, so that the range is part of a word that is being typed.
  private static func isJoined(_ range: TextRange, in buffer: TextBuffer) -> Bool {
    buffer.grapheme(before: range.start)?.kind.contains(.normal) ?? false
      || buffer.grapheme(after: range.end)?.kind.contains(.normal) ?? false
  }

  func isWorthFollowing(_ changes: AnnotationChanges) -> Bool {
    !all.isEmpty || !gone.isEmpty || !changes.bleached.isEmpty || !changes.shortened.isEmpty
  }

  private mutating func rememberGone(_ annotation: Annotation) {
    gone.append(annotation)
    guard gone.count > Self.limit else { return }
    gone.removeFirst()
    forgotten += 1
  }

  /// Handles the restoration of a trimmed annotation: its text before trimming is remembered again.
  mutating func restoreTrimmed(_ annotation: Annotation, in text: IndexedText, at now: Instant) {
    guard annotation.state == .trimmed,
      let at = gone.lastIndex(where: {
        $0.shortForm == annotation.text && $0.entity.isSameEntity(as: annotation.entity)
      })
    else { return }
    add(
      DamagedMention(
        gone.remove(at: at), remains: annotation.range, in: text, isTrimmed: true, stage: .quiet, at: now))
  }

  /// Stops offering fixes for older damage in a range that has changed again.
  mutating func supersede(in range: TextRange) {
    for index in all.indices where all[index].remains.overlaps(range) { all[index].stage = .quiet }
  }

  // MARK: Stages

  /// Returns the policy's edits that wait for a pause, sorted and disjoint, and marks them as requested. Gives up edits
  /// that are unnecessary or overlap another edit.
  mutating func takeRepairs(_ deletion: MentionsPolicy.Deletion) -> [TextReplacement] {
    var edits: [TextReplacement] = []
    for index in all.indices where all[index].stage == .awaitsPause {
      if let edit = all[index].repair(deletion),
        !edits.contains(where: { $0.range.overlaps(edit.range) })
      {
        all[index].stage = .asked
        edits.append(edit)
      } else {
        all[index].giveUp()
      }
    }
    return edits.sorted { $0.range.start < $1.range.start }
  }

  /// Gives up edits that are waiting or requested. Returns whether there were any.
  mutating func giveUp() -> Bool {
    pauseEnds = nil
    patienceEnds = nil
    var any = false
    for index in all.indices where all[index].stage == .awaitsPause || all[index].stage == .asked {
      all[index].giveUp()
      any = true
    }
    return any
  }

  /// Drops the mentions whose remains overlap one of the ranges; nil drops all mentions.
  mutating func forget(in ranges: [TextRange]?) {
    all.removeAll { mention in ranges?.contains { $0.overlaps(mention.remains) } ?? true }
  }
}

/// The remains of a mention whose text was changed by an edit, with the information needed to restore, trim or delete
/// it.
///
/// The remains move and change with later edits. If one of these restores the mention's text, the mention is restored.
public struct DamagedMention: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    /// The policy's edit is waiting for a pause in typing.
    case awaitsPause
    /// The host was asked to make the policy's edit.
    case asked
    /// A hint about the mention is shown in the text.
    case shown
    /// No hint is shown; the mention is kept so that it can be restored.
    case quiet
  }

  /// The mention before the damage; its range refers to the text before the damage.
  public let annotation: Annotation
  /// The range of its remains in the current text, on grapheme boundaries when the damage occurred. Empty if its
  /// letters were deleted one by one, in which case they may also be restored one by one.
  public private(set) var remains: TextRange
  /// The text in ``remains``.
  private(set) var bytes: [UInt8]
  var stage: Stage
  /// Whether the remains are unchanged since the damage; only then may they become the short form.
  private(set) var isFresh = true
  /// Whether the damaging edit left a trimmed annotation.
  let isTrimmed: Bool
  /// The time of the last deletion in the mention.
  private(set) var lastCut: Instant

  init(
    _ annotation: Annotation, remains: TextRange, in text: IndexedText, isTrimmed: Bool, stage: Stage,
    at now: Instant
  ) {
    let buffer = text.buffer
    let start = buffer.graphemeFloor(remains.start)
    var end = remains.end
    if !buffer.isGraphemeBoundary(end) { end = buffer.graphemeEnd(after: buffer.graphemeFloor(end)) ?? end }
    self.annotation = annotation
    self.remains = TextRange(start, end)
    bytes = buffer.bytes(in: self.remains)
    self.stage = stage
    self.isTrimmed = isTrimmed
    lastCut = now
  }

  /// A mention of which only the typed key remains, because a preview was withdrawn.
  static func typed(
    _ annotation: Annotation, _ key: TextRange, in text: IndexedText, at now: Instant
  ) -> DamagedMention {
    var mention = DamagedMention(
      annotation, remains: key, in: text, isTrimmed: false, stage: .quiet, at: now)
    mention.isFresh = false
    return mention
  }

  // MARK: Fixes

  /// The possible fixes, the least destructive first.
  public var fixes: [MentionFix] {
    MentionFix.allCases.filter { $0 != .trim || annotation.shortForm != nil }
  }

  /// The edit for a fix, in the current text; nil if the fix is impossible or unnecessary.
  ///
  /// - Complexity: linear in the text of the mention.
  public func edit(for fix: MentionFix) -> TextReplacement? {
    let wanted: [UInt8]? =
      switch fix {
      case .restore: annotation.text
      case .trim: annotation.shortForm
      case .delete: []
      }
    guard let wanted, wanted != bytes else { return nil }
    return TextReplacement(turning: bytes, at: remains.start, into: wanted)
  }

  /// The edit that the policy requires after the user deleted a part of the mention; nil if there is nothing to do.
  fileprivate func repair(_ deletion: MentionsPolicy.Deletion) -> TextReplacement? {
    switch deletion {
    case .plain: nil
    case .trim: edit(for: isTrimmed || annotation.shortForm != nil ? .trim : .delete)
    case .delete: edit(for: .delete)
    }
  }

  // MARK: Following

  /// The effects of the edits in one notification on a mention.
  struct Touch: OptionSet {
    let rawValue: Int
    /// Bytes of the remains were changed, or text was inserted between them.
    static let inside = Touch(rawValue: 1)
    /// Text was inserted, inside or at a bound.
    static let insertion = Touch(rawValue: 2)
    /// Text inserted at a bound makes the remains more similar to the old text, and has become part of the remains.
    static let growth = Touch(rawValue: 4)
  }

  /// Moves the mention if no edit touches it; otherwise returns false and changes nothing.
  fileprivate mutating func moves(with edits: [AppliedEdit]) -> Bool {
    var (start, end) = (remains.start.utf8, remains.end.utf8)
    for edit in edits {
      if edit.range.start.utf8 > end { continue }
      guard edit.range.end.utf8 < start else { return false }
      start += edit.shift
      end += edit.shift
    }
    if start != remains.start.utf8 { remains = TextRange(start, end) }
    return true
  }

  /// Applies the edits of one notification in order. `parts` caches the refined parts of an edit, by its index in
  /// `edits`, because a wide edit may span many mentions.
  fileprivate mutating func follow(_ edits: [AppliedEdit], parts: inout [Int: [Change.Part]]) -> Touch {
    var touch: Touch = []
    for (index, edit) in edits.enumerated() where !edit.changesNothing {
      let isTooWide =
        edit.range.start <= remains.end && remains.start <= edit.range.end && !remains.contains(edit.range)
        && !edit.range.isEmpty && !edit.inserted.isEmpty
      if isTooWide {
        let known = parts[index] ?? Change([edit]).parts.flatMap { EditRefinement.parts(of: $0) }
        parts[index] = known
        for part in known {
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
      let isBefore = range.end <= remains.start
      if !inserted.isEmpty, remains.touches(range.start) || remains.touches(range.end) {
        touch.insert(.insertion)
        if isBefore ? range.end == remains.start : range.start == remains.end {
          if grows(by: inserted, at: range.start, isBefore: isBefore) {
            touch.insert(.growth)
            return
          }
        }
      }
      // If nothing is left of the mention, its position stays before the inserted text.
      if isBefore, !(remains.isEmpty && range.isEmpty && range.start == remains.start) {
        remains = remains.shifted(by: inserted.count - range.count)
      }
      return
    }
    touch.insert(.inside)
    if !inserted.isEmpty { touch.insert(.insertion) }
    let lost = max(range.start, remains.start) - remains.start..<min(range.end, remains.end) - remains.start
    let isInside = remains.contains(range)
    if !lost.isEmpty || isInside { bytes.replaceSubrange(lost, with: isInside ? inserted : []) }
    let start = range.start < remains.start ? range.start + inserted.count : remains.start
    remains = TextRange(start, start + bytes.count)
  }

  /// Adds text inserted at a bound to the remains, if this makes them more similar to the mention's text: all of the
  /// inserted text, or the part next to the bound. Returns whether any text was added.
  private mutating func grows(by inserted: [UInt8], at start: TextOffset, isBefore: Bool) -> Bool {
    let old = annotation.text
    // If nothing of the mention is left, a single character does not begin to restore it.
    guard old.count <= Self.longestCompared, inserted.count <= 2 * old.count,
      !bytes.isEmpty || !inserted.isOneGrapheme
    else { return false }
    let count =
      isBefore
      ? Self.nearest(to: old.reversed(), bytes.reversed(), adding: inserted.reversed())
      : Self.nearest(to: old, bytes, adding: inserted)
    guard count > 0 else { return false }
    let added = isBefore ? inserted.suffix(count) : inserted.prefix(count)
    // White space typed next to a hint usually belongs to the surrounding text, not to the mention.
    if stage == .shown, added.allSatisfy(WhiteSpace.isASCIISpace) { return false }
    // The added part must not end inside a scalar.
    let edge = isBefore ? added.first : inserted.dropFirst(count).first
    if let edge, edge & 0xC0 == 0x80 { return false }
    bytes = isBefore ? added + bytes : bytes + added
    let from = isBefore ? start + (inserted.count - count) : remains.start
    remains = TextRange(from, from + bytes.count)
    return true
  }

  private static let longestCompared = 256

  /// The length of the prefix of `added` that, appended to `bytes`, minimises the edit distance to `old`; 0 if no
  /// prefix reduces the distance. O(product of the lengths).
  private static func nearest(to old: [UInt8], _ bytes: [UInt8], adding added: [UInt8]) -> Int {
    var row = Array(0...old.count)
    var best = (count: 0, distance: Int.max)
    for (i, byte) in (bytes + added).enumerated() {
      if i == bytes.count { best.distance = row[old.count] }
      var diagonal = row[0]
      row[0] = i + 1
      for j in old.indices {
        let above = row[j + 1]
        row[j + 1] = byte == old[j] ? diagonal : min(above, row[j]) + 1
        diagonal = above
      }
      if i >= bytes.count, row[old.count] < best.distance { best = (i + 1 - bytes.count, row[old.count]) }
    }
    return best.count
  }

  fileprivate var isGone: Bool { bytes.isEmpty }

  /// The mention with its short form as remains.
  func trimmed(to range: TextRange, in text: IndexedText, at now: Instant) -> DamagedMention {
    DamagedMention(annotation, remains: range, in: text, isTrimmed: true, stage: .quiet, at: now)
  }

  /// Updates the state after edits that touched the mention without restoring it. Deletions within `gap` milliseconds
  /// of each other count as one.
  fileprivate mutating func wasTouched(_ touch: Touch, joined: Bool, at now: Instant, gap: Int) {
    if touch == .inside {
      let isSameCut = now <= lastCut.advanced(by: gap)
      lastCut = now
      if stage == .awaitsPause || isSameCut { return }
    }
    if touch.contains(.inside) || joined {
      isFresh = false
      stage = .quiet
    } else {
      giveUp()
    }
  }

  /// Stops waiting for the policy's edit, which will not be made.
  fileprivate mutating func giveUp() {
    if stage == .awaitsPause || stage == .asked { stage = isTrimmed ? .quiet : .shown }
  }

  // MARK: Restoring

  /// The range of the mention's whole text, which contains the remains; nil if the text has not been restored.
  fileprivate func wholeAgain(in buffer: TextBuffer) -> TextRange? {
    if !isGone, Rewriting.areEqual(bytes, annotation.text) { return remains }
    let length = annotation.text.count
    guard length >= remains.count else { return nil }
    var places = [remains.start, remains.end - length]
    if length <= Self.longestCompared { places += (0...length - remains.count).map { remains.start - $0 } }
    return places.lazy.filter { $0 >= .zero && buffer.holds(annotation.text, at: $0) }
      .map { TextRange($0, $0 + length) }.first
  }

  /// The range of the mention's short form if the edits have just produced it, either as the remains or by inserting
  /// text after them; otherwise nil. White space after the short form is ignored if several deletions count as one.
  fileprivate func shortAgain(
    after touch: Touch, in buffer: TextBuffer, at now: Instant, gap: Int
  ) -> TextRange? {
    guard isFresh, !isGone, let short = annotation.shortForm else { return nil }
    let range = TextRange(remains.start, remains.start + short.count)
    if touch.contains(.inside) {
      if bytes == short { return remains }
      let isOneCut = touch.contains(.growth) || (touch == .inside && now <= lastCut.advanced(by: gap))
      return isOneCut && bytes.starts(with: short)
        && bytes[short.count...].allSatisfy(WhiteSpace.isASCIISpace)
        ? range : nil
    }
    if touch.contains(.growth), bytes == short { return remains }
    return short.count > bytes.count && buffer.holds(short, at: range.start) ? range : nil
  }
}

/// A fix for a damaged or whole mention.
public enum MentionFix: String, Hashable, Sendable, CaseIterable {
  /// Restores the text that the mention had.
  case restore
  /// Changes the remains to the mention's short form.
  case trim
  /// Deletes the remains.
  case delete
}

extension TextReplacement {
  /// The replacement that turns the text `old` at `start` into `new`. If one text is a prefix of the other, the
  /// replacement leaves that prefix untouched.
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
