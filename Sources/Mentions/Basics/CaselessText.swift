/// A text that equals another where both are the same in lower case.
///
/// Texts of ASCII, as nearly all addresses and handles are, are compared and hashed by their bytes, without a copy in
/// lower case. Others are compared as `String` does it, by canonical equivalence, and equal none of ASCII.
struct CaselessText: Hashable, Sendable {
  /// In lower case if it is not ASCII.
  private let text: String
  private let isASCII: Bool

  init(_ text: String) {
    let isASCII = Self.isASCII(text)
    self.text = isASCII ? text : text.lowercased()
    // The Kelvin sign is ASCII in lower case.
    self.isASCII = isASCII || Self.isASCII(self.text)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  static func == (a: Self, b: Self) -> Bool {
    guard a.isASCII, b.isASCII else { return a.isASCII == b.isASCII && a.text == b.text }
    return a.text.utf8.elementsEqual(b.text.utf8) { lowercase($0) == lowercase($1) }
  }

  func hash(into hasher: inout Hasher) {
    guard isASCII else { return hasher.combine(text) }
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(Self.lowercase(byte))
      count += 1
      if count.isMultiple(of: 8) { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
