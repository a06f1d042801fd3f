import TextModel

/// What an insertion looks like that was typed.
package enum TypedText {
  private static let lineFeed: UInt8 = 10
  private static let carriageReturn: UInt8 = 13

  /// Whether there is a line end in these bytes.
  package static func holdsLineEnd(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 == lineFeed || $0 == carriageReturn }
  }

  /// The graphemes of an insertion, each as its bytes; nil if there are more than `limit`.
  package static func graphemes(of bytes: [UInt8], limit: Int) -> [[UInt8]]? {
    var graphemes: [[UInt8]] = []
    for character in String(decoding: bytes, as: UTF8.self) {
      guard graphemes.count < limit else { return nil }
      graphemes.append(Array(character.utf8))
    }
    return graphemes
  }

  /// Whether nothing speaks against keys: there is no line end, or it is the Enter key.
  package static func isTyped(_ bytes: [UInt8]) -> Bool { !holdsLineEnd(bytes) || isEnter(bytes) }

  /// The Enter key, with the indentation that editors add.
  package static func isEnter(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.first == carriageReturn { rest = rest.dropFirst() }
    if rest.first == lineFeed { rest = rest.dropFirst() }
    return rest.count < bytes.count && rest.allSatisfy { $0 == 0x20 || $0 == 9 }
  }
}

extension [UInt8] {
  /// Whether these bytes are one user-perceived character. Looks at a bounded number of them.
  package var isOneGrapheme: Bool {
    if count <= 1 { return count == 1 }
    guard count <= 256 else { return false }
    let text = String(decoding: self, as: UTF8.self)
    return text.index(after: text.startIndex) == text.endIndex
  }
}
