import TextModel

/// A grapheme where it is.
struct PlacedGrapheme {
  var range: TextRange
  var kind: CharacterClass
}

extension TextBuffer {
  /// The grapheme that ends at `offset`; nil at the start. Reads a few bytes.
  func grapheme(before offset: TextOffset) -> PlacedGrapheme? {
    guard let start = graphemeStart(before: offset) else { return nil }
    return PlacedGrapheme(range: TextRange(start, offset), kind: characterClass(at: start, end: offset))
  }

  /// The grapheme that starts at `offset`; nil at the end.
  func grapheme(after offset: TextOffset) -> PlacedGrapheme? {
    guard let end = graphemeEnd(after: offset) else { return nil }
    return PlacedGrapheme(range: TextRange(offset, end), kind: characterClass(at: offset, end: end))
  }

  private func characterClass(at start: TextOffset, end: TextOffset) -> CharacterClass {
    guard let first = scalar(at: start) else { return [] }
    let next = start + UTF8.width(first)
    return CharacterClass(first, next < end ? scalar(at: next) : nil)
  }
}
