/// The form of a catalog in a file that is mapped into memory, not read: a page that tells what is where, then the
/// catalog's tables as they are in memory.
///
/// Numbers are in the machine's byte order; a file of another order is refused, for it is a cache. Each section begins at
/// a multiple of 64.
///
/// | offset in the page | |
/// |---|---|
/// | 0 | `mentions` |
/// | 8 | `version`, 32 bits |
/// | 12 | `byteOrder`, 32 bits |
/// | 16 | bytes of the file, 64 bits, as all that follow |
/// | 24 | `folding` |
/// | 32 | identity of the catalog |
/// | 40 | number of sections |
/// | 64 | for each section its offset, elements, bytes of one element, checksum |
/// | 4088 | checksum of all of the page before |
package enum CatalogFile {
  static let magic: [UInt8] = Array("mentions".utf8)
  /// To be raised with each change of what sections there are, what they hold, or how text is searched in them.
  package static let version: UInt32 = 1
  static let byteOrder: UInt32 = 0x0102_0304
  package static let headerSize = 4096
  static let checksumOffset = headerSize - 8
  static let sectionsOffset = 64
  static let sectionSize = 32
  static let mostSections = (checksumOffset - sectionsOffset) / sectionSize
  static let alignment = 64

  /// Changes with the table by which names are folded.
  static let folding: UInt64 = {
    var checksum = Checksum()
    checksum.add(NameFoldingTable.text)
    return checksum.value
  }()

  /// Writes the checksum of the page into it.
  ///
  /// - Parameter file: a whole page at least.
  package static func seal(_ file: inout [UInt8]) {
    let checksum = Checksum.of(Column(Array(file[..<checksumOffset])).bytes)
    for place in 0..<8 {
      file[checksumOffset + place] = UInt8(truncatingIfNeeded: checksum.littleEndian >> UInt64(place * 8))
    }
  }

  /// The next multiple of the alignment.
  static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
}

/// Why a file is not a catalog that can be used.
package enum CatalogFileError: String, Error {
  case tooShort = "it is too short"
  case otherFile = "it is another kind of file"
  case otherVersion = "it is of another version"
  case damaged = "it is damaged"
}
