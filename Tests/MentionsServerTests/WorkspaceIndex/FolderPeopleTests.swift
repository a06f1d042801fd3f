import MentionsTestKit
import Testing

/// Several workspace folders, each with people of its own: who is the same person in both, and who only has the same number.
@Suite struct FolderPeopleTests {
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
        {"sources": {"git": null, "codeowners": null, "people": null, "team": \(team)}, \
        "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}]}
        """
    }
    let loaded = lists ? "" : "loaded team \(one)\nloaded two/team \(two)"
    ServerScript(
      capabilities: #"{"workspace": {"workspaceEdit": {"documentChanges": true}}}"#, folders: ["one", "two"],
      files: """
        file /one/.mentions.json \(settings(one))
        file /two/.mentions.json \(settings(two))
        """, people: "", settings: #""implicit": {"minimumLength": 0}"#,
      begins: """
        \(loaded)
        text /one/x.md @ann @cy
        text /two/y.md @bob @cy
        open /one/a.md @ann @cy
        """
    ).check(script, sourceLocation: sourceLocation)
  }

  @Test func `one number in two folders is two people`() {
    check(
      #"""
      open /two/b.md @bob
      ?1 references /one/a.md 0:1
      scanned
      < 1 [/one/a.md:0:0-4, /one/x.md:0:0-4]
      ?2 references /two/b.md 0:1
      < 2 [/two/b.md:0:0-4, /two/y.md:0:0-4]
      ?3 hover /one/a.md 0:1
      < 3 {"contents": {"value": "Ann Alpha\n\nHandle: ann\nSource: team\n\n\#
      2 mentions in this document and 1 other file: x.md:1"}}
      """#)
  }

  @Test func `who has the same handle in two folders is one person, whatever the number`() {
    check(
      """
      ?1 references /one/a.md 0:6
      scanned
      < 1 [/one/a.md:0:5-8, /one/x.md:0:5-8, /two/y.md:0:5-8]
      """)
  }

  @Test func `symbols are the people of all folders, each once and those who match best first`() {
    check(
      """
      ?1 workspace/symbol {"query": "@bob"}
      scanned
      < 1 [{"name": "Bob Beta", "containerName": "y.md", "location": /two/y.md:0:0-4}]
      ?2 workspace/symbol {"query": "cy"}
      < 2 [{"name": "Cy Both", "containerName": "a.md"}, {"name": "Cy Both", "containerName": "x.md"},
        {"name": "Cy Both", "containerName": "y.md"}]
      ?3 workspace/symbol {"query": "b"}
      < 3 [{"name": "Cy Both"}, {"name": "Cy Both"}, {"name": "Cy Both"}, {"name": "Bob Beta"}]
      """)
  }

  @Test func `a rename stays in the folder where the name is written down`() {
    let place = #"""
      {"source": "team", "path": "/one/team.jsonl", "line": 0, "text": "{\"handle\": \"cy\"}", \#
      "record": [0, 16], "values": [{"field": "handle", "range": [11, 15], "notation": "json"}]}
      """#
    check(
      """
      text /one/team.jsonl nobody
      open /two/b.md @cy
      ?1 rename /one/a.md 0:6 {"newName": "cyrus"}
      scanned
      effect scan
      effect locate 1 2 in team
      located 1 \(place)
      < 1 {"documentChanges": [{"textDocument": {"uri": "file:///one/team.jsonl"}},
        {"textDocument": {"uri": "file:///one/a.md"}},
        {"textDocument": {"uri": "file:///one/x.md"}, "edits": [{"newText": "cyrus"}]}]}
      """, lists: false)
  }
}
