import TextEvents
public import TextModel

/// The damaged mentions of one document, bounded: of too many, the oldest are forgotten.
struct DamagedMentions: Sendable {
  /// A mention whose text was restored.
  struct Restoration {
    let mention: DamagedMention
    let range: TextRange
    let state: Annotation.State
  }

  private(set) var all: [DamagedMention] = []
  /// Mentions that were trimmed and then deleted, as they were before both: an undo takes both back.
  private var gone: [Annotation] = []
  /// When the policy's edits are asked for, unless something else happens before.
  var pauseEnds: Instant?
  /// When an edit that was asked for counts as refused.
  var patienceEnds: Instant?
  /// How many were forgotten because there were too many.
  private var forgotten = 0

  private static let limit = 1024
  /// The latest of those that are shown.
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
    // Those of which nothing is left are remembered as cut text as well.
    let surplus = all.count - Self.limit
    forgotten += all[..<surplus].count { !$0.isGone }
    all.removeFirst(surplus)
  }

  mutating func takeForgotten() -> Int {
    let count = forgotten
    forgotten = 0
    return count
  }

  /// The effects of one notification's edits.
  struct Outcome {
    var back: [Restoration] = []
    /// Nothing is left of these now.
    var gone: [DamagedMention] = []
    /// Trimmed by a deletion that goes on: what it comes to counts for the whole.
    var resumed: [DamagedMention] = []
  }

  /// Applies one notification's change and removes restored mentions. Deletions within `gap` milliseconds are one. A
  /// few comparisons for each mention that no edit comes near.
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
      // Edit by edit first: only so can text typed after the policy's edit be distinguished from it.
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

  /// Whether to keep following a mention that was not restored.
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
    // The last of it was deleted: what reads like it beside the place was never part of it.
    if mention.isGone, touch == .inside { return nil }
    if let whole = mention.wholeAgain(in: text.buffer) {
      return Restoration(mention: mention, range: whole, state: mention.annotation.state)
    }
    if let short = mention.shortAgain(after: touch, in: text.buffer, at: now, gap: gap) {
      return Restoration(mention: mention, range: short, state: .trimmed)
    }
    return nil
  }

  /// Whether letters are directly before or after it: somebody continues the word.
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

  /// A trimmed annotation was restored: its text before that is remembered again.
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

  /// Something newer has happened to the text there.
  mutating func supersede(in range: TextRange) {
    for index in all.indices where all[index].remains.overlaps(range) { all[index].stage = .quiet }
  }

  // MARK: Stages

  /// The policy's edits, sorted and disjoint; they count as asked for from now on.
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

  /// Gives up edits that wait or were asked for. Returns whether there were any.
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

  /// Forgets those that overlap one of the ranges; nil: all.
  mutating func forget(in ranges: [TextRange]?) {
    all.removeAll { mention in ranges?.contains { $0.overlaps(mention.remains) } ?? true }
  }
}

/// The remains of a mention whose text an edit has changed: enough to undo the damage or to finish it.
///
/// It follows later edits. If its text is restored, by any edit, the mention is restored.
public struct DamagedMention: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    /// The edit that the policy wants waits for a pause.
    case awaitsPause
    /// The host was asked to make that edit.
    case asked
    /// A hint about it is in the text.
    case shown
    /// No hint is shown; kept so that it can be restored.
    case quiet
  }

  /// As it was; its range is in the text before the damage.
  public let annotation: Annotation
  /// The range of its remains in the current text: on grapheme boundaries when the damage was done. Empty if its
  /// letters were deleted one by one: they may be restored that way.
  public private(set) var remains: TextRange
  /// The text in ``remains``.
  private(set) var bytes: [UInt8]
  var stage: Stage
  /// Whether nobody has worked on what is left; then it may still become the short form.
  private(set) var isFresh = true
  /// Whether the edit has left a trimmed annotation.
  let isTrimmed: Bool
  /// When something was deleted from it last.
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

  /// One of which the typed key is left, because a preview was taken back.
  static func typed(
    _ annotation: Annotation, _ key: TextRange, in text: IndexedText, at now: Instant
  ) -> DamagedMention {
    var mention = DamagedMention(
      annotation, remains: key, in: text, isTrimmed: false, stage: .quiet, at: now)
    mention.isFresh = false
    return mention
  }

  // MARK: Fixes

  /// The possible fixes, the gentlest first.
  public var fixes: [MentionFix] {
    MentionFix.allCases.filter { $0 != .trim || annotation.shortForm != nil }
  }

  /// The edit that does it, in the text as it is; nil where it cannot be done or nothing is left to do.
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

  /// The edit that the policy wants where an editor did not ask.
  func repair(_ deletion: MentionsPolicy.Deletion) -> TextReplacement? {
    switch deletion {
    case .plain: nil
    case .trim: edit(for: isTrimmed || annotation.shortForm != nil ? .trim : .delete)
    case .delete: edit(for: .delete)
    }
  }

  // MARK: Following

  /// The effects of a notification's edits on it.
  struct Touch: OptionSet {
    let rawValue: Int
    /// Bytes of what is left were changed, or something was inserted between them.
    static let inside = Touch(rawValue: 1)
    /// Something was inserted, inside or at an edge.
    static let insertion = Touch(rawValue: 2)
    /// Text inserted at an edge makes it more similar to its old text: it belongs to the remains now.
    static let growth = Touch(rawValue: 4)
  }

  /// Moves along where no edit comes near it; false, and unchanged, where one does.
  mutating func moves(with edits: [AppliedEdit]) -> Bool {
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

  /// Follows one notification's edits, which happened in this order. `parts` are those of an edit, by its place in
  /// `edits`, as far as they have been looked for: a wide edit may go over many mentions.
  mutating func follow(_ edits: [AppliedEdit], parts: inout [Int: [Change.Part]]) -> Touch {
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
      // Where nothing is left, the place stays in front of what comes.
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

  /// The part of text inserted at an edge that makes the remains more similar to the mention's text: all of it, or
  /// the part beside the edge.
  private mutating func grows(by inserted: [UInt8], at start: TextOffset, isBefore: Bool) -> Bool {
    let old = annotation.text
    // Of a mention that is gone altogether, nobody knows whether a single letter is meant for it.
    guard old.count <= Self.longestCompared, inserted.count <= 2 * old.count,
      !bytes.isEmpty || !inserted.isOneGrapheme
    else { return false }
    let count =
      isBefore
      ? Self.nearest(to: old.reversed(), bytes.reversed(), adding: inserted.reversed())
      : Self.nearest(to: old, bytes, adding: inserted)
    guard count > 0 else { return false }
    let added = isBefore ? inserted.suffix(count) : inserted.prefix(count)
    // White space beside a hint is more often somebody's who writes on.
    if stage == .shown, added.allSatisfy(WhiteSpace.isASCIISpace) { return false }
    // No scalar is cut.
    let edge = isBefore ? added.first : inserted.dropFirst(count).first
    if let edge, edge & 0xC0 == 0x80 { return false }
    bytes = isBefore ? added + bytes : bytes + added
    let from = isBefore ? start + (inserted.count - count) : remains.start
    remains = TextRange(from, from + bytes.count)
    return true
  }

  private static let longestCompared = 256

  /// The number of bytes of `added` that, appended to `bytes`, minimise the edit distance to `old`; 0 if none do.
  /// O(product of the lengths).
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

  var isGone: Bool { bytes.isEmpty }

  /// The mention with its trimmed form as remains.
  func trimmed(to range: TextRange, in text: IndexedText, at now: Instant) -> DamagedMention {
    DamagedMention(annotation, remains: range, in: text, isTrimmed: true, stage: .quiet, at: now)
  }

  /// After edits that touched it and brought nothing back. Deletions within `gap` milliseconds of one another are one.
  mutating func wasTouched(_ touch: Touch, joined: Bool, at now: Instant, gap: Int) {
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

  /// The policy's edit will not come any more.
  mutating func giveUp() {
    if stage == .awaitsPause || stage == .asked { stage = isTrimmed ? .quiet : .shown }
  }

  // MARK: Restoring

  /// The range of its restored text, which is or encloses what is left of it.
  func wholeAgain(in buffer: TextBuffer) -> TextRange? {
    if !isGone, Rewriting.areEqual(bytes, annotation.text) { return remains }
    let length = annotation.text.count
    guard length >= remains.count else { return nil }
    var places = [remains.start, remains.end - length]
    if length <= Self.longestCompared { places += (0...length - remains.count).map { remains.start - $0 } }
    return places.lazy.filter { $0 >= .zero && buffer.holds(annotation.text, at: $0) }
      .map { TextRange($0, $0 + length) }.first
  }

  /// Where its short form has just appeared: as remains, or by text inserted after it. White space after it does not
  /// count where several deletions are one.
  func shortAgain(after touch: Touch, in buffer: TextBuffer, at now: Instant, gap: Int) -> TextRange? {
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
  /// Makes the remains the mention's short form.
  case trim
  /// Deletes the remains.
  case delete
}

extension TextReplacement {
  /// Turns the text at `start` into something else. What both begin with stays, if it is all of one of them.
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
