import JSONText

/// A trie of a catalog's distinct words, with one scalar per level; a leaf is usually a group of a few words. A search
/// prunes subtrees whose prefix differs too much from the key.
struct WordTree: Sendable {
  /// Nodes are in depth-first order.
  struct Node: ColumnElement {
    let scalar: UInt32
    /// The range of distinct words with this prefix.
    let first: UInt32
    let end: UInt32
    /// The end of the node's subtree.
    var subtreeEnd: UInt32
    /// The union of the letters of these words.
    let letters: UInt32

    static var zero: Node { Node(scalar: 0, first: 0, end: 0, subtreeEnd: 0, letters: 0) }
  }

  let nodes: Column<Node>
  /// The letters of each distinct word. A search skips words that lack too many of the key's letters.
  let letters: Column<UInt32>

  /// The positions in the word index of all words with a prefix that differs from the pattern by at most `limit` (one
  /// or two) errors, as disjoint ranges.
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
        let node = nodes[child]
        // Clamped so that, even in a damaged tree, the loop advances and stays inside the subtree.
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

  /// Whether the pattern is found with at most `limit` errors if the rest of a word is read too.
  ///
  /// - Parameters:
  ///   - reach: the state after the beginning of the word.
  ///   - start: the offset of the rest of the word.
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
  /// The number of bytes of a scalar.
  static func width(_ scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
  }
}

// MARK: - Building

/// Builds a ``WordTree`` from sorted words.
struct WordTreeBuilder {
  /// The number of words up to which a node is not divided.
  private static let fewWords = 12
  /// The depth at which nodes are not divided any further.
  private static let deepest = 24

  private var nodes: [WordTree.Node] = []
  private var letters: [UInt32] = []

  /// Builds the tree of the words.
  ///
  /// - Parameter words: the sorted words.
  /// - Complexity: O(words × levels); prefixes of up to eight bytes are compared without access to the texts.
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
      // A word that ends here needs no child: the node itself represents it.
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

  /// The scalar of a word at a byte depth; nil at its end.
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

// MARK: - Sorted words

/// The sorted distinct words of a section of a catalog, with the entities that contain each word.
struct SortedWords: Sendable {
  var different: [WordList.Word] = []
  /// For each distinct word, the start of its range in `entities`, followed by the end of the last word's range.
  var groups: [UInt32] = []
  var entities: [UInt32] = []

  init() {}

  /// Merges consecutive sections.
  ///
  /// - Complexity: O(words × sections).
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

  /// Compares two words: negative if the first sorts before the second, 0 if they are equal, positive otherwise.
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

  /// An index of entities by the prefixes of their words.
  var prefixes: PrefixIndex {
    PrefixIndex(field: .words, entities: entities, offsets: different.map(\.offset), groups: groups)
  }
}

/// Collects and sorts the words of names, handles and aliases of one section of a catalog. Each distinct word is stored
/// and sorted only once.
struct WordList {
  /// A distinct word.
  struct Word: Sendable {
    /// The first eight bytes, big-endian, padded with zeros.
    let head: UInt64
    /// The offset in the folded bytes.
    var offset: UInt32
    /// The length in bytes.
    let length: UInt32
    /// The letters, as in ``TypoPattern/bit(_:)``.
    let letters: UInt32
  }

  /// The words in order of first occurrence.
  private var different: [Word] = []
  /// The number of occurrences of each distinct word. `sorted` replaces it with the position for the word's next
  /// entity.
  private var counts: [UInt32] = []
  /// The words of all entities in order, and the end of each entity's words.
  private var words: [UInt32] = []
  private var ends: [UInt32] = []
  private var table: KeyTable
  /// Words that have not been looked up yet.
  private var waiting: [Waiting] = []

  private struct Waiting {
    let head: UInt64
    let start: UInt32
    let length: UInt32
    let hash: UInt32
    /// A known word that may be equal; nil if there is none.
    var guess: UInt32?
    /// The head of the word that `guess` refers to.
    var guessedHead: UInt64 = 0
  }

  /// - Parameter count: the number of entities.
  init(count: Int) {
    ends.reserveCapacity(count)
    words.reserveCapacity(count * 4)
    table = KeyTable(capacity: count)
  }

  /// Adds the words of a folded text, which must be followed by a separator.
  @inline(__always)
  mutating func add(_ text: Range<Int>, _ bytes: Span<UInt8>) {
    var at = text.lowerBound
    while at < text.upperBound {
      if NameFolding.isSeparator(bytes[at]) {
        at += 1
        continue
      }
      let start = at
      var head: UInt64 = 0
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
      while true {
        let word = ByteWord.loadToEnd(bytes, at)
        let length = ByteWord.first(NameFolding.separators(word))
        let chunk = ByteWord.prefix(word, length)
        if at == start { head = chunk.byteSwapped }
        let product = (hash ^ chunk).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        hash = product.high ^ product.low
        at += length
        if length < 8 { break }
      }
      waiting.append(
        Waiting(
          head: head, start: UInt32(start), length: UInt32(at - start),
          hash: UInt32(truncatingIfNeeded: hash >> 32 ^ hash)))
    }
  }

  /// Marks the end of an entity's words.
  mutating func endEntity(_ bytes: Span<UInt8>) {
    ends.append(UInt32(words.count + waiting.count))
    if waiting.count >= 128 { lookUp(bytes) }
  }

  private mutating func lookUp(_ bytes: Span<UInt8>) {
    // Separate passes, so that the cache misses of many words overlap.
    for at in waiting.indices { waiting[at].guess = table.guess(hash: waiting[at].hash) }
    for at in waiting.indices {
      if let guess = waiting[at].guess { waiting[at].guessedHead = different[Int(guess)].head }
    }
    for word in waiting {
      var known: Int?
      if let guess = word.guess, word.guessedHead == word.head, isSame(Int(guess), word, bytes) {
        known = Int(guess)
      } else {
        known = table.first(hash: word.hash) { isSame($0, word, bytes) }
      }
      let number = known ?? different.count
      if known == nil {
        table.insert(number, hash: word.hash)
        different.append(
          Word(
            head: word.head, offset: word.start, length: word.length,
            letters: Self.letters(bytes, Int(word.start))))
        counts.append(0)
      }
      counts[number] += 1
      words.append(UInt32(number))
    }
    waiting.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private func isSame(_ number: Int, _ word: Waiting, _ bytes: Span<UInt8>) -> Bool {
    let other = different[number]
    if other.head != word.head || other.length != word.length { return false }
    var at = 8
    while at < word.length {
      if bytes[Int(other.offset) + at] != bytes[Int(word.start) + at] { return false }
      at += 1
    }
    return true
  }

  private static func letters(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    var at = start
    var letters: UInt32 = 0
    while !NameFolding.isSeparator(bytes[at]) { letters |= TypoPattern.bit(UTF8Reading.scalar(bytes, &at)) }
    return letters
  }

  /// All words, sorted, each with its entities in ascending order.
  ///
  /// - Parameter first: the index of the first entity.
  consuming func sorted(_ bytes: Span<UInt8>, from first: Int) -> SortedWords {
    lookUp(bytes)
    table = KeyTable()
    var items: [TextOrder.Item] = []
    items.reserveCapacity(different.count)
    for (number, word) in different.enumerated() {
      items.append(.init(chunk: word.head, offset: word.offset, number: UInt32(number)))
    }
    var order = TextOrder()
    order.sort(&items) { item, depth in
      if depth == 0 {
        let word = different[Int(item.number)]
        return (word.head, word.length <= 8)
      }
      return Self.chunk(bytes, Int(item.offset) + depth)
    }
    order = TextOrder()
    var sorted = SortedWords()
    sorted.different.reserveCapacity(items.count)
    sorted.groups.reserveCapacity(items.count + 1)
    var total: UInt32 = 0
    for item in items {
      let number = Int(item.number)
      sorted.different.append(different[number])
      sorted.groups.append(total)
      let count = counts[number]
      counts[number] = total
      total += count
    }
    sorted.groups.append(total)
    (items, different) = ([], [])
    sorted.entities = Array(repeating: 0, count: words.count)
    var place = 0
    for (entity, end) in ends.enumerated() {
      while place < Int(end) {
        let word = Int(words[place])
        sorted.entities[Int(counts[word])] = UInt32(first + entity)
        counts[word] += 1
        place += 1
      }
    }
    return sorted
  }

  /// Eight bytes of a word starting at `offset`.
  @inline(__always)
  private static func chunk(_ bytes: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    let word = ByteWord.loadToEnd(bytes, offset)
    let length = ByteWord.first(NameFolding.separators(word))
    return (ByteWord.prefix(word, length).byteSwapped, length < 8)
  }
}
