/// A text that equals another where both are the same without case, by Unicode's full folding (`ß` is `ss`).
///
/// Texts of ASCII, as nearly all addresses and handles are, are compared and hashed by their bytes, without a folded
/// copy. Others are compared as `String` does it, by canonical equivalence, and equal none of ASCII.
package struct CaselessText: Hashable, Sendable {
  /// Folded if it is not ASCII.
  private let text: String
  private let isASCII: Bool

  package init(_ text: String) {
    let isASCII = Self.isASCII(text)
    // In capitals first: they have no letter that stands for several, or for the end of a word.
    self.text = isASCII ? text : text.uppercased().lowercased()
    // The Kelvin sign is ASCII in lower case, and `ß` is folded.
    self.isASCII = isASCII || Self.isASCII(self.text)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  package static func == (a: Self, b: Self) -> Bool {
    guard a.isASCII, b.isASCII else { return a.isASCII == b.isASCII && a.text == b.text }
    return a.text.utf8.elementsEqual(b.text.utf8) { lowercase($0) == lowercase($1) }
  }

  package func hash(into hasher: inout Hasher) {
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
