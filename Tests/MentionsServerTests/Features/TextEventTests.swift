import MentionsTestKit
import Testing

/// `mentions/textEvent`: what a host that opted in hears of the text.
@Suite struct TextEventTests {
  private func check(
    _ script: String, text: String = "", options: String = #""textEvents": true"#,
    capabilities: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: "{\(capabilities)}", settings: options, text: text
    ).check(
      """
      \(script)
      """, sourceLocation: sourceLocation)
  }

  /// A change of the one line, and of more where the text has line ends.
  private func change(_ version: Int, _ edits: (start: Int, end: Int, text: String)...) -> String {
    let changes = edits.map { edit in
      #"{"range": \#(range(edit.start, edit.end)), "text": "\#(edit.text)"}"#
    }
    return """
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": \(version)},
        "contentChanges": [\(changes.joined(separator: ", "))]}
      """
  }

  private func range(_ start: Int, _ end: Int) -> String {
    #"0:\#(start)-\#(end)"#
  }

  @Test func `nobody hears of the text who does not ask to`() {
    check("type ab", options: #""notifications": true"#)
  }

  @Test func `keys`() {
    check(
      """
      type ab
      < mentions/textEvent {"textDocument": {"uri": "file:///d"}, "event": "inserted", "range": 0:0-0, "text": "a",
        "cause": "typing", "certainty": "certain"}
      < mentions/textEvent {"event": "inserted", "range": 0:1-1, "text": "b", "cause": "typing",
        "certainty": "certain"}
      \(change(9, (1, 2, "")))
      < mentions/textEvent {"event": "deleted", "range": 0:1-2, "before": "b", "cause": "typing",
        "certainty": "certain"}
      """)
  }

  @Test func `gathered keys, in columns of UTF-16`() {
    check(
      """
      \(change(2, (0, 0, "a😀\\nb")))
      < mentions/textEvent {"event": "inserted", "range": 0:0-0, "text": "a😀\\nb", "cause": "paste"}
      \(change(3, (3, 3, "😀x")))
      < mentions/textEvent {"event": "moved", "range": 0:3-3, "certainty": "guess"}
      < mentions/textEvent {"event": "inserted", "range": 0:3-3, "text": "😀", "certainty": "likely"}
      < mentions/textEvent {"event": "inserted", "range": 0:5-5, "text": "x", "certainty": "likely"}
      """)
  }

  @Test func `several cursors: each range is in the text that the event before left`() {
    check(
      """
      \(change(2, (4, 5, "three"), (2, 3, "two"), (0, 1, "one")))
      < mentions/textEvent {"event": "replaced", "range": 0:0-1, "text": "one", "before": "a"}
      < mentions/textEvent {"event": "replaced", "range": 0:4-5, "text": "two", "before": "b"}
      < mentions/textEvent {"event": "replaced", "range": 0:8-9, "text": "three", "before": "c"}
      """, text: "a b c")
  }

  @Test func `a text that is sent whole`() {
    check(
      """
      change /d * ‘one 2 three’
      < mentions/textEvent {"event": "replaced", "range": 0:4-7, "text": "2", "before": "two", "cause": "typing",
        "certainty": "likely"}
      """, text: "one two three")
  }

  @Test func `an offer that is accepted is the server's own text`() {
    check(
      """
      type @a
      < mentions/textEvent {"event": "inserted", "text": "@"}
      < mentions/textEvent {"event": "inserted", "text": "a"}
      complete 1
      < 1 {"items": [{"label": "Ada"}]}
      \(change(9, (0, 2, "Ada")))
      < mentions/textEvent {"event": "replaced", "range": 0:0-2, "text": "Ada", "before": "@a", "cause": "server",
        "certainty": "certain"}
      """)
  }

  @Test func `an edit that the server asks for is its own`() {
    check(
      """
      add /d 0:3-15 {"name": "Ada Lovelace"}
      \(change(2, (14, 15, "")))
      < mentions/textEvent {"event": "deleted", "before": "e", "cause": "typing"}
      at 20
      < ?1 workspace/applyEdit {}
      =1 {"applied": true}
      \(change(3, (6, 14, "")))
      < mentions/textEvent {"event": "deleted", "range": 0:6-14, "before": " Lovelac", "cause": "server",
        "certainty": "certain"}
      """, text: "Hi Ada Lovelace", options: #""textEvents": true, "deletion": "trim""#,
      capabilities: #""workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}"#)
  }

  @Test func `an edit that the client asked the server to plan is the server's own`() {
    check(
      """
      ?1 mentions/transform {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:0-3, "name": "reverse"}
      < 1 {"edit": {"changes": {"file:///d": [{"range": 0:0-3, "newText": "cba"}]}}}
      \(change(2, (0, 3, "cba")))
      < mentions/textEvent {"event": "replaced", "text": "cba", "before": "abc", "cause": "server",
        "certainty": "certain"}
      ?2 mentions/edit {"textDocument": {"uri": "file:///d", "version": 2},
        "edits": [{"range": 0:3-3, "newText": "d"}]}
      < 2 {"edit": {}}
      \(change(3, (3, 3, "d")))
      < mentions/textEvent {"event": "inserted", "text": "d", "cause": "server", "certainty": "certain"}
      \(change(4, (4, 4, "d")))
      < mentions/textEvent {"event": "inserted", "text": "d", "cause": "typing", "certainty": "certain"}
      """, text: "abc")
  }

  @Test func `selections`() {
    check(
      """
      ! mentions/didChangeSelection /d {"selections": [0:4-7, 0:0-1]}
      < mentions/textEvent {"event": "selected", "range": 0:4-7, "certainty": "certain"}
      \(change(2, (4, 7, "x")))
      < mentions/textEvent {"event": "replaced", "range": 0:4-7, "text": "x", "before": "two", "cause": "typing",
        "certainty": "certain"}
      ! mentions/didChangeSelection /d {"selections": [0:5-5]}
      ! mentions/didChangeSelection /d {"selections": [0:0-0]}
      < mentions/textEvent {"event": "moved", "range": 0:0-0, "certainty": "certain"}
      ! mentions/didChangeSelection /d {"selections": []}
      """, text: "one two")
  }

  @Test func `two-stage input is committed by the clock, or when the document is closed`() {
    check(
      """
      \(change(2, (0, 0, "ㅎ")))
      < mentions/textEvent {"event": "marked", "range": 0:0-0, "text": "ㅎ", "cause": "inputMethod",
        "certainty": "likely"}
      at 500
      \(change(3, (0, 1, "하")))
      < mentions/textEvent {"event": "marked", "range": 0:0-1, "text": "하", "before": "ㅎ", "cause": "inputMethod"}
      at 2400
      at 2500
      < mentions/textEvent {"event": "committed", "range": 0:0-1, "text": "하", "cause": "inputMethod",
        "certainty": "guess"}
      \(change(4, (1, 1, "ㄱ")))
      < mentions/textEvent {"event": "marked", "range": 0:1-1, "text": "ㄱ"}
      ! didClose /d
      < mentions/textEvent {"event": "committed", "range": 0:1-2, "text": "ㄱ", "certainty": "likely"}
      """)
  }

  @Test func `an undo`() {
    check(
      """
      \(change(2, (3, 7, "")))
      < mentions/textEvent {"event": "deleted", "range": 0:3-7, "before": " two", "certainty": "certain"}
      \(change(3, (3, 3, " two")))
      < mentions/textEvent {"event": "undone", "range": 0:3-3, "text": " two", "cause": "undo", "certainty": "likely"}
      """, text: "one two")
  }
}
