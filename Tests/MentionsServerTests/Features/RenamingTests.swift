import MentionsTestKit
import Testing

/// `textDocument/prepareRename` and `textDocument/rename`: one edit of the whole workspace, or an error that says why not.
@Suite struct RenamingTests {
  private typealias Script = WorkspaceScript

  private func check(
    _ script: String, capabilities: String = #"{"workspace": {"workspaceEdit": {"documentChanges": true}}}"#,
    insert: String = "@{handle}", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": \(capabilities), "rootUri": "file:///w", "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "\(insert)"}}]}}
      < 0 {}
      ! initialized {}
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}, {"name": "Bob Kahn", "handle": "bob"}]
      text /w/team.jsonl {"name": "Ada Lovelace", "handle": "ada"}
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// Where Ada is written down: the handle and the name.
  private let place = #"""
    {"source": "team", "path": "/w/team.jsonl", "line": 0, "text": "{\"name\": \"Ada Lovelace\", \"handle\": \"ada\"}", "record": [0, 41], "values": [{"field": "name", "range": [9, 23], "notation": "json"}, {"field": "handle", "range": [35, 40], "notation": "json"}]}
    """#

  private func rename(_ name: String, id: Int, at column: Int = 5) -> String {
    """
    ?\(id) textDocument/rename {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": \(column)}, "newName": "\(name)"}
    """
  }

  private func prepare(id: Int, at column: Int = 5) -> String {
    """
    ?\(id) textDocument/prepareRename {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": \(column)}}
    """
  }

  private func edit(_ line: Int, _ start: Int, _ end: Int, _ text: String) -> String {
    """
    {"range": {"start": {"line": \(line), "character": \(start)}, "end": {"line": \(line), "character": \(end)}}, "newText": "\(text)"}
    """
  }

  @Test func `the handle changes in all mentions and where it is written down`() {
    check(
      #"""
      text /w/b.md nobody\n😀 @ada, @bob
      \#(Script.open("file:///w/a.md", "Ask @ada and @ada", version: 3))
      \#(prepare(id: 1))
      located 1 \#(place)
      < 1 {"range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 8}}, "placeholder": "ada"}
      \#(rename("@countess", id: 2))
      scanned
      located 2 \#(place)
      < 2 {"documentChanges": [{"textDocument": {"uri": "file:///w/team.jsonl", "version": null}, "edits": [\#(edit(0, 35, 40, #"\"countess\""#))]}, {"textDocument": {"uri": "file:///w/a.md", "version": 3}, "edits": [\#(edit(0, 5, 8, "countess")), \#(edit(0, 14, 17, "countess"))]}, {"textDocument": {"uri": "file:///w/b.md", "version": null}, "edits": [\#(edit(1, 4, 7, "countess"))]}]}
      """#)
  }

  @Test func `files that are not open are to be confirmed where the client can ask`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", "Ask @ada"))
      \#(rename("countess", id: 2))
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{"textDocument": {"uri": "file:///w/team.jsonl"}, "edits": [{"annotationId": "closed"}]}, {"textDocument": {"uri": "file:///w/a.md"}, "edits": [{"newText": "countess"}]}], "changeAnnotations": {"closed": {"label": "Rename ada to countess", "needsConfirmation": true}}}
      """#,
      capabilities:
        #"{"workspace": {"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}}}}"#)
  }

  @Test func `a mention stays one under the new name, and when that is taken back`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", "Ask Ada Lovelace"))
      ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [{"range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 16}}, "text": "Ada Lovelace", "entity": {"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"}}]}
      < 1 {"added": 1}
      \#(rename("Ada King", id: 2))
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{}, {"edits": [\#(edit(0, 4, 16, "Ada King"))]}]}
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 16}}, "text": "King"}]}
      ?3 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 3 {"mentions": [{"text": "Ada King", "entity": {"name": "Ada King"}}]}
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": 3}, "contentChanges": [{"range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 12}}, "text": "Lovelace"}]}
      ?4 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 4 {"mentions": [{"text": "Ada Lovelace", "entity": {"name": "Ada Lovelace"}}]}
      """#, insert: "{name}")
  }

  @Test(arguments: [
    ("", "“” cannot be a handle: it is empty"),
    ("count ess", "“count ess” cannot be a handle: it has white space"),
    ("bob", "“bob” cannot be a handle: it is that of Bob Kahn"),
    ("@@bob", "“@@bob” cannot be a handle: it begins with @"),
  ])
  func `a name that cannot be one is refused`(name: String, message: String) {
    check(
      """
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename(name, id: 2))
      < 2 error -32602 \(message)
      """)
  }

  @Test func `what cannot be changed here is refused, and it says why`() {
    check(
      #"""
      \#(Script.open("file:///w/a.md", "Ask @ada"))
      \#(prepare(id: 1, at: 0))
      < 1 null
      \#(prepare(id: 2))
      located 1
      < 2 error -32803 Ada Lovelace is not in the files of the source “team” any more
      \#(prepare(id: 3))
      located 2 \#(place.replacing("/w/team", with: "/else/team"))
      < 3 error -32803 Ada Lovelace is written down in /else/team.jsonl, which is not in the workspace
      \#(prepare(id: 4))
      located 3 \#(place.replacing(#""field": "handle""#, with: #""field": "email""#))
      < 4 error -32803 /w/team.jsonl does not have the handle of Ada Lovelace
      """#)
  }

  @Test func `a file that cannot be written refuses the whole rename`() {
    check(
      #"""
      text /w/b.md @ada
      protect /w/b.md the file cannot be written
      \#(Script.open("file:///w/a.md", "Ask @ada"))
      \#(rename("countess", id: 2))
      scanned
      located 1 \#(place)
      < 2 error -32803 nothing is renamed: /w/b.md: the file cannot be written
      """#)
  }

  @Test func `a file that has changed since it was searched is edited as it is now`() {
    check(
      #"""
      text /w/b.md @ada
      \#(Script.open("file:///w/a.md", "Ask @ada"))
      \#(Script.references("file:///w/a.md", 5, id: 1))
      scanned
      located 1
      < 1 [{}, {}]
      text /w/b.md now @bob and @ada
      \#(rename("countess", id: 2))
      located 2 \#(place)
      < 2 {"documentChanges": [{}, {}, {"textDocument": {"uri": "file:///w/b.md"}, "edits": [\#(edit(0, 14, 17, "countess"))]}]}
      """#)
  }

  @Test func `a name that is wrapped is renamed where it is`() {
    func mention(_ line: Int, _ start: Int, _ endLine: Int, _ end: Int, _ text: String) -> String {
      """
      {"range": {"start": {"line": \(line), "character": \(start)}, "end": {"line": \(endLine), "character": \(end)}}, "text": "\(text)", "entity": {"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"}}
      """
    }
    check(
      #"""
      \#(Script.open("file:///w/a.md", #"Ask Ada\nLovelace or Ada  Lovelace or @ada"#))
      ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [\#(mention(0, 4, 1, 8, #"Ada\nLovelace"#)), \#(mention(1, 12, 1, 25, "Ada  Lovelace"))]}
      < 1 {"added": 2}
      \#(prepare(id: 2))
      located 1 \#(place)
      < 2 {"range": {"start": {"line": 0, "character": 4}, "end": {"line": 1, "character": 8}}, "placeholder": "Ada Lovelace"}
      \#(rename("Ada King", id: 3))
      scanned
      located 2 \#(place)
      < 3 {"documentChanges": [{}, {"edits": [{"range": {"start": {"line": 0, "character": 4}, "end": {"line": 1, "character": 8}}, "newText": "Ada\nKing"}, \#(edit(1, 12, 25, "Ada  King"))]}]}
      """#)
  }
}
