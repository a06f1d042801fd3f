/// Bytes of words, for scanning text without decoding it.
enum WordScalars {
  /// A byte of a letter, a digit or `_`; every byte of a character outside ASCII counts.
  static func isWordByte(_ byte: UInt8) -> Bool { byte >= 0x80 || CharacterClass.isNormal(byte) }
}
