/// The different words of a catalog by their beginnings, scalar by scalar, down to where few words are left.
/// What begins too differently from the key is left out with all that follows it.
struct WordTree: Sendable {
  private struct Node {
    var scalar: UInt32
    /// The different words that begin so.
    var first: UInt32
    var end: UInt32
    var children: UInt32 = 0
    var childrenEnd: UInt32 = 0
    /// All letters of these words.
    var letters: UInt32
  }

  /// Nodes with no more words are not divided.
  private static let fewWords = 12
  /// Longer beginnings are not divided either.
  private static let deepest = 24

  private var nodes: [Node] = []
  /// Which letters each different word holds: what lacks too many of the key's is not looked at.
  private var letters: [UInt32] = []

  init(_ words: PrefixIndex, _ folded: [UInt8]) {
    letters.reserveCapacity(words.offsets.count)
    nodes.reserveCapacity(words.offsets.count / 2)
    for offset in words.offsets {
      var at = Int(offset)
      var mask: UInt32 = 0
      while !NameFolding.isSeparator(folded[at]) {
        mask |= TypoPattern.bit(UTF8Reading.scalar(folded.span, &at))
      }
      letters.append(mask)
    }
    nodes.append(Node(scalar: 0, first: 0, end: UInt32(words.offsets.count), letters: .max))
    var level = 0..<1
    /// Bytes that each node of the level stands for.
    var depths = [0]
    for _ in 0..<Self.deepest where !level.isEmpty {
      var nextDepths: [Int] = []
      let next = nodes.count
      for at in level where Int(nodes[at].end - nodes[at].first) > Self.fewWords {
        divide(at, depths[at - level.lowerBound], words, folded, &nextDepths)
      }
      level = next..<nodes.count
      depths = nextDepths
    }
  }

  private mutating func divide(
    _ at: Int, _ depth: Int, _ words: PrefixIndex, _ folded: [UInt8], _ depths: inout [Int]
  ) {
    let node = nodes[at]
    nodes[at].children = UInt32(nodes.count)
    for group in node.first..<node.end {
      var place = Int(words.offsets[Int(group)]) + depth
      let start = place
      if NameFolding.isSeparator(folded[place]) { continue }
      let scalar = UTF8Reading.scalar(folded.span, &place)
      if nodes.count > Int(nodes[at].children), nodes[nodes.count - 1].scalar == scalar {
        nodes[nodes.count - 1].end = group + 1
        nodes[nodes.count - 1].letters |= letters[Int(group)]
      } else {
        nodes.append(
          Node(scalar: scalar, first: group, end: group + 1, letters: letters[Int(group)]))
        depths.append(depth + place - start)
      }
    }
    nodes[at].childrenEnd = UInt32(nodes.count)
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
      if node.children == node.childrenEnd {
        for group in Int(node.first)..<Int(node.end) where pattern.mayBe(letters[group], limit: limit) {
          let start = Int(words.offsets[group]) + depth
          if Self.isNear(pattern, reach, limit, folded.span, start) {
            found.append(Int(groups[group])..<Int(groups[group + 1]))
          }
        }
        continue
      }
      for child in Int(node.children)..<Int(node.childrenEnd)
      where pattern.mayBe(nodes[child].letters, limit: limit) {
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
