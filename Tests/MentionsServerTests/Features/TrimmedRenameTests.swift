import MentionsTestKit
import Testing

/// `textDocument/rename` of somebody who is mentioned in a short form too.
@Suite struct TrimmedRenameTests {
  /// `Ada Lovelace and Ada`, of which the second was trimmed.
  private func check(
    _ script: String, shortName: String? = nil, annotates: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let short = shortName.map { #", "shortName": "\#($0)""# } ?? ""
    let person = #"{"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"\#(short)}"#
    let annotating = annotates ? #", "changeAnnotationSupport": {}"# : ""
    ServerScript(
      capabilities: #"{"workspace": {"workspaceEdit": {"documentChanges": true\#(annotating)}}}"#,
      folders: ["w"],
      people: "/w/team.jsonl"
    ).check(
      #"""
      loaded team [\#(person)]
      text /w/team.jsonl {"name": "Ada Lovelace", "handle": "ada"}
      open a.md Ada Lovelace and Ada Lovelace
      add a.md 0:0-12 \#(person)
      add a.md 0:17-29 \#(person)
      ?2 mentions/backspace {"textDocument": {"uri": "file:///w/a.md", "version": 1}, "position": 0:29}
      < 2 {"action": "lightUp"}
      ?3 mentions/backspace {"textDocument": {"uri": "file:///w/a.md", "version": 1}, "position": 0:29}
      < 3 {"action": "trim"}
      change a.md 0:17-29 ‘\#(shortName ?? "Ada")’
      ?4 mentions/list a.md
      < 4 {"mentions": [{"state": "whole"}, {"state": "trimmed", "text": "\#(shortName ?? "Ada")"}]}
      \#(script)
      """#, sourceLocation: sourceLocation)
  }

  private func range(_ start: Int, _ end: Int) -> String {
    #"0:\#(start)-\#(end)"#
  }

  private func change(_ version: Int, _ start: Int, _ end: Int, _ text: String) -> String {
    """
    ! textDocument/didChange {"textDocument": {"uri": "file:///w/a.md", "version": \(version)},
      "contentChanges": [{"range": \(range(start, end)), "text": "\(text)"}]}
    """
  }

  private func rename(_ name: String, at column: Int, id: Int = 5) -> String {
    """
    ?\(id) rename a.md 0:\(column) {"newName": "\(name)"}
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
      < 5 {"documentChanges": [{"edits": [{"newText": "\"Grace King\""}]},
        {"textDocument": {"version": 2}, "edits": [\#(edit(0, 12, "Grace King")), \#(edit(17, 20, "Grace"))]}]}
      change a.md 0:0-20 ‘Grace King and Grace’
      ?6 mentions/list a.md
      < 6 {"mentions": [{"text": "Grace King", "entity": {"name": "Grace King"}},
        {"text": "Grace", "state": "trimmed", "entity": {"name": "Grace King"}}]}
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
      ?5 prepareRename a.md 0:18
      located 1 \#(Self.place)
      < 5 {"range": 0:17-20, "placeholder": "Ada Lovelace"}
      \#(rename("Grace King", at: 18, id: 6).replacing("located 1", with: "located 2"))
      < 6 {"documentChanges": [{}, {"edits": [\#(edit(0, 12, "Grace King")), \#(edit(17, 20, "Grace"))]}]}
      """#)
  }

  @Test func `a short form that is like the handle is not one`() {
    check(
      #"""
      open b.md @ada
      ?5 rename b.md 0:2 {"newName": "countess"}
      scanned
      located 1 \#(Self.place)
      < 5 {"documentChanges": [{}, {"textDocument": {"uri": "file:///w/b.md"},
        "edits": [\#(edit(1, 4, "countess"))]}]}
      """#)
  }

  @Test func `a short name of one's own stays, and the user is told`() {
    check(
      #"""
      \#(rename("Grace King", at: 2))
      < 5 {"documentChanges": [{"edits": [{"annotationId": "closed"}]}, {"edits": [\#(edit(0, 12, "Grace King"))]}],
        "changeAnnotations": {"closed": {"label": "Rename Ada Lovelace to Grace King", "needsConfirmation": true,
        "description": "some edits are in files that are not open; 1 shortened mention stays as it is: the short form is not part of the name"}}}
      """#, shortName: "Lady", annotates: true)
  }
}
