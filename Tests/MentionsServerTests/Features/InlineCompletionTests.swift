import MentionsTestKit
import Testing

/// `textDocument/inlineCompletion`.
@Suite struct InlineCompletionTests {
  private static func ask(_ id: Int, at character: Int, in document: String = "d") -> String {
    """
    ?\(id) textDocument/inlineCompletion {"textDocument": {"uri": "file:///\(document)"},
      "position": 0:\(character), "context": {"triggerKind": 2}}
    """
  }

  /// Neovim draws any ghost text.
  private func check(
    client: String = "Neovim", insert: String = "", _ script: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: #"{"textDocument": {"inlineCompletion": {}}}"#, client: client, insert: insert, text: ""
    ).check(script, sourceLocation: sourceLocation)
  }

  @Test func `the one person who fits is ghost text`() {
    check(
      """
      type @a
      \(Self.ask(1, at: 2))
      < 1 {"items": [{"insertText": "Ada", "range": 0:0-2, "command": {"command": "mentions.accept"}}]}
      """)
  }

  @Test func `other clients get ghost text only where it continues what was typed`() {
    let asked = """
      type @A
      \(Self.ask(1, at: 2))
      """
    check(client: "Visual Studio Code", asked + "\n" + #"< 1 {"items": []}"#)
    check(
      client: "Visual Studio Code", insert: "@{name}",
      asked + "\n" + #"< 1 {"items": [{"insertText": "@Ada"}]}"#)
  }

  @Test func `accepted ghost text is a mention`() {
    check(
      """
      type @a
      \(Self.ask(1, at: 2))
      < 1 {"items": [{"insertText": "Ada"}]}
      change /d 0:0-2 ‘Ada’
      ?2 mentions/list /d
      < 2 {"mentions": [{"text": "Ada", "entity": {"name": "Ada"}}]}
      """)
  }

  @Test func `nothing is shown for several people, for nobody, and where nothing is being created`() {
    check(
      """
      \(Self.ask(1, at: 0))
      < 1 {"items": []}
      type @
      \(Self.ask(2, at: 1))
      < 2 {"items": []}
      type a
      \(Self.ask(3, at: 1))
      < 3 {"items": []}
      \(Self.ask(4, at: 9))
      < 4 {"items": []}
      \(Self.ask(5, at: 2, in: "none"))
      < 5 {"items": []}
      type xyz
      \(Self.ask(6, at: 5))
      < 6 {"items": []}
      """)
  }
}
