import Entities
import LanguageProtocol
import TextModel

/// Converts between lines and columns of the protocol and offsets in the text.
struct PositionTranslation {
  let encoding: PositionEncoding

  /// Positions beyond the text, or inside a character, are moved to the nearest valid position.
  func offset(of position: Position, in text: IndexedText) -> TextOffset {
    encoding.offset(of: TextPosition(line: position.line, column: position.character), in: text).0
  }

  /// Nil if the text has no such position, because the client sent the request before its change.
  func exactOffset(of position: Position, in text: IndexedText) -> TextOffset? {
    let (offset, verdict) = encoding.offset(
      of: TextPosition(line: position.line, column: position.character), in: text)
    return verdict == .exact ? offset : nil
  }

  /// Converts a range; reversed bounds are swapped.
  func range(_ range: LanguageProtocol.Range, in text: IndexedText) -> TextRange {
    let start = offset(of: range.start, in: text)
    let end = offset(of: range.end, in: text)
    return TextRange(min(start, end), max(start, end))
  }

  /// Nil if the text has no such range, or its bounds are reversed.
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

  /// The former range of text that has been replaced since; the text before it must be unchanged.
  func range(ofText bytes: [UInt8], at start: TextOffset, in text: IndexedText) -> LanguageProtocol.Range {
    let buffer = text.buffer
    var from = position(of: start, in: text)
    let halvesLineEnd =
      start > .zero && start < buffer.end && buffer[start - 1] == UInt8(ascii: "\r")
      && buffer[start] == UInt8(ascii: "\n")
    // Before the replacement, the carriage return alone ended a line.
    if halvesLineEnd, bytes.first != UInt8(ascii: "\n") { from = Position(line: from.line + 1, character: 0) }
    return LanguageProtocol.Range(start: from, end: end(ofText: bytes, from: from))
  }

  /// The end of an edit's inserted text, in the text after the edit.
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

extension LanguageProtocol.Range {
  /// The start of a document.
  static let top = LanguageProtocol.Range(
    start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))

  /// Whether both ranges share a character.
  func overlaps(_ other: LanguageProtocol.Range) -> Bool { start < other.end && other.start < end }
}

extension Position {
  static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
}
