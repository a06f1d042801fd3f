import TextModel

/// The damaged mentions of one document, bounded: of too many, the oldest are forgotten.
struct DamagedMentions: Sendable {
  /// A mention whose text was restored.
  struct Recovery {
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
    defer { forgotten = 0 }
    return forgotten
  }

  /// What follows from one notification's edits.
  struct Outcome {
    var back: [Recovery] = []
    /// Nothing is left of these now.
    var gone: [DamagedMention] = []
    /// Trimmed by a deletion that goes on: what it comes to counts for the whole.
    var resumed: [DamagedMention] = []
  }

  /// Follows one notification's edits and takes out what came back. Deletions within `gap` milliseconds are one.
  /// A few comparisons for each that no edit comes near.
  mutating func follow(_ edits: [AppliedEdit], in text: IndexedText, at now: Instant, gap: Int) -> Outcome {
    var outcome = Outcome()
    var touched: [Int] = []
    for index in all.indices {
      if !all[index].moves(with: edits) {
        touched.append(index)
      } else if all[index].stage == .asked {
        all[index].giveUp()
      }
    }
    guard !touched.isEmpty else { return outcome }
    let nets = edits.count > 1 ? Self.nets(of: edits) : []
    var (partsOfEdits, partsOfNets): ([Int: [NetEdit]], [Int: [NetEdit]]) = ([:], [:])
    var finished: Set<Int> = []
    for index in touched {
      // Edit by edit first: what was typed behind the policy's edit is told from it only so.
      let old = all[index]
      var mention = old
      var touch = mention.follow(edits, parts: &partsOfEdits)
      var recovery = Self.recovery(of: mention, touch, in: text, at: now, gap: gap)
      if recovery == nil, edits.count > 1 {
        mention = old
        touch = mention.follow(nets, parts: &partsOfNets)
        recovery = Self.recovery(of: mention, touch, in: text, at: now, gap: gap)
      }
      let isKept = recovery == nil && keep(&mention, touch, was: old, in: text, at: now, gap: gap, &outcome)
      if let recovery { outcome.back.append(recovery) }
      all[index] = mention
      if !isKept { finished.insert(index) }
    }
    if !finished.isEmpty {
      all = all.indices.filter { !finished.contains($0) }.map { all[$0] }
    }
    return outcome
  }

  private static func nets(of edits: [AppliedEdit]) -> [AppliedEdit] {
    NetEdit.joining(edits).map {
      AppliedEdit(
        range: TextRange($0.newStart, $0.newStart + $0.removed.count), removed: $0.removed,
        inserted: $0.inserted)
    }
  }

  /// Whether one that did not come back is followed on.
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

  private static func recovery(
    of mention: DamagedMention, _ touch: DamagedMention.Touch, in text: IndexedText, at now: Instant, gap: Int
  ) -> Recovery? {
    guard !touch.isEmpty else { return nil }
    // The last of it was deleted: what reads like it beside the place was never part of it.
    if mention.isGone, touch == .inside { return nil }
    if let whole = mention.wholeAgain(in: text.buffer) {
      return Recovery(mention: mention, range: whole, state: mention.annotation.state)
    }
    if let short = mention.shortAgain(after: touch, in: text.buffer, at: now, gap: gap) {
      return Recovery(mention: mention, range: short, state: .trimmed)
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

  /// A trimmed annotation has come back: what it was before is remembered again.
  mutating func revive(_ annotation: Annotation, in text: IndexedText, at now: Instant) {
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
