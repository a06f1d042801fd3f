import Testing

/// `textDocument/semanticTokens/…`.
@Suite struct SemanticTokensTests {
  @Test func `tokens come whole, then by differences`() {
    HandlerScript(text: "Ada and Ben").check(
      """
      \(HandlerScript.add("Ada", 0, id: 1))
      ?2 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 2 {"resultId": "1", "data": [0, 0, 3, 0, 0]}
      \(HandlerScript.add("Ben", 8, id: 3))
      ?4 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 4 {"resultId": "2", "edits": [{"start": 5, "deleteCount": 0, "data": [0, 8, 3, 0, 0]}]}
      ?5 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 5 {"resultId": "3", "data": [0, 0, 3, 0, 0, 0, 8, 3, 0, 0]}
      """)
  }

  @Test func `a range has its own tokens only`() {
    HandlerScript(text: "Ada and Ben").check(
      """
      \(HandlerScript.add("Ada", 0, id: 1))
      \(HandlerScript.add("Ben", 8, id: 2))
      ?3 textDocument/semanticTokens/range {"textDocument": {"uri": "file:///d"}, "range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 11}}}
      < 3 {"data": [0, 8, 3, 0, 0]}
      ?4 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///none"}}
      < 4 {"data": []}
      """)
  }

  @Test func `a document without mentions has empty tokens`() {
    HandlerScript(text: "Hi").check(
      """
      ?1 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 1 {"data": []}
      """)
  }

  @Test func `a mention that is wrapped is one token a line`() {
    HandlerScript(text: "By Ada Lovelace.").check(
      """
      \(HandlerScript.add("Ada Lovelace", 3, id: 1))
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 7}}, "text": "\\n"}]}
      ?2 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 2 {"data": [0, 3, 3, 0, 0, 1, 0, 8, 0, 0]}
      """)
  }
}
