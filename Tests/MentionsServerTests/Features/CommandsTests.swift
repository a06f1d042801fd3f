import Testing

/// `workspace/executeCommand`.
@Suite struct CommandsTests {
  @Test func `a command without its arguments names what is missing`() {
    HandlerScript().check(
      """
      ?1 workspace/executeCommand {"command": "mentions.accept", "arguments": []}
      < 1 error -32602 mentions.accept: expected [document, generation, index]
      ?2 workspace/executeCommand {"command": "mentions.explain", "arguments": [{"textDocument": 5}]}
      < 2 error -32602 mentions.explain: arguments[0]: textDocument
      """)
  }

  @Test func `an unknown command is refused`() {
    HandlerScript().check(
      """
      ?1 workspace/executeCommand {"command": "mentions.dance"}
      < 1 error -32601 unknown command mentions.dance
      """)
  }

  @Test func `mentions become plain text`() {
    HandlerScript(text: "Ada and Ben").check(
      """
      \(HandlerScript.add("Ada", 0, id: 1))
      \(HandlerScript.add("Ben", 8, id: 2))
      ?3 workspace/executeCommand {"command": "mentions.toPlainText", "arguments": [{"textDocument": {"uri": "file:///d"}, "ranges": [{"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}]}]}
      < 3 {"removed": 1}
      ?4 mentions/list {"textDocument": {"uri": "file:///d"}}
      < 4 {"mentions": [{"text": "Ben"}]}
      """)
  }

  @Test func `completion by command counts as an explicit request`() {
    HandlerScript(text: "Hi @").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.complete", "arguments": [{"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 4}}]}
      < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      """)
  }

  @Test func `explaining says by which rule`() {
    HandlerScript(text: "Hi").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.explain", "arguments": [{"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 0}}]}
      < 1 {"offered": true, "rule": "prose"}
      ?2 workspace/executeCommand {"command": "mentions.explain", "arguments": [{"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 2}}]}
      < 2 {"offered": false, "rule": "email-address"}
      """)
  }

  @Test func `sources are loaded again, even without any document`() {
    HandlerScript().check(
      """
      ?1 workspace/executeCommand {"command": "mentions.reloadSources"}
      < 1 null
      ?2 workspace/executeCommand {"command": "mentions.complete", "arguments": [{"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}}]}
      < 2 error -32602 textDocument.uri: file:///none is not open
      """)
  }
}
