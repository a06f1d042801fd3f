/// The character classes of the behaviour, section 1, as far as reading text needs them.
enum WordScalars {
  /// Letters, marks, digits and `_`.
  static func isNormal(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return scalar == "_" || (scalar >= "a" && scalar <= "z") || (scalar >= "A" && scalar <= "Z")
        || (scalar >= "0" && scalar <= "9")
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// A byte of a word; every byte of a character outside ASCII counts.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isNormal(Unicode.Scalar(byte))
  }

  /// What belongs to a word when more of it follows: `jane-doe`, `org/team`.
  static func joinsWords(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", ".", "'", "’", "/", "@": true
    default: false
    }
  }

  /// Scripts whose words follow one another without spaces: Han, kana, Thai, Lao, Khmer, Myanmar.
  static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2e80...0x2fdf, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303b, 0x3041...0x30ff,
      0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0xff66...0xff9f,
      0x1b000...0x1b16f, 0x20000...0x3ffff:
      true
    case 0x0e00...0x0e7f, 0x0e80...0x0eff, 0x1780...0x17ff, 0x19e0...0x19ff, 0x1000...0x109f,
      0xa9e0...0xa9ff, 0xaa60...0xaa7f:
      true
    default: false
    }
  }
}
