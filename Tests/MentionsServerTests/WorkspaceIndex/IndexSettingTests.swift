import MentionsTestKit
import Testing

/// The setting `index`, turned off while the server runs: what was known of files that are not open is forgotten.
@Suite struct IndexSettingTests {
  private typealias Script = WorkspaceScript

  private static let off =
    #"! workspace/didChangeConfiguration {"settings": {"mentions": {"index": false}}}"#

  @Test func `nothing is answered out of an index that is not wanted any more`() {
    Script().check(
      #"""
      text /w/b.md @ada
      \#(Script.open("file:///w/a.md", "@ada"))
      \#(Script.references("file:///w/a.md", 1, id: 1))
      scanned
      < 1 [{"uri": "file:///w/a.md"}, {"uri": "file:///w/b.md"}]
      \#(Self.off)
      \#(Script.references("file:///w/a.md", 1, id: 2))
      < 2 [{"uri": "file:///w/a.md"}]
      ?3 workspace/symbol {"query": "ada"}
      < 3 [{"containerName": "a.md"}]
      ?4 textDocument/hover {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": 1}}
      < 4 {"contents": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team"}}
      """#)
  }

  @Test func `who waits for it is answered out of the open documents`() {
    Script().check(
      """
      text /w/b.md @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      effect scan
      \(Self.off)
      effect cancel scan
      < 1 [{"uri": "file:///w/a.md"}]
      scanned
      """)
  }
}
