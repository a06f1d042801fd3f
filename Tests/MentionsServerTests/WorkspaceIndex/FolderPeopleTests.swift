import MentionsTestKit
import Testing

/// Several workspace folders, each with people of its own: who is the same person in both, and who only has the same number.
@Suite struct FolderPeopleTests {
  private typealias Script = WorkspaceScript

  /// `/one` has Ann and Cy, `/two` has Bob under Ann's id, and Cy under another.
  private func check(
    _ script: String, lists: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func cy(_ id: Int) -> String { #"{"id": "\#(id)", "name": "Cy Both", "handle": "cy"}"# }
    let one = #"[{"id": "1", "name": "Ann Alpha", "handle": "ann"}, \#(cy(2))]"#
    let two = #"[{"id": "1", "name": "Bob Beta", "handle": "bob"}, \#(cy(9))]"#
    func settings(_ people: String) -> String {
      let file = #"{"type": "file", "path": "team.jsonl"}"#
      let team = lists ? #"{"type": "list", "items": \#(people)}"# : file
      return """
        {"sources": {"git": null, "codeowners": null, "people": null, "team": \(team)}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}]}
        """
    }
    let loaded = lists ? "" : "loaded team \(one)\nloaded two/team \(two)"
    let failures = SessionScript.play(
      """
      file /one/.mentions.json \(settings(one))
      file /two/.mentions.json \(settings(two))
      ?0 initialize {"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true}}}, "workspaceFolders": [{"uri": "file:///one", "name": "one"}, {"uri": "file:///two", "name": "two"}], "initializationOptions": {"implicit": {"minimumLength": 0}}}
      < 0 {}
      ! initialized {}
      \(loaded)
      text /one/x.md @ann @cy
      text /two/y.md @bob @cy
      \(Script.open("file:///one/a.md", "@ann @cy"))
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private func location(_ uri: String, _ start: Int, _ end: Int) -> String {
    Script.location(uri, 0, start, end)
  }

  @Test func `one number in two folders is two people`() {
    check(
      #"""
      \#(Script.open("file:///two/b.md", "@bob"))
      \#(Script.references("file:///one/a.md", 1, id: 1))
      scanned
      < 1 [\#(location("file:///one/a.md", 0, 4)), \#(location("file:///one/x.md", 0, 4))]
      \#(Script.references("file:///two/b.md", 1, id: 2))
      < 2 [\#(location("file:///two/b.md", 0, 4)), \#(location("file:///two/y.md", 0, 4))]
      ?3 textDocument/hover {"textDocument": {"uri": "file:///one/a.md"}, "position": {"line": 0, "character": 1}}
      < 3 {"contents": {"value": "Ann Alpha\n\nHandle: ann\nSource: team\n\n2 mentions in this document and 1 other file: x.md:1"}}
      """#)
  }

  @Test func `who has the same handle in two folders is one person, whatever the number`() {
    check(
      """
      \(Script.references("file:///one/a.md", 6, id: 1))
      scanned
      < 1 [\(location("file:///one/a.md", 5, 8)), \(location("file:///one/x.md", 5, 8)), \(location("file:///two/y.md", 5, 8))]
      """)
  }

  @Test func `symbols are the people of all folders, each once and those who match best first`() {
    check(
      """
      ?1 workspace/symbol {"query": "@bob"}
      scanned
      < 1 [{"name": "Bob Beta", "containerName": "y.md", "location": \(location("file:///two/y.md", 0, 4))}]
      ?2 workspace/symbol {"query": "cy"}
      < 2 [{"name": "Cy Both", "containerName": "a.md"}, {"name": "Cy Both", "containerName": "x.md"}, {"name": "Cy Both", "containerName": "y.md"}]
      ?3 workspace/symbol {"query": "b"}
      < 3 [{"name": "Cy Both"}, {"name": "Cy Both"}, {"name": "Cy Both"}, {"name": "Bob Beta"}]
      """)
  }

  @Test func `a rename stays in the folder where the name is written down`() {
    let place = #"""
      {"source": "team", "path": "/one/team.jsonl", "line": 0, "text": "{\"handle\": \"cy\"}", "record": [0, 16], "values": [{"field": "handle", "range": [11, 15], "notation": "json"}]}
      """#
    check(
      """
      text /one/team.jsonl nobody
      \(Script.open("file:///two/b.md", "@cy"))
      ?1 textDocument/rename {"textDocument": {"uri": "file:///one/a.md"}, "position": {"line": 0, "character": 6}, "newName": "cyrus"}
      scanned
      effect scan
      effect locate 1 2 in team
      located 1 \(place)
      < 1 {"documentChanges": [{"textDocument": {"uri": "file:///one/team.jsonl"}}, {"textDocument": {"uri": "file:///one/a.md"}}, {"textDocument": {"uri": "file:///one/x.md"}, "edits": [{"newText": "cyrus"}]}]}
      """, lists: false)
  }
}
