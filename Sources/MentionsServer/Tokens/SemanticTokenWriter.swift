import Mentions
import TextModel

/// Writes stretches of text, in their order, as the five numbers of a semantic token each.
struct SemanticTokenWriter {
  var data: [Int] = []
  private var cursor: PositionCursor
  /// Where the token before starts.
  private var last = TextPosition(line: 0, column: 0)

  init(_ encoding: PositionEncoding) { cursor = PositionCursor(encoding) }

  /// The first token is told relative to the last one of this stretch, which is not written.
  mutating func begin(behind range: TextRange, in text: IndexedText) {
    let start = cursor.encoding.position(of: range.start, in: text)
    let end = cursor.encoding.position(of: range.end, in: text)
    last = pieces(from: start, to: end, in: text).last?.start ?? start
  }

  /// Adds a stretch behind those before. Tokens cannot span lines: one over a line end is one token a line.
  mutating func add(_ range: TextRange, type: Int, modifiers: Int, in text: IndexedText) {
    let start = cursor.position(of: range.start, in: text)
    let end = cursor.position(of: range.end, in: text)
    if start.line == end.line {
      add(start, end.column - start.column, type, modifiers)
    } else {
      for piece in pieces(from: start, to: end, in: text) { add(piece.start, piece.length, type, modifiers) }
    }
  }

  private mutating func add(_ start: TextPosition, _ length: Int, _ type: Int, _ modifiers: Int) {
    data.append(start.line - last.line)
    data.append(start.line == last.line ? start.column - last.column : start.column)
    data.append(length)
    data.append(type)
    data.append(modifiers)
    last = start
  }

  private struct Piece {
    let start: TextPosition
    /// In the negotiated units.
    let length: Int
  }

  private func pieces(from start: TextPosition, to end: TextPosition, in text: IndexedText) -> [Piece] {
    (start.line...end.line).compactMap { line in
      let from = line == start.line ? start.column : 0
      let to = line == end.line ? end.column : length(ofLine: line, in: text)
      return to > from ? Piece(start: TextPosition(line: line, column: from), length: to - from) : nil
    }
  }

  private func length(ofLine line: Int, in text: IndexedText) -> Int {
    let encoding = cursor.encoding
    return encoding.position(
      of: encoding.offset(of: TextPosition(line: line, column: .max), in: text).0, in: text
    ).column
  }
}
