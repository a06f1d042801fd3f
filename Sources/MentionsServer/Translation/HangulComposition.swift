/// What an input method shows while a Hangul syllable is typed letter by letter: `ㅊ`, `처`, `철`.
enum HangulComposition {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)

  /// By medial: the one that is typed first, where it takes two keys (`ㅗ` of `ㅘ`).
  private static let firstVowels: [UInt32: UInt32] = [9: 8, 10: 8, 11: 8, 14: 13, 15: 13, 16: 13, 19: 18]
  /// By final: the one that is typed first, where it takes two keys (`ㄹ` of `ㄺ`).
  private static let firstFinals: [UInt32: UInt32] = [
    3: 1, 5: 4, 6: 4, 9: 8, 10: 8, 11: 8, 12: 8, 13: 8, 14: 8, 15: 8, 18: 17,
  ]

  /// The steps in the order of typing, the syllable last; for any other scalar only itself.
  ///
  /// Source: The Unicode Standard, section 3.12, *Conjoining Jamo Behavior*.
  static func steps(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return [scalar] }
    let index = scalar.value - 0xAC00
    let (initial, vowel, final) = (index / 588, index % 588 / 28, index % 28)
    func syllable(_ vowel: UInt32, _ final: UInt32) -> Unicode.Scalar? {
      Unicode.Scalar(0xAC00 + (initial * 21 + vowel) * 28 + final)
    }
    let steps = [
      initials[Int(initial)], firstVowels[vowel].flatMap { syllable($0, 0) },
      final > 0 ? syllable(vowel, 0) : nil, firstFinals[final].flatMap { syllable(vowel, $0) }, scalar,
    ]
    return steps.compactMap(\.self)
  }
}
