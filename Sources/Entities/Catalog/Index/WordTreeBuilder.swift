/// Makes a ``WordTree`` of sorted words.
struct WordTreeBuilder {
  /// Nodes with no more words are not divided.
  private static let fewWords = 12
  /// Longer beginnings are not divided either.
  private static let deepest = 24

  private var nodes: [WordTree.Node] = []
  private var letters: [UInt32] = []

  /// - Parameter words: sorted.
  /// - Complexity: O(words × levels); beginnings of up to eight bytes are compared where the words are listed.
  static func tree(_ words: [WordList.Word], _ folded: [UInt8]) -> WordTree {
    let builder = WordTreeBuilder(words, folded)
    return WordTree(nodes: Column(builder.nodes), letters: Column(builder.letters))
  }

  private init(_ words: [WordList.Word], _ folded: [UInt8]) {
    letters.reserveCapacity(words.count)
    nodes.reserveCapacity(words.count / 2)
    for word in words { letters.append(word.letters) }
    let end = UInt32(words.count)
    nodes.append(WordTree.Node(scalar: 0, first: 0, end: end, subtreeEnd: 1, letters: .max))
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
          WordTree.Node(
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
}
