/// Finds bytes that are not UTF-8 (Unicode, table 3-7: shortest form, no surrogates, nothing above U+10FFFF).
enum UTF8Validation {
  /// The index of the first byte of the first ill-formed sequence in `range`, or nil.
  static func firstFault(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    var i = range.lowerBound
    let end = range.upperBound
    while i < end {
      let first = bytes[i]
      if first < 0x80 {
        i += 1
        continue
      }
      let length: Int
      var low: UInt8 = 0x80
      var high: UInt8 = 0xBF
      switch first {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, low) = (3, 0xA0)
      case 0xED: (length, high) = (3, 0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, low) = (4, 0x90)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, high) = (4, 0x8F)
      default: return i
      }
      guard end - i >= length else { return i }
      let second = bytes[i + 1]
      guard second >= low, second <= high else { return i }
      if length > 2 {
        guard bytes[i + 2] & 0xC0 == 0x80 else { return i }
        if length > 3 {
          guard bytes[i + 3] & 0xC0 == 0x80 else { return i }
        }
      }
      i += length
    }
    return nil
  }
}
