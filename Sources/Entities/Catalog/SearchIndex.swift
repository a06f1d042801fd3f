import JSONText

/// What finds the same as asking every entity, sooner.
struct SearchIndex: Sendable {
  let names: PrefixIndex
  let handles: PrefixIndex
  let emails: PrefixIndex
  let initials: PrefixIndex
  let aliases: PrefixIndex
  /// The words of names, handles and aliases.
  let words: PrefixIndex
  /// The different words as a tree, for typing errors.
  let tree: WordTree
  /// Which letters names, handles and aliases hold, and where.
  let letters: LetterColumns

  /// Whether only names and handles are found, and by their beginnings: the rest is being made.
  let isPartial: Bool

  /// What finds names and handles by their beginnings, and nothing else.
  ///
  /// - Complexity: about linear in the entities.
  init(ofNames columns: borrowing CatalogColumns, on executor: any ParallelExecutor) {
    let (folded, starts) = (columns.folded, columns.foldedStarts)
    let made = executor.map(2) { Self.sorted($0 == 0 ? .name : .handle, folded, starts) }
    names = made[0]
    handles = made[1]
    emails = PrefixIndex(field: .email, entities: [])
    initials = PrefixIndex(field: .initials, entities: [])
    aliases = PrefixIndex(field: .aliases, entities: [])
    words = PrefixIndex(field: .words, entities: [])
    tree = WordTreeBuilder.tree([], [])
    letters = LetterColumns()
    isPartial = true
  }

  /// The parts of the rest, that first which takes longest.
  private enum Part: Int, CaseIterable {
    case words, emails, initials, aliases
  }

  private struct Made: Sendable {
    var prefixes: PrefixIndex
    /// Of the words.
    var tree: WordTree?
  }

  /// Adds the rest.
  ///
  /// - Complexity: O(n log n) at worst, about linear for names.
  init(completing index: SearchIndex, of columns: inout CatalogColumns, on executor: any ParallelExecutor) {
    let (folded, starts, records) = (columns.folded, columns.foldedStarts, columns.records)
    let (ranges, addresses) = (columns.stretches, columns.emails)
    columns.emails = []
    let stretches = executor.map(ranges.count) { IndexStretch(ranges[$0], folded.span, starts.span) }
    let sortedWords = stretches.map(\.words)
    let made = executor.map(Part.allCases.count) { part in
      switch Part.allCases[part] {
      case .words:
        let words = SortedWords(merging: sortedWords, folded)
        return Made(prefixes: words.prefixes, tree: WordTreeBuilder.tree(words.different, folded))
      case .emails: return Made(prefixes: Self.sortedEmails(addresses, records))
      case .initials: return Made(prefixes: Self.sorted(.initials, folded, starts))
      case .aliases: return Made(prefixes: Self.sortedAliases(folded, starts))
      }
    }
    names = index.names
    handles = index.handles
    emails = made[Part.emails.rawValue].prefixes
    initials = made[Part.initials.rawValue].prefixes
    aliases = made[Part.aliases.rawValue].prefixes
    words = made[Part.words.rawValue].prefixes
    tree = made[Part.words.rawValue].tree ?? index.tree
    letters = LetterColumnsBuilder.columns(joining: stretches.map(\.letters))
    isPartial = false
  }

  private static func sorted(
    _ field: PrefixIndex.Field, _ folded: [UInt8], _ starts: [UInt32]
  ) -> PrefixIndex {
    var items: [TextOrder.Item] = []
    items.reserveCapacity(starts.count)
    for (entity, start) in starts.enumerated() {
      let record = FoldedRecord(folded.span, at: Int(start))
      let text: Range<Int> =
        switch field {
        case .name, .email, .aliases, .words: record.name
        case .handle: record.handle
        case .initials: record.initials
        }
      if text.isEmpty { continue }
      items.append(.init(chunk: 0, offset: UInt32(text.lowerBound), number: UInt32(entity)))
    }
    var order = TextOrder()
    order.sort(&items) { chunk(folded.span, Int($0.offset) + $1) }
    return PrefixIndex(field: field, entities: items.map(\.number))
  }

  /// - Parameter addresses: their places in the records.
  private static func sortedEmails(_ addresses: [TextOrder.Item], _ records: [UInt8]) -> PrefixIndex {
    var items = addresses
    var order = TextOrder()
    order.sort(&items) { emailChunk(records.span, Int($0.offset) + $1) }
    return PrefixIndex(field: .email, entities: items.map(\.number))
  }

  private static func sortedAliases(_ folded: [UInt8], _ starts: [UInt32]) -> PrefixIndex {
    var items: [TextOrder.Item] = []
    for (entity, start) in starts.enumerated() {
      for alias in FoldedRecord(folded.span, at: Int(start)).aliases(folded.span) {
        let alias = AliasForm.searched(alias, folded.span)
        if alias.isEmpty { continue }
        items.append(.init(chunk: 0, offset: UInt32(alias.lowerBound), number: UInt32(entity)))
      }
    }
    var order = TextOrder()
    order.sort(&items) { chunk(folded.span, Int($0.offset) + $1) }
    return PrefixIndex(field: .aliases, entities: items.map(\.number), offsets: items.map(\.offset))
  }

  /// The bytes of a closed text from `offset` on.
  @inline(__always)
  private static func chunk(_ folded: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    let word = ByteWord.loadToEnd(folded, offset)
    let length = ByteWord.first(ByteWord.lanes(of: 0, in: word))
    return (ByteWord.prefix(word, length).byteSwapped, length < 8)
  }

  /// The bytes of a closed e-mail address from `offset` on.
  @inline(__always)
  private static func emailChunk(_ records: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    let word = ByteWord.loadToEnd(records, offset)
    let length = ByteWord.first(ByteWord.lanes(of: 0, in: word))
    let text = ByteWord.prefix(word, length)
    let filling = length < 8 ? ByteWord.repeating(0x20) << UInt64(length * 8) : 0
    if let small = NameFolding.lowercase(text | filling) {
      return (ByteWord.prefix(small, length).byteSwapped, length < 8)
    }
    var chunk: UInt64 = 0
    for at in 0..<8 {
      let byte = at < length ? NameFolding.lowercase(UInt8(truncatingIfNeeded: text >> UInt64(at * 8))) : 0
      chunk = chunk << 8 | UInt64(byte)
    }
    return (chunk, length < 8)
  }
}

/// The letters and words of a stretch of a catalog, made in one pass over its folded records.
private struct IndexStretch: Sendable {
  private(set) var letters: LetterColumnsBuilder
  let words: SortedWords

  /// - Parameters:
  ///   - range: the indices of the stretch.
  ///   - folded: all folded records, and where each begins.
  init(_ range: Range<Int>, _ folded: Span<UInt8>, _ starts: Span<UInt32>) {
    letters = LetterColumnsBuilder(count: range.count)
    var list = WordList(count: range.count)
    for index in range {
      let record = FoldedRecord(folded, at: Int(starts[index]))
      var held = LetterSet()
      held.read(folded.extracting(record.name))
      list.add(record.name, folded)
      if !record.handle.isEmpty {
        held.read(folded.extracting(record.handle))
        list.add(record.handle, folded)
      }
      if record.aliasCount > 0 {
        for alias in record.aliases(folded) where AliasForm.hasWords(alias, folded) {
          held.read(folded.extracting(alias))
          list.add(alias, folded)
        }
      }
      letters.append(held)
      list.endEntity(folded)
    }
    letters.finish()
    words = list.sorted(folded, from: range.lowerBound)
  }
}

// MARK: - Prefixes

/// Finds what begins with a key: places of texts in the folded bytes (of e-mail addresses in the records), sorted by text, with the index of the
/// entity of each, and the least index of every block, so that the best few of a long range are found
/// without looking at all of it.
struct PrefixIndex: Sendable {
  /// Which texts are meant; of aliases and words an entity may have several.
  enum Field { case name, handle, email, initials, aliases, words }

  static let blockSize = 64

  let field: Field
  /// By text.
  let entities: Column<UInt32>
  /// Where each text begins in the folded bytes (of words each different one); empty unless an entity may have
  /// several.
  let offsets: Column<UInt32>
  /// Where the entities of each different word begin, and their end; empty but for words.
  let groups: Column<UInt32>
  /// The least entity of each block.
  let least: Column<UInt32>

  init(
    field: Field, entities: Column<UInt32>, offsets: Column<UInt32>, groups: Column<UInt32>,
    least: Column<UInt32>
  ) {
    self.field = field
    self.entities = entities
    self.offsets = offsets
    self.groups = groups
    self.least = least
  }

  init(field: Field, entities: [UInt32], offsets: [UInt32] = [], groups: [UInt32] = []) {
    self.field = field
    self.entities = Column(entities)
    self.offsets = Column(offsets)
    self.groups = Column(groups)
    var least: [UInt32] = []
    least.reserveCapacity(entities.count / Self.blockSize + 1)
    var start = 0
    while start < entities.count {
      let end = min(start + Self.blockSize, entities.count)
      var smallest = UInt32.max
      for at in start..<end { smallest = min(smallest, entities[at]) }
      least.append(smallest)
      start = end
    }
    self.least = Column(least)
  }

  /// Where the text at a place (of words, of a group) begins.
  @inline(__always)
  func offset(at place: Int, _ folded: Span<UInt8>, _ starts: Column<UInt32>) -> Int {
    if !offsets.isEmpty { return Int(offsets[place]) }
    let start = Int(starts[Int(entities[place])])
    if field == .email { return EncodedEntity(folded, at: start).searchedEmail?.lowerBound ?? start }
    let record = FoldedRecord(folded, at: start)
    switch field {
    case .name, .email, .aliases, .words: return record.name.lowerBound
    case .handle: return record.handle.lowerBound
    case .initials: return record.initials.lowerBound
    }
  }

  /// The places of the texts that begin with the key; the key may hold the closing zero byte. Words
  /// are found by keys without separators. O(log n × key).
  func range(
    beginningWith key: Span<UInt8>, _ folded: Span<UInt8>, _ starts: Column<UInt32>
  ) -> Range<Int> {
    let count = groups.isEmpty ? entities.count : groups.count - 1
    func bound(_ isBefore: (Int) -> Bool) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if isBefore(compare(folded, offset(at: middle, folded, starts), key)) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    let lower = bound { $0 < 0 }
    let upper = max(lower, bound { $0 <= 0 })
    if groups.isEmpty { return lower..<upper }
    return self.entities(ofGroups: lower..<upper)
  }

  /// The places of the entities of different words that follow each other.
  @inline(__always)
  func entities(ofGroups range: Range<Int>) -> Range<Int> {
    let first = min(Int(groups[range.lowerBound]), entities.count)
    return first..<max(first, min(Int(groups[range.upperBound]), entities.count))
  }

  /// Below 0: the text sorts before all that begin with the key; 0: it begins with it; above 0: behind.
  @inline(__always)
  private func compare(_ folded: Span<UInt8>, _ offset: Int, _ key: Span<UInt8>) -> Int {
    for at in 0..<key.count {
      var byte = offset + at < folded.count ? folded[offset + at] : 0
      if field == .words && NameFolding.isSeparator(byte) { byte = 0 }
      if field == .email && byte != 0 { byte = NameFolding.lowercase(byte) }
      if byte != key[at] { return Int(byte) - Int(key[at]) }
      // The key's own closing zero is its last byte, so nothing is read behind a text's end.
    }
    return 0
  }

  /// The least `count` entities of a range that are below a bound, each once, ascending.
  /// O(range / 64 + count × 64).
  func best(_ count: Int, in range: Range<Int>, below bound: UInt32) -> [UInt32] {
    var wanted = count
    while true {
      let (found, isAll) = smallest(wanted, in: range, below: bound)
      var distinct: [UInt32] = []
      for entity in found where entity != distinct.last { distinct.append(entity) }
      if isAll || distinct.count >= count { return Array(distinct.prefix(count)) }
      wanted *= 2
    }
  }

  /// The least `count` places' entities below a bound, ascending, repetitions counted; and whether these are all.
  private func smallest(
    _ count: Int, in range: Range<Int>, below bound: UInt32
  ) -> (entities: [UInt32], isAll: Bool) {
    if range.count <= max(count, 2048) { return (entities[range].filter { $0 < bound }.sorted(), true) }
    let size = Self.blockSize
    let firstBlock = (range.lowerBound + size - 1) / size
    let lastBlock = range.upperBound / size
    var blocks = TopMatches<UInt64>(limit: count)
    for block in firstBlock..<lastBlock where least[block] < bound {
      blocks.offer(UInt64(least[block]) << 32 | UInt64(block))
    }
    var top = TopMatches<UInt32>(limit: count)
    func offer(_ places: Range<Int>) {
      for place in places where entities[place] < bound { top.offer(entities[place]) }
    }
    offer(range.lowerBound..<firstBlock * size)
    offer(lastBlock * size..<range.upperBound)
    for block in blocks.sorted() {
      let start = Int(UInt32(truncatingIfNeeded: block)) * size
      offer(start..<start + size)
    }
    return (top.sorted(), !top.isOverfull && !blocks.isOverfull)
  }
}
