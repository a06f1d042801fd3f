import SystemCalls

/// A single-byte encoding, declared by `CHARSET=` in old address books.
enum SingleByteEncoding {
  case latin1, latin2, latin9, windows1252

  /// - Parameter name: the name registered with IANA, in capitals.
  init?(named name: String) {
    switch name {
    case "ISO-8859-1", "ISO8859-1", "LATIN1": self = .latin1
    case "ISO-8859-2", "ISO8859-2", "LATIN2": self = .latin2
    case "ISO-8859-15", "ISO8859-15", "LATIN9": self = .latin9
    case "WINDOWS-1252", "CP1252": self = .windows1252
    default: return nil
    }
  }

  func utf8(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(scalar(byte)) }
    return Array(String(text).utf8)
  }

  private func scalar(_ byte: UInt8) -> Unicode.Scalar {
    switch (self, byte) {
    case (.latin2, 0xA0...): Self.fromA0OfLatin2[Int(byte) - 0xA0]
    case (.windows1252, 0x80..<0xA0): Self.from80OfWindows1252[Int(byte) - 0x80]
    case (.latin9, 0xA4): "€"
    case (.latin9, 0xA6): "Š"
    case (.latin9, 0xA8): "š"
    case (.latin9, 0xB4): "Ž"
    case (.latin9, 0xB8): "ž"
    case (.latin9, 0xBC): "Œ"
    case (.latin9, 0xBD): "œ"
    case (.latin9, 0xBE): "Ÿ"
    default: Unicode.Scalar(byte)
    }
  }

  /// The characters of the bytes from 0xA0 on.
  private static let fromA0OfLatin2 = Array(
    """
    \u{a0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{ad}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹ\
    ĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """.unicodeScalars)

  /// The characters of the bytes from 0x80 on. Five bytes are unassigned and become the control characters with the
  /// same code.
  private static let from80OfWindows1252 = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)
}

extension ByteReader {
  /// Skips a byte order mark. A file in UTF-16 is read as a whole and converted to UTF-8.
  ///
  /// - Parameter longest: the maximum size of a file in UTF-16, in bytes.
  /// - Returns: an error message if the file cannot be read or is too long to be converted; otherwise nil.
  mutating func decode(longest: Int) -> String? {
    guard skipByteOrderMark() != nil else { return nil }
    while end - start <= longest, fill() {}
    if let fault { return "the file cannot be read: \(fault.message)" }
    guard end - start <= longest else {
      return "the file is UTF-16 and longer than \(ReadingLimits.text(longest)); convert it to UTF-8"
    }
    self = ByteReader(bytes: Self.utf8(ofUTF16: buffer[start..<end]))
    return nil
  }

  /// Converts UTF-16 to UTF-8.
  ///
  /// - Parameter bytes: UTF-16 with a byte order mark. Invalid UTF-16 becomes U+FFFD.
  private static func utf8(ofUTF16 bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isBigEndian = bytes.first == 0xFE
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = bytes.startIndex + 2
    while at + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      at += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// Base64 (RFC 4648).
enum Base64 {
  /// The decoded bytes; nil if the text is not valid Base64.
  static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var (bits, count, padding) = (0, 0, 0)
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      bits = (bits << 6 | Int(digit)) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return count < 6 && padding <= 2 ? decoded : nil
  }

  static func encoded(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= 6 {
        count -= 6
        encoded.append(digits[bits >> count & 63])
      }
    }
    if count > 0 { encoded.append(digits[bits << (6 - count) & 63]) }
    while encoded.count % 4 != 0 { encoded.append(UInt8(ascii: "=")) }
    return String(decoding: encoded, as: UTF8.self)
  }
}
