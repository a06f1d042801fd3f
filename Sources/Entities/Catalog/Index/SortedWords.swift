/// The different words of a stretch of a catalog in their order, with the entities that hold each.
struct SortedWords: Sendable {
  var different: [WordList.Word] = []
  /// Where the entities of each different word begin, and their end.
  var groups: [UInt32] = []
  var entities: [UInt32] = []

  init() {}

  /// Those of stretches that follow each other.
  ///
  /// - Complexity: O(words × stretches).
  init(merging stretches: [SortedWords], _ folded: [UInt8]) {
    if stretches.count == 1 {
      self = stretches[0]
      return
    }
    let bytes = folded.span
    entities.reserveCapacity(stretches.reduce(0) { $0 + $1.entities.count })
    var next = Array(repeating: 0, count: stretches.count)
    var least: [Int] = []
    while true {
      least.removeAll(keepingCapacity: true)
      for at in stretches.indices where next[at] < stretches[at].different.count {
        guard let best = least.first else {
          least.append(at)
          continue
        }
        let order = Self.compare(
          stretches[at].different[next[at]], stretches[best].different[next[best]], bytes)
        if order < 0 { least.removeAll(keepingCapacity: true) }
        if order <= 0 { least.append(at) }
      }
      guard let first = least.first else { break }
      different.append(stretches[first].different[next[first]])
      groups.append(UInt32(entities.count))
      for at in least {
        for place in stretches[at].groups[next[at]]..<stretches[at].groups[next[at] + 1] {
          entities.append(stretches[at].entities[Int(place)])
        }
        next[at] += 1
      }
    }
    groups.append(UInt32(entities.count))
  }

  /// Below 0: the first word sorts before the second; 0: they are equal.
  @inline(__always)
  private static func compare(_ a: WordList.Word, _ b: WordList.Word, _ bytes: Span<UInt8>) -> Int {
    if a.head != b.head { return a.head < b.head ? -1 : 1 }
    let common = Int(min(a.length, b.length))
    var at = 8
    while at < common {
      let first = bytes[Int(a.offset) + at]
      let second = bytes[Int(b.offset) + at]
      if first != second { return first < second ? -1 : 1 }
      at += 1
    }
    return Int(a.length) - Int(b.length)
  }

  /// What finds entities by the beginnings of their words.
  var prefixes: PrefixIndex {
    PrefixIndex(field: .words, entities: entities, offsets: different.map(\.offset), groups: groups)
  }
}
