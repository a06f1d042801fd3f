import LanguageProtocol

/// The editor's own copy of a document: scalars in an array, and every position counted from the start. Slow and
/// plain on purpose, for the server's text is judged by it.
package struct EditorText: Sendable {
  package private(set) var scalars: [Unicode.Scalar]
  package let encoding: PositionEncodingKind

  package init(_ text: String, encoding: PositionEncodingKind) {
    scalars = Array(text.unicodeScalars)
    self.encoding = encoding
  }

  package var count: Int { scalars.count }

  package var string: String { string(0..<count) }

  package func string(_ range: Swift.Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  /// The range in scalars, which must lie in the text.
  package mutating func replace(_ range: Swift.Range<Int>, with text: String) {
    scalars.replaceSubrange(range, with: text.unicodeScalars)
  }

  /// The place of the scalar at an index.
  package func position(of index: Int) -> Position {
    var line = 0
    var column = 0
    for at in 0..<min(index, count) {
      column += width(of: scalars[at])
      if endsLine(at) {
        line += 1
        column = 0
      }
    }
    return Position(line: line, character: column)
  }

  package func range(_ range: Swift.Range<Int>) -> LanguageProtocol.Range {
    LanguageProtocol.Range(start: position(of: range.lowerBound), end: position(of: range.upperBound))
  }

  /// The index of a place; nil where there is no such place, or it is inside a scalar.
  package func index(of position: Position) -> Int? {
    var line = 0
    var column = 0
    for at in 0...count {
      if line == position.line, column == position.character { return at }
      if line > position.line || at == count { return nil }
      column += width(of: scalars[at])
      if endsLine(at) {
        line += 1
        column = 0
      }
    }
    return nil
  }

  package func indices(of range: LanguageProtocol.Range) -> Swift.Range<Int>? {
    guard let start = index(of: range.start), let end = index(of: range.end), start <= end else { return nil }
    return start..<end
  }

  /// The start of the grapheme that ends at an index.
  package func graphemeStart(before index: Int) -> Int {
    guard let last = string(0..<index).last else { return 0 }
    return index - last.unicodeScalars.count
  }

  /// The lines without their ends.
  package var lines: [String] {
    var lines: [String] = []
    var start = 0
    for at in 0..<count where endsLine(at) {
      var end = at
      if scalars[at] == "\n", at > start, scalars[at - 1] == "\r" { end -= 1 }
      lines.append(string(start..<end))
      start = at + 1
    }
    return lines + [string(start..<count)]
  }

  private func endsLine(_ at: Int) -> Bool {
    if scalars[at] == "\n" { return true }
    return scalars[at] == "\r" && !(at + 1 < count && scalars[at + 1] == "\n")
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    switch encoding {
    case .utf8: UTF8.width(scalar)
    case .utf32: 1
    default: UTF16.width(scalar)
    }
  }
}
