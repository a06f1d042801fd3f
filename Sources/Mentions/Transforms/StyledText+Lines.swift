/// A line of a ``StyledText``. A line end inside a mention ends no line.
struct TransformLine {
  var pieces: [StyledText.Piece] = []
  /// The line end; empty at the end of the text.
  var terminator: Range<Int>
}

extension StyledText {
  /// The lines of the text, at least one. O(text).
  var lines: [TransformLine] {
    var lines: [TransformLine] = []
    var pieces: [Piece] = []
    for piece in self.pieces {
      guard case .plain(let range) = piece else {
        pieces.append(piece)
        continue
      }
      var start = range.lowerBound
      while let end = text[start..<range.upperBound].firstIndex(where: { $0 == 10 || $0 == 13 }) {
        if end > start { pieces.append(.plain(start..<end)) }
        let isPair = text[end] == 13 && end + 1 < range.upperBound && text[end + 1] == 10
        start = end + (isPair ? 2 : 1)
        lines.append(TransformLine(pieces: pieces, terminator: end..<start))
        pieces = []
      }
      if start < range.upperBound { pieces.append(.plain(start..<range.upperBound)) }
    }
    if !pieces.isEmpty || lines.isEmpty {
      lines.append(TransformLine(pieces: pieces, terminator: text.count..<text.count))
    }
    return lines
  }

  /// The bytes of some pieces together. O(bytes).
  func bytes(of pieces: [Piece]) -> [UInt8] { pieces.flatMap { bytes(of: $0) } }

  /// How a new line ends: as the first does; LF where there is only one line.
  var lineEnd: [UInt8] {
    lines.first.map { Array(text[$0.terminator]) }.flatMap { $0.isEmpty ? nil : $0 } ?? [10]
  }

  /// Some pieces without the white space at their start and their end; that inside mentions counts as text. O(bytes).
  func withoutOuterSpace(_ pieces: [Piece], atStart: Bool = true, atEnd: Bool = true) -> [Piece] {
    var pieces = pieces
    while atStart, case .plain(let range)? = pieces.first {
      pieces.removeFirst()
      if let start = text[range].firstIndex(where: { !Self.isSpace($0) }) {
        pieces.insert(.plain(start..<range.upperBound), at: 0)
        break
      }
    }
    while atEnd, case .plain(let range)? = pieces.last {
      pieces.removeLast()
      if let end = text[range].lastIndex(where: { !Self.isSpace($0) }) {
        pieces.append(.plain(range.lowerBound..<end + 1))
        break
      }
    }
    return pieces
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
