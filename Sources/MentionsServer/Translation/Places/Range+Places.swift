import LanguageProtocol

extension LanguageProtocol.Range {
  /// The start of a document.
  static let top = LanguageProtocol.Range(
    start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))

  /// Whether both have a character in common.
  func overlaps(_ other: LanguageProtocol.Range) -> Bool { start < other.end && other.start < end }
}

extension Position {
  static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
}
