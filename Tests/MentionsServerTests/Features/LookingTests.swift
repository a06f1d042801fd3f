import Testing

/// `textDocument/hover` and `documentHighlight`.
@Suite struct LookingTests {
  @Test func `hovering shows the card of the mention`() {
    ServerScript(text: "Ada and Ben").check(
      """
      add /d 0:0-3 {"name": "Ada"}
      ?2 hover /d 0:1
      < 2 {"contents": {"kind": "plaintext"}, "range": 0:0-3}
      ?3 hover /d 0:5
      < 3 null
      """)
  }

  @Test func `a hover searches for nothing, and tells of this document what it knows`() {
    ServerScript.workspace().check(
      #"""
      text b.md @ada
      open a.md @ada and @ada, @bob
      ?1 hover a.md 0:1
      < 1 {"contents": {"kind": "plaintext",
        "value": "Ada Lovelace\n\nHandle: ada\nSource: team\n\n2 mentions in this document"}}
      ?2 hover a.md 0:16
      < 2 {"contents": {"value": "Bob Kahn\n\nHandle: bob\nSource: team"}}
      """#)
  }

  @Test func `once the workspace has been searched, a hover leads to other files`() {
    let script = #"""
      text b(1).md so\n@ada @ada
      text c.md @ada
      text d.md @ada
      text e.md @ada
      open a.md @ada
      open /else/secret.md @ada
      ?1 references a.md 0:1
      scanned
      < 1 [{}, {}, {}, {}, {}, {}, {}]
      """#
    ServerScript.workspace().check(
      #"""
      \#(script)
      ?2 hover a.md 0:1
      < 2 {"contents": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team\n\n7 mentions in this document and 5 other files: b(1).md:2, c.md:1, d.md:1, …"}}
      """#)
    ServerScript.workspace(capabilities: #"{"textDocument": {"hover": {"contentFormat": ["markdown"]}}}"#)
      .check(
        #"""
        \#(script)
        ?2 hover a.md 0:1
        < 2 {"contents": {"kind": "markdown",
          "value": "**Ada Lovelace**\n\n- Handle: ada\n- Source: team\n\n7 mentions in this document and 5 other files: [b(1).md:2](file:///w/b%281%29.md#L2), [c.md:1](file:///w/c.md#L1), [d.md:1](file:///w/d.md#L1), …"}}
        """#)
  }

  @Test func `a hover tells of the last commit`() {
    ServerScript(
      people: #"[{"name": "Ada", "handle": "Ada", "metadata": {"lastCommit": "2026-10-01"}}]"#, text: "Ada"
    ).check(
      #"""
      add /d 0:0-3 {"name": "Ada", "metadata": {"lastCommit": "2026-10-01"}}
      ?2 hover /d 0:1
      < 2 {"contents": {"value": "Ada\n\nLast commit: 2026-10-01"}}
      """#)
  }

  @Test func `every mention of the same person is highlighted`() {
    ServerScript().check(
      """
      open /d «Ada» Ben «A|da»
      add /d 0:0-3 {"name": "Ada"}
      add /d 0:4-7 {"name": "Ben"}
      add /d 0:8-11 {"name": "Ada"}
      ?4 documentHighlight |
      < 4 «» {"kind": 1}
      ?5 documentHighlight /none 0:0
      < 5 null
      """)
  }

  @Test func `a trigger and a word that means the same person is highlighted too`() {
    ServerScript().check(
      """
      open /d «@|Ada» met Ben, Ada and «@Ada»
      ?1 documentHighlight |
      < 1 «»
      ?2 documentHighlight /d 0:10
      < 2 null
      """)
  }
}
