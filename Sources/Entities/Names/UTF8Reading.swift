/// Scalars out of bytes that should be UTF-8. What is not well-formed reads as U+FFFD, one byte at a time.
enum UTF8Reading {
  /// The scalar at `at`, which moves behind it. `at` must be inside.
  @inline(__always)
  static func scalar(_ bytes: Span<UInt8>, _ at: inout Int) -> UInt32 {
    let first = bytes[at]
    if first < 0x80 {
      at += 1
      return UInt32(first)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    if first < 0xC2 || first > 0xF4 || at + length > bytes.count {
      at += 1
      return 0xFFFD
    }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let byte = bytes[at + offset]
      if byte & 0xC0 != 0x80 {
        at += 1
        return 0xFFFD
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    at += length
    return value
  }

  /// How many bytes the scalar that begins with this byte takes.
  @inline(__always)
  static func length(first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  /// The text in a range of bytes; what is not well-formed becomes U+FFFD.
  static func string(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    // The buffer is only read, and only here.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case ..<0x10000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18 & 0x07))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}
