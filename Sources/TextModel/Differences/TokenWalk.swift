/// Walks through two token lists at once and finds its way again after each difference by Myers' greedy
/// algorithm (An O(ND) Difference Algorithm, 1986) on the spot, instead of for the whole.
///
/// From a difference on, paths with 1, 2, 3… single-token edits are followed until one runs along equal
/// tokens for a while; that one is taken and forgotten. A thousand small changes so cost a thousand small
/// searches. Where `patience` edits do not suffice, the path that got furthest is taken if it met enough equal
/// tokens; if not, the walk stops and reports where.
struct TokenWalk {
  /// Single-token edits tried at one difference.
  static let patience = 96
  /// Equal tokens in a row that prove that the way is found again.
  static let proof = 8

  let pair: TokenPair
  private(set) var matches: [TokenPair.Match] = []
  /// Where the walk is: everything before is settled.
  private(set) var old = 0
  private(set) var new = 0
  /// Tokens compared and paths followed.
  private(set) var steps = 0

  /// Furthest tokens of the old list by edits and diagonal: those of d edits begin at d².
  private var furthest: [Int] = []

  init(_ pair: TokenPair) { self.pair = pair }

  /// Goes on to the end of either list (true) or to a difference that is too large (false).
  mutating func run() -> Bool {
    while old < pair.old.count, new < pair.new.count {
      let run = snake(from: old, new)
      steps += run + 1
      if run > 0 {
        take(TokenPair.Match(old: old, new: new, count: run))
      } else if !resynchronise() {
        return false
      }
    }
    return true
  }

  private mutating func take(_ match: TokenPair.Match) {
    matches.append(match)
    old = match.old + match.count
    new = match.new + match.count
  }

  private func snake(from i: Int, _ j: Int) -> Int {
    let limit = min(pair.old.count - i, pair.new.count - j)
    var run = 0
    while run < limit, pair.same(i + run, j + run) { run += 1 }
    return run
  }

  private mutating func resynchronise() -> Bool {
    let oldCount = pair.old.count - old
    let newCount = pair.new.count - new
    furthest.removeAll(keepingCapacity: true)
    furthest.append(0)
    var best = (edits: 0, diagonal: 0, reached: 0)
    for edits in 1...Self.patience {
      for diagonal in -edits...edits {
        guard (diagonal + edits).isMultiple(of: 2), let start = step(edits, diagonal, oldCount, newCount)
        else {
          furthest.append(-1)
          continue
        }
        let run = snake(from: old + start, new + start - diagonal)
        steps += run + 1
        let end = start + run
        furthest.append(end)
        if run >= Self.proof || (end == oldCount && end - diagonal == newCount) {
          follow(edits, diagonal, oldCount, newCount)
          return true
        }
        if 2 * end - diagonal > best.reached { best = (edits, diagonal, 2 * end - diagonal) }
      }
    }
    // Of `reached` tokens on both sides, all but the edits were equal. Ask for half.
    guard best.reached >= 2 * best.edits else { return false }
    follow(best.edits, best.diagonal, oldCount, newCount)
    return true
  }

  private func reached(_ edits: Int, _ diagonal: Int) -> Int {
    abs(diagonal) > edits ? -1 : furthest[edits * edits + diagonal + edits]
  }

  /// Where the last of `edits` edits leads on a diagonal, before equal tokens; nil if it leads nowhere.
  private func step(_ edits: Int, _ diagonal: Int, _ oldCount: Int, _ newCount: Int) -> Int? {
    let below = reached(edits - 1, diagonal - 1)
    let above = reached(edits - 1, diagonal + 1)
    let deletion = below >= 0 && below < oldCount ? below + 1 : -1
    let insertion = above >= 0 && above - diagonal <= newCount ? above : -1
    let start = max(deletion, insertion)
    return start >= 0 ? start : nil
  }

  /// Takes the matches on the way to a furthest point.
  private mutating func follow(_ edits: Int, _ diagonal: Int, _ oldCount: Int, _ newCount: Int) {
    var back: [TokenPair.Match] = []
    var (edits, diagonal) = (edits, diagonal)
    let end = reached(edits, diagonal)
    let (oldEnd, newEnd) = (old + end, new + end - diagonal)
    while edits > 0, let start = step(edits, diagonal, oldCount, newCount) {
      let run = reached(edits, diagonal) - start
      if run > 0 { back.append(.init(old: old + start, new: new + start - diagonal, count: run)) }
      let deleted = reached(edits - 1, diagonal - 1)
      diagonal += deleted >= 0 && deleted < oldCount && deleted + 1 == start ? -1 : 1
      edits -= 1
    }
    matches += back.reversed()
    old = oldEnd
    new = newEnd
  }
}
