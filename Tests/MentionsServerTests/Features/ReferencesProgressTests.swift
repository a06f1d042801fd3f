import Testing

/// What a client sees of `textDocument/references` before the answer: pieces of it, progress, and how it is given up.
@Suite struct ReferencesProgressTests {
  @Test func `with a partial result token the places come in pieces, and the answer is empty`() {
    let mentions = Array(repeating: "@ada", count: 501).joined(separator: " ")
    func piece(_ count: Int) -> String { Array(repeating: "{}", count: count).joined(separator: ", ") }
    ServerScript.workspace().check(
      """
      open a.md \(mentions)
      ?1 references a.md 0:1 {"partialResultToken": "p"}
      scanned
      < $/progress {"token": "p", "value": [\(piece(500))]}
      < $/progress {"token": "p", "value": [a.md:0:2500-2504]}
      < 1 []
      """)
  }

  private static let progress = #"{"window": {"workDoneProgress": true}}"#

  @Test func `progress is shown, and giving it up ends the search with an error`() {
    ServerScript.workspace(capabilities: Self.progress).check(
      """
      open a.md «@|ada»
      text b.md «@ada»
      ?1 references |
      < ?1 window/workDoneProgress/create {"token": "mentions-index-1"}
      =1 null
      < $/progress {"token": "mentions-index-1",
        "value": {"kind": "begin", "title": "Mentions", "cancellable": true, "percentage": 0}}
      scanned part
      < $/progress {"token": "mentions-index-1",
        "value": {"kind": "report", "percentage": 100, "message": "1 of 1 files"}}
      ! window/workDoneProgress/cancel {"token": "mentions-index-1"}
      effect cancel scan
      < $/progress {"token": "mentions-index-1", "value": {"kind": "end"}}
      < 1 error -32800
      scanned
      ?2 references |
      < ?2 window/workDoneProgress/create {}
      =2 error -32601
      effect scan
      scanned
      < 2 «»
      """)
  }

  @Test func `a request's own token is used until it is answered`() {
    ServerScript.workspace(capabilities: Self.progress).check(
      """
      open a.md «@|ada»
      ?1 references | {"workDoneToken": 7}
      < $/progress {"token": 7, "value": {"kind": "begin"}}
      scanned
      < $/progress {"token": 7, "value": {"kind": "end"}}
      < 1 «»
      """)
  }

  @Test func `who waits longer than the request with the token sees progress under another`() {
    ServerScript.workspace(capabilities: Self.progress).check(
      """
      open a.md «@|ada»
      ?1 references | {"workDoneToken": 7}
      < $/progress {"token": 7, "value": {"kind": "begin"}}
      ?2 references |
      ! $/cancelRequest {"id": 1}
      < $/progress {"token": 7, "value": {"kind": "end"}}
      < 1 error -32800
      < ?1 window/workDoneProgress/create {"token": "mentions-index-1"}
      =1 null
      < $/progress {"token": "mentions-index-1", "value": {"kind": "begin"}}
      scanned
      < 2 [{}]
      < $/progress {"token": "mentions-index-1", "value": {"kind": "end"}}
      """)
  }

  @Test func `a cancelled request is answered at once, and its id may be used again`() {
    ServerScript.workspace().check(
      """
      open a.md «@|ada»
      ?1 references |
      ! $/cancelRequest {"id": 1}
      < 1 error -32800
      ?1 references |
      scanned
      < 1 «»
      """)
  }

  @Test func `a server that is shut down keeps nobody waiting`() {
    ServerScript.workspace().check(
      """
      open a.md «@|ada»
      ?1 references |
      ?2 shutdown null
      < 1 error -32800
      < 2 null
      effect cancel scan
      """)
  }
}
