import JSONText
import LanguageProtocol

extension ScriptedEditor {
  /// The document's mentions as the editor would colour them: all at once the first time, then by differences.
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

  /// The mentions as the server lists them; each must be in the editor's text as the server says.
  package func mentions() throws(EditorError) -> [MentionInfo] {
    let result: MentionsListResult = try request(
      .mentionsList, MentionsListParams(textDocument: try document))
    let text = try current().text
    for mention in result.mentions {
      guard let range = text.indices(of: mention.range) else {
        throw EditorError("mention “\(mention.text)” is at a place that is not in the text")
      }
      guard text.string(range).utf8.elementsEqual(mention.text.utf8) else {
        throw EditorError("where the server sees “\(mention.text)”, the editor has “\(text.string(range))”")
      }
    }
    return result.mentions
  }

  /// The text with `«…»` round the mentions and `|` at the cursor.
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

  /// What is being made.
  package func state() throws(EditorError) -> MentionsStateResult {
    try request(.mentionsState, MentionsStateParams(textDocument: try document))
  }

  /// Makes sure that both sides have the same text and mark the same places. It costs the mentions: the server is
  /// asked to annotate the whole text, which it must refuse if it has another.
  package func checkText() throws(EditorError) {
    let buffer = try current()
    let places = try mentions().map(\.range)
    var fresh = self.buffer
    fresh?.tokens = nil
    let byDifference = try tokens().map(\.range)
    self.buffer = fresh
    guard try tokens().map(\.range) == byDifference else {
      throw EditorError("the tokens sent by differences are not those sent whole")
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
      throw EditorError("the server's text is another: \(refusal.reason)\n\(buffer.text.string)")
    }
    let _: MentionsRemoveResult = try request(
      .mentionsRemove, MentionsRemoveParams(textDocument: try document))
  }

  /// Checks the text, ends the server and makes sure that nothing is left: no request without an answer, no message
  /// unread, no progress without an end, and a clean exit.
  package func finish() throws(EditorError) {
    if buffer != nil {
      try checkText()
      try close()
    }
    let _: JSONValue = try request(.shutdown, JSONValue.null)
    try settle()
    if let message = messages.first { throw EditorError("nobody read the message “\(message)”") }
    if let leftover = ledger.leftover { throw EditorError(leftover) }
    guard progress.isEmpty else { throw EditorError("a progress never ended") }
    try notify(.exit, JSONValue.null)
    let status = try transport.finish()
    guard status == 0 else { throw EditorError("the server ended with status \(status)") }
  }

  private func remember(_ resultID: String?, _ data: [Int]) {
    buffer?.tokens = resultID.map { ($0, data) }
    lastTokens = data
  }
}
