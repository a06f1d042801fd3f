import MentionsTestKit
import Testing

/// `textDocument/rename` of somebody who is mentioned in a short form too.
@Suite struct TrimmedRenameTests {
  /// `Ada Lovelace and Ada`, of which the second was trimmed.
  private func check(
    _ script: String, shortName: String? = nil, annotates: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let person =
      #"{"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"\#(shortName.map { #", "shortName": "\#($0)""# } ?? "")}"#
    func mention(_ start: Int) -> String {
      #"{"range": \#(range(start, start + 12)), "text": "Ada Lovelace", "entity": \#(person)}"#
    }
    let failures = SessionScript.play(
      #"""
      ?0 initialize {"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true\#(annotates ? #", "changeAnnotationSupport": {}"# : "")}}}, "rootUri": "file:///w", "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}}, "triggers": [{"character": "@", "sources": ["team"]}]}}
      < 0 {}
      ! initialized {}
      loaded team [\#(person)]
      text /w/team.jsonl {"name": "Ada Lovelace", "handle": "ada"}
      \#(WorkspaceScript.open("file:///w/a.md", "Ada Lovelace and Ada Lovelace"))
      ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [\#(mention(0)), \#(mention(17))]}
      < 1 {"added": 2}
      ?2 mentions/backspace {"textDocument": {"uri": "file:///w/a.md", "version": 1}, "position": {"line": 0, "character": 29}}
      < 2 {"action": "lightUp"}
      ?3 mentions/backspace {"textDocument": {"uri": "file:///w/a.md", "version": 1}, "position": {"line": 0, "character": 29}}
      < 3 {"action": "trim"}
      \#(change(2, 17, 29, shortName ?? "Ada"))
      ?4 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 4 {"mentions": [{"state": "whole"}, {"state": "trimmed", "text": "\#(shortName ?? "Ada")"}]}
      \#(script)
      """#, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private func range(_ start: Int, _ end: Int) -> String {
    #"{"start": {"line": 0, "character": \#(start)}, "end": {"line": 0, "character": \#(end)}}"#
  }

  private func change(_ version: Int, _ start: Int, _ end: Int, _ text: String) -> String {
    """
    ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": \(version)}, "contentChanges": [{"range": \(range(start, end)), "text": "\(text)"}]}
    """
  }

  private func rename(_ name: String, at column: Int, id: Int = 5) -> String {
    """
    ?\(id) textDocument/rename {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": \(column)}, "newName": "\(name)"}
    scanned
    located 1 \(Self.place)
    """
  }

  private func edit(_ start: Int, _ end: Int, _ text: String) -> String {
    #"{"range": \#(range(start, end)), "newText": "\#(text)"}"#
  }

  private static let place = #"""
    {"source": "team", "path": "/w/team.jsonl", "line": 0, "text": "{\"name\": \"Ada Lovelace\", \"handle\": \"ada\"}", "record": [0, 41], "values": [{"field": "name", "range": [9, 23], "notation": "json"}, {"field": "handle", "range": [35, 40], "notation": "json"}]}
    """#

  @Test func `the short form of the new name takes the place of that of the old one`() {
    check(
      #"""
      \#(rename("Grace King", at: 2))
      < 5 {"documentChanges": [{"edits": [{"newText": "\"Grace King\""}]}, {"textDocument": {"version": 2}, "edits": [\#(edit(0, 12, "Grace King")), \#(edit(17, 20, "Grace"))]}]}
      \#(change(3, 0, 20, "Grace King and Grace"))
      ?6 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 6 {"mentions": [{"text": "Grace King", "entity": {"name": "Grace King"}}, {"text": "Grace", "state": "trimmed", "entity": {"name": "Grace King"}}]}
      """#)
  }

  @Test func `a short form that is that of the new name too stays`() {
    check(
      #"""
      \#(rename("Ada King", at: 2))
      < 5 {"documentChanges": [{}, {"edits": [\#(edit(0, 12, "Ada King"))]}]}
      """#, annotates: false)
  }

  @Test func `a new name of one word is written whole`() {
    check(
      #"""
      \#(rename("Countess", at: 2))
      < 5 {"documentChanges": [{}, {"edits": [\#(edit(0, 12, "Countess")), \#(edit(17, 20, "Countess"))]}]}
      """#)
  }

  @Test func `at a short form the whole name is asked for`() {
    check(
      #"""
      ?5 textDocument/prepareRename {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": 18}}
      located 1 \#(Self.place)
      < 5 {"range": \#(range(17, 20)), "placeholder": "Ada Lovelace"}
      \#(rename("Grace King", at: 18, id: 6).replacing("located 1", with: "located 2"))
      < 6 {"documentChanges": [{}, {"edits": [\#(edit(0, 12, "Grace King")), \#(edit(17, 20, "Grace"))]}]}
      """#)
  }

  @Test func `a short form that is like the handle is not one`() {
    check(
      #"""
      \#(WorkspaceScript.open("file:///w/b.md", "@ada"))
      ?5 textDocument/rename {"textDocument": {"uri": "file:///w/b.md"}, "position": {"line": 0, "character": 2}, "newName": "countess"}
      scanned
      located 1 \#(Self.place)
      < 5 {"documentChanges": [{}, {"textDocument": {"uri": "file:///w/b.md"}, "edits": [\#(edit(1, 4, "countess"))]}]}
      """#)
  }

  @Test func `a short name of one's own stays, and the user is told`() {
    check(
      #"""
      \#(rename("Grace King", at: 2))
      < 5 {"documentChanges": [{"edits": [{"annotationId": "closed"}]}, {"edits": [\#(edit(0, 12, "Grace King"))]}], "changeAnnotations": {"closed": {"label": "Rename Ada Lovelace to Grace King", "needsConfirmation": true, "description": "in files that are not open; 1 shortened mention stays as it is: the short form is not made of the name"}}}
      """#, shortName: "Lady", annotates: true)
  }
}
