/// Scripts written without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar (the behaviour,
/// section 1). The standard library knows no scripts, so these are Unicode's blocks.
enum UnspacedScripts {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x0E00 else { return false }
    return blocks.contains { $0.contains(value) }
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF,  // CJK Unified Ideographs
    0x3041...0x30FF,  // Hiragana, Katakana
    0x0E00...0x0EFF,  // Thai, Lao
    0x1000...0x109F,  // Myanmar
    0x1780...0x17FF,  // Khmer
    0x19E0...0x19FF,  // Khmer Symbols
    0x2E80...0x2FDF,  // CJK and Kangxi Radicals
    0x3005...0x3007, 0x3021...0x3029, 0x3031...0x303C,  // iteration marks, numerals
    0x31F0...0x31FF,  // Katakana Phonetic Extensions
    0x3400...0x4DBF,  // CJK Extension A
    0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Myanmar Extended
    0xF900...0xFAFF,  // CJK Compatibility Ideographs
    0xFF66...0xFF9F,  // halfwidth Katakana
    0x1AFF0...0x1B16F,  // Kana Extended
    0x20000...0x323AF,  // CJK Extensions B to H
  ]
}
