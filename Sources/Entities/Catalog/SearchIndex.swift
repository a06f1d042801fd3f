import JSONText

/// Indexes that find the same entities as a scan of all entities, but faster.
struct SearchIndex: Sendable {
  let names: PrefixIndex
  let handles: PrefixIndex
  let emails: PrefixIndex
  let initials: PrefixIndex
  let aliases: PrefixIndex
  /// The words of names, handles and aliases.
  let words: PrefixIndex
  /// A tree of the distinct words, to find words with typing errors.
  let tree: WordTree
  /// The letters of names, handles and aliases, and their positions.
  let letters: LetterColumns

  /// Whether the index finds only names and handles, by prefix; the rest is under construction.
  let isPartial: Bool

  /// Creates an index that finds names and handles by prefix only.
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

  /// The parts that a partial index lacks, the slowest to build first.
  private enum Part: Int, CaseIterable {
    case words, emails, initials, aliases
  }

  private struct Made: Sendable {
    var prefixes: PrefixIndex
    /// The tree of words; nil for all parts except `words`.
    var tree: WordTree?
  }

  /// Completes a partial index.
  ///
  /// - Complexity: O(n log n) for n entities in the worst case; close to linear if most names differ within their first
  ///   few characters.
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

  /// Sorts the e-mail addresses of all entities.
  ///
  /// - Parameter addresses: the offset of each address in `records`.
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

  /// Eight bytes of a zero-terminated text, starting at `offset`.
  @inline(__always)
  private static func chunk(_ folded: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    let word = ByteWord.loadToEnd(folded, offset)
    let length = ByteWord.first(ByteWord.lanes(of: 0, in: word))
    return (ByteWord.prefix(word, length).byteSwapped, length < 8)
  }

  /// Eight bytes of a zero-terminated e-mail address in lower case, starting at `offset`.
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

/// The letters and words of a section of a catalog, collected in one pass over its folded records.
private struct IndexStretch: Sendable {
  private(set) var letters: LetterColumnsBuilder
  let words: SortedWords

  /// Collects the letters and words of a section.
  ///
  /// - Parameters:
  ///   - range: the indices of the section.
  ///   - folded: all folded records.
  ///   - starts: the start of each record.
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
