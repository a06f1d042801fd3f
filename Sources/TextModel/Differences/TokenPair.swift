/// The tokens of an old and a new stretch, and what they have in common.
struct TokenPair {
  /// Tokens that both have: `count` from `old` and from `new` on.
  struct Match {
    var old: Int
    var new: Int
    var count: Int
  }

  let oldBytes: [UInt8]
  let newBytes: [UInt8]
  let old: TextTokens
  let new: TextTokens

  func same(_ i: Int, _ j: Int) -> Bool {
    guard old.keys[i] == new.keys[j] else { return false }
    if TextTokens.isExact(old.keys[i]) { return true }
    let (a, b) = (old.content(i), new.content(j))
    return a.count == b.count
      && ByteScan.commonPrefix(oldBytes.span.extracting(a), newBytes.span.extracting(b)) == a.count
  }

  /// Tokens that occur once in either stretch from `i` and `j` on, and keep their order: the longest such
  /// chain (patience difference). n log n.
  func anchors(fromOld i: Int = 0, new j: Int = 0) -> [Match] {
    // Place of a key's only occurrence, or -1 for several.
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

  /// The longest subsequence whose `new` ascends; `old` ascends already.
  private static func longestChain(_ pairs: [Match]) -> [Match] {
    // The last pair of the best chain of each length, and each pair's predecessor.
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
