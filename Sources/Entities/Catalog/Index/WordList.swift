import JSONText

/// The words of names, handles and aliases of one stretch of a catalog while they are put in order: each different word
/// is kept and sorted but once.
struct WordList {
  /// A different word.
  struct Word: Sendable {
    /// Its first eight bytes, the first one highest, zeros behind its end.
    let head: UInt64
    /// Where it begins in the folded bytes.
    var offset: UInt32
    /// In bytes.
    let length: UInt32
    /// Which letters it holds, as ``TypoPattern/bit(_:)`` has them.
    let letters: UInt32
  }

  /// In the order in which they came.
  private var different: [Word] = []
  /// How often each occurs; later where its next entity goes.
  private var counts: [UInt32] = []
  /// The word of each place, entity by entity, and where each entity's end.
  private var words: [UInt32] = []
  private var ends: [UInt32] = []
  private var table: KeyTable
  /// Words that are not looked up yet.
  private var waiting: [Waiting] = []

  private struct Waiting {
    let head: UInt64
    let start: UInt32
    let length: UInt32
    let hash: UInt32
    /// The word that it may be.
    var guess: UInt32?
    /// That one's head.
    var guessedHead: UInt64 = 0
  }

  /// - Parameter count: of the entities.
  init(count: Int) {
    ends.reserveCapacity(count)
    words.reserveCapacity(count * 4)
    table = KeyTable(capacity: count)
  }

  /// Adds the words of a folded text, which a separator follows.
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

  /// Ends an entity.
  mutating func endEntity(_ bytes: Span<UInt8>) {
    ends.append(UInt32(words.count + waiting.count))
    if waiting.count >= 128 { lookUp(bytes) }
  }

  private mutating func lookUp(_ bytes: Span<UInt8>) {
    // Passes only to fetch, so that the processor waits for many words at once.
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

  /// All words in order: of each different one the entities in ascending order.
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

  /// The bytes of a word from `offset` on.
  @inline(__always)
  private static func chunk(_ bytes: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    let word = ByteWord.loadToEnd(bytes, offset)
    let length = ByteWord.first(NameFolding.separators(word))
    return (ByteWord.prefix(word, length).byteSwapped, length < 8)
  }
}
