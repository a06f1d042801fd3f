import MentionsTestKit
import Testing

/// `textDocument/inlayHint` of who is meant, and `textDocument/codeLens` of whom nobody knows.
@Suite struct NameHintTests {
  private typealias Script = WorkspaceScript

  private static let capabilities = """
    {"workspace": {"inlayHint": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}}, "textDocument": \
    {"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}, "codeLens": {}}}
    """

  private func check(
    _ script: String, options: String = #""nameHints": true, "#,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    Script(capabilities: Self.capabilities, options: options).check(script, sourceLocation: sourceLocation)
  }

  private func hints(_ id: Int, lines: ClosedRange<Int> = 0...9) -> String {
    """
    ?\(id) textDocument/inlayHint {"textDocument": {"uri": "file:///w/a.md"}, "range": {"start": {"line": \(lines.lowerBound), "character": 0}, "end": {"line": \(lines.upperBound), "character": 0}}}
    """
  }

  private func hint(_ line: Int, _ column: Int, _ label: String) -> String {
    #"{"position": {"line": \#(line), "character": \#(column)}, "label": "\#(label)", "paddingLeft": true}"#
  }

  @Test func `after a handle comes the name, once a line, and not where the line has it`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", #"@ada and @bob, then @ada\n@ada is ada-LOVELACE\n(@bob)"#))
      \#(hints(1))
      < 1 [\#(hint(0, 4, "Ada Lovelace")), \#(hint(0, 13, "Bob Kahn")), \#(hint(2, 5, "Bob Kahn"))]
      \#(hints(2, lines: 1...2))
      < 2 []
      ?3 inlayHint/resolve {"position": {"line": 0, "character": 4}, "label": "Ada Lovelace", "data": [1, 1]}
      < 3 {"label": "Ada Lovelace", "tooltip": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team"}}
      """#)
  }

  @Test func `before what the settings say of the mention`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", "@ada"))
      \#(hints(1))
      < 1 [\#(hint(0, 4, "Ada Lovelace")), \#(hint(0, 4, "(ada)"))]
      """#, options: #""nameHints": true, "inlayHint": "({handle})", "#)
  }

  @Test func `after a short form comes the rest of the name`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", "So Ada Lovelace wrote"))
      ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [{"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 15}}, "text": "Ada Lovelace", "entity": {"name": "Ada Lovelace"}}]}
      < 1 {"added": 1}
      \#(hints(2))
      < 2 []
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 15}}, "text": ""}]}
      \#(hints(3))
      < 3 [{"position": {"line": 0, "character": 6}, "label": "Lovelace", "data": [1, 1]}]
      """#)
  }

  @Test func `what can be read in the text without being an annotation has its tooltip at once`() {
    Script(capabilities: Self.capabilities, options: #""nameHints": true, "#, insert: "{name}").check(
      #"""
      \#(Script.open("file:///w/a.md", "@ada, @Bob Kahn and @nobody"))
      \#(hints(1))
      < 1 [{"position": {"line": 0, "character": 4}, "label": "Ada Lovelace", "tooltip": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team"}}]
      """#)
  }

  @Test func `not while the mention is being typed, nor without the setting`() {
    let typed = #"""
      \#(Script.open("file:///w/a.md", ""))
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "@ada"}]}
      \#(hints(1))
      < 1 []
      """#
    check(typed)
    check(
      #"""
      \#(Script.open("file:///w/a.md", "@ada"))
      \#(hints(1))
      < 1 []
      """#, options: "")
  }

  @Test func `a client that has asked is told to ask again when other people are known`() {
    let failures = SessionScript.play(
      #"""
      ?0 initialize {"capabilities": \#(Self.capabilities), "rootUri": "file:///w", "initializationOptions": {"nameHints": true, "codeLens": "document", "implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}}, "triggers": [{"character": "@", "sources": ["team"]}]}}
      < 0 {}
      ! initialized {}
      \#(Script.open("file:///w/a.md", "@ada and @zoe"))
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      \#(hints(1))
      < 1 [\#(hint(0, 4, "Ada Lovelace"))]
      \#(lens(2))
      < 2 [{"data": [1]}]
      \#(resolve(3))
      < 3 {"command": {"title": "1 unknown"}}
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}, {"name": "Zoe", "handle": "zoe"}]
      < ?1 workspace/inlayHint/refresh
      < ?2 workspace/codeLens/refresh
      =1 null
      =2 null
      \#(hints(4))
      < 4 [\#(hint(0, 4, "Ada Lovelace"))]
      """#)
    #expect(failures.isEmpty, "\(failures)")
  }

  // MARK: Code lenses

  private func lens(_ id: Int) -> String {
    #"?\#(id) textDocument/codeLens {"textDocument": {"uri": "file:///w/a.md"}}"#
  }

  private func resolve(_ id: Int, line: Int? = nil) -> String {
    let data = line.map { "[1, \($0)]" } ?? "[1]"
    return """
      ?\(id) codeLens/resolve {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "data": \(data)}
      """
  }

  @Test func `a lens counts whom nobody knows, each name once`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", "@ada, @nobody, @bob, @noone and @nobody"))
      \#(lens(1))
      < 1 [{"data": [1]}]
      \#(resolve(2))
      < 2 {"command": {"title": "2 people, 2 unknown", "command": ""}}
      """#, options: #""codeLens": "document", "#)
  }

  @Test func `a lens above a paragraph counts those in it`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", #"@ada and\n@nobody\n\n@bob\n\n@noone"#))
      \#(lens(1))
      < 1 [{"data": [1, 0]}, {"data": [1, 3]}]
      \#(resolve(2, line: 0))
      < 2 {"command": {"title": "1 person, 1 unknown"}}
      \#(resolve(3, line: 3))
      < 3 {"command": {"title": "1 person"}}
      """#, options: #""codeLens": "paragraph", "#)
  }

  @Test func `who is unknown cannot be told where a source may know more`() {
    let failures = SessionScript.play(
      #"""
      ?0 initialize {"capabilities": \#(Self.capabilities), "rootUri": "file:///w", "initializationOptions": {"codeLens": "document", "implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": [{"name": "Ada Lovelace", "handle": "ada"}]}, "host": {"type": "client"}}, "triggers": [{"character": "@", "sources": ["team", "host"], "insert": {"default": "@{handle}"}}]}}
      < 0 {}
      ! initialized {}
      \#(Script.open("file:///w/a.md", "@ada and @nobody"))
      \#(lens(1))
      < 1 [{"data": [1]}]
      \#(resolve(2))
      < 2 {"command": {"title": "1 person"}}
      """#)
    #expect(failures.isEmpty, "\(failures)")
  }
}
