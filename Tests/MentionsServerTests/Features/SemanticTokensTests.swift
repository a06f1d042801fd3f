import Testing

/// `textDocument/semanticTokens/…`.
@Suite struct SemanticTokensTests {
  @Test func `tokens come whole, then by differences`() {
    ServerScript(text: "Ada and Ben").check(
      """
      add /d 0:0-3 {"name": "Ada"}
      ?2 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 2 {"resultId": "1", "data": [0, 0, 3, 0, 0]}
      add /d 0:8-11 {"name": "Ben"}
      ?4 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 4 {"resultId": "2", "edits": [{"start": 5, "deleteCount": 0, "data": [0, 8, 3, 0, 0]}]}
      ?5 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 5 {"resultId": "3", "data": [0, 0, 3, 0, 0, 0, 8, 3, 0, 0]}
      """)
  }

  @Test func `a range has its own tokens only`() {
    ServerScript(text: "Ada and Ben").check(
      """
      add /d 0:0-3 {"name": "Ada"}
      add /d 0:8-11 {"name": "Ben"}
      ?3 textDocument/semanticTokens/range {"textDocument": {"uri": "file:///d"}, "range": 0:5-11}
      < 3 {"data": [0, 8, 3, 0, 0]}
      ?4 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///none"}}
      < 4 {"data": []}
      """)
  }

  @Test func `a document without mentions has empty tokens`() {
    ServerScript(text: "Hi").check(
      """
      ?1 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 1 {"data": []}
      """)
  }

  @Test func `a mention that is wrapped is one token a line`() {
    ServerScript(text: "By Ada Lovelace.").check(
      """
      add /d 0:3-15 {"name": "Ada Lovelace"}
      change /d 0:6-7 ‘⏎’
      ?2 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 2 {"data": [0, 3, 3, 0, 0, 1, 0, 8, 0, 0]}
      """)
  }
}
