import TextModel

/// Scripts that are typed by way of an input method.
enum InputScript {
  /// Letters of which a Hangul syllable is composed.
  static func isJamo(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xD7B0...0xD7FB, 0xFFA1...0xFFDC: true
    default: false
    }
  }

  static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    0xAC00...0xD7A3 ~= scalar.value || isJamo(scalar)
  }

  /// Kana and bopomofo: what is spelt before it is converted.
  static func isPhonetic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x309F, 0x30A1...0x30FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
      0xFF66...0xFF9F, 0x1B000...0x1B16F:
      true
    default: false
    }
  }

  static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  /// Letters of the Latin alphabet, half or full width, and what divides syllables in pinyin.
  static func isSpelling(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x27, 0x2019, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
    default: false
    }
  }

  static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
    isHan(scalar) || isHangul(scalar) || isPhonetic(scalar)
  }

  /// Whether bytes are made of nothing but such scalars, and are not empty.
  static func all(_ bytes: [UInt8], _ condition: (Unicode.Scalar) -> Bool) -> Bool {
    !bytes.isEmpty && String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(condition)
  }

  /// Whether bytes hold such a scalar.
  static func some(_ bytes: [UInt8], _ condition: (Unicode.Scalar) -> Bool) -> Bool {
    bytes.contains { $0 >= 0xE1 }
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: condition)
  }
}
