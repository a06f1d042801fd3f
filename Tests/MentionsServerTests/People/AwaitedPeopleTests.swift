import MentionsTestKit
import Testing

/// Requests that clients put as soon as a document is open, while the sources are being read.
@Suite struct AwaitedPeopleTests {
  private func check(
    _ script: String, capabilities: String = "{}", options: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: capabilities, people: "/team.txt", insert: "@{name}",
      settings: #"\#(options)"nameHints": true, "diagnostics": {"unknown": "warning"}"#,
      text: "By @Ada and @Nobody"
    ).check(
      """
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static let document = #"{"textDocument": {"uri": "file:///d"}}"#
  private static let link = #"{"id": "ada", "name": "Ada", "url": "https://x.example/ada"}"#

  @Test func `outline and links wait for the sources`() {
    check(
      """
      ?1 textDocument/documentSymbol \(Self.document)
      ?2 textDocument/documentLink \(Self.document)
      loaded team [\(Self.link)]
      < 1 [{"name": "Ada"}]
      < 2 [{"data": [1, 1]}]
      """)
  }

  private static func at(_ column: Int, of document: String = "d") -> String {
    #"{"textDocument": {"uri": "file:///\#(document)"}, "position": 0:\#(column)}"#
  }

  @Test func `what is asked of a place waits where somebody may be mentioned`() {
    check(
      """
      ?1 textDocument/hover \(Self.at(4))
      ?2 textDocument/documentHighlight \(Self.at(4))
      ?3 textDocument/definition \(Self.at(4))
      ?4 textDocument/prepareRename \(Self.at(4))
      ?5 textDocument/selectionRange {"textDocument": {"uri": "file:///d"}, "positions": [0:4]}
      loaded team [\(Self.link)]
      < 1 {"range": {"start": 0:3}}
      < 2 [{}]
      < 5 [{"range": {"start": 0:4}, "parent": {"range": {"start": 0:3}}}]
      effect locate 1 ada in team
      effect locate 2 ada in team
      located 1
      < 3 null
      located 2
      < 4 error -32803
      """)
  }

  @Test func `who still waits at shutdown is answered`() {
    check(
      """
      ?1 textDocument/hover \(Self.at(4))
      ?2 textDocument/documentSymbol \(Self.document)
      ?3 shutdown
      < 1 error -32800 the server is shutting down
      < 2 error -32800 the server is shutting down
      < 3 null
      """)
  }

  @Test func `a line without a trigger is answered for at once`() {
    check(
      """
      ! textDocument/didOpen {"textDocument": {"uri": "file:///e", "languageId": "markdown", "version": 1,
        "text": "By Ada\\n@Ada"}}
      ?1 textDocument/hover \(Self.at(4, of: "e"))
      < 1 null
      ?2 textDocument/documentHighlight \(Self.at(4, of: "e"))
      < 2 null
      ?3 textDocument/definition \(Self.at(4, of: "e"))
      < 3 null
      """)
  }

  @Test func `a document that is edited meanwhile has nothing at the place`() {
    check(
      """
      ?1 textDocument/hover \(Self.at(4))
      change /d * ‘Or @Ada’
      loaded team [\(Self.link)]
      < 1 null
      """)
  }

  @Test func `a selection in a document that is edited meanwhile does not grow`() {
    // The mention of the first position is known at once.
    check(
      """
      add /d 0:12-19 {"id": "ken", "name": "Nobody", "source": "team"}
      ?1 textDocument/selectionRange {"textDocument": {"uri": "file:///d"}, "positions": [0:14, 0:4]}
      change /d * ‘Or’
      loaded team [\(Self.link)]
      < 1 null
      """)
  }

  @Test func `without an index, references and symbols wait too`() {
    check(
      """
      ?1 references /d 0:4
      ?2 workspace/symbol {"query": "ada"}
      loaded team [\(Self.link)]
      effect locate 1 ada in team
      effect locate 2 ada in team
      located 1
      < 1 [{}]
      located 2
      < 2 [{"name": "Ada"}]
      """, options: #""index": false, "#)
  }

  @Test func `after two seconds they are answered by what is known`() {
    check(
      """
      ?1 textDocument/documentSymbol \(Self.document)
      at 2000
      < 1 []
      """)
  }

  @Test func `one that the client cancels is answered at once and only once`() {
    check(
      """
      ?1 textDocument/documentSymbol \(Self.document)
      ! $/cancelRequest {"id": 1}
      < 1 error -32800
      loaded team [\(Self.link)]
      """)
  }

  @Test func `a client that cannot be told to ask again gets its first report late`() {
    let pulling = #"{"textDocument": {"diagnostic": {}}}"#
    check(
      """
      ?1 textDocument/diagnostic \(Self.document)
      loaded team [\(Self.link)]
      < 1 {"kind": "full", "items": [{"code": "unknown-mention"}]}
      """, capabilities: pulling)
  }

  @Test func `hints wait unless the client can be told to ask again`() {
    let start = #"0:0"#
    let range = #"{"start": \#(start), "end": 1:0}"#
    let ask = #"{"textDocument": {"uri": "file:///d"}, "range": \#(range)}"#
    let hints = #""textDocument": {"inlayHint": {}}"#
    check(
      """
      ?1 textDocument/inlayHint \(ask)
      loaded team [{"id": "ada", "name": "Ada Lovelace", "handle": "Ada"}]
      < 1 [{"label": "Ada Lovelace"}]
      """, capabilities: "{\(hints)}")
    check(
      """
      ?1 textDocument/inlayHint \(ask)
      < 1 []
      """, capabilities: #"{"workspace": {"inlayHint": {"refreshSupport": true}}, \#(hints)}"#)
  }

  @Test func `the first tokens wait unless the client can be told to ask again`() {
    check(
      """
      ?1 textDocument/semanticTokens/full \(Self.document)
      loaded team [{"id": "ada", "name": "Ada Lovelace", "handle": "Ada"}]
      < 1 {"data": [0, 3, 4, 0, 0]}
      """)
    // Only the first ones: an editor without this asks after each edit.
    check(
      """
      ?1 textDocument/semanticTokens/full \(Self.document)
      at 2000
      < 1 {"data": []}
      ?2 textDocument/semanticTokens/full \(Self.document)
      < 2 {"data": []}
      """)
    check(
      """
      ?1 textDocument/semanticTokens/full \(Self.document)
      < 1 {"data": []}
      """, capabilities: #"{"workspace": {"semanticTokens": {"refreshSupport": true}}}"#)
  }

  @Test func `a client that can be told to ask again is answered at once`() {
    let pulling = "{\(FindingScript.pulling)}"
    check(
      """
      ?1 textDocument/diagnostic \(Self.document)
      < 1 {"kind": "full", "items": []}
      """, capabilities: pulling)
  }
}
