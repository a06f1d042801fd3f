import MentionsTestKit
import Testing

/// What a client sees of `textDocument/references` before the answer: pieces of it, progress, and how it is given up.
@Suite struct ReferencesProgressTests {
  private typealias Script = WorkspaceScript

  private func location(_ uri: String, _ line: Int, _ start: Int, _ end: Int) -> String {
    Script.location(uri, line, start, end)
  }

  @Test func `with a partial result token the places come in pieces, and the answer is empty`() {
    let mentions = Array(repeating: "@ada", count: 501).joined(separator: " ")
    func piece(_ count: Int) -> String { Array(repeating: "{}", count: count).joined(separator: ", ") }
    Script().check(
      """
      \(Script.open("file:///w/a.md", mentions))
      \(Script.references("file:///w/a.md", 1, id: 1, more: #", "partialResultToken": "p""#))
      scanned
      < $/progress {"token": "p", "value": [\(piece(500))]}
      < $/progress {"token": "p", "value": [\(location("file:///w/a.md", 0, 2500, 2504))]}
      < 1 []
      """)
  }

  private static let progress = #"{"window": {"workDoneProgress": true}}"#

  @Test func `progress is shown, and giving it up ends the search with an error`() {
    Script(capabilities: Self.progress).check(
      """
      text /w/b.md @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      < ?1 window/workDoneProgress/create {"token": "mentions-index-1"}
      =1 null
      < $/progress {"token": "mentions-index-1", "value": {"kind": "begin", "title": "Mentions", "cancellable": true, "percentage": 0}}
      scanned part
      < $/progress {"token": "mentions-index-1", "value": {"kind": "report", "percentage": 100, "message": "1 of 1 files"}}
      ! window/workDoneProgress/cancel {"token": "mentions-index-1"}
      effect cancel scan
      < $/progress {"token": "mentions-index-1", "value": {"kind": "end"}}
      < 1 error -32800
      scanned
      \(Script.references("file:///w/a.md", 1, id: 2))
      < ?2 window/workDoneProgress/create {}
      =2 error -32601
      effect scan
      scanned
      < 2 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4))]
      """)
  }

  @Test func `a request's own token is used until it is answered`() {
    Script(capabilities: Self.progress).check(
      """
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1, more: #", "workDoneToken": 7"#))
      < $/progress {"token": 7, "value": {"kind": "begin"}}
      scanned
      < $/progress {"token": 7, "value": {"kind": "end"}}
      < 1 [\(location("file:///w/a.md", 0, 0, 4))]
      """)
  }

  @Test func `who waits longer than the request with the token sees progress under another`() {
    Script(capabilities: Self.progress).check(
      """
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1, more: #", "workDoneToken": 7"#))
      < $/progress {"token": 7, "value": {"kind": "begin"}}
      \(Script.references("file:///w/a.md", 1, id: 2))
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
    Script().check(
      """
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      ! $/cancelRequest {"id": 1}
      < 1 error -32800
      \(Script.references("file:///w/a.md", 1, id: 1))
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4))]
      """)
  }

  @Test func `a server that is shut down keeps nobody waiting`() {
    Script().check(
      """
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      ?2 shutdown null
      < 1 error -32800
      < 2 null
      effect cancel scan
      """)
  }
}
