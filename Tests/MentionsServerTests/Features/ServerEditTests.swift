import JSONText
import ScriptedEditing
import SessionSimulation
import Testing

/// Edits that the server makes by itself (Behaviour, section 6), with clients that do as they are told, or not.
@Suite struct ServerEditTests {
  typealias Script = DamageScript
  private let damaged = "change /d 0:14-15 ‘’"
  private let trimmed = #"{"text": "Ada", "state": "trimmed"}"#

  @Test func `trim: one versioned change after 20 ms, annotated when it comes`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      at 19
      \(Script.lists(2, ""))
      at 20
      \(Script.asks(1, 2, 6, 14))
      change /d 0:6-14 ‘’
      =1 {"applied": true}
      \(Script.lists(3, trimmed))
      at 5000
      """)
  }

  @Test func `delete: the rest goes`() {
    ServerScript.damage(deletion: "delete").check(
      """
      \(damaged)
      at 20
      \(Script.asks(1, 2, 3, 14))
      =1 {"applied": true}
      change /d 0:3-14 ‘’
      \(Script.lists(3, ""))
      at 5000
      """)
  }

  @Test func `Neovim does not declare documentChanges but gets them anyway`() {
    ServerScript.damage(capabilities: #""workspace": {"applyEdit": true}"#, name: "Neovim", deletion: "trim")
      .check(
        """
        \(damaged)
        at 20
        \(Script.asks(1, 2, 6, 14))
        """)
  }

  @Test(arguments: [
    #""workspace": {"applyEdit": true}, "textDocument": {"publishDiagnostics": {"versionSupport": true}}"#,
    #""workspace": {"workspaceEdit": {"documentChanges": true}}, "textDocument": {"publishDiagnostics": {"versionSupport": true}}"#,
  ])
  func `a client that declares no applyEdit, or no documentChanges and is not known: plain`(
    _ capabilities: String
  ) {
    ServerScript.damage(capabilities: capabilities, deletion: "trim").check(
      """
      \(damaged)
      \(Script.hint(2, 3, 14))
      at 50
      """)
  }

  @Test func `the delay restarts with each change: lsp-mode splits one key`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      at 8
      change /d 0:13-14 ‘’
      at 27
      \(Script.lists(2, ""))
      at 28
      \(Script.asks(1, 3, 6, 13))
      """)
  }

  @Test func `refused: as with plain`() {
    for answer in [#"{"applied": false}"#, "error -32603"] {
      ServerScript.damage(deletion: "trim").check(
        """
        \(damaged)
        at 20
        \(Script.asks(1, 2, 6, 14))
        =1 \(answer)
        \(Script.hint(2, 3, 14))
        at 5000
        """)
    }
  }

  @Test func `refused but done anyway, after the answer`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      at 20
      \(Script.asks(1, 2, 6, 14))
      =1 error -32603
      \(Script.hint(2, 3, 14))
      change /d 0:6-14 ‘’
      \(Script.noHint(3))
      \(Script.lists(2, trimmed))
      """)
  }

  @Test func `reported as done but not done: as with plain after a second`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      at 20
      \(Script.asks(1, 2, 6, 14))
      =1 {"applied": true}
      at 1020
      \(Script.hint(2, 3, 14))
      """)
  }

  @Test func `never answered; the change comes late`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      at 20
      \(Script.asks(1, 2, 6, 14))
      at 4000
      \(Script.hint(2, 3, 14))
      change /d 0:6-14 ‘’
      \(Script.noHint(3))
      \(Script.lists(2, trimmed))
      """)
  }

  @Test func `typed further while it is in flight: stale, dropped silently`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      at 20
      \(Script.asks(1, 2, 6, 14))
      change /d 0:14-14 ‘ss’
      =1 {"applied": false}
      at 5000
      \(Script.lists(2, ""))
      """)
  }

  @Test func `typed further before it is sent: it is not sent`() {
    ServerScript.damage(deletion: "delete").check(
      """
      \(damaged)
      at 5
      change /d 0:14-14 ‘ss’
      at 5000
      \(Script.lists(2, ""))
      """)
  }

  @Test func `never while a mention is being made`() {
    ServerScript.damage(deletion: "delete").check(
      """
      \(damaged)
      change /d 0:14-14 ‘ ’
      \(Script.hint(3, 3, 14))
      change /d 0:15-15 ‘@’
      at 500
      ?2 mentions/state /d
      < 2 {"state": "creating"}
      """)
  }

  @Test func `closed before the delay is over`() {
    ServerScript.damage(deletion: "trim").check(
      """
      \(damaged)
      ! didClose /d
      at 500
      """)
  }

  @Test func `a changed setting applies from then on`() {
    ServerScript.damage(deletion: "plain").check(
      """
      ! workspace/didChangeConfiguration {"settings": {"deletion": "delete"}}
      \(damaged)
      at 20
      \(Script.asks(1, 2, 3, 14))
      """)
  }

  @Test(arguments: [("trim", "Hi «Ada»|"), ("delete", "Hi |")])
  func `an editor that applies the server's edits`(_ deletion: String, _ after: String) throws {
    var options = EditorOptions()
    options.initializationOptions = ["demo": true, "deletion": .string(deletion)]
    let editor = ScriptedEditor(SessionTransport(), options)
    try editor.start()
    try editor.open("untitled:one", "markdown", "Hi ")
    try editor.type("@don")
    try editor.accept("Donald Knuth")
    try editor.backspace()
    try editor.settle()
    #expect(try editor.annotatedText() == after.replacing("Ada", with: "Donald"))
    try editor.finish()
  }
}
