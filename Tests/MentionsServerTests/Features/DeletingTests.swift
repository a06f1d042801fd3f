import MentionsTestKit
import Testing

/// `mentions/backspace` (Behaviour, section 6), message by message.
@Suite struct DeletingTests {
  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    ServerScript(
      people: "", settings: #""notifications": false"#, text: "Hi Ada Lovelace!"
    ).check(
      """
      add /d 0:3-15 {"name": "Ada Lovelace"}
      \(script)
      """, sourceLocation: sourceLocation)
  }

  @Test func `light up, trim, delete, none`() {
    check(
      """
      ?2 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 0:15}
      < 2 {"action": "lightUp", "version": 1}
      ?3 mentions/list /d
      < 3 {"mentions": [{"litUp": true, "state": "whole"}]}
      ?4 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 0:15}
      < 4 {"action": "trim", "version": 1, "edit": {"range": 0:6-15, "newText": ""}, "position": 0:6}
      change /d 0:6-15 ‘’
      ?5 mentions/list /d
      < 5 {"mentions": [{"litUp": true, "state": "trimmed", "text": "Ada"}]}
      ?6 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 2}, "position": 0:6}
      < 6 {"action": "delete", "version": 2, "edit": {"range": 0:3-6, "newText": ""}, "position": 0:3}
      change /d 0:3-6 ‘’
      ?7 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 3}, "position": 0:3}
      < 7 {"action": "none", "version": 3}
      """)
  }

  @Test
  func `a trim that comes back as a wide replacement leaves the cursor after the mention`() {
    check(
      """
      ?2 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 0:15}
      < 2 {"action": "lightUp", "version": 1}
      ?3 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 0:15}
      < 3 {"action": "trim", "version": 1}
      change /d 0:1-16 ‘i Ada!’
      ?4 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 2}, "position": 0:6}
      < 4 {"action": "delete", "version": 2}
      """)
  }

  @Test func `deleted between a carriage return and a line feed, it leaves the cursor after the line end`() {
    ServerScript(
      people: "", settings: #""notifications": false"#, text: "one\rAda⏎two"
    ).check(
      """
      ?1 mentions/add /d {"mentions": [{"range": 1:0-3, "text": "Ada", "entity": {"name": "Ada"}}]}
      < 1 {"added": 1}
      ?2 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 1:3}
      < 2 {"action": "lightUp", "version": 1}
      ?3 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 1:3}
      < 3 {"action": "delete", "version": 1, "edit": {"range": 1:0-3, "newText": ""}, "position": 1:0}
      """)
  }

  @Test func `for an older version it is refused`() {
    check(
      """
      change /d 0:0-0 ‘x’
      ?2 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 0:15}
      < 2 error -32801 at version 2, not at 1
      ?3 mentions/list /d
      < 3 {"mentions": [{"litUp": false}]}
      """)
  }

  @Test func `without a version: for the server's version`() {
    check(
      """
      ?2 mentions/backspace /d 0:15
      < 2 {"action": "lightUp", "version": 1}
      """)
  }

  @Test func `a place past the text, a document that is not open`() {
    check(
      """
      ?2 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 7:0}
      < 2 {"action": "none", "version": 1}
      ?3 mentions/backspace {"textDocument": {"uri": "file:///other", "version": 1}, "position": 0:0}
      < 3 error -32602 is not open
      """)
  }

  @Test func `a client that supports it is told to request the highlighted tokens again`() {
    ServerScript(
      capabilities: #"{"workspace": {"semanticTokens": {"refreshSupport": true}}}"#, people: "",
      text: "Ada Lovelace"
    ).check(
      """
      ?1 mentions/add /d {"mentions": [{"range": 0:0-12, "text": "Ada Lovelace", "entity": {"name": "Ada Lovelace"}}]}
      < ?1 workspace/semanticTokens/refresh
      < 1 {"added": 1}
      ?2 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 1}, "position": 0:12}
      < ?2 workspace/semanticTokens/refresh
      < 2 {"action": "lightUp"}
      """)
  }

  // MARK: What the host says

  /// A mention of an entity that the editor serves, lit up by a first backspace; then a second one, for which the editor
  /// is asked how the mention is trimmed.
  private func checkAsked(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    ServerScript(
      people: "", sources: #""host": {"type": "client"}"#, lists: #"["host"]"#, text: ""
    ).check(
      """
      type @
      < ?1 mentions/retrieveEntities {}
      complete 2
      =1 {"entities": [{"name": "Ada Lovelace", "handle": "ada"}], "isComplete": true}
      < 2 {"items": [{"label": "Ada Lovelace"}]}
      change /d 0:0-1 ‘Ada Lovelace’
      ?3 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 3}, "position": 0:12}
      < 3 {"action": "lightUp", "version": 3}
      ?4 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 3}, "position": 0:12}
      < ?2 mentions/resolveEntity {"entity": {"name": "Ada Lovelace", "handle": "ada", "source": "host"}}
      \(script)
      """, sourceLocation: sourceLocation)
  }

  @Test func `the editor says at the time to what a mention is trimmed`() {
    checkAsked(
      """
      =2 {"entity": {"name": "Ada Lovelace", "shortName": "A. L."}}
      < 4 {"action": "trim", "version": 3, "edit": {"range": 0:0-12, "newText": "A. L."}, "position": 0:5}
      change /d 0:0-12 ‘A. L.’
      ?5 mentions/list /d
      < 5 {"mentions": [{"state": "trimmed", "text": "A. L.",
        "entity": {"name": "Ada Lovelace", "shortName": "A. L.", "handle": "ada"}}]}
      ?6 mentions/backspace {"textDocument": {"uri": "file:///d", "version": 4}, "position": 0:5}
      < 6 {"action": "delete"}
      """)
  }

  @Test func `the editor says at the time that a mention cannot be trimmed`() {
    checkAsked(
      """
      =2 {"entity": {"name": "Ada Lovelace", "canTrim": false}}
      < 4 {"action": "delete", "version": 3}
      """)
  }

  @Test func `an editor that says nothing for 50 ms, or has an error: what is known holds`() {
    checkAsked(
      """
      at 49
      at 50
      < 4 {"action": "trim", "edit": {"range": 0:3-12, "newText": ""}}
      """)
    checkAsked(
      """
      =2 error -32603
      < 4 {"action": "trim", "edit": {"range": 0:3-12, "newText": ""}}
      """)
  }

  @Test func `what is typed before the editor answers makes the backspace one for an older version`() {
    checkAsked(
      """
      change /d 0:0-0 ‘x’
      =2 {"entity": {"name": "Ada Lovelace", "shortName": "A. L."}}
      < 4 error -32801 at version 4, not at 3
      """)
    checkAsked(
      """
      ! didClose /d
      =2 {"entity": {"name": "Ada Lovelace"}}
      < 4 error -32602 is not open
      """)
  }
}
