import Testing

/// `textDocument/hover` and `documentHighlight`.
@Suite struct LookingTests {
  @Test func `hovering shows the card of the mention`() {
    HandlerScript(text: "Ada and Ben").check(
      """
      \(HandlerScript.add("Ada", 0, id: 1))
      ?2 textDocument/hover {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 1}}
      < 2 {"contents": {"kind": "plaintext"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}}
      ?3 textDocument/hover {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 5}}
      < 3 null
      """)
  }

  @Test func `every mention of the same person is highlighted`() {
    HandlerScript(text: "Ada Ben Ada").check(
      """
      \(HandlerScript.add("Ada", 0, id: 1))
      \(HandlerScript.add("Ben", 4, id: 2))
      \(HandlerScript.add("Ada", 8, id: 3))
      ?4 textDocument/documentHighlight {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 9}}
      < 4 [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "kind": 1}, {"range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 11}}, "kind": 1}]
      ?5 textDocument/documentHighlight {"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}}
      < 5 null
      """)
  }
}
