/// The width of text in terminal columns: two for wide East Asian letters and emoji, none for combining marks.
///
/// A user-perceived character that is an emoji has two columns; any other has the sum of the widths of its scalars, as
/// in terminals that support only `wcwidth`.
public enum CellWidth {
  /// The number of terminal columns of a text.
  ///
  /// - Complexity: linear in the text; ASCII is only counted.
  public static func columns(of text: String) -> Int {
    var count = 0
    for byte in text.utf8 {
      guard (0x20..<0x7F).contains(byte) else { return text.reduce(0) { $0 + columns(of: $1) } }
      count += 1
    }
    return count
  }

  /// The number of terminal columns of a user-perceived character: 0 for a control character or a lone
  /// combining mark, usually 1 or 2, more for a sequence of several letters.
  ///
  /// - Complexity: linear in the character's scalars.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return columns(of: first) }
    if first.properties.isEmojiPresentation || isEmojiByVariation(scalars) { return 2 }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Whether a symbol that is text by default is followed by the variation selector that makes it an emoji, as in `☀️`
  /// and `1️⃣`.
  private static func isEmojiByVariation(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.first?.properties.isEmoji == true && scalars.contains("\u{FE0F}")
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return (0x20..<0x7F).contains(value) || value >= 0xA0 ? 1 : 0 }
    // The wide ranges contain some combining marks, so these are excluded first.
    if isZeroWidth(scalar) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= wide[0].lowerBound else { return false }
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value) || scalar.properties.isEmojiPresentation
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    // Medial and final Hangul letters are drawn in the cell of the initial.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return true
    // Some signs that precede digits or letters, such as U+0600, are also format characters, but visible.
    case .format: return !visibleFormats.contains(scalar.value)
    default: return false
    }
  }

  private static let visibleFormats: Set<UInt32> = [
    0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
  ]

  /// The ranges of East_Asian_Width W and F in Unicode 16, without the scalars that have emoji presentation, which
  /// `isWide` finds by the standard library's property. Ranges are joined across unassigned scalars.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo, initial letters
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637, 0x268A...0x268F,  // trigrams, monograms, digrams
    0x2E80...0x303E,  // radicals, description characters, CJK punctuation
    0x3041...0x3247, 0x3250...0xA4C6,  // kana, Bopomofo, enclosed letters, Han, Yi
    0xA960...0xA97C,  // Hangul Jamo Extended-A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6B,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18D08,  // Tangut, Khitan
    0x1AFF0...0x1B2FB,  // Kana Extended and Supplement, Nushu
    0x1D300...0x1D376,  // Tai Xuan Jing symbols, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // Han, planes 2 and 3
  ]
}
