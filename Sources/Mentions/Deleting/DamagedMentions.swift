import TextModel

/// The damaged mentions of one document, bounded: of too many, the oldest are forgotten.
struct DamagedMentions: Sendable {
  /// A mention whose text stands again.
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

  private static let limit = 64

  var isEmpty: Bool { all.isEmpty }
  var shown: [DamagedMention] { all.filter { $0.stage == .shown } }
  var asked: [DamagedMention] { all.filter { $0.stage == .asked } }
  var awaitPause: Bool { all.contains { $0.stage == .awaitsPause } }

  mutating func add(_ mention: DamagedMention) {
    guard !mention.isGone else { return }
    all.append(mention)
    if all.count > Self.limit { all.removeFirst(all.count - Self.limit) }
  }

  /// Follows one notification's edits and takes out what came back and what is gone.
  mutating func follow(_ edits: [AppliedEdit], in text: IndexedText) -> (
    back: [Recovery], gone: [DamagedMention]
  ) {
    guard !all.isEmpty else { return ([], []) }
    let nets = NetEdit.joining(edits).map {
      AppliedEdit(
        range: TextRange($0.newStart, $0.newStart + $0.removed.count), removed: $0.removed,
        inserted: $0.inserted)
    }
    var back: [Recovery] = []
    var gone: [DamagedMention] = []
    var kept: [DamagedMention] = []
    var (partsOfEdits, partsOfNets): ([Int: [NetEdit]], [Int: [NetEdit]]) = ([:], [:])
    for old in all {
      // Edit by edit first: what was typed behind the policy's edit is told from it only so.
      var mention = old
      var touch = mention.follow(edits, parts: &partsOfEdits)
      var recovery = Self.recovery(of: mention, touch, in: text)
      if recovery == nil, edits.count > 1 {
        mention = old
        touch = mention.follow(nets, parts: &partsOfNets)
        recovery = Self.recovery(of: mention, touch, in: text)
      }
      if let recovery {
        back.append(recovery)
      } else if mention.isGone {
        gone.append(mention)
        if mention.isTrimmed { rememberGone(mention.annotation) }
      } else {
        if touch.isEmpty {
          if mention.stage == .asked { mention.giveUp() }
        } else {
          mention.wasTouched(touch, joined: Self.isJoined(mention.remains, in: text.buffer))
          let isGrowing = mention.comesBack(in: text.buffer)
          if mention.isTrimmed, mention.stage != .awaitsPause, !isGrowing { continue }
        }
        kept.append(mention)
      }
    }
    all = kept
    return (back, gone)
  }

  private static func recovery(
    of mention: DamagedMention, _ touch: DamagedMention.Touch, in text: IndexedText
  ) -> Recovery? {
    guard !touch.isEmpty else { return nil }
    if let whole = mention.wholeAgain(in: text.buffer) {
      return Recovery(mention: mention, range: whole, state: mention.annotation.state)
    }
    if let short = mention.shortAgain(after: touch, in: text.buffer) {
      return Recovery(mention: mention, range: short, state: .trimmed)
    }
    return nil
  }

  /// Whether letters stand directly before or behind: somebody goes on with the word.
  private static func isJoined(_ range: TextRange, in buffer: TextBuffer) -> Bool {
    buffer.grapheme(before: range.start)?.kind.contains(.normal) ?? false
      || buffer.grapheme(after: range.end)?.kind.contains(.normal) ?? false
  }

  func isWorthFollowing(_ changes: AnnotationChanges) -> Bool {
    !all.isEmpty || !gone.isEmpty || !changes.bleached.isEmpty || !changes.shortened.isEmpty
  }

  private mutating func rememberGone(_ annotation: Annotation) {
    gone.append(annotation)
    if gone.count > Self.limit { gone.removeFirst() }
  }

  /// A trimmed annotation has come back: what it was before is remembered again.
  mutating func revive(_ annotation: Annotation, in text: IndexedText) {
    guard annotation.state == .trimmed,
      let at = gone.lastIndex(where: {
        $0.shortForm == annotation.text && $0.entity.isSameEntity(as: annotation.entity)
      })
    else { return }
    add(
      DamagedMention(
        gone.remove(at: at), remains: annotation.range, in: text, isTrimmed: true, stage: .quiet))
  }

  /// Something newer has happened to what stands there.
  mutating func supersede(in range: TextRange) {
    for index in all.indices where all[index].remains.overlaps(range) { all[index].stage = .quiet }
  }

  // MARK: Stages

  /// The policy's edits, sorted and disjoint; they count as asked for from now on.
  mutating func takeRepairs(_ deletion: MentionsPolicy.Deletion) -> [TextEdit] {
    var edits: [TextEdit] = []
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
