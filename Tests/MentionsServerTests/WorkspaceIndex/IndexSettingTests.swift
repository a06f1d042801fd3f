import Testing

/// The setting `index`, turned off while the server runs: what was known of files that are not open is forgotten.
@Suite struct IndexSettingTests {
  private static let off =
    #"! workspace/didChangeConfiguration {"settings": {"mentions": {"index": false}}}"#

  @Test func `nothing is answered out of an index that is not wanted any more`() {
    ServerScript.workspace().check(
      #"""
      text b.md @ada
      open a.md @ada
      ?1 references a.md 0:1
      scanned
      < 1 [{"uri": "file:///w/a.md"}, {"uri": "file:///w/b.md"}]
      \#(Self.off)
      ?2 references a.md 0:1
      < 2 [{"uri": "file:///w/a.md"}]
      ?3 workspace/symbol {"query": "ada"}
      < 3 [{"containerName": "a.md"}]
      ?4 hover a.md 0:1
      < 4 {"contents": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team"}}
      """#)
  }

  @Test func `who waits for it is answered out of the open documents`() {
    ServerScript.workspace().check(
      """
      text b.md @ada
      open a.md @ada
      ?1 references a.md 0:1
      effect scan
      \(Self.off)
      effect cancel scan
      < 1 [{"uri": "file:///w/a.md"}]
      scanned
      """)
  }
}
