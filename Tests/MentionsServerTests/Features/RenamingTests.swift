import Testing

/// `textDocument/prepareRename` and `textDocument/rename`: one edit of the whole workspace, or an error that says why not.
@Suite struct RenamingTests {
  private func check(
    _ script: String, capabilities: String = #"{"workspace": {"workspaceEdit": {"documentChanges": true}}}"#,
    insert: String = "@{handle}", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: capabilities, folders: ["w"], people: "/w/team.jsonl", insert: insert
    ).check(
      """
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}, {"name": "Bob Kahn", "handle": "bob"}]
      text team.jsonl {"name": "Ada Lovelace", "handle": "ada"}
      \(script)
      """, sourceLocation: sourceLocation)
  }

  /// Where Ada is written down: the handle and the name.
  private let place = #"""
    {"source": "team", "path": "/w/team.jsonl", "line": 0, "text": "{\"name\": \"Ada Lovelace\", \"handle\": \"ada\"}", \#
    "record": [0, 41], "values": [{"field": "name", "range": [9, 23], "notation": "json"}, \#
    {"field": "handle", "range": [35, 40], "notation": "json"}]}
    """#

  private func rename(_ name: String, id: Int, at column: Int = 5) -> String {
    """
    ?\(id) rename a.md 0:\(column) {"newName": "\(name)"}
    """
  }

  private func prepare(id: Int, at column: Int = 5) -> String {
    """
    ?\(id) prepareRename a.md 0:\(column)
    """
  }

  private func edit(_ range: String, _ text: String) -> String {
    #"{"range": \#(range), "newText": "\#(text)"}"#
  }

  private func edited(_ file: String, _ version: String, _ edits: String...) -> String {
    """
    {"textDocument": {"uri": "file:///w/\(file)", "version": \(version)}, "edits": [\(edits.joined(separator: ", "))]}
    """
  }

  @Test func `the handle changes in all mentions and where it is written down`() {
    check(
      #"""
      text b.md nobody⏎😀 @ada, @bob
      open a.md@3 Ask @ada and @ada
      \#(prepare(id: 1))
      located 1 \#(place)
      < 1 {"range": 0:5-8, "placeholder": "ada"}
      \#(rename("@countess", id: 2))
      scanned
      located 2 \#(place)
      < 2 {"documentChanges": [\#(edited("team.jsonl", "null", edit("0:35-40", #"\"countess\""#))),
        \#(edited("a.md", "3", edit("0:5-8", "countess"), edit("0:14-17", "countess"))),
        \#(edited("b.md", "null", edit("1:4-7", "countess")))]}
      """#)
  }

  @Test func `files of unknown kinds and notebooks are read and never edited`() {
    check(
      #"""
      text data.unknown Ask @ada and @ada
      text a.ipynb {"cells": [{"cell_type": "markdown", "source": ["Ask @ada"]}]}
      open a.md Ask @ada
      \#(rename("countess", id: 2))
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{"textDocument": {"uri": "file:///w/team.jsonl"}},
        {"textDocument": {"uri": "file:///w/a.md"}, "edits": [{"newText": "countess"}]}],
        "changeAnnotations": {"closed": {"description": "some edits are in files that are not open; 3 mentions stay as they are: files of unknown kinds, and notebooks, are not edited"}}}
      """#,
      capabilities:
        #"{"workspace": {"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}}}}"#)
  }

  @Test func `files that are not open are to be confirmed where the client can ask`() {
    check(
      #"""
      open a.md Ask @ada
      \#(rename("countess", id: 2))
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{"textDocument": {"uri": "file:///w/team.jsonl"},
        "edits": [{"annotationId": "closed"}]},
        {"textDocument": {"uri": "file:///w/a.md"}, "edits": [{"newText": "countess"}]}],
        "changeAnnotations": {"closed": {"label": "Rename ada to countess", "needsConfirmation": true}}}
      """#,
      capabilities:
        #"{"workspace": {"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}}}}"#)
  }

  @Test func `a mention stays one under the new name, and when that is taken back`() {
    check(
      #"""
      open a.md Ask Ada Lovelace
      add a.md 0:4-16 {"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"}
      \#(rename("Ada King", id: 2))
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [{}, {"edits": [\#(edit("0:4-16", "Ada King"))]}]}
      change a.md 0:8-16 ‘King’
      ?3 mentions/list a.md
      < 3 {"mentions": [{"text": "Ada King", "entity": {"name": "Ada King"}}]}
      change a.md 0:8-12 ‘Lovelace’
      ?4 mentions/list a.md
      < 4 {"mentions": [{"text": "Ada Lovelace", "entity": {"name": "Ada Lovelace"}}]}
      """#, insert: "{name}")
  }

  @Test(arguments: [
    ("", "“” cannot be a handle: it is empty"),
    ("count ess", "“count ess” cannot be a handle: it contains white space"),
    ("bob", "“bob” cannot be a handle: it already belongs to Bob Kahn"),
    ("BOB", "“BOB” cannot be a handle: it already belongs to Bob Kahn"),
    ("@@bob", "“@@bob” cannot be a handle: it begins with @"),
  ])
  func `a name that cannot be one is refused`(name: String, message: String) {
    check(
      """
      open a.md Ask @ada
      \(rename(name, id: 2))
      < 2 error -32602 \(message)
      """)
  }

  @Test func `what cannot be changed here is refused, and it says why`() {
    check(
      #"""
      open a.md Ask @ada
      \#(prepare(id: 1, at: 0))
      < 1 null
      \#(prepare(id: 2))
      located 1
      < 2 error -32803 Ada Lovelace is no longer in the files of the source “team”
      \#(prepare(id: 3))
      located 2 \#(place.replacing("/w/team", with: "/else/team"))
      < 3 error -32803 Ada Lovelace is defined in /else/team.jsonl, which is outside of the workspace
      \#(prepare(id: 4))
      located 3 \#(place.replacing(#""field": "handle""#, with: #""field": "email""#))
      < 4 error -32803 the handle of Ada Lovelace cannot be changed in /w/team.jsonl
      """#)
  }

  @Test func `a file that cannot be written refuses the whole rename`() {
    check(
      #"""
      text b.md @ada
      protect b.md the file cannot be written
      open a.md Ask @ada
      \#(rename("countess", id: 2))
      scanned
      located 1 \#(place)
      < 2 error -32803 cannot rename: /w/b.md: the file cannot be written
      """#)
  }

  @Test func `a file that has changed since it was searched is edited as it is now`() {
    check(
      #"""
      text b.md @ada
      open a.md Ask @ada
      ?1 references a.md 0:5
      scanned
      located 1
      < 1 [{}, {}]
      text b.md now @bob and @ada
      \#(rename("countess", id: 2))
      located 2 \#(place)
      < 2 {"documentChanges": [{}, {}, {"textDocument": {"uri": "file:///w/b.md"},
        "edits": [\#(edit("0:14-17", "countess"))]}]}
      """#)
  }

  @Test func `a name that is wrapped is renamed where it is`() {
    let ada = #"{"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"}"#
    check(
      #"""
      open a.md Ask Ada⏎Lovelace or Ada  Lovelace or @ada
      add a.md 0:4-1:8 \#(ada)
      add a.md 1:12-25 \#(ada)
      \#(prepare(id: 2))
      located 1 \#(place)
      < 2 {"range": 0:4-1:8, "placeholder": "Ada Lovelace"}
      \#(rename("Ada King", id: 3))
      scanned
      located 2 \#(place)
      < 3 {"documentChanges": [{}, {"edits": [{"range": 0:4-1:8,
        "newText": "Ada\nKing"}, \#(edit("1:12-25", "Ada  King"))]}]}
      """#)
  }
}
