/// What an input method shows while a Hangul syllable is typed letter by letter: `ㅊ`, `처`, `철`.
enum HangulComposition {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)

  /// Appends the steps in the order of typing, the syllable last; of any other scalar only itself.
  ///
  /// Source: The Unicode Standard, section 3.12, *Conjoining Jamo Behavior*.
  static func append(stepsOf scalar: Unicode.Scalar, to text: inout String) {
    if (0xAC00...0xD7A3).contains(scalar.value) {
      let index = scalar.value - 0xAC00
      let (initial, vowel, final) = (index / 588, index % 588 / 28, index % 28)
      func append(_ vowel: UInt32, _ final: UInt32) {
        guard let step = Unicode.Scalar(0xAC00 + (initial * 21 + vowel) * 28 + final) else { return }
        text.unicodeScalars.append(step)
      }
      text.unicodeScalars.append(initials[Int(initial)])
      if let first = firstVowel(of: vowel) { append(first, 0) }
      if final > 0 { append(vowel, 0) }
      if let first = firstFinal(of: final) { append(vowel, first) }
    }
    text.unicodeScalars.append(scalar)
  }

  /// The medial that is typed first, where one takes two keys (`ㅗ` of `ㅘ`).
  private static func firstVowel(of vowel: UInt32) -> UInt32? {
    switch vowel {
    case 9, 10, 11: 8
    case 14, 15, 16: 13
    case 19: 18
    default: nil
    }
  }

  /// The final that is typed first, where one takes two keys (`ㄹ` of `ㄺ`).
  private static func firstFinal(of final: UInt32) -> UInt32? {
    switch final {
    case 3: 1
    case 5, 6: 4
    case 9...15: 8
    case 18: 17
    default: nil
    }
  }
}
