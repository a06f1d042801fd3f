import MentionsTestKit
import Testing

/// A damaged mention as clients see it: hints, quick fixes and the commands behind them.
@Suite struct DamageTests {
  typealias Script = DamageScript
  private let damaged = "change /d 0:14-15 ‘’"

  @Test func `pushed when a mention is damaged, withdrawn when the user edits it`() {
    ServerScript.damage().check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      at 100
      change /d 0:13-14 ‘’
      \(Script.noHint(3))
      """)
  }

  @Test func `pushed again after it has moved, withdrawn on closing`() {
    ServerScript.damage().check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      change /d 0:0-0 ‘Oh ’
      \(Script.hint(3, 6, 17))
      ! didClose /d
      \(Script.noHint(3))
      """)
  }

  @Test func `by UTF-16 columns, behind an emoji`() {
    ServerScript.damage().check(
      """
      change /d 0:0-2 ‘👩‍👩‍👧’
      change /d 0:20-21 ‘’
      \(Script.hint(3, 9, 20))
      """)
  }

  @Test func `not pushed to a client that pulls, nor to one that does not know diagnostics`() {
    ServerScript.damage(capabilities: #""textDocument": {"diagnostic": {}, "publishDiagnostics": {}}"#).check(
      """
      \(damaged)
      ?2 diagnostic /d
      < 2 {"kind": "full", "items": [{"range": 0:3-14, "severity": 4,
        "message": "This was a mention of Ada Lovelace; it is plain text now."}]}
      change /d 0:14-14 ‘e’
      ?3 diagnostic /d
      < 3 {"kind": "full", "items": []}
      ?4 diagnostic /other
      < 4 {"kind": "full", "items": []}
      """)
    ServerScript.damage(capabilities: "").check(damaged)
  }

  @Test func `a client that pulls is told to pull again when hints change without an edit`() {
    ServerScript.damage(
      capabilities: """
        "workspace": {"diagnostics": {"refreshSupport": true}}, "textDocument": {"diagnostic": {}}
        """
    ).check(
      """
      \(damaged)
      ?2 mentions/remove /d
      < ?1 workspace/diagnostic/refresh
      < 2 {"removed": 0}
      """)
  }

  @Test func `announced whatever the client declares`() {
    func check(_ capabilities: String, _ expected: String) {
      let failures = SessionScript.play(
        "?0 initialize {\"capabilities\": {\(capabilities)}}\n< 0 {\"capabilities\": {\(expected)}}")
      #expect(failures.isEmpty, "\(failures)")
    }
    check(
      Script.everything,
      #""codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite.mentions"], "resolveProvider": true}"#
    )
    let pulling = #""diagnosticProvider": {"interFileDependencies": false, "workspaceDiagnostics": false}"#
    check(#""textDocument": {"diagnostic": {}}"#, pulling)
    check("", pulling)
    check(
      "",
      #""codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite.mentions"], "resolveProvider": true}"#
    )
    check(
      "",
      #""executeCommandProvider": {"commands": ["mentions.accept", "mentions.reloadSources", "mentions.toPlainText", "mentions.restore", "mentions.trim", "mentions.delete", "mentions.explain", "mentions.complete", "mentions.forget", "mentions.transform", "mentions.write"]}"#
    )
  }

  // MARK: Quick fixes

  private func ask(_ id: Int, _ start: Int, _ end: Int, only: String = "") -> String {
    """
    ?\(id) textDocument/codeAction {"textDocument": {"uri": "file:///d"}, "range": \(Script.range(start, end)),
      "context": {"diagnostics": []\(only)}}
    """
  }

  @Test func `restore, trim and delete, as commands`() {
    let argument =
      #"{"textDocument": {"uri": "file:///d", "version": 2}, "position": 0:3}"#
    ServerScript.damage().check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      \(ask(2, 14, 14))
      < 2 [{"title": "Restore the mention “Ada Lovelace”", "kind": "quickfix", "isPreferred": true,
        "diagnostics": [{"range": 0:3-14}], "command": {"command": "mentions.restore", "arguments": [\(argument)]}},
        {"title": "Trim to “Ada”", "command": {"command": "mentions.trim", "arguments": [\(argument)]}},
        {"title": "Delete the rest of the mention",
        "command": {"command": "mentions.delete", "arguments": [\(argument)]}}]
      \(ask(3, 0, 2, only: #", "only": ["quickfix"]"#))
      < 3 []
      \(ask(4, 5, 5, only: #", "only": ["refactor"]"#))
      < 4 []
      \(ask(5, 5, 5, only: #", "only": ["quickfix"]"#))
      < 5 ["…", "…", "…"]
      """)
  }

  @Test func `with the edit inside if the server cannot apply it`() {
    ServerScript.damage(capabilities: #""textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}"#)
      .check(
        """
        \(damaged)
        \(ask(2, 14, 14))
        < 2 [{"edit": {"changes": {"file:///d": [{"range": 0:14-14, "newText": "e"}]}}},
          {"edit": {"changes": {"file:///d": [{"range": 0:6-14, "newText": ""}]}}},
          {"edit": {"changes": {"file:///d": [{"range": 0:3-14, "newText": ""}]}}}]
        change /d 0:6-14 ‘’
        \(Script.lists(3, #"{"text": "Ada", "state": "trimmed"}"#))
        ?4 workspace/executeCommand {"command": "mentions.trim",
          "arguments": [{"textDocument": {"uri": "file:///d"}, "position": 0:6}]}
        < 4 error -32803 workspace.applyEdit
        """)
  }

  // MARK: Commands

  private func run(_ id: Int, _ command: String, _ character: Int, version: Int) -> String {
    """
    ?\(id) workspace/executeCommand {"command": "mentions.\(command)",
      "arguments": [{"textDocument": {"uri": "file:///d", "version": \(version)}, "position": 0:\(character)}]}
    """
  }

  @Test func `mentions.restore: annotated again once the change comes`() {
    ServerScript.damage().check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      \(run(2, "restore", 3, version: 2))
      \(Script.asks(1, 2, 14, 14, "e"))
      < 2 null
      \(Script.lists(3, ""))
      =1 {"applied": true}
      change /d 0:14-14 ‘e’
      \(Script.noHint(3))
      \(Script.lists(4, #"{"text": "Ada Lovelace", "state": "whole"}"#))
      """)
  }

  @Test func `mentions.trim and mentions.delete, on damage and on an intact mention`() {
    ServerScript.damage().check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      \(run(2, "trim", 14, version: 2))
      \(Script.asks(1, 2, 6, 14))
      < 2 null
      change /d 0:6-14 ‘’
      \(Script.noHint(3))
      =1 {"applied": true}
      \(Script.lists(3, #"{"text": "Ada", "state": "trimmed"}"#))
      \(run(4, "trim", 4, version: 3))
      < 4 error -32803 nothing to trim
      \(run(5, "delete", 4, version: 3))
      \(Script.asks(2, 3, 3, 6))
      < 5 null
      =2 error -32603
      change /d 0:3-6 ‘’
      \(Script.lists(6, ""))
      """)
  }

  @Test func `refused for an older version, and where there is nothing`() {
    ServerScript.damage().check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      \(run(2, "restore", 3, version: 1))
      < 2 error -32801
      \(run(3, "restore", 0, version: 2))
      < 3 error -32803 nothing to restore
      ?4 workspace/executeCommand {"command": "mentions.restore", "arguments": []}
      < 4 error -32602 mentions.restore: arguments[0]
      """)
  }

  @Test func `without versioned edits the command's edit has no version`() {
    ServerScript.damage(capabilities: #""workspace": {"applyEdit": true}"#).check(
      """
      \(damaged)
      \(run(2, "restore", 3, version: 2))
      < ?1 workspace/applyEdit {"edit": {"changes": {"file:///d": [{"range": 0:14-14, "newText": "e"}]}}}
      < 2 null
      """)
  }
}
