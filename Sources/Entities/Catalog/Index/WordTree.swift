/// The different words of a catalog by their beginnings, scalar by scalar, down to where few words are left.
/// What begins too differently from the key is left out with all that follows it.
struct WordTree: Sendable {
  /// Each is followed by its children, each child by its own.
  private struct Node {
    let scalar: UInt32
    /// The different words that begin so.
    let first: UInt32
    let end: UInt32
    /// Where what follows from it ends.
    var subtreeEnd: UInt32
    /// All letters of these words.
    let letters: UInt32
  }

  /// Nodes with no more words are not divided.
  private static let fewWords = 12
  /// Longer beginnings are not divided either.
  private static let deepest = 24

  private var nodes: [Node] = []
  /// Which letters each different word holds: what lacks too many of the key's is not looked at.
  private var letters: [UInt32] = []

  /// - Parameter words: sorted.
  /// - Complexity: O(words × levels); beginnings of up to eight bytes are compared where the words are listed.
  init(_ words: [WordList.Word], _ folded: [UInt8]) {
    letters.reserveCapacity(words.count)
    nodes.reserveCapacity(words.count / 2)
    for word in words { letters.append(word.letters) }
    let end = UInt32(words.count)
    nodes.append(Node(scalar: 0, first: 0, end: end, subtreeEnd: 1, letters: .max))
    divide(0, depth: 0, level: 0, words, folded.span)
  }

  private mutating func divide(
    _ at: Int, depth: Int, level: Int, _ words: [WordList.Word], _ folded: Span<UInt8>
  ) {
    let (first, end) = (Int(nodes[at].first), Int(nodes[at].end))
    if end - first <= Self.fewWords || level == Self.deepest { return }
    var group = first
    while group < end {
      let scalar = Self.scalar(words[group], depth, folded)
      var mask = letters[group]
      var next = group + 1
      while next < end, Self.scalar(words[next], depth, folded) == scalar {
        mask |= letters[next]
        next += 1
      }
      // A word that ends here is found through the node itself.
      if let scalar {
        let child = nodes.count
        nodes.append(
          Node(
            scalar: scalar, first: UInt32(group), end: UInt32(next), subtreeEnd: UInt32(child + 1),
            letters: mask))
        divide(child, depth: depth + Unicode.UTF8.width(scalar), level: level + 1, words, folded)
      }
      group = next
    }
    nodes[at].subtreeEnd = UInt32(nodes.count)
  }

  /// The scalar at a depth (in bytes) of a word; nil at its end.
  @inline(__always)
  private static func scalar(_ word: WordList.Word, _ depth: Int, _ folded: Span<UInt8>) -> UInt32? {
    if depth >= Int(word.length) { return nil }
    if depth < 8 {
      let byte = UInt32(truncatingIfNeeded: word.head >> UInt64(56 - 8 * depth)) & 0xFF
      if byte < 0x80 { return byte }
    }
    var at = Int(word.offset) + depth
    return UTF8Reading.scalar(folded, &at)
  }

  /// The places in the word index of all words of which a beginning is no more than `limit` (one or two)
  /// errors from the pattern: disjoint ranges.
  func places(near pattern: TypoPattern, limit: Int, _ words: PrefixIndex, _ folded: [UInt8]) -> [Range<Int>]
  {
    var found: [Range<Int>] = []
    var open: [(node: Int, depth: Int, reach: TypoReach)] = [(0, 0, TypoReach())]
    let length = pattern.length
    let groups = words.groups
    while let (at, depth, reach) = open.popLast() {
      let node = nodes[at]
      if Int(node.subtreeEnd) == at + 1 {
        for group in Int(node.first)..<Int(node.end) where pattern.mayBe(letters[group], limit: limit) {
          let start = Int(words.offsets[group]) + depth
          if Self.isNear(pattern, reach, limit, folded.span, start) {
            found.append(Int(groups[group])..<Int(groups[group + 1]))
          }
        }
        continue
      }
      var following = at + 1
      while following < Int(node.subtreeEnd) {
        let child = following
        following = Int(nodes[child].subtreeEnd)
        if !pattern.mayBe(nodes[child].letters, limit: limit) { continue }
        var next = reach
        next.step(pattern.places(of: nodes[child].scalar))
        if next.isFound(length, limit: limit) {
          found.append(Int(groups[Int(nodes[child].first)])..<Int(groups[Int(nodes[child].end)]))
        } else if next.isAlive(length, limit: limit) {
          open.append((child, depth + Unicode.UTF8.width(nodes[child].scalar), next))
        }
      }
    }
    return found
  }

  /// Reads the rest of a word.
  private static func isNear(
    _ pattern: TypoPattern, _ reach: TypoReach, _ limit: Int, _ folded: Span<UInt8>, _ start: Int
  ) -> Bool {
    var reach = reach
    var at = start
    while !NameFolding.isSeparator(folded[at]) {
      reach.step(pattern.places(of: UTF8Reading.scalar(folded, &at)))
      if reach.isFound(pattern.length, limit: limit) { return true }
      if !reach.isAlive(pattern.length, limit: limit) { return false }
    }
    return false
  }
}

extension Unicode.UTF8 {
  /// Bytes of a scalar.
  fileprivate static func width(_ scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
  }
}
