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

  func lineStarts(from line: Int) -> [Int] {
    var starts: [Int] = []
    lines.forEachStart(fromLine: line) {
      starts.append($0.utf8)
      return true
    }
    return starts
  }
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
