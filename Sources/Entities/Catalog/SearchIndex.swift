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

  /// O(n log n) at worst, about linear for names.
  init(_ columns: inout CatalogColumns) {
    let folded = columns.folded
    let starts = columns.foldedStarts
    // First, because their places take up room.
    emails = Self.sortedEmails(&columns.emails, columns.records)
    names = Self.sorted(.name, folded, starts)
    handles = Self.sorted(.handle, folded, starts)
    initials = Self.sorted(.initials, folded, starts)
    aliases = Self.sortedAliases(folded, starts)
    words = WordList(folded, starts).sorted(folded)
    tree = WordTree(words, folded)
    var columns = LetterColumns(count: starts.count)
    for start in starts {
      let record = FoldedRecord(folded.span, at: Int(start))
      var letters = LetterColumns.Letters()
      columns.read(folded.span.extracting(record.name), into: &letters)
      if !record.handle.isEmpty { columns.read(folded.span.extracting(record.handle), into: &letters) }
      if record.aliasCount > 0 {
        for alias in record.aliases(folded.span)
        where AliasForm.hasWords(alias, folded.span) {
          columns.read(folded.span.extracting(alias), into: &letters)
        }
      }
      columns.append(letters)
    }
    columns.finish()
    letters = columns
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
    order.sort(&items) { chunk(folded.span, Int($0) + $1) }
    return PrefixIndex(field: field, entities: items.map(\.number))
  }

  /// - Parameter items: the addresses' places in the records; empty afterwards.
  private static func sortedEmails(_ items: inout [TextOrder.Item], _ records: [UInt8]) -> PrefixIndex {
    var order = TextOrder()
    order.sort(&items) { emailChunk(records.span, Int($0) + $1) }
    let entities = items.map(\.number)
    items = []
    return PrefixIndex(field: .email, entities: entities)
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
    order.sort(&items) { chunk(folded.span, Int($0) + $1) }
    return PrefixIndex(field: .aliases, entities: items.map(\.number), offsets: items.map(\.offset))
  }

  /// The bytes of a closed text from `offset` on.
  @inline(__always)
  private static func chunk(_ folded: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    var chunk: UInt64 = 0
    for at in 0..<8 {
      let byte = folded[offset + at]
      if byte == 0 { return (chunk << (UInt64(8 - at) * 8), true) }
      chunk = chunk << 8 | UInt64(byte)
    }
    return (chunk, false)
  }

  /// The bytes of a closed e-mail address from `offset` on.
  @inline(__always)
  private static func emailChunk(_ records: Span<UInt8>, _ offset: Int) -> (chunk: UInt64, isLast: Bool) {
    var chunk: UInt64 = 0
    for at in 0..<8 {
      let byte = records[offset + at]
      if byte == 0 { return (chunk << (UInt64(8 - at) * 8), true) }
      chunk = chunk << 8 | UInt64(NameFolding.lowercase(byte))
    }
    return (chunk, false)
  }
}
