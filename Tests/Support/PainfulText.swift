import TextModel

/// What text is made of where it hurts: line ends, marks, joiners, flags, jamo, right-to-left, astral planes.
package let painfulPieces: [String] = [
  "a", "b", "Z", " ", "  ", "@", ".", "foo", "line", "\n", "\r", "\r\n", "\n\n", "\t", "é", "e\u{301}",
  "\u{301}", "\u{200D}", "\u{FE0F}", "👩‍👩‍👧", "👩", "🏽", "👍🏽", "🇩🇪", "🇫", "🇷", "ᄀ", "ᅡ", "ᆨ", "각", "가", "한", "뷁",
  "שלום", "ع",
  "\u{200F}", "你", "好", "你好", "が", "か\u{3099}", "क्षि", "क", "्", "\u{0600}", "𝒳", "𐍈", "\u{0}", "ß", "ไทย",
  "นํ้า",
]

package func painfulText(pieces: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
  var text: [UInt8] = []
  for _ in 0..<pieces { text += (painfulPieces.randomElement(using: &random) ?? "").utf8 }
  return text
}

/// Scalar boundaries of well-formed UTF-8, both ends included.
package func scalarBoundaries(_ bytes: [UInt8]) -> [Int] {
  bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
}

/// A range on scalar boundaries, at most `longest` scalars long.
package func randomRange(_ bytes: [UInt8], longest: Int, using random: inout some RandomNumberGenerator)
  -> TextRange
{
  let places = scalarBoundaries(bytes)
  let from = Int.random(in: 0..<places.count, using: &random)
  let to = min(places.count - 1, from + Int.random(in: 0...longest, using: &random))
  return TextRange(places[from], places[to])
}
