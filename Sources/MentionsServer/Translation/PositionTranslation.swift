import LanguageProtocol
import TextModel

/// Lines and columns of the protocol to offsets of the text and back.
struct PositionTranslation {
  let encoding: PositionEncoding

  /// What lies past the text, or inside a character, is moved to the nearest place that exists.
  func offset(of position: Position, in text: IndexedText) -> TextOffset {
    encoding.offset(of: TextPosition(line: position.line, column: position.character), in: text).0
  }

  /// Nil where the text has no such place: the client may have asked before it sent its change.
  func exactOffset(of position: Position, in text: IndexedText) -> TextOffset? {
    let (offset, verdict) = encoding.offset(
      of: TextPosition(line: position.line, column: position.character), in: text)
    return verdict == .exact ? offset : nil
  }

  /// Ends in the wrong order are put right.
  func range(_ range: LanguageProtocol.Range, in text: IndexedText) -> TextRange {
    let start = offset(of: range.start, in: text)
    let end = offset(of: range.end, in: text)
    return TextRange(min(start, end), max(start, end))
  }

  /// Nil where the text has no such range, or its ends are in the wrong order.
  func exactRange(_ range: LanguageProtocol.Range, in text: IndexedText) -> TextRange? {
    guard let start = exactOffset(of: range.start, in: text), let end = exactOffset(of: range.end, in: text),
      start <= end
    else { return nil }
    return TextRange(start, end)
  }

  func position(of offset: TextOffset, in text: IndexedText) -> Position {
    let position = encoding.position(of: offset, in: text)
    return Position(line: position.line, character: position.column)
  }

  func range(_ range: TextRange, in text: IndexedText) -> LanguageProtocol.Range {
    LanguageProtocol.Range(start: position(of: range.start, in: text), end: position(of: range.end, in: text))
  }

  /// Where a text was that something else has taken the place of since; before it nothing has changed.
  func range(ofText bytes: [UInt8], at start: TextOffset, in text: IndexedText) -> LanguageProtocol.Range {
    let buffer = text.buffer
    var from = position(of: start, in: text)
    let halvesLineEnd =
      start > .zero && start < buffer.end && buffer[start - 1] == UInt8(ascii: "\r")
      && buffer[start] == UInt8(ascii: "\n")
    // The carriage return ended a line until then.
    if halvesLineEnd, bytes.first != UInt8(ascii: "\n") { from = Position(line: from.line + 1, character: 0) }
    return LanguageProtocol.Range(start: from, end: end(ofText: bytes, from: from))
  }

  /// Where what an edit inserts will end, in the text after it.
  func end(of edit: TextReplacement, in text: IndexedText) -> Position {
    end(ofText: edit.replacement, from: position(of: edit.range.start, in: text))
  }

  private func end(ofText bytes: [UInt8], from start: Position) -> Position {
    let inserted = IndexedText(bytes)
    let end = position(of: inserted.buffer.end, in: inserted)
    return Position(
      line: start.line + end.line, character: end.line == 0 ? start.character + end.character : end.character)
  }

  func edit(_ edit: TextReplacement, in text: IndexedText) -> TextEdit {
    TextEdit(
      range: range(edit.range, in: text), newText: String(decoding: edit.replacement, as: UTF8.self))
  }
}
