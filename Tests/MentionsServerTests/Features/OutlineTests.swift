import MentionsTestKit
import Testing

/// `textDocument/documentSymbol`, `documentLink`, `selectionRange` and `foldingRange`.
@Suite struct OutlineTests {
  /// A conversation about a document with Ada Lovelace, who has a profile, at 3–15.
  private func check(
    _ script: String, capabilities: String = "{}", client: String = "test", announces: String = "{}",
    text: String = "By Ada Lovelace. And Ben", language: String = "markdown",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: #"{"textDocument": \#(capabilities)}"#, client: client, people: "",
      sources: #""host": {"type": "client"}"#, lists: #"["host"]"#,
      announces: #"{"capabilities": \#(announces)}"#,
      language: language, text: text
    ).check(
      """
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static let ada =
    #"add /d 0:3-15 {"id": "a", "name": "Ada Lovelace", "url": "https://x.example/ada"}"#

  @Test func `each mention is a symbol with its line`() {
    check(
      """
      \(Self.ada)
      add /d 0:21-24 {"name": "Ben's team", "kind": "team"}
      ?3 documentSymbol /d
      < 3 [{"name": "Ada Lovelace", "detail": "By Ada Lovelace. And Ben", "kind": 19, "range": 0:3-15,
        "selectionRange": 0:3-15}, {"name": "Ben's team", "kind": 18}]
      ?4 documentSymbol /none
      < 4 null
      """,
      capabilities:
        #"{"documentSymbol": {"hierarchicalDocumentSymbolSupport": true, "symbolKind": {"valueSet": [18, 19]}}}"#,
      announces: #"{"documentSymbolProvider": true}"#)
  }

  @Test func `a client without nested symbols gets their places`() {
    check(
      """
      \(Self.ada)
      ?3 documentSymbol /d
      < 3 [{"name": "Ada Lovelace", "kind": 13, "location": /d:0:3-15, "containerName": "By Ada Lovelace. And Ben"}]
      """, capabilities: #"{"documentSymbol": {}}"#)
  }

  @Test func `of kinds of symbols only those are told that every client knows, or this one`() {
    let issue = #"add /d 0:3-6 {"name": "Ada", "kind": "issue"}"#
    for (kinds, kind) in [("", 13), (#", "symbolKind": {"valueSet": [1, 13, 24]}"#, 24)] {
      check(
        """
        \(issue)
        ?3 documentSymbol /d
        < 3 [{"kind": \(kind)}]
        """,
        capabilities: #"{"documentSymbol": {"hierarchicalDocumentSymbolSupport": true\#(kinds)}}"#)
    }
  }

  @Test func `a link is resolved when it is followed`() {
    check(
      """
      \(Self.ada)
      ?3 documentLink /d
      < 3 [{"range": 0:3-15, "tooltip": "Ada Lovelace", "data": [1, 1]}]
      ?4 documentLink/resolve {"range": 0:3-15, "data": [1, 1]}
      < 4 {"range": 0:3-15, "target": "https://x.example/ada", "data": [1, 1]}
      ?5 documentLink/resolve {"range": 0:3-15, "data": [1, 99]}
      < 5 {"range": 0:3-15, "data": [1, 99]}
      ?6 documentLink/resolve {"range": 0:3-15}
      < 6 {"range": 0:3-15}
      ?7 documentLink /none
      < 7 []
      """, capabilities: #"{"documentLink": {"tooltipSupport": true}}"#,
      announces: #"{"documentLinkProvider": {"resolveProvider": true}}"#)
  }

  @Test func `Neovim gets targets at once`() {
    check(
      """
      \(Self.ada)
      ?3 documentLink /d
      < 3 [{"range": 0:3-15, "target": "https://x.example/ada"}]
      """, capabilities: #"{"documentLink": {}}"#, client: "Neovim")
  }

  @Test func `links lead to the web and to letters only`() {
    for (fields, target) in [
      (#""email": "ada@x.example""#, "mailto:ada@x.example"), (#""url": "http://x""#, "http://x"),
      (#""url": "file:///etc/passwd", "email": "a@x""#, "mailto:a@x"),
    ] {
      check(
        """
        add /d 0:3-6 {"name": "Ada", \(fields)}
        ?3 documentLink /d
        < 3 [{"target": "\(target)"}]
        """, client: "Neovim")
    }
    for fields in [
      #""url": "javascript:alert(1)""#, #""url": "https://x y""#, #""email": "a@x?cc=b@y""#, #""email": "a""#,
      #""url": "command:x""#, #""handle": "ada""#, #""email": "\"a b\"@x""#,
    ] {
      check(
        """
        add /d 0:3-6 {"name": "Ada", \(fields)}
        ?3 documentLink /d
        < 3 []
        """, client: "Neovim")
    }
  }

  @Test func `the host is asked for a link of whom it serves`() {
    check(
      """
      add /d 0:3-6 {"id": "7", "name": "Ada", "source": "host"}
      ?3 documentLink /d
      < 3 [{"data": [1, 1]}]
      ?4 documentLink/resolve {"range": 0:3-15, "data": [1, 1]}
      < ?1 mentions/resolveEntity {"entity": {"id": "7"}}
      =1 {"entity": {"id": "7", "name": "Ada", "url": "https://x"}}
      < 4 {"target": "https://x"}
      """)
  }

  @Test func `a selection grows from a word to the mention, its link and its line`() {
    check(
      """
      add /d 0:6-18 {"name": "Ada Lovelace"}
      ?3 selectionRange /d {"positions": [0:12, 0:1]}
      < 3 [{"range": 0:10-18, "parent": {"range": 0:6-18,
        "parent": {"range": 0:5-30, "parent": {"range": 0:0-34}}}}, {"range": 0:1-1}]
      ?4 selectionRange /d {"positions": [0:1]}
      < 4 null
      ?5 selectionRange /none {"positions": []}
      < 5 null
      """, capabilities: #"{"selectionRange": {}}"#, announces: #"{"selectionRangeProvider": true}"#,
      text: "Zoë: [Ada Lovelace](https://x) and")
  }

  @Test func `trailers of a commit message fold`() {
    func check(_ text: String, expects expected: String, language: String = "gitcommit") {
      ServerScript(
        capabilities: #"{"textDocument": {"foldingRange": {"foldingRange": {"collapsedText": true}}}}"#,
        people: "",
        announces: #"{"capabilities": {"foldingRangeProvider": true}}"#
      ).check(
        """
        ! textDocument/didOpen {"textDocument": {"uri": "file:///d", "languageId": "\(language)", "version": 1,
          "text": "\(text)"}}
        ?1 foldingRange /d
        < 1 \(expected)
        """)
    }
    let two = #"Fix it\n\nText.\n\nReviewed-by: A <a@x>\n  and more\nFixes: 12\n"#
    let folded =
      #"[{"startLine": 4, "endLine": 6, "kind": "region", "collapsedText": "3 lines of trailers"}]"#
    check(two, expects: folded)
    check(
      two
        + #"\n# Please enter\n#\n# ------------------------ >8 ------------------------\ndiff --git a b\n\nA: b\nC: d\n"#,
      expects: folded)
    check(two, expects: "[]", language: "markdown")
    check(#"Fix: it\nAgain: it"#, expects: "[]")
    check(#"Fix it\n\nReviewed-by: A\nThanks!\n"#, expects: "[]")
    check(#"Fix it\n\nReviewed-by: A\n"#, expects: "[]")
    check("", expects: "[]")
  }
}
