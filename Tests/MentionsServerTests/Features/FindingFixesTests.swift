import MentionsTestKit
import Testing

/// Quick fixes of findings, and what is left once they were applied.
@Suite struct FindingFixesTests {
  typealias Script = FindingScript

  private func ask(_ id: Int, _ start: Int, _ end: Int, only: String = "quickfix") -> String {
    """
    ?\(id) textDocument/codeAction {"textDocument": {"uri": "file:///d"},
      "range": \(DamageScript.range(start, end)), "context": {"diagnostics": [], "only": ["\(only)"]}}
    """
  }

  private func write(_ version: Int, _ start: Int, _ end: Int, _ id: String) -> String {
    """
    {"textDocument": {"uri": "file:///d", "version": \(version)}, "range": \(DamageScript.range(start, end)), \
    "entity": {"id": "\(id)"}, "trigger": "@"}
    """
  }

  @Test func `somebody unknown: the nearest name, resolved lazily, which is a mention once it is written`() {
    let entity = #"{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "source": "team"}"#
    ServerScript.findings(text: "Hi @adda!").check(
      """
      \(ask(1, 5, 5))
      < 1 [{"title": "Mention Ada Lovelace (@ada)", "kind": "quickfix", "isPreferred": true,
        "diagnostics": [{"code": "unknown-mention"}], "data": \(write(1, 3, 8, "ada")), "edit": "∅"},
        {"title": "Treat “@adda” as Plain Text", "command": {"command": "mentions.toPlainText"}}]
      ?2 codeAction/resolve {"title": "x",
        "data": {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:3-8, "entity": \(entity),
        "trigger": "@"}}
      < 2 {"edit": {"documentChanges": [{"textDocument": {"version": 1},
        "edits": [{"range": 0:3-8, "newText": "@ada"}]}]}}
      change /d 0:3-8 ‘@ada’
      \(DamageScript.lists(3, #"{"text": "@ada", "entity": {"id": "ada"}}"#))
      at 1000
      """)
  }

  @Test func `somebody ambiguous: each who may be meant`() {
    ServerScript.findings(text: "Hi @ben!").check(
      """
      \(ask(1, 3, 7))
      < 1 [{"title": "Mention Ben One (one@x.org)", "command": {"command": "mentions.write"}},
        {"title": "Mention Ben Two (two@x.org)", "command": {"command": "mentions.write"}},
        {"title": "Treat “@ben” as Plain Text"}]
      ?2 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:3-7,
        "entity": {"id": "b2", "name": "Ben Two", "handle": "ben", "source": "team"}, "trigger": "@"}]}
      < 2 {"edit": {}}
      \(DamageScript.lists(3, #"{"text": "@ben", "entity": {"id": "b2"}}"#))
      at 1000
      """)
  }

  @Test func `a former handle: the new one`() {
    ServerScript.findings(text: "Hi @countess!").check(
      """
      \(ask(1, 4, 4))
      < 1 [{"title": "Replace with “@ada”", "isPreferred": true, "data": \(write(1, 3, 12, "ada"))},
        {"title": "Treat “@countess” as Plain Text"}]
      """)
  }

  @Test func `a link under a former name: it is written anew, and not one link inside of the other`() {
    let entity = """
      {"id": "ada", "name": "Ada Lovelace", "handle": "ada", "aliases": ["countess"], "url": "https://x.org/ada", \
      "source": "team"}
      """
    ServerScript.findings(
      text: "[Ada Byron](https://x.org/ada)", insert: #"{"markdown": "[«{name}»]({url})"}"#
    ).check(
      """
      \(ask(1, 4, 4))
      < 1 [{"title": "Replace with “Ada Lovelace”", "isPreferred": true, "data": \(write(1, 1, 10, "ada"))},
        {"title": "Treat “Ada Byron” as Plain Text"}]
      ?2 codeAction/resolve {"title": "x",
        "data": {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:1-10, "entity": \(entity),
        "trigger": "@"}}
      < 2 {"edit": {"documentChanges": [{"textDocument": {"version": 1},
        "edits": [{"range": 0:0-30, "newText": "[Ada Lovelace](https://x.org/ada)"}]}]}}
      change /d 0:0-30 ‘[Ada Lovelace](https://x.org/ada)’
      \(DamageScript.lists(3, #"{"text": "Ada Lovelace", "entity": {"id": "ada"}}"#))
      at 1000
      """)
  }

  @Test func `a former handle where mentions are written otherwise: what is told, the new handle`() {
    let params = """
      {"textDocument": {"uri": "file:///d", "version": 1}, "edits": [{"range": 0:3-12, \
      "newText": "@ada"}]}
      """
    ServerScript.findings(text: "Hi @countess!", insert: #"{"markdown": "{name}"}"#).check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(3, 12, "stale", #", "message": "“@countess” is now written “@ada”.""#)))
      \(ask(1, 4, 4))
      < 1 [{"title": "Replace with “@ada”", "kind": "quickfix", "isPreferred": true,
        "diagnostics": [{"code": "stale-mention"}], "data": \(params), "edit": "∅"},
        {"title": "Treat “@countess” as Plain Text"}]
      ?2 codeAction/resolve {"title": "x", "data": \(params)}
      < 2 {"edit": {"documentChanges": [{"textDocument": {"version": 1},
        "edits": [\(TransformScript.replaces(4, 12, "ada"))]}]}}
      change /d 0:4-12 ‘ada’
      at 1000
      \(Script.pushed(2, ""))
      """)
  }

  @Test
  func `a former handle in clients that resolve nothing: with the edit, and else what a command can write`() {
    let edits =
      #""workspace": {"workspaceEdit": {"documentChanges": true}}, "textDocument": {"codeAction": {"#
    let literals = #""codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}"#
    let name = #"{"markdown": "{name}"}"#
    ServerScript.findings(capabilities: edits + literals, text: "Hi @countess!", insert: name).check(
      """
      \(ask(1, 4, 4))
      < 1 [{"title": "Replace with “@ada”", "data": "∅",
        "edit": {"documentChanges": [{"edits": [\(TransformScript.replaces(4, 12, "ada"))]}]}}, {}]
      """)
    ServerScript.findings(
      capabilities: #""workspace": {"applyEdit": true}"#, text: "Hi @countess!", insert: name
    ).check(
      """
      \(ask(1, 4, 4))
      < 1 [{"title": "Replace with “Ada Lovelace”", "command": "mentions.write"}, {"command": "mentions.toPlainText"}]
      """)
  }

  @Test func `a link stays one where its format has a trigger and implicit mentions are plain names`() {
    let team = """
      [{"id": "ada", "name": "Ada King", "handle": "aking", "aliases": ["@ada"]}]
      """
    let old = #"{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "source": "team"}"#
    ServerScript.findings(
      team: team, text: "[Ada Lovelace](https://x.org/ada)",
      insert: #"{"markdown": "[«{name}»](https://x.org/{handle})"}"#
    ).check(
      """
      add /d 0:1-13 \(old)
      \(ask(2, 4, 4))
      < 2 [{"title": "Replace with “Ada King”", "data": \(write(1, 1, 13, "ada"))}, {}]
      ?3 codeAction/resolve {"title": "x",
        "data": {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:1-13,
        "entity": {"id": "ada", "name": "Ada King", "handle": "aking", "source": "team"}, "trigger": "@"}}
      < 3 {"edit": {"documentChanges": [{"edits": [{"range": 0:0-33,
        "newText": "[Ada King](https://x.org/aking)"}]}]}}
      """)
  }

  @Test func `nobody near is offered as a link in the text of another one`() {
    ServerScript.findings(text: "[@adda](http://y.org)", insert: #"{"markdown": "[«@{handle}»]({url})"}"#)
      .check(
        """
        \(ask(1, 3, 3))
        < 1 [{"title": "Treat “@adda” as Plain Text"}]
        """)
  }

  @Test func `of a long selection the first twenty`() {
    let names = (10..<32).map { "@zq\($0)" }
    let fixes = names.prefix(20).map { #"{"title": "Treat “\#($0)” as Plain Text"}"# }.joined(separator: ", ")
    ServerScript.findings(text: names.joined(separator: " ")).check(
      """
      \(ask(1, 0, 22 * 6 - 1))
      < 1 [\(fixes)]
      """)
  }

  @Test func `as plain text: not reported again, here and after the document was opened again`() {
    ServerScript.findings(text: "Hi @nobody!").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(3, 10, "unknown")))
      ?1 workspace/executeCommand {"command": "mentions.toPlainText",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "ranges": [0:3-10]}]}
      < 1 {"removed": 0}
      at 600
      \(Script.pushed(1, ""))
      change /d 0:0-0 ‘Oh ’
      at 5000
      ! didClose /d
      open markdown Oh Hi @nobody!
      at 6000
      """)
  }

  @Test func `who has left or may not be mentioned: as plain text alone`() {
    ServerScript.findings(text: "@gus @acme/ops!").check(
      """
      \(ask(1, 0, 15))
      < 1 [{"title": "Treat “@gus” as Plain Text", "diagnostics": [{"code": "left-mention"}]},
        {"title": "Treat “@acme/ops” as Plain Text", "diagnostics": [{"code": "not-allowed-mention"}]}]
      \(ask(2, 0, 15, only: "source"))
      < 2 []
      """)
  }
}
