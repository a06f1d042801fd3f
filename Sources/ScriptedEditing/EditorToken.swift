import LanguageProtocol

/// A semantic token at its place.
package struct EditorToken: Hashable, Sendable {
  /// In scalars.
  package let range: Swift.Range<Int>
  package let text: String
  package let type: String
  package let modifiers: [String]
}

extension EditorToken {
  /// Decodes a token list (LSP: five numbers each, relative to the one before).
  package static func decode(
    _ data: [Int], _ legend: SemanticTokensLegend, in text: EditorText
  ) throws(EditorError) -> [EditorToken] {
    guard data.count % 5 == 0 else { throw EditorError("\(data.count) numbers are no list of tokens") }
    var tokens: [EditorToken] = []
    var line = 0
    var column = 0
    for start in stride(from: 0, to: data.count, by: 5) {
      if data[start] > 0 { column = 0 }
      line += data[start]
      column += data[start + 1]
      let length = data[start + 2]
      let place = LanguageProtocol.Range(
        start: Position(line: line, character: column), end: Position(line: line, character: column + length))
      guard let range = text.indices(of: place), length > 0 else {
        throw EditorError("the token at \(line):\(column), \(length) long, is not in the text")
      }
      if let last = tokens.last, last.range.upperBound > range.lowerBound {
        throw EditorError("the token at \(line):\(column) overlaps the one before")
      }
      guard legend.tokenTypes.indices.contains(data[start + 3]) else {
        throw EditorError("token type \(data[start + 3]) is not in the legend")
      }
      tokens.append(
        EditorToken(
          range: range, text: text.string(range), type: legend.tokenTypes[data[start + 3]],
          modifiers: legend.tokenModifiers.enumerated().filter { data[start + 4] & (1 << $0.offset) != 0 }
            .map(\.element)))
    }
    return tokens
  }

  /// Applies the difference of two token lists.
  package static func patched(_ data: [Int], _ edits: [SemanticTokensEdit]) throws(EditorError) -> [Int] {
    var data = data
    for edit in edits.sorted(by: { $0.start > $1.start }) {
      guard edit.start >= 0, edit.deleteCount >= 0, edit.start <= data.count,
        edit.deleteCount <= data.count - edit.start
      else { throw EditorError("a token edit at \(edit.start) is out of bounds") }
      data.replaceSubrange(edit.start..<edit.start + edit.deleteCount, with: edit.data ?? [])
    }
    return data
  }
}
