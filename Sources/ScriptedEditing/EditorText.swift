import JSONText
import LanguageProtocol

/// The editor's copy of a document: an array of scalars, in which every position is computed from the start. The code
/// is deliberately slow and simple, because it is used to check the server's text.
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

  /// Replaces a range in scalars, which must be inside the text.
  package mutating func replace(_ range: Swift.Range<Int>, with text: String) {
    scalars.replaceSubrange(range, with: text.unicodeScalars)
  }

  /// The position of the scalar at an index.
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

  /// The index of a position; nil if there is no such position, or it is inside a scalar.
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

/// A semantic token with its range.
package struct EditorToken: Hashable, Sendable {
  /// The range in scalars.
  package let range: Swift.Range<Int>
  package let text: String
  package let type: String
  package let modifiers: [String]
}

extension EditorToken {
  /// Decodes a token list (in LSP, five integers for each token, whose position is relative to that of the previous
  /// token).
  package static func decode(
    _ data: [Int], _ legend: SemanticTokensLegend, in text: EditorText
  ) throws(EditorError) -> [EditorToken] {
    guard data.count % 5 == 0 else { throw EditorError("\(data.count) numbers, expected five per token") }
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
        throw EditorError(
          "the token at \(line):\(column) with length \(length) is empty or outside of the text")
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

  /// Applies the edits of a token delta.
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

// MARK: - Checks

extension ScriptedEditor {
  /// The document's mentions as the editor would colour them. The first call requests all tokens; later calls request
  /// deltas.
  package func tokens() throws(EditorError) -> [EditorToken] {
    guard let legend = capabilities.semanticTokensProvider?.legend else {
      throw EditorError("the server has no semantic tokens")
    }
    if let known = buffer?.tokens {
      let result: SemanticTokensDeltaResult = try request(
        .semanticTokensFullDelta,
        SemanticTokensDeltaParams(textDocument: try document, previousResultId: known.resultID))
      switch result {
      case .tokens(let all): remember(all.resultId, all.data)
      case .delta(let delta): remember(delta.resultId, try EditorToken.patched(known.data, delta.edits))
      }
    } else {
      let all: SemanticTokens = try request(
        .semanticTokensFull, SemanticTokensParams(textDocument: try document))
      remember(all.resultId, all.data)
    }
    return try EditorToken.decode(lastTokens, legend, in: try current().text)
  }

  /// The mentions listed by the server, each of which must have the same text in the editor.
  package func mentions() throws(EditorError) -> [MentionInfo] {
    let result: MentionsListResult = try request(
      .mentionsList, MentionsListParams(textDocument: try document))
    let text = try current().text
    for mention in result.mentions {
      guard let range = text.indices(of: mention.range) else {
        throw EditorError("mention “\(mention.text)” is at a position that is not in the text")
      }
      guard text.string(range).utf8.elementsEqual(mention.text.utf8) else {
        throw EditorError("where the server sees “\(mention.text)”, the editor has “\(text.string(range))”")
      }
    }
    return result.mentions
  }

  /// The text with `«…»` around the mentions and `|` at the cursor.
  package func annotatedText() throws(EditorError) -> String {
    let buffer = try current()
    var marks: [(Int, Int, String)] = [(buffer.cursor, 1, "|")]
    for token in try tokens() {
      marks.append((token.range.lowerBound, 2, "«"))
      marks.append((token.range.upperBound, 0, "»"))
    }
    var text = ""
    var start = 0
    for (at, _, mark) in marks.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      text += buffer.text.string(start..<at) + mark
      start = at
    }
    return text + buffer.text.string(start..<buffer.text.count)
  }

  /// Checks that the editor and the server have the same text and mentions. To compare the texts, asks the server to
  /// annotate the whole text, which the server must refuse if its own text differs. This removes all mentions.
  package func checkText() throws(EditorError) {
    let buffer = try current()
    let places = try mentions().map(\.range)
    var fresh = self.buffer
    fresh?.tokens = nil
    let byDifference = try tokens().map(\.range)
    self.buffer = fresh
    guard try tokens().map(\.range) == byDifference else {
      throw EditorError("the tokens after a delta differ from the full tokens")
    }
    let listed = places.compactMap(buffer.text.indices)
    guard byDifference == listed else {
      throw EditorError("tokens are at \(byDifference), mentions at \(listed)")
    }
    guard buffer.text.count > 0 else { return }
    let whole = MentionAddition(
      range: buffer.text.range(0..<buffer.text.count), text: buffer.text.string,
      entity: ["id": "whole", "name": "whole"])
    let result: MentionsAddResult = try request(
      .mentionsAdd, MentionsAddParams(textDocument: try document, mentions: [whole]))
    if let refusal = result.refused.first {
      throw EditorError("the server's text differs: \(refusal.reason)\n\(buffer.text.string)")
    }
    let _: MentionsRemoveResult = try request(
      .mentionsRemove, MentionsRemoveParams(textDocument: try document))
  }

  /// Checks the text, shuts down the server, and checks that it exits successfully and leaves no request unanswered, no
  /// message unread and no progress unfinished.
  package func finish() throws(EditorError) {
    if buffer != nil {
      try checkText()
      try close()
    }
    let _: JSONValue = try request(.shutdown, JSONValue.null)
    try settle()
    if let message = messages.first { throw EditorError("the message “\(message)” was not read") }
    if let leftover = ledger.leftover { throw EditorError(leftover) }
    guard progress.isEmpty else { throw EditorError("a progress report never ended") }
    try notify(.exit, JSONValue.null)
    let status = try transport.finish()
    guard status == 0 else { throw EditorError("the server ended with status \(status)") }
  }

  private func remember(_ resultID: String?, _ data: [Int]) {
    buffer?.tokens = resultID.map { ($0, data) }
    lastTokens = data
  }
}
