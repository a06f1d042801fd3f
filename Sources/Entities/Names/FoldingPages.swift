/// `NameFoldingTable` unpacked: pages of 128 scalars, equal pages shared, each entry the place of what the
/// scalar becomes. Made when the first letter outside ASCII is folded.
struct FoldingPages: Sendable {
  static let shared = FoldingPages(table: NameFoldingTable.text)

  /// By `scalar >> 7`; 0 is the page on which everything stays as it is.
  private var pageOf: [UInt16] = []
  /// 128 entries a page; 0 = unchanged, else one more than the place in `starts`.
  private var entries: [UInt16] = Array(repeating: 0, count: 128)
  private var starts: [UInt32] = []
  private var bytes: [UInt8] = []

  /// - Parameter table: as `NameFoldingTable/text` describes. What cannot be read is skipped.
  init(table: String) {
    var next: UInt32 = 0
    for line in table.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let parts = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let range = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let target = parts[1].split(separator: UInt8(ascii: "+")).compactMap(Self.hexadecimal)
      guard range.count <= 2, let first = range[0].isEmpty ? next : Self.hexadecimal(range[0]),
        let last = range.count == 2 ? Self.hexadecimal(range[1]) : first, first <= last, last < 0x110000
      else { continue }
      for scalar in first...last {
        // Of a range the targets run along; in all other entries they are written out.
        set(scalar, range.count == 2 ? target.prefix(1).map { $0 + (scalar - first) } : target)
      }
      next = last + 1
    }
    starts.append(UInt32(bytes.count))
  }

  private mutating func set(_ scalar: UInt32, _ target: [UInt32]) {
    let page = Int(scalar >> 7)
    while pageOf.count <= page { pageOf.append(0) }
    if pageOf[page] == 0 {
      pageOf[page] = UInt16(truncatingIfNeeded: entries.count / 128)
      entries += Array(repeating: 0, count: 128)
    }
    starts.append(UInt32(bytes.count))
    entries[Int(pageOf[page]) * 128 + Int(scalar & 127)] = UInt16(truncatingIfNeeded: starts.count)
    for scalar in target { UTF8Reading.append(scalar, to: &bytes) }
  }

  private static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt32(digit - 0x30)
      case 0x61...0x66: value = value << 4 | UInt32(digit - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }

  func append(folding scalar: UInt32, to folded: inout [UInt8]) {
    let page = Int(scalar >> 7)
    let entry = page < pageOf.count ? entries[Int(pageOf[page]) * 128 + Int(scalar & 127)] : 0
    if entry == 0 {
      UTF8Reading.append(scalar, to: &folded)
    } else {
      folded += bytes[Int(starts[Int(entry) - 1])..<Int(starts[Int(entry)])]
    }
  }
}
