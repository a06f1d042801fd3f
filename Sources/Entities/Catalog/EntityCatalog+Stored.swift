extension EntityCatalog {
  /// The file of the catalog, piece by piece from its beginning.
  ///
  /// - Parameters:
  ///   - notes: whatever is to be kept with it.
  ///   - write: takes the next piece.
  /// - Complexity: O(bytes of the tables).
  package func store<Failure>(
    notes: [UInt8], _ write: (RawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    var writer = CatalogFileWriter()
    writer.add(Column(notes))
    writer.add(Column(Self.encode(sources)))
    for column in [recordStarts, foldedStarts, inOwnOrder, ownOrderOf, keys.slots] { writer.add(column) }
    writer.add(records)
    writer.add(folded)
    writer.add(sourceOf)
    writer.add(Column(weights.starts))
    writer.add(Column(weights.magnitudes.map { UInt32($0) }))
    if !weights.isFlat { writer.add(byWeight) }
    writer.add(metadata.entities)
    writer.add(metadata.starts)
    writer.add(metadata.text)
    index.store(in: &writer)
    try writer.write(identity: identity, write)
  }

  /// Tells catalogs apart that hold different entities, or in a different order.
  ///
  /// - Complexity: O(bytes of the records); O(1) for a catalog out of a file.
  package var identity: UInt64 {
    if let file { return file.identity }
    var checksum = Checksum()
    for source in sources { checksum.add(source) }
    checksum.add(records)
    checksum.add(recordStarts)
    checksum.add(sourceOf)
    checksum.add(inOwnOrder)
    checksum.add(metadata.text)
    return checksum.value
  }

  /// Whether the tables lie in a file.
  package var isStored: Bool { file != nil }

  /// Whether all tables are as they were written, if they lie in a file; others are.
  ///
  /// - Complexity: O(bytes of the file); a file that is not in memory is read.
  package func isIntact(on executor: any ParallelExecutor = .sequential) -> Bool {
    guard let file else { return true }
    return executor.map(file.count) { file.isIntact(section: $0) }.allSatisfy(\.self)
  }

  /// Each closed by a zero byte, which no name holds.
  private static func encode(_ sources: [String]) -> [UInt8] { sources.flatMap { Array($0.utf8) + [0] } }

  private static func decode(_ sources: Column<UInt8>) -> [String] {
    sources.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Takes the sections out of a file in the order in which ``store(notes:_:)`` writes them.
  convenience init(_ reader: inout CatalogFileReader) throws(CatalogFileError) {
    let sources = Self.decode(try reader.column())
    let recordStarts: Column<UInt32> = try reader.column()
    let foldedStarts: Column<UInt32> = try reader.column()
    let inOwnOrder: Column<UInt32> = try reader.column()
    let ownOrderOf: Column<UInt32> = try reader.column()
    let keys = IndexTable(slots: try reader.column())
    let records: Column<UInt8> = try reader.column()
    let folded: Column<UInt8> = try reader.column()
    let sourceOf: Column<UInt16> = try reader.column()
    let weightStarts: Column<UInt32> = try reader.column()
    let magnitudes: Column<UInt32> = try reader.column()
    guard weightStarts.count == magnitudes.count, weightStarts.count <= WeightRanks.most else {
      throw .damaged
    }
    let weights = WeightRanks(starts: Array(weightStarts), magnitudes: magnitudes.map { Int($0) })
    let byWeight = weights.isFlat ? inOwnOrder : try reader.column()
    let metadata = MetadataTable(
      entities: try reader.column(), starts: try reader.column(), text: try reader.column())
    let count = sourceOf.count
    let perEntity = [
      recordStarts.count, foldedStarts.count, inOwnOrder.count, ownOrderOf.count, byWeight.count,
    ]
    guard perEntity.allSatisfy({ $0 == count }), keys.slots.count & (keys.slots.count - 1) == 0,
      count == 0 || (!sources.isEmpty && !weightStarts.isEmpty), let last = UInt32(exactly: count),
      last < .max
    else { throw .damaged }
    self.init(
      sources: sources, records: records, recordStarts: recordStarts, folded: folded,
      foldedStarts: foldedStarts, sourceOf: sourceOf, inOwnOrder: inOwnOrder, ownOrderOf: ownOrderOf,
      weights: weights, byWeight: byWeight, metadata: metadata, keys: keys,
      index: try SearchIndex(&reader, entities: count), file: reader)
  }
}

extension SearchIndex {
  private var prefixIndexes: [PrefixIndex] { [names, handles, emails, initials, aliases, words] }

  fileprivate func store(in writer: inout CatalogFileWriter) {
    for texts in prefixIndexes {
      for column in [texts.entities, texts.offsets, texts.groups, texts.least] { writer.add(column) }
    }
    writer.add(tree.nodes)
    writer.add(tree.letters)
    writer.add(letters.bits)
  }

  fileprivate init(_ reader: inout CatalogFileReader, entities: Int) throws(CatalogFileError) {
    names = try PrefixIndex(.name, &reader)
    handles = try PrefixIndex(.handle, &reader)
    emails = try PrefixIndex(.email, &reader)
    initials = try PrefixIndex(.initials, &reader)
    aliases = try PrefixIndex(.aliases, &reader)
    words = try PrefixIndex(.words, &reader)
    tree = WordTree(nodes: try reader.column(), letters: try reader.column())
    letters = LetterColumns(bits: try reader.column())
    isPartial = false
    guard letters.bits.count == LetterColumns.columns * ((entities + 63) / 64),
      tree.letters.count == max(0, words.groups.count - 1), tree.nodes.count > 0
    else { throw .damaged }
  }
}

extension PrefixIndex {
  fileprivate init(_ field: Field, _ reader: inout CatalogFileReader) throws(CatalogFileError) {
    self.init(
      field: field, entities: try reader.column(), offsets: try reader.column(), groups: try reader.column(),
      least: try reader.column())
    let mayHaveSeveral = field == .aliases || field == .words
    let texts = groups.isEmpty ? entities.count : groups.count - 1
    guard least.count == (entities.count + Self.blockSize - 1) / Self.blockSize,
      offsets.count == (mayHaveSeveral ? texts : 0), groups.isEmpty || field == .words
    else { throw .damaged }
  }
}
