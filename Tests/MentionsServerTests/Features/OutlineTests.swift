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
    let failures = SessionScript.play(
      """
      ?0 initialize {"clientInfo": {"name": "\(client)"}, "capabilities": {"textDocument": \(capabilities)}, "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "host": {"type": "client"}}, "triggers": [{"character": "@", "sources": ["host"]}]}}
      < 0 {"capabilities": \(announces)}
      ! initialized {}
      open \(language) \(text)
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private static func add(_ text: String, at start: Int, _ id: Int, _ entity: String) -> String {
    """
    ?\(id) mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": \(start)}, "end": {"line": 0, "character": \(start + text.utf16.count)}}, "text": "\(text)", "entity": \(entity)}]}
    < \(id) {"added": 1}
    """
  }

  private static let ada = add(
    "Ada Lovelace", at: 3, 1, #"{"id": "a", "name": "Ada Lovelace", "url": "https://x.example/ada"}"#)

  private static func ask(_ method: String, _ id: Int, _ more: String = "", of document: String = "d")
    -> String
  {
    """
    ?\(id) textDocument/\(method) {"textDocument": {"uri": "file:///\(document)"}\(more)}
    """
  }

  private static let place = #"{"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 15}}"#

  @Test func `each mention is a symbol with its line`() {
    check(
      """
      \(Self.ada)
      \(Self.add("Ben", at: 21, 2, #"{"name": "Ben's team", "kind": "team"}"#))
      \(Self.ask("documentSymbol", 3))
      < 3 [{"name": "Ada Lovelace", "detail": "By Ada Lovelace. And Ben", "kind": 19, "range": \(Self.place), "selectionRange": \(Self.place)}, {"name": "Ben's team", "kind": 18}]
      \(Self.ask("documentSymbol", 4, of: "none"))
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
      \(Self.ask("documentSymbol", 3))
      < 3 [{"name": "Ada Lovelace", "kind": 13, "location": {"uri": "file:///d", "range": \(Self.place)}, "containerName": "By Ada Lovelace. And Ben"}]
      """, capabilities: #"{"documentSymbol": {}}"#)
  }

  @Test func `of kinds of symbols only those are told that every client knows, or this one`() {
    let issue = Self.add("Ada", at: 3, 1, #"{"name": "Ada", "kind": "issue"}"#)
    for (kinds, kind) in [("", 13), (#", "symbolKind": {"valueSet": [1, 13, 24]}"#, 24)] {
      check(
        """
        \(issue)
        \(Self.ask("documentSymbol", 3))
        < 3 [{"kind": \(kind)}]
        """,
        capabilities: #"{"documentSymbol": {"hierarchicalDocumentSymbolSupport": true\#(kinds)}}"#)
    }
  }

  @Test func `a link is resolved when it is followed`() {
    check(
      """
      \(Self.ada)
      \(Self.ask("documentLink", 3))
      < 3 [{"range": \(Self.place), "tooltip": "Ada Lovelace", "data": [1, 1]}]
      ?4 documentLink/resolve {"range": \(Self.place), "data": [1, 1]}
      < 4 {"range": \(Self.place), "target": "https://x.example/ada", "data": [1, 1]}
      ?5 documentLink/resolve {"range": \(Self.place), "data": [1, 99]}
      < 5 {"range": \(Self.place), "data": [1, 99]}
      ?6 documentLink/resolve {"range": \(Self.place)}
      < 6 {"range": \(Self.place)}
      \(Self.ask("documentLink", 7, of: "none"))
      < 7 []
      """, capabilities: #"{"documentLink": {"tooltipSupport": true}}"#,
      announces: #"{"documentLinkProvider": {"resolveProvider": true}}"#)
  }

  @Test func `Neovim gets targets at once`() {
    check(
      """
      \(Self.ada)
      \(Self.ask("documentLink", 3))
      < 3 [{"range": \(Self.place), "target": "https://x.example/ada"}]
      """, capabilities: #"{"documentLink": {}}"#, client: "Neovim")
  }

  @Test func `links lead to the web and to letters only`() {
    for (fields, target) in [
      (#""email": "ada@x.example""#, "mailto:ada@x.example"), (#""url": "http://x""#, "http://x"),
      (#""url": "file:///etc/passwd", "email": "a@x""#, "mailto:a@x"),
    ] {
      check(
        """
        \(Self.add("Ada", at: 3, 1, "{\"name\": \"Ada\", \(fields)}"))
        \(Self.ask("documentLink", 3))
        < 3 [{"target": "\(target)"}]
        """, client: "Neovim")
    }
    for fields in [
      #""url": "javascript:alert(1)""#, #""url": "https://x y""#, #""email": "a@x?cc=b@y""#, #""email": "a""#,
      #""url": "command:x""#, #""handle": "ada""#, #""email": "\"a b\"@x""#,
    ] {
      check(
        """
        \(Self.add("Ada", at: 3, 1, "{\"name\": \"Ada\", \(fields)}"))
        \(Self.ask("documentLink", 3))
        < 3 []
        """, client: "Neovim")
    }
  }

  @Test func `the host is asked for a link of whom it serves`() {
    check(
      """
      \(Self.add("Ada", at: 3, 1, #"{"id": "7", "name": "Ada", "source": "host"}"#))
      \(Self.ask("documentLink", 3))
      < 3 [{"data": [1, 1]}]
      ?4 documentLink/resolve {"range": \(Self.place), "data": [1, 1]}
      < ?1 mentions/resolveEntity {"entity": {"id": "7"}}
      =1 {"entity": {"id": "7", "name": "Ada", "url": "https://x"}}
      < 4 {"target": "https://x"}
      """)
  }

  @Test func `a selection grows from a word to the mention, its link and its line`() {
    func range(_ start: Int, _ end: Int) -> String {
      #"{"start": {"line": 0, "character": \#(start)}, "end": {"line": 0, "character": \#(end)}}"#
    }
    check(
      """
      \(Self.add("Ada Lovelace", at: 6, 1, #"{"name": "Ada Lovelace"}"#))
      \(Self.ask("selectionRange", 3, #", "positions": [{"line": 0, "character": 12}, {"line": 0, "character": 1}]"#))
      < 3 [{"range": \(range(10, 18)), "parent": {"range": \(range(6, 18)), "parent": {"range": \(range(5, 30)), "parent": {"range": \(range(0, 34))}}}}, {"range": \(range(1, 1))}]
      \(Self.ask("selectionRange", 4, #", "positions": [{"line": 0, "character": 1}]"#))
      < 4 null
      \(Self.ask("selectionRange", 5, #", "positions": []"#, of: "none"))
      < 5 null
      """, capabilities: #"{"selectionRange": {}}"#, announces: #"{"selectionRangeProvider": true}"#,
      text: "Zoë: [Ada Lovelace](https://x) and")
  }

  @Test func `trailers of a commit message fold`() {
    func check(_ text: String, expects expected: String, language: String = "gitcommit") {
      let failures = SessionScript.play(
        """
        ?0 initialize {"capabilities": {"textDocument": {"foldingRange": {"foldingRange": {"collapsedText": true}}}}, "initializationOptions": {"sources": {"git": null, "codeowners": null, "people": null}}}
        < 0 {"capabilities": {"foldingRangeProvider": true}}
        ! initialized {}
        ! textDocument/didOpen {"textDocument": {"uri": "file:///d", "languageId": "\(language)", "version": 1, "text": "\(text)"}}
        \(Self.ask("foldingRange", 1))
        < 1 \(expected)
        """)
      #expect(failures.isEmpty, "\(failures)")
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
