public import TextModel

/// Tells one text from another without keeping it: the same in every run and on every machine.
public struct TextFingerprint: Hashable, Sendable {
  /// The text's length in UTF-8 code units.
  public var count: Int
  /// FNV-1a, 64 bits.
  public var hash: UInt64

  public init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }

  /// Longer texts are not read through.
  static let longest = 16 << 20

  /// O(text); nil for a text of more than 16 MiB.
  public init?(of text: IndexedText) {
    count = text.buffer.count
    guard count <= Self.longest else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    text.buffer.forEachPiece(in: text.buffer.range) { piece in
      for index in piece.indices { hash = (hash ^ UInt64(piece[index])) &* 0x0000_0100_0000_01b3 }
      return true
    }
    self.hash = hash
  }
}
