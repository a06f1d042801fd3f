import MentionsTestKit
import Testing

/// `textDocument/linkedEditingRange`: only what nobody goes by is edited together.
@Suite struct LinkedEditingTests {
  private func check(
    _ text: String, _ script: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript.findings(diagnostics: "{}", text: text).check(script, sourceLocation: sourceLocation)
  }

  private func ask(_ id: Int, _ column: Int) -> String {
    """
    ?\(id) linkedEditingRange /d 0:\(column)
    """
  }

  private func linked(_ id: Int, _ ranges: [(Int, Int)]) -> String {
    let ranges = ranges.map { DamageScript.range($0.0, $0.1) }.joined(separator: ", ")
    return #"< \#(id) {"ranges": [\#(ranges)], "wordPattern": "[^\\s!-,:-@\\[-^`{-~]*"}"#
  }

  @Test func `a misspelt handle is edited wherever it stands, without its trigger`() {
    check(
      "😀 @eda, @edan and @eda. `@eda` @Eda",
      """
      \(ask(1, 4))
      \(linked(1, [(4, 7), (20, 23)]))
      \(ask(2, 22))
      \(linked(2, [(4, 7), (20, 23)]))
      \(ask(3, 3))
      < 3 null
      \(ask(4, 10))
      < 4 null
      \(ask(5, 26))
      < 5 null
      """)
  }

  @Test func `who is known, was known or may be one of several is not`() {
    check(
      "@ada @ada @countess @countess @ben @ben Ada Ada",
      (0..<8).map { "\(ask($0 + 1, $0 * 6))\n< \($0 + 1) null" }.joined(separator: "\n"))
  }

  @Test func `edited together into a handle that somebody has, all mean that person`() {
    let range = DamageScript.range(1, 2)
    let other = DamageScript.range(8, 9)
    check(
      "@eda > @eda",
      """
      \(ask(1, 2))
      \(linked(1, [(1, 4), (8, 11)]))
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": 2},
        "contentChanges": [{"range": \(other), "text": "a"}, {"range": \(range), "text": "a"}]}
      \(ask(2, 2))
      < 2 null
      ?3 documentHighlight /d 0:2
      < 3 [{"range": 0:0-4}, {"range": 0:7-11}]
      """)
  }

  @Test func `what is being typed is left alone`() {
    check(
      "@zoe and @zo",
      """
      change /d 0:12-12 ‘ ’
      change /d 0:13-13 ‘@’
      change /d 0:14-14 ‘zoe’
      \(ask(1, 2))
      < 1 null
      """)
  }

  @Test func `a document that is not open`() {
    check(
      "",
      """
      ?1 linkedEditingRange /none 0:0
      < 1 null
      """)
  }
}
