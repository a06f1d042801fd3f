/// The words of a catalog's names, handles and aliases while they are put in order: each different word is
/// kept and sorted but once.
struct WordList {
  /// Where each different word begins, in the order in which they came, later sorted.
  private var offsets: [UInt32] = []
  /// How often each occurs.
  private var counts: [UInt32] = []
  /// The word of each place, entity by entity, and where each entity's end.
  private var words: [UInt32] = []
  private var ends: [UInt32] = []
  private var table = KeyTable()
  /// Words that are not looked up yet.
  private var waiting: [Waiting] = []

  private struct Waiting {
    let start: UInt32
    let hash: UInt32
    /// The word that it may be.
    var guess: UInt32?
    /// That one's first byte.
    var first: UInt8 = 0
  }

  init(_ folded: [UInt8], _ starts: [UInt32]) {
    ends.reserveCapacity(starts.count)
    words.reserveCapacity(starts.count * 4)
    table = KeyTable(capacity: starts.count)
    for start in starts {
      let record = FoldedRecord(folded.span, at: Int(start))
      add(folded, record.name)
      if !record.handle.isEmpty { add(folded, record.handle) }
      if record.aliasCount > 0 {
        for alias in record.aliases(folded.span)
        where AliasForm.hasWords(alias, folded.span) {
          add(folded, alias)
        }
      }
      ends.append(UInt32(words.count + waiting.count))
      if waiting.count >= 128 { lookUp(folded) }
    }
    lookUp(folded)
    table = KeyTable()
  }

  private mutating func add(_ folded: [UInt8], _ text: Range<Int>) {
    let bytes = folded.span
    var at = text.lowerBound
    while at < text.upperBound {
      if NameFolding.isSeparator(bytes[at]) {
        at += 1
        continue
      }
      let start = at
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
      while at < text.upperBound, !NameFolding.isSeparator(bytes[at]) {
        hash = (hash ^ UInt64(bytes[at])) &* 0xD6E8_FEB8_6659_FD93
        at += 1
      }
      let mixed = UInt32(truncatingIfNeeded: (hash ^ hash >> 29) >> 16)
      waiting.append(Waiting(start: UInt32(start), hash: mixed))
    }
  }

  private mutating func lookUp(_ folded: [UInt8]) {
    let bytes = folded.span
    // Passes only to fetch, so that the processor waits for many words at once.
    for at in waiting.indices { waiting[at].guess = table.guess(hash: waiting[at].hash) }
    for at in waiting.indices {
      if let guess = waiting[at].guess { waiting[at].first = bytes[Int(offsets[Int(guess)])] }
    }
    for word in waiting {
      let start = Int(word.start)
      var known: Int?
      if let guess = word.guess, word.first == bytes[start],
        Self.isSame(Int(offsets[Int(guess)]), start, bytes)
      {
        known = Int(guess)
      } else {
        known = table.first(hash: word.hash) { Self.isSame(Int(offsets[$0]), start, bytes) }
      }
      let number = known ?? offsets.count
      if known == nil {
        table.insert(number, hash: word.hash)
        offsets.append(word.start)
        counts.append(0)
      }
      counts[number] += 1
      words.append(UInt32(number))
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// A separator follows every word, if only the zero that closes each text.
  private static func isSame(_ a: Int, _ b: Int, _ folded: Span<UInt8>) -> Bool {
    var at = 0
    while folded[a + at] == folded[b + at], !NameFolding.isSeparator(folded[a + at]) { at += 1 }
    return NameFolding.isSeparator(folded[a + at]) && NameFolding.isSeparator(folded[b + at])
  }

  /// The index of all words: of each different one the entities in ascending order.
  consuming func sorted(_ folded: [UInt8]) -> PrefixIndex {
    let order = order(folded)
    var sortedOffsets: [UInt32] = []
    sortedOffsets.reserveCapacity(order.count)
    var groups: [UInt32] = []
    groups.reserveCapacity(order.count + 1)
    var total: UInt32 = 0
    for word in order {
      let count = counts[Int(word)]
      sortedOffsets.append(offsets[Int(word)])
      groups.append(total)
      // From here on: where the word's next entity goes.
      counts[Int(word)] = total
      total += count
    }
    groups.append(total)
    offsets = []
    var entities: [UInt32] = Array(repeating: 0, count: words.count)
    var place = 0
    for (entity, end) in ends.enumerated() {
      while place < Int(end) {
        let word = Int(words[place])
        entities[Int(counts[word])] = UInt32(entity)
        counts[word] += 1
        place += 1
      }
    }
    return PrefixIndex(field: .words, entities: entities, offsets: sortedOffsets, groups: groups)
  }

  /// The different words sorted. They are first parted by their first byte, and each part is sorted by itself:
  /// what is needed meanwhile stays small.
  private func order(_ folded: [UInt8]) -> [UInt32] {
    var bounds = Array(repeating: 0, count: 257)
    for offset in offsets { bounds[Int(folded[Int(offset)]) + 1] += 1 }
    for byte in 1..<257 { bounds[byte] += bounds[byte - 1] }
    var next = bounds
    var result: [UInt32] = Array(repeating: 0, count: offsets.count)
    for (word, offset) in offsets.enumerated() {
      let byte = Int(folded[Int(offset)])
      result[next[byte]] = UInt32(word)
      next[byte] += 1
    }
    var order = TextOrder()
    var items: [TextOrder.Item] = []
    for byte in 0..<256 where bounds[byte + 1] - bounds[byte] > 1 {
      items.removeAll(keepingCapacity: true)
      for at in bounds[byte]..<bounds[byte + 1] {
        items.append(.init(chunk: 0, offset: offsets[Int(result[at])], number: result[at]))
      }
      order.sort(&items) { Self.chunk(folded.span, Int($0) + $1) }
      for (at, item) in items.enumerated() { result[bounds[byte] + at] = item.number }
    }
    return result
  }

  /// The bytes of a word from `offset` on.
  @inline(__always)
  private static func chunk(_ folded: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    var chunk: UInt64 = 0
    for at in 0..<8 {
      let byte = folded[offset + at]
      if NameFolding.isSeparator(byte) { return (chunk << (UInt64(8 - at) * 8), true) }
      chunk = chunk << 8 | UInt64(byte)
    }
    return (chunk, false)
  }
}
