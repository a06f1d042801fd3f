import TextModel

/// SplitMix64: small, and the same numbers on every machine.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// What text is made of where it hurts: line ends, marks, joiners, flags, jamo, right-to-left, astral planes.
let painfulPieces: [String] = [
  "a", "b", "Z", " ", "  ", "@", ".", "foo", "line", "\n", "\r", "\r\n", "\n\n", "\t", "é", "e\u{301}",
  "\u{301}", "\u{200D}", "\u{FE0F}", "👩‍👩‍👧", "👩", "🏽", "👍🏽", "🇩🇪", "🇫", "🇷", "ᄀ", "ᅡ", "ᆨ", "각", "가", "한", "뷁",
  "שלום", "ع",
  "\u{200F}", "你", "好", "你好", "が", "か\u{3099}", "क्षि", "क", "्", "\u{0600}", "𝒳", "𐍈", "\u{0}", "ß", "ไทย",
  "นํ้า",
]

func painfulText(pieces: Int, using random: inout SeededRandom) -> [UInt8] {
  var text: [UInt8] = []
  for _ in 0..<pieces { text += (painfulPieces.randomElement(using: &random) ?? "").utf8 }
  return text
}

/// Scalar boundaries of well-formed UTF-8, both ends included.
func scalarBoundaries(_ bytes: [UInt8]) -> [Int] {
  bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
}

/// A range on scalar boundaries, at most `longest` scalars long.
func randomRange(_ bytes: [UInt8], longest: Int, using random: inout SeededRandom) -> TextRange {
  let places = scalarBoundaries(bytes)
  let from = Int.random(in: 0..<places.count, using: &random)
  let to = min(places.count - 1, from + Int.random(in: 0...longest, using: &random))
  return TextRange(places[from], places[to])
}

extension [UInt8] {
  /// The simplest way to apply an edit.
  mutating func apply(_ edit: TextReplacement) {
    replaceSubrange(edit.range.start.utf8..<edit.range.end.utf8, with: edit.replacement)
  }

  var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}

extension IndexedText {
  var bytes: [UInt8] { buffer.bytes(in: buffer.range) }
  var lineStarts: [Int] { (0..<lines.lineCount).map { lines.start(ofLine: $0).utf8 } }
}

/// Line starts found scalar by scalar.
func lineStarts(of bytes: [UInt8]) -> [Int] {
  var starts = [0]
  for (i, byte) in bytes.enumerated()
  where byte == 10 || (byte == 13 && !(i + 1 < bytes.count && bytes[i + 1] == 10)) {
    starts.append(i + 1)
  }
  return starts
}

/// Copies of the pieces that a range is read in.
func readPieces(of buffer: TextBuffer, in range: TextRange) -> [[UInt8]] {
  var pieces: [[UInt8]] = []
  buffer.forEachPiece(in: range) { piece in
    pieces.append(piece.indices.map { piece[$0] })
    return true
  }
  return pieces
}
