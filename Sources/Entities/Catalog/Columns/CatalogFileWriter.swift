/// Gathers the sections of a catalog's file, and hands out its bytes.
struct CatalogFileWriter {
  /// One column's bytes and what the header says of it.
  private struct Section {
    let count: Int
    let stride: Int
    let checksum: UInt64
    /// Hands the bytes on.
    let bytes: any StoredSection
  }

  private var sections: [Section] = []

  /// O(elements): the checksum is taken.
  mutating func add(_ column: Column<some ColumnElement>) {
    sections.append(
      Section(
        count: column.count, stride: column.stride, checksum: Checksum.of(column.bytes), bytes: column))
  }

  /// The file from its beginning, piece by piece.
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
    header += repeatElement(0, count: CatalogFile.checksumOffset - header.count)
    header += repeatElement(0, count: CatalogFile.headerSize - header.count)
    CatalogFile.seal(&header)
    return Column(header)
  }
}

/// A column of whatever elements.
private protocol StoredSection {
  func write<Failure>(_ write: (RawSpan) throws(Failure) -> Void) throws(Failure)
}

extension Column: StoredSection {
  fileprivate func write<Failure>(_ write: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    try write(bytes)
  }

  /// Bytes from one element to the next.
  var stride: Int { MemoryLayout<Element>.stride }
}
