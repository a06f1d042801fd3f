/// Runs of white space in well-formed UTF-8: the scalars with Unicode's property `White_Space`.
package enum WhiteSpace {
  /// The width in bytes of the white space scalar that begins at `index`; 0 where another one does.
  package static func width(in bytes: Span<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    if byte == 0x20 || (byte >= 9 && byte <= 13) { return 1 }
    guard byte >= 0xC2, index + 1 < bytes.count else { return 0 }
    let second = bytes[index + 1]
    if byte == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard byte >= 0xE1, byte <= 0xE3, index + 2 < bytes.count else { return 0 }
    return isThreeByteSpace(byte, second, bytes[index + 2]) ? 3 : 0
  }

  private static func isThreeByteSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE1, 0x9A): third == 0x80
    case (0xE2, 0x80): third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
    case (0xE2, 0x81): third == 0x9F
    case (0xE3, 0x80): third == 0x80
    default: false
    }
  }

  /// The index behind the run of white space that begins at `index`.
  package static func end(in bytes: Span<UInt8>, from index: Int) -> Int {
    var at = index
    while at < bytes.count {
      let width = width(in: bytes, at: at)
      if width == 0 { break }
      at += width
    }
    return at
  }

  /// Whether both say the same when every run of white space counts as one space. A run against none is a
  /// difference. Linear.
  package static func areEqualButForRuns(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (left, right) = (a.span, b.span)
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (one, other) = (end(in: left, from: i), end(in: right, from: j))
      if (one > i) != (other > j) { return false }
      if one > i {
        (i, j) = (one, other)
      } else {
        if left[i] != right[j] { return false }
        (i, j) = (i + 1, j + 1)
      }
    }
    return i == left.count && j == right.count
  }

  /// A stretch without the ASCII white space at its ends.
  package static func trimmed(_ range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    var (from, to) = (range.lowerBound, range.upperBound)
    while from < to, isASCIISpace(bytes[from]) { from += 1 }
    while to > from, isASCIISpace(bytes[to - 1]) { to -= 1 }
    return from..<to
  }

  package static func isASCIISpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }
}
