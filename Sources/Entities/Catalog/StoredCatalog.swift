/// A catalog whose tables are in a file.
package struct StoredCatalog: Sendable {
  package let catalog: EntityCatalog
  /// Additional data that was stored with the catalog.
  package let notes: [UInt8]

  /// Opens a catalog's file. O(sources + notes): reads only the header, the notes, and the tables of sources and
  /// weights.
  ///
  /// Only the checksums of the header and the notes are verified. If a table is damaged, a search may return wrong or
  /// no results; ``EntityCatalog/isIntact(on:)`` checks all tables.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, aligned to 16 bytes; must neither change nor move while `owner` lives.
  ///   - owner: the object that keeps `bytes` valid. It is retained as long as any part of the catalog.
  package init(
    unsafeMapped bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable
  ) throws(CatalogFileError) {
    var reader = try unsafe CatalogFileReader(bytes, owner: owner)
    let notes: Column<UInt8> = try reader.column()
    // The notes decide whether the file is used, so they must be intact.
    guard reader.isIntact(section: 0) else { throw .damaged }
    self.notes = Array(notes)
    catalog = try EntityCatalog(&reader)
  }

  /// Opens a catalog from bytes, which are copied.
  package init(_ bytes: [UInt8]) throws(CatalogFileError) {
    let copy = AlignedCopy(bytes)
    try unsafe self.init(unsafeMapped: copy.bytes, owner: copy)
  }
}

/// An aligned copy of bytes.
@safe private final class AlignedCopy: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  init(_ array: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 64)
    unsafe copy.copyBytes(from: array)
    unsafe bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { unsafe bytes.deallocate() }
}

// MARK: - Tables

extension EntityCatalog {
  /// Writes the catalog as a file, piece by piece.
  ///
  /// - Parameters:
  ///   - notes: additional data to store.
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

  /// A checksum that distinguishes catalogs with different entities or a different order.
  ///
  /// - Complexity: O(bytes of the records); O(1) for a catalog from a file.
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

  /// Whether this catalog and another are known to be equal. O(1): catalogs in memory are compared by reference only.
  package func isSame(as other: EntityCatalog) -> Bool {
    self === other || isStored && other.isStored && identity == other.identity
  }

  /// Whether the tables are in a file.
  package var isStored: Bool { file != nil }

  /// Whether all tables in the file match their checksums; true for a catalog in memory.
  ///
  /// - Complexity: O(bytes of the file); pages that are not in memory are read.
  package func isIntact(on executor: any ParallelExecutor = .sequential) -> Bool {
    guard let file else { return true }
    return executor.map(file.count) { file.isIntact(section: $0) }.allSatisfy(\.self)
  }

  /// Encodes names, each followed by a zero byte, which no name contains.
  private static func encode(_ sources: [String]) -> [UInt8] { sources.flatMap { Array($0.utf8) + [0] } }

  private static func decode(_ sources: Column<UInt8>) -> [String] {
    sources.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the sections in the order in which ``store(notes:_:)`` writes them.
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

// MARK: - The file

/// The format of a catalog in a file that is mapped into memory: a page that describes the sections, followed by the
/// catalog's tables in their in-memory form.
///
/// Numbers are in the machine's byte order; a file in the other byte order is rejected, since it is only a cache.
/// Each section begins at a multiple of 64.
///
/// | offset in the page | |
/// |---|---|
/// | 0 | `mentions` |
/// | 8 | `version`, 32 bits |
/// | 12 | `byteOrder`, 32 bits |
/// | 16 | size of the file in bytes, 64 bits, like all numbers below |
/// | 24 | `folding` |
/// | 32 | identity of the catalog |
/// | 40 | number of sections |
/// | 64 | for each section: offset, number of elements, size of an element, checksum |
/// | 4088 | checksum of the preceding bytes of the page |
package enum CatalogFile {
  fileprivate static let magic: [UInt8] = Array("mentions".utf8)
  /// The version of the format. Increment it with each change to the sections, to their contents, or to how text is
  /// searched in them.
  package static let version: UInt32 = 2
  fileprivate static let byteOrder: UInt32 = 0x0102_0304
  package static let headerSize = 4096
  fileprivate static let checksumOffset = headerSize - 8
  fileprivate static let sectionsOffset = 64
  fileprivate static let sectionSize = 32
  fileprivate static let mostSections = (checksumOffset - sectionsOffset) / sectionSize
  fileprivate static let alignment = 64

  /// A checksum of the folding table. Texts folded by another table cannot be searched.
  fileprivate static let folding: UInt64 = {
    var checksum = Checksum()
    checksum.add(NameFoldingTable.text)
    return checksum.value
  }()

  /// Computes the checksum of the header page and stores it in the page.
  ///
  /// - Parameter file: the file, or at least its header page.
  package static func seal(_ file: inout [UInt8]) {
    let checksum = Checksum.of(Column(Array(file[..<checksumOffset])).bytes)
    for place in 0..<8 {
      file[checksumOffset + place] = UInt8(truncatingIfNeeded: checksum.littleEndian >> UInt64(place * 8))
    }
  }

  /// The next multiple of the alignment.
  fileprivate static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
}

/// The reason why a file is not a usable catalog.
package enum CatalogFileError: String, Error {
  case tooShort = "it is too short"
  case otherFile = "it is not a catalog file"
  case otherVersion = "it was written by an incompatible version"
  case damaged = "it is damaged"
}

/// Finds the sections of a catalog's mapped file. Input is untrusted: a section outside of the file is rejected.
@safe struct CatalogFileReader: @unchecked Sendable {
  /// The header's entry for a section.
  private struct Section {
    let range: Range<Int>
    let stride: Int
    let checksum: UInt64
  }

  private let bytes: UnsafeRawBufferPointer
  private let owner: any AnyObject & Sendable
  private var sections: [Section] = []
  private var next = 0
  let identity: UInt64

  /// Reads the header. O(sections).
  ///
  /// - Parameters:
  ///   - bytes: the whole file, aligned to 16 bytes; must neither change nor move while `owner` lives.
  init(_ bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) throws(CatalogFileError) {
    unsafe self.bytes = bytes
    self.owner = owner
    guard bytes.count >= CatalogFile.headerSize else { throw .tooShort }
    func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
    }
    guard unsafe bytes.prefix(8).elementsEqual(CatalogFile.magic) else { throw .otherFile }
    guard number(8, as: UInt32.self) == CatalogFile.version,
      number(12, as: UInt32.self) == CatalogFile.byteOrder,
      number(24, as: UInt64.self) == CatalogFile.folding
    else { throw .otherVersion }
    guard
      unsafe Checksum.of(RawSpan(_unsafeBytes: bytes).extracting(first: CatalogFile.checksumOffset))
        == number(CatalogFile.checksumOffset, as: UInt64.self)
    else { throw .damaged }
    guard number(16, as: UInt64.self) == UInt64(bytes.count) else { throw .tooShort }
    identity = number(32, as: UInt64.self)
    guard let count = Int(exactly: number(40, as: UInt64.self)), count <= CatalogFile.mostSections else {
      throw .damaged
    }
    for place in 0..<count {
      let entry = CatalogFile.sectionsOffset + place * CatalogFile.sectionSize
      guard let offset = Int(exactly: number(entry, as: UInt64.self)),
        let count = Int(exactly: number(entry + 8, as: UInt64.self)),
        let stride = Int(exactly: number(entry + 16, as: UInt64.self)),
        offset >= CatalogFile.headerSize, offset % CatalogFile.alignment == 0, stride > 0
      else { throw .damaged }
      let (size, isTooMuch) = count.multipliedReportingOverflow(by: stride)
      let (end, isTooFar) = offset.addingReportingOverflow(size)
      guard !isTooMuch, !isTooFar, end <= bytes.count else { throw .damaged }
      sections.append(
        Section(range: offset..<end, stride: stride, checksum: number(entry + 24, as: UInt64.self)))
    }
  }

  /// The next section, which must contain elements of this type.
  fileprivate mutating func column<Element: ColumnElement>() throws(CatalogFileError) -> Column<Element> {
    guard next < sections.count, sections[next].stride == MemoryLayout<Element>.stride else { throw .damaged }
    defer { next += 1 }
    let section = unsafe UnsafeRawBufferPointer(rebasing: bytes[sections[next].range])
    return unsafe Column(unsafeMapped: section.bindMemory(to: Element.self), owner: owner)
  }

  /// Whether a section matches its checksum. O(its bytes).
  fileprivate func isIntact(section place: Int) -> Bool {
    let section = sections[place]
    return unsafe Checksum.of(RawSpan(_unsafeBytes: bytes).extracting(section.range)) == section.checksum
  }

  fileprivate var count: Int { sections.count }
}

/// Collects the sections of a catalog's file, and writes its bytes.
struct CatalogFileWriter {
  /// One column's bytes and its entry in the header.
  private struct Section {
    let count: Int
    let stride: Int
    let checksum: UInt64
    /// The column itself, which writes its bytes.
    let bytes: any StoredSection
  }

  private var sections: [Section] = []

  /// Adds a section. O(elements), because it computes the checksum.
  mutating func add(_ column: Column<some ColumnElement>) {
    sections.append(
      Section(
        count: column.count, stride: column.stride, checksum: Checksum.of(column.bytes), bytes: column))
  }

  /// Writes the file piece by piece.
  func write<Failure>(
    identity: UInt64, _ write: (RawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    var offsets: [Int] = []
    var end = CatalogFile.headerSize
    for section in sections {
      offsets.append(CatalogFile.aligned(end))
      end = CatalogFile.aligned(end) + section.count * section.stride
    }
    try write(header(identity, offsets, end).bytes)
    var at = CatalogFile.headerSize
    let filling = Column([UInt8](repeating: 0, count: CatalogFile.alignment))
    for (section, offset) in zip(sections, offsets) {
      if offset > at { try write(filling.bytes.extracting(first: offset - at)) }
      try section.bytes.write(write)
      at = offset + section.count * section.stride
    }
  }

  private func header(_ identity: UInt64, _ offsets: [Int], _ end: Int) -> Column<UInt8> {
    var header = CatalogFile.magic
    func append(_ value: some FixedWidthInteger) {
      unsafe withUnsafeBytes(of: value) { unsafe header.append(contentsOf: $0) }
    }
    append(CatalogFile.version)
    append(CatalogFile.byteOrder)
    append(UInt64(end))
    append(CatalogFile.folding)
    append(identity)
    append(UInt64(sections.count))
    header += repeatElement(0, count: CatalogFile.sectionsOffset - header.count)
    for (section, offset) in zip(sections, offsets) {
      append(UInt64(offset))
      append(UInt64(section.count))
      append(UInt64(section.stride))
      append(section.checksum)
    }
    header += repeatElement(0, count: CatalogFile.headerSize - header.count)
    CatalogFile.seal(&header)
    return Column(header)
  }
}

/// A column with its element type erased.
private protocol StoredSection {
  func write<Failure>(_ write: (RawSpan) throws(Failure) -> Void) throws(Failure)
}

extension Column: StoredSection {
  fileprivate func write<Failure>(_ write: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    try write(bytes)
  }

  /// The distance in bytes between consecutive elements.
  fileprivate var stride: Int { MemoryLayout<Element>.stride }
}
