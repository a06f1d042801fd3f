/// A range of text divided into lines or words, each with a key: equal tokens have equal keys, and words of up to seven
/// bytes with equal keys are equal.
struct TextTokens {
  /// The starts of tokens, and the end of the last one.
  private(set) var bounds: [Int]
  private(set) var keys: [UInt64] = []
  /// The compared part of each token; empty if whole tokens are compared.
  private var contents: [Range<Int>] = []

  var count: Int { keys.count }

  func range(_ token: Int) -> Range<Int> { bounds[token]..<bounds[token + 1] }
  /// The byte range of a run of tokens, which may be empty.
  func range(_ tokens: Range<Int>) -> Range<Int> { bounds[tokens.lowerBound]..<bounds[tokens.upperBound] }

  /// The part of a token that is compared with others.
  fileprivate func content(_ token: Int) -> Range<Int> { contents.isEmpty ? range(token) : contents[token] }

  /// Whether a line has a letter or a digit. Lines without any, such as `}`, are too common to be distinctive.
  func says(_ token: Int) -> Bool { keys[token] & Self.sayingBit != 0 }

  /// Divides a range into lines with their terminators. Lines are compared without the white space at their ends. A
  /// lone CR does not end a line here, which only affects the comparison.
  static func lines(of bytes: [UInt8], in range: Range<Int>) -> TextTokens {
    var tokens = TextTokens(bounds: [range.lowerBound])
    let span = bytes.span.extracting(range)
    var at = 0
    while at < span.count {
      let end =
        ByteScan.firstIndex(of: ASCII.lineFeed, in: span.extracting(at..<span.count))
        .map { at + $0 + 1 } ?? span.count
      let content = WhiteSpace.trimmed(at..<end, in: span)
      tokens.append(width: end - at, key: lineKey(of: span.extracting(content)))
      tokens.contents.append(range.lowerBound + content.lowerBound..<range.lowerBound + content.upperBound)
      at = end
    }
    return tokens
  }

  /// The key of a line: a hash whose top bits are set, so that it is never mistaken for the exact bytes of a word.
  private static func lineKey(of line: Span<UInt8>) -> UInt64 {
    var says = false
    for index in line.indices where !says { says = line[index] >= 0x80 || isWordByte(line[index]) }
    let key = ByteScan.hash(line) | 0xFE << 56
    return says ? key | sayingBit : key & ~sayingBit
  }

  private static let sayingBit: UInt64 = 1 << 56

  /// Divides a range into words (runs of ASCII letters, digits, `_` and two-byte scalars, such as Greek or Cyrillic
  /// letters), CR LF, and single scalars.
  static func words(of bytes: [UInt8], in range: Range<Int>) -> TextTokens {
    var tokens = TextTokens(bounds: [range.lowerBound])
    let span = bytes.span.extracting(range)
    var at = 0
    while at < span.count {
      var end = at
      while end < span.count, isWordByte(span[end]) { end += 1 }
      if end == at {
        end = min(span.count, at + max(1, UTF8Form.width(ofLead: span[at])))
        let pair = span[at] == ASCII.carriageReturn && end < span.count && span[end] == ASCII.lineFeed
        if pair { end += 1 }
      }
      tokens.append(span.extracting(at..<end))
      at = end
    }
    return tokens
  }

  /// Whether a byte belongs to a word. A continuation byte found here belongs to a two-byte scalar, because longer
  /// scalars are consumed as a whole.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xDF: true
    default: false
    }
  }

  private mutating func append(_ span: Span<UInt8>) { append(width: span.count, key: Self.key(of: span)) }

  private mutating func append(width: Int, key: UInt64) {
    bounds.append(bounds[bounds.count - 1] + width)
    keys.append(key)
  }

  /// The key of a word. A word of up to seven bytes is itself the key, with its length in the top byte; the key of a
  /// longer word is a hash with all bits of the top byte set.
  private static func key(of span: Span<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    if span.count < 8 {
      for i in span.indices { key = key << 8 | UInt64(span[i]) }
      return key | UInt64(span.count) << 56
    }
    return ByteScan.hash(span) | 0xFF << 56
  }

  fileprivate static func isExact(_ key: UInt64) -> Bool { key >> 56 < 8 }
}

// MARK: - Tokens of two texts

/// The tokens of an old and a new text, and their matches.
struct TokenPair {
  /// Common tokens: `count` tokens starting at `old` and `new`.
  struct Match {
    var old: Int
    var new: Int
    var count: Int
  }

  let oldBytes: [UInt8]
  let newBytes: [UInt8]
  let old: TextTokens
  let new: TextTokens

  fileprivate func same(_ i: Int, _ j: Int) -> Bool {
    guard old.keys[i] == new.keys[j] else { return false }
    if TextTokens.isExact(old.keys[i]) { return true }
    let (a, b) = (old.content(i), new.content(j))
    return a.count == b.count
      && ByteScan.commonPrefix(oldBytes.span.extracting(a), newBytes.span.extracting(b)) == a.count
  }

  /// The longest chain of tokens, from `i` and `j` on, that occur exactly once in each text and are in the same order
  /// in both (patience diff). O(n log n).
  func anchors(fromOld i: Int = 0, new j: Int = 0) -> [Match] {
    // The position of each key, or -1 if it occurs several times.
    var inOld: [UInt64: Int] = [:]
    inOld.reserveCapacity(old.count - i)
    for token in i..<old.count {
      inOld[old.keys[token], default: -2] = inOld[old.keys[token]] == nil ? token : -1
    }
    var inNew: [UInt64: Int] = [:]
    for token in j..<new.count where inOld[new.keys[token], default: -1] >= 0 {
      inNew[new.keys[token], default: -2] = inNew[new.keys[token]] == nil ? token : -1
    }
    var pairs: [Match] = []
    for token in i..<old.count where (inOld[old.keys[token]] ?? -1) >= 0 {
      guard let other = inNew[old.keys[token]], other >= 0, same(token, other) else { continue }
      pairs.append(Match(old: token, new: other, count: 1))
    }
    return Self.longestChain(pairs)
  }

  /// The equal tokens at the end of both lists; nil if there are none, or if the lists are entirely equal. O(tokens).
  var commonEnd: Match? {
    var run = 0
    while run < min(old.count, new.count), same(old.count - run - 1, new.count - run - 1) { run += 1 }
    guard run > 0, run < max(old.count, new.count) else { return nil }
    return Match(old: old.count - run, new: new.count - run, count: run)
  }

  /// The longest subsequence with ascending `new`; `old` is already ascending.
  private static func longestChain(_ pairs: [Match]) -> [Match] {
    // The last pair of the best chain of each length, and the predecessor of each pair.
    var tops: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tops[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tops[low - 1] }
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var chain: [Match] = []
    chain.reserveCapacity(tops.count)
    var at = tops.last ?? -1
    while at >= 0 {
      chain.append(pairs[at])
      at = previous[at]
    }
    return chain.reversed()
  }
}

// MARK: - Myers' walk

/// Walks through two token lists in parallel and resynchronizes after each difference by Myers' greedy algorithm (An
/// O(ND) Difference Algorithm, 1986), applied locally.
///
/// At a difference, paths with 1, 2, 3… single-token edits are followed until one meets enough equal tokens; that one
/// is taken. So a thousand small changes cost a thousand small searches. If `patience` edits do not suffice, the path
/// that got furthest is taken if it met enough equal tokens; if not, the walk stops there.
struct TokenWalk {
  /// The maximum number of single-token edits to try at one difference.
  private static let patience = 96
  /// The number of consecutive equal tokens that confirms resynchronization.
  private static let proof = 8

  let pair: TokenPair
  private(set) var matches: [TokenPair.Match] = []
  /// The current position: everything before is settled.
  private(set) var old = 0
  private(set) var new = 0
  /// The number of tokens compared and paths followed.
  private(set) var steps = 0

  /// The furthest position reached in the old list, by number of edits and diagonal. The entries for d edits begin at
  /// index d².
  private var furthest: [Int] = []

  init(_ pair: TokenPair) { self.pair = pair }

  /// Walks to the end of either list and returns true. If a difference is too large, stops there and returns false.
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
    // Up to the reached position, the tokens of both texts are equal except for the edits. At least half of them must
    // be equal.
    guard best.reached >= 2 * best.edits else { return false }
    follow(best.edits, best.diagonal, oldCount, newCount)
    return true
  }

  private func reached(_ edits: Int, _ diagonal: Int) -> Int {
    abs(diagonal) > edits ? -1 : furthest[edits * edits + diagonal + edits]
  }

  /// The position in the old list after the last of `edits` edits on the way to a diagonal, before the equal tokens
  /// that follow; nil if there is none.
  private func step(_ edits: Int, _ diagonal: Int, _ oldCount: Int, _ newCount: Int) -> Int? {
    let below = reached(edits - 1, diagonal - 1)
    let above = reached(edits - 1, diagonal + 1)
    let deletion = below >= 0 && below < oldCount ? below + 1 : -1
    let insertion = above >= 0 && above - diagonal <= newCount ? above : -1
    let start = max(deletion, insertion)
    return start >= 0 ? start : nil
  }

  /// Appends the matches on the path that ends at a furthest point, found by following the path backward.
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
