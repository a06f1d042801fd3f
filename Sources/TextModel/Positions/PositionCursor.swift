/// Converts offsets that come in ascending order, as a list of tokens does: each costs the way from the one
/// before, also on an endless line, instead of the way from the line's start.
///
/// Holds no text; the text must be the same from call to call. An offset that is not ascending is answered
/// as well, at ``PositionEncoding/position(of:in:)``'s price.
public struct PositionCursor: Sendable {
  public let encoding: PositionEncoding
  private var line = 0
  private var content = TextRange(at: .zero)
  private var place = TextOffset(-1)
  private var column = 0

  public init(_ encoding: PositionEncoding) { self.encoding = encoding }

  public mutating func position(of offset: TextOffset, in text: IndexedText) -> TextPosition {
    let target = text.buffer.scalarStart(at: offset)
    if place >= .zero, target >= place, target <= content.end {
      column += encoding.length(of: TextRange(place, target), in: text)
    } else if let next = lineAhead(with: target, in: text) {
      line = next
      content = text.content(ofLine: next)
      column = encoding.length(of: TextRange(content.start, min(target, content.end)), in: text)
    } else {
      let position = encoding.position(of: target, in: text)
      line = position.line
      column = position.column
      content = text.content(ofLine: line)
    }
    place = min(target, content.end)
    return TextPosition(line: line, column: column)
  }

  /// How many lines are looked at before the index is searched: what comes next is mostly near.
  private static let stride = 8

  /// The line that holds an offset behind this line, if it is one of the next few.
  private func lineAhead(with target: TextOffset, in text: IndexedText) -> Int? {
    guard place >= .zero, target > content.end else { return nil }
    let last = min(line + Self.stride, text.lines.lineCount - 1)
    var candidate = line
    while candidate < last, text.lines.start(ofLine: candidate + 1) <= target { candidate += 1 }
    let isThere = candidate < last || last == text.lines.lineCount - 1
    return isThere ? candidate : nil
  }
}
