import MentionsTestKit
import Testing

/// Transforms as code actions, and the command `mentions.transform` behind them.
@Suite struct CodeActionsTests {
  typealias Script = DamageScript

  private func ask(_ id: Int, _ start: Int, _ end: Int, _ context: String = #", "triggerKind": 1"#) -> String
  {
    """
    ?\(id) textDocument/codeAction {"textDocument": {"uri": "file:///d"}, "range": \(Script.range(start, end)),
      "context": {"diagnostics": []\(context)}}
    """
  }

  private func data(_ name: String, _ start: Int, _ end: Int) -> String {
    #"{"textDocument": {"uri": "file:///d", "version": 1}, "range": \#(Script.range(start, end)), "name": "\#(name)"}"#
  }

  @Test func `on a selection, without those that change nothing, and resolved lazily`() {
    ServerScript.damage(capabilities: TransformScript.resolving).check(
      """
      \(ask(2, 0, 2))
      < 2 [{"title": "Reverse", "kind": "refactor.rewrite.mentions.reverse", "data": \(data("reverse", 0, 2))},
        {"kind": "refactor.rewrite.mentions.rot13"}, {"kind": "refactor.rewrite.mentions.upper"},
        {"kind": "refactor.rewrite.mentions.lower"}]
      ?3 codeAction/resolve {"title": "Reverse", "kind": "refactor.rewrite.mentions.reverse",
        "data": \(data("reverse", 0, 15))}
      < 3 {"title": "Reverse", "kind": "refactor.rewrite.mentions.reverse",
        "edit": {"documentChanges": [{"textDocument": {"version": 1},
        "edits": [\(TransformScript.replaces(0, 3, "")), \(TransformScript.replaces(15, 15, " iH"))]}]}}
      change /d 0:0-15 ‘Ada Lovelace iH’
      \(Script.lists(4, TransformScript.whole))
      ?5 codeAction/resolve {"title": "Reverse", "data": \(data("reverse", 0, 15))}
      < 5 error -32801
      ?6 codeAction/resolve {"title": "Somebody else's", "data": {"theirs": 1}}
      < 6 {"title": "Somebody else's", "data": {"theirs": 1}}
      """)
  }

  @Test func `a selection that ends after the end of its line`() {
    ServerScript.damage(capabilities: TransformScript.resolving).check(
      """
      \(ask(2, 0, 40, #", "only": ["refactor.rewrite.mentions.reverse"]"#))
      < 2 [{"title": "Reverse", "data": \(data("reverse", 0, 15))}]
      """)
  }

  @Test func `on a mention, by kind, and none where the client asks by itself for any`() {
    ServerScript.damage(capabilities: TransformScript.resolving).check(
      """
      \(ask(2, 5, 5))
      < 2 [{"kind": "refactor.rewrite.mentions.asPlainText",
        "command": {"command": "mentions.transform", "arguments": [\(data("asPlainText", 5, 5))]}}]
      \(ask(3, 5, 5, #", "triggerKind": 2"#))
      < 3 []
      \(ask(7, 0, 2, #", "triggerKind": 2"#))
      < 7 []
      \(ask(4, 0, 2, #", "only": ["refactor.rewrite.mentions.upper"]"#))
      < 4 [{"kind": "refactor.rewrite.mentions.upper"}]
      \(ask(5, 0, 2, #", "only": ["quickfix"]"#))
      < 5 []
      \(ask(6, 1, 1))
      < 6 []
      """)
  }

  @Test func `a client that resolves nothing has a command, or the edit in the action`() {
    ServerScript.damage().check(
      """
      \(ask(2, 0, 2, #", "only": ["refactor.rewrite.mentions.upper"]"#))
      < 2 [{"command": {"command": "mentions.transform", "arguments": [\(data("upper", 0, 2))]}}]
      ?3 workspace/executeCommand {"command": "mentions.transform", "arguments": [\(data("upper", 0, 2))]}
      \(Script.asks(1, 1, 1, 2, "I"))
      < 3 {"mentions": [\(TransformScript.fate((3, 15), (3, 15), "moved"))]}
      =1 {"applied": true}
      change /d 0:1-2 ‘I’
      \(Script.lists(4, TransformScript.whole))
      """)
    ServerScript.damage(capabilities: #""textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}"#)
      .check(
        """
        \(ask(2, 0, 2, #", "only": ["refactor.rewrite.mentions.upper"]"#))
        < 2 [{"edit": {"changes": {"file:///d": [\(TransformScript.replaces(1, 2, "I"))]}}}]
        ?3 workspace/executeCommand {"command": "mentions.transform", "arguments": [\(data("upper", 0, 2))]}
        < 3 error -32803 workspace.applyEdit
        ?4 workspace/executeCommand {"command": "mentions.transform", "arguments": [{"name": "upper"}]}
        < 4 error -32602 mentions.transform: arguments[0]
        """)
  }
}
