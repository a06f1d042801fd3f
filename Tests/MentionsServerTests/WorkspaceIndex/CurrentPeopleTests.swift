import MentionsTestKit
import Testing

/// Answers about a person tell of all that means the person now, whatever the entity was when it was accepted and whichever
/// source has it.
@Suite struct CurrentPeopleTests {
  private typealias Script = WorkspaceScript

  /// Ada is behind `@` from the source `team` and behind `+` from `git` first, as `crowd` stands for here.
  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let ada = """
      "name": "Ada Lovelace", "handle": "ada", "email": "ada@x.example", "aliases": ["old@x.example"]
      """
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true}}}, "rootUri": "file:///w", "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}, "crowd": {"type": "list", "items": [{"id": "a1", \(ada)}]}}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}, {"character": "+", "sources": ["crowd", "team"], "insert": {"default": "+{handle}"}}]}}
      < 0 {}
      ! initialized {}
      loaded team [{"id": "7", \(ada), "url": "https://x.example/new"}]
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// Accepted when git knew her by another address and name.
  private static let accepted = """
    \(Script.open("file:///w/a.md", "Ada Byron and @ada"))
    ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 9}}, "text": "Ada Byron", "entity": {"id": "old@x.example", "name": "Ada Byron", "email": "old@x.example", "url": "https://x.example/old", "source": "git"}}]}
    < 1 {"added": 1}
    """

  private static func ask(_ method: String, _ id: Int, at column: Int) -> String {
    """
    ?\(id) textDocument/\(method) {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": \(column)}}
    """
  }

  private static func range(_ start: Int, _ end: Int) -> String {
    #"{"start": {"line": 0, "character": \#(start)}, "end": {"line": 0, "character": \#(end)}}"#
  }

  @Test func `a mention that was accepted long ago means who that is now`() {
    check(
      #"""
      \#(Self.accepted)
      \#(Self.ask("documentHighlight", 2, at: 15))
      < 2 [{"range": \#(Self.range(0, 9))}, {"range": \#(Self.range(14, 18))}]
      \#(Self.ask("documentHighlight", 3, at: 9))
      < 3 [{}, {}]
      \#(Self.ask("hover", 4, at: 1))
      < 4 {"contents": {"value": "Ada Lovelace\n\nHandle: ada\nAlso: old@x.example\nE-mail: ada@x.example\nLink: https://x.example/new\nSource: team\n\n2 mentions in this document"}}
      ?5 textDocument/documentSymbol {"textDocument": {"uri": "file:///w/a.md"}}
      < 5 [{"name": "Ada Lovelace"}, {"name": "Ada Lovelace"}]
      ?6 textDocument/documentLink {"textDocument": {"uri": "file:///w/a.md"}}
      < 6 [{"data": [1, 2]}, {"data": [1, 1]}]
      ?7 documentLink/resolve {"range": \#(Self.range(0, 9)), "data": [1, 2]}
      < 7 {"target": "https://x.example/new"}
      \#(Script.references("file:///w/a.md", 1, id: 8))
      scanned
      located 1
      < 8 [{"range": \#(Self.range(0, 9))}, {"range": \#(Self.range(14, 18))}]
      ?9 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 9 {"mentions": [{"entity": {"name": "Ada Byron"}}, {}]}
      """#)
  }

  @Test func `two triggers that have a person from different sources mean one person`() {
    check(
      """
      text /w/b.md +ada
      text /w/c.md @ada
      \(Script.open("file:///w/a.md", "@ada and +ada"))
      \(Self.ask("documentHighlight", 1, at: 1))
      < 1 [{"range": \(Self.range(0, 4))}, {"range": \(Self.range(9, 13))}]
      \(Script.references("file:///w/a.md", 10, id: 2))
      scanned
      located 1
      < 2 [{}, {}, {"uri": "file:///w/b.md"}, {"uri": "file:///w/c.md"}]
      """)
  }

  @Test func `a mention that was accepted long ago follows a rename`() {
    let place = #"""
      {"source": "team", "path": "/w/team.jsonl", "line": 0, "text": "{\"handle\": \"ada\"}", "record": [0, 17], "values": [{"field": "handle", "range": [11, 16], "notation": "json"}]}
      """#
    check(
      #"""
      text /w/team.jsonl {"handle": "ada"}
      \#(Script.open("file:///w/a.md", "+ada"))
      ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [{"range": \#(Self.range(0, 4)), "text": "+ada", "entity": {"id": "old", "name": "Ada", "handle": "ada", "source": "git"}}]}
      < 1 {"added": 1}
      ?2 textDocument/rename {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": 2}, "newName": "countess"}
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{}, {"edits": [{"range": \#(Self.range(1, 4)), "newText": "countess"}]}]}
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": 2}, "contentChanges": [{"range": \#(Self.range(1, 4)), "text": "countess"}]}
      ?3 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 3 {"mentions": [{"text": "+countess", "entity": {"handle": "countess"}}]}
      """#)
  }
}
