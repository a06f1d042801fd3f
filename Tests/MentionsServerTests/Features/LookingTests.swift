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

  private func hover(_ id: Int, _ uri: String = "file:///w/a.md", at column: Int = 1) -> String {
    """
    ?\(id) textDocument/hover {"textDocument": {"uri": "\(uri)"}, "position": {"line": 0, "character": \(column)}}
    """
  }

  @Test func `a hover searches for nothing, and tells of this document what it knows`() {
    WorkspaceScript().check(
      #"""
      text /w/b.md @ada
      \#(WorkspaceScript.open("file:///w/a.md", "@ada and @ada, @bob"))
      \#(hover(1))
      < 1 {"contents": {"kind": "plaintext", "value": "Ada Lovelace\n\nHandle: ada\nSource: team\n\n2 mentions in this document"}}
      \#(hover(2, at: 16))
      < 2 {"contents": {"value": "Bob Kahn\n\nHandle: bob\nSource: team"}}
      """#)
  }

  @Test func `once the workspace has been searched, a hover leads to other files`() {
    let script = #"""
      text /w/b(1).md so\n@ada @ada
      text /w/c.md @ada
      text /w/d.md @ada
      text /w/e.md @ada
      \#(WorkspaceScript.open("file:///w/a.md", "@ada"))
      \#(WorkspaceScript.open("file:///else/secret.md", "@ada"))
      \#(WorkspaceScript.references("file:///w/a.md", 1, id: 1))
      scanned
      < 1 [{}, {}, {}, {}, {}, {}, {}]
      """#
    WorkspaceScript().check(
      #"""
      \#(script)
      \#(hover(2))
      < 2 {"contents": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team\n\n7 mentions in this document and 5 other files: b(1).md:2, c.md:1, d.md:1, …"}}
      """#)
    WorkspaceScript(capabilities: #"{"textDocument": {"hover": {"contentFormat": ["markdown"]}}}"#).check(
      #"""
      \#(script)
      \#(hover(2))
      < 2 {"contents": {"kind": "markdown", "value": "**Ada Lovelace**\n\n- Handle: ada\n- Source: team\n\n7 mentions in this document and 5 other files: [b(1).md:2](file:///w/b%281%29.md#L2), [c.md:1](file:///w/c.md#L1), [d.md:1](file:///w/d.md#L1), …"}}
      """#)
  }

  @Test func `a hover tells of the last commit`() {
    HandlerScript(
      text: "Ada", team: #"[{"name": "Ada", "handle": "Ada", "metadata": {"lastCommit": "2026-10-01"}}]"#
    )
    .check(
      #"""
      ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "text": "Ada", "entity": {"name": "Ada", "metadata": {"lastCommit": "2026-10-01"}}}]}
      < 1 {"added": 1}
      \#(hover(2, "file:///d"))
      < 2 {"contents": {"value": "Ada\n\nLast commit: 2026-10-01"}}
      """#)
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

  @Test func `a trigger and a word that means the same person is highlighted too`() {
    HandlerScript(text: "@Ada met Ben, Ada and @Ada").check(
      """
      ?1 textDocument/documentHighlight {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 1}}
      < 1 [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 4}}}, {"range": {"start": {"line": 0, "character": 22}, "end": {"line": 0, "character": 26}}}]
      ?2 textDocument/documentHighlight {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 10}}
      < 2 null
      """)
  }
}
