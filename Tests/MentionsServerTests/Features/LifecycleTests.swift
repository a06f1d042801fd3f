import MentionsTestKit
import Testing

/// What every message may count on, whatever it is about.
@Suite struct LifecycleTests {
  private let started = """
    ?1 initialize {"processId": null, "rootUri": null, "capabilities": {}}
    < 1 {"serverInfo": {"name": "mentions-lsp", "version": "1"}}
    ! initialized {}

    """

  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(script, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  @Test func `initialize announces what the server can do`() {
    check(
      """
      ?1 initialize {"processId": 4711, "rootUri": null,
        "capabilities": {"general": {"positionEncodings": ["utf-32", "utf-8"]}},
        "initializationOptions": {"demo": true}}
      < 1 {"capabilities": {"positionEncoding": "utf-32", "textDocumentSync": {"openClose": true, "change": 2},
        "completionProvider": {"triggerCharacters": ["@", "+", "-", ".", "/", " ", "'", "’"],
        "resolveProvider": true}, "semanticTokensProvider": {"legend": {"tokenTypes": ["decorator", "attribute"],
        "tokenModifiers": ["trimmed", "litUp", "unknown", "style1", "style2", "style3", "style4", "style5",
        "style6", "style7", "style8"]}, "range": true, "full": {"delta": true}}}}
      effect watch 4711
      """)
  }

  @Test func `letters are trigger characters for a client that asks`() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { #", "\#($0)", "\#($0.lowercased())""# }.joined()
    check(
      """
      ?1 initialize {"processId": null, "rootUri": null, "capabilities": {},
        "initializationOptions": {"triggerLetters": true}}
      < 1 {"capabilities": {"completionProvider": {"triggerCharacters": ["@", "-", ".", "/", " ", "'",
        "’"\(letters)]}}}
      """)
  }

  @Test func `Neovim, which would apply a delta to a range's tokens, is offered no ranges`() {
    check(
      """
      ?1 initialize {"processId": null, "rootUri": null, "capabilities": {}, "clientInfo": {"name": "Neovim"}}
      < 1 {"capabilities": {"semanticTokensProvider": {"range": false, "full": {"delta": true}}}}
      """)
  }

  @Test func `without position encodings it is UTF-16`() {
    check(
      """
      ?1 initialize {"processId": null, "rootUri": null, "capabilities": {}}
      < 1 {"capabilities": {"positionEncoding": "utf-16"}}
      """)
  }

  @Test func `a request before initialize is refused`() {
    check(
      """
      ?1 textDocument/hover {}
      < 1 error -32002 textDocument/hover was sent before initialize
      ! textDocument/didOpen {}
      """)
  }

  @Test func `initialize twice is refused`() {
    check(
      started + """
        ?2 initialize {"processId": null, "rootUri": null, "capabilities": {}}
        < 2 error -32600
        """)
  }

  @Test func `an unknown request is answered, an unknown notification is not`() {
    check(
      started + """
        ?2 workspace/dance {"now": true}
        < 2 error -32601 workspace/dance
        ?3 $/dance
        < 3 error -32601
        ! $/whatever {}
        ! workspace/didDance [1]
        ?four initialized {}
        < four error -32601
        """)
  }

  @Test func `parameters that cannot be read name the path`() {
    check(
      started + """
        ?2 textDocument/hover {"textDocument": {"uri": 5}, "position": 0:0}
        < 2 error -32602 textDocument.uri
        ?3 textDocument/completion
        < 3 error -32602 textDocument
        """)
  }

  @Test func `what is not JSON is a parse error, and the session goes on`() {
    check(
      started + """
        raw {"jsonrpc": "2.0", "id": 2, "method"
        < null error -32700
        raw [{"jsonrpc": "2.0", "id": 3, "method": "shutdown"}]
        < null error -32600 batch
        raw {"jsonrpc": "2.0", "method": 4, "id": 4}
        < 4 error -32600
        ?0 mentions/state /none
        < 0 error -32602 is not open
        """)
  }

  @Test func `after shutdown only exit is accepted`() {
    check(
      started + """
        ?2 shutdown
        < 2 null
        ?3 textDocument/hover {}
        < 3 error -32600 after shutdown
        ! exit
        effect exit 0
        """)
  }

  @Test func `exit without shutdown is a failure`() {
    check(started + "! exit\neffect exit 1")
    check("! exit\neffect exit 1")
  }

  @Test func `the end of the stream ends the server`() {
    check(started + "eof\neffect exit 1")
    check(started + "?2 shutdown null\n< 2 null\neof\neffect exit 0")
  }

  @Test func `the end of the parent process ends the server`() {
    check(started + "parent died\neffect exit 1")
    check(started + "?2 shutdown null\n< 2 null\nparent died\neffect exit 0")
  }

  @Test(arguments: ["SIGTERM", "SIGINT", "SIGHUP"])
  func `a signal ends the server as the end of the stream does`(_ name: String) {
    check(started + "signal \(name)\neffect exit 1")
    check("signal \(name)\neffect exit 1")
    check(started + "?2 shutdown null\n< 2 null\nsignal \(name)\neffect exit 0")
  }

  @Test func `a client that closes the output, or does not read it, ends the server`() {
    check(started + "closed\neffect exit 1")
    check(started + "?2 shutdown null\n< 2 null\nclosed\neffect exit 0")
    check(started + "unread 70000000\neffect exit 1")
  }

  @Test func `an id in use is refused, an answered one may be used again`() {
    check(
      started + """
        ?1 mentions/list /none
        < 1 error -32602
        ! $/cancelRequest {"id": 99}
        ! $/cancelRequest {"id": "x"}
        """)
  }

  @Test func `an unrequested answer is ignored`() {
    check(started + "=77 null\n=x error -1")
  }
}
