/// The different words of a catalog by their beginnings, scalar by scalar, down to where few words are left.
/// What begins too differently from the key is left out with all that follows it.
struct WordTree: Sendable {
  /// Each is followed by its children, each child by its own.
  struct Node: ColumnElement {
    let scalar: UInt32
    /// The different words that begin so.
    let first: UInt32
    let end: UInt32
    /// Where what follows from it ends.
    var subtreeEnd: UInt32
    /// All letters of these words.
    let letters: UInt32

    static var zero: Node { Node(scalar: 0, first: 0, end: 0, subtreeEnd: 0, letters: 0) }
  }

  let nodes: Column<Node>
  /// Which letters each different word holds: what lacks too many of the key's is not looked at.
  let letters: Column<UInt32>

  /// The places in the word index of all words of which a beginning is no more than `limit` (one or two)
  /// errors from the pattern: disjoint ranges.
  func places(near pattern: TypoPattern, limit: Int, _ words: PrefixIndex, _ folded: Span<UInt8>)
    -> [Range<Int>]
  {
    var found: [Range<Int>] = []
    var open: [(node: Int, subtreeEnd: Int, depth: Int, reach: TypoReach)] = [
      (0, nodes.count, 0, TypoReach())
    ]
    let length = pattern.length
    while let (at, subtreeEnd, depth, reach) = open.popLast() {
      let node = nodes[at]
      let end = min(Int(node.end), letters.count)
      if subtreeEnd <= at + 1 {
        var group = Int(node.first)
        while group < end {
          if pattern.mayBe(letters[group], limit: limit),
            Self.isNear(pattern, reach, limit, folded, Int(words.offsets[group]) + depth)
          {
            found.append(words.entities(ofGroups: group..<group + 1))
          }
          group += 1
        }
        continue
      }
      var following = at + 1
      while following < subtreeEnd {
        let child = following
        // In a damaged tree too each node has one parent, and each step leads on.
        let node = nodes[child]
        following = min(max(child + 1, Int(node.subtreeEnd)), subtreeEnd)
        if !pattern.mayBe(node.letters, limit: limit) { continue }
        var next = reach
        next.step(pattern.places(of: node.scalar))
        if next.isFound(length, limit: limit) {
          let first = Int(node.first)
          found.append(words.entities(ofGroups: first..<max(first, Int(node.end))))
        } else if next.isAlive(length, limit: limit) {
          open.append((child, following, depth + Unicode.UTF8.width(node.scalar), next))
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
    while at < folded.count, !NameFolding.isSeparator(folded[at]) {
      reach.step(pattern.places(of: UTF8Reading.scalar(folded, &at)))
      if reach.isFound(pattern.length, limit: limit) { return true }
      if !reach.isAlive(pattern.length, limit: limit) { return false }
    }
    return false
  }
}

extension Unicode.UTF8 {
  /// Bytes of a scalar.
  static func width(_ scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
  }
}
