import MentionsTestKit
import Testing

/// Answers about a person tell of all that means the person now, whatever the entity was when it was accepted and whichever
/// source has it.
@Suite struct CurrentPeopleTests {
  /// Ada is behind `@` from the source `team` and behind `+` from `git` first, as `crowd` stands for here.
  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let ada = """
      "name": "Ada Lovelace", "handle": "ada", "email": "ada@x.example", "aliases": ["old@x.example"]
      """
    ServerScript(
      capabilities: #"{"workspace": {"workspaceEdit": {"documentChanges": true}}}"#, folders: ["w"],
      people: "/w/team.jsonl", sources: #""crowd": {"type": "list", "items": [{"id": "a1", \#(ada)}]}"#,
      settings: """
        "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}, \
        {"character": "+", "sources": ["crowd", "team"], "insert": {"default": "+{handle}"}}]
        """
    ).check(
      """
      loaded team [{"id": "7", \(ada), "url": "https://x.example/new"}]
      \(script)
      """, sourceLocation: sourceLocation)
  }

  /// Accepted when git knew her by another address and name.
  private static let accepted = """
    open a.md «Ada Byron» and «@ada»
    add a.md 0:0-9 {"id": "old@x.example", "name": "Ada Byron",
      "email": "old@x.example", "url": "https://x.example/old", "source": "git"}
    """

  @Test func `a mention that was accepted long ago means who that is now`() {
    check(
      #"""
      \#(Self.accepted)
      ?2 documentHighlight a.md 0:15
      < 2 «»
      ?3 documentHighlight a.md 0:9
      < 3 [{}, {}]
      ?4 hover a.md 0:1
      < 4 {"contents": {"value": "Ada Lovelace\n\nHandle: ada\nAlso: old@x.example\nE-mail: ada@x.example\n\#
      Link: https://x.example/new\nSource: team\n\n2 mentions in this document"}}
      ?5 documentSymbol a.md
      < 5 [{"name": "Ada Lovelace"}, {"name": "Ada Lovelace"}]
      ?6 documentLink a.md
      < 6 [{"data": [1, 2]}, {"data": [1, 1]}]
      ?7 documentLink/resolve {"range": 0:0-9, "data": [1, 2]}
      < 7 {"target": "https://x.example/new"}
      ?8 references a.md 0:1
      scanned
      located 1
      < 8 «»
      ?9 mentions/list a.md
      < 9 {"mentions": [{"entity": {"name": "Ada Byron"}}, {}]}
      """#)
  }

  @Test func `two triggers that have a person from different sources mean one person`() {
    check(
      """
      open a.md «@|ada» and «+ada»
      text b.md «+ada»
      text c.md «@ada»
      ?1 documentHighlight |
      < 1 «»
      ?2 references a.md 0:10
      scanned
      located 1
      < 2 «»
      """)
  }

  @Test func `a mention that was accepted long ago follows a rename`() {
    let place = #"""
      {"source": "team", "path": "/w/team.jsonl", "line": 0, "text": "{\"handle\": \"ada\"}", \#
      "record": [0, 17], "values": [{"field": "handle", "range": [11, 16], "notation": "json"}]}
      """#
    check(
      #"""
      text team.jsonl {"handle": "ada"}
      open a.md +ada
      add a.md 0:0-4 {"id": "old", "name": "Ada", "handle": "ada", "source": "git"}
      ?2 rename a.md 0:2 {"newName": "countess"}
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{}, {"edits": [{"range": 0:1-4, "newText": "countess"}]}]}
      change a.md 0:1-4 ‘countess’
      ?3 mentions/list a.md
      < 3 {"mentions": [{"text": "+countess", "entity": {"handle": "countess"}}]}
      """#)
  }
}
