/// Base64 (RFC 4648).
enum Base64 {
  /// Nil if the text is not valid Base64.
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
