/// Finds the sections of a catalog's file, which lies in memory as it is. Nothing in it is believed: a section that would
/// not lie within the file is refused.
@safe struct CatalogFileReader: @unchecked Sendable {
  /// What the header says of a section.
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

  /// O(1): only the header is looked at.
  ///
  /// - Parameters:
  ///   - bytes: begin at a multiple of 16, and stay as they are and where they are while `owner` lives.
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

  /// The next section, which must hold elements of this kind.
  mutating func column<Element: ColumnElement>() throws(CatalogFileError) -> Column<Element> {
    guard next < sections.count, sections[next].stride == MemoryLayout<Element>.stride else { throw .damaged }
    defer { next += 1 }
    let section = unsafe UnsafeRawBufferPointer(rebasing: bytes[sections[next].range])
    return unsafe Column(unsafeMapped: section.bindMemory(to: Element.self), owner: owner)
  }

  /// Whether a section is as it was written. O(its bytes).
  func isIntact(section place: Int) -> Bool {
    let section = sections[place]
    return unsafe Checksum.of(RawSpan(_unsafeBytes: bytes).extracting(section.range)) == section.checksum
  }

  var count: Int { sections.count }
}
