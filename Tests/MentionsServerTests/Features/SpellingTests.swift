import MentionsTestKit
import Testing

/// `mentions/spelling`: where spell checking must stay off.
@Suite struct SpellingTests {
  private func check(
    _ script: String, text: String = "", options: String = #""spelling": true"#,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      settings: options, text: text
    ).check(
      """
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static func off(_ ranges: (Int, Int)...) -> String {
    #""off": [\#(ranges.map { DamageScript.range($0.0, $0.1) }.joined(separator: ", "))]"#
  }

  @Test func `mentions and what is being typed, in the order of the text`() {
    check(
      """
      add /d 0:0-3 {"name": "Ada"}
      type @b
      ?2 mentions/spelling /d
      < 2 {\(Self.off((0, 3), (4, 6)))}
      """, text: "Ada ", options: #""notifications": false"#)
  }

  @Test func `a host that opted in hears of changes, and of no mere move`() {
    check(
      """
      ?1 mentions/add /d {"mentions": [{"range": 0:0-3, "text": "Ada", "entity": {"name": "Ada"}}]}
      < 1 {"added": 1}
      < mentions/spelling {"textDocument": {"uri": "file:///d", "version": 1}, \(Self.off((0, 3)))}
      change /d 0:0-0 ‘Hi ’
      ?2 mentions/spelling /d
      < 2 {\(Self.off((3, 6)))}
      change /d 0:3-6 ‘’
      < mentions/spelling {"textDocument": {"version": 3}, \(Self.off())}
      """, text: "Ada")
  }

  @Test func `a key that is typed has none of it until it is left`() {
    check(
      """
      type @
      < mentions/spelling {\(Self.off((0, 1)))}
      type x
      < mentions/spelling {\(Self.off((0, 2)))}
      ! mentions/cancel /d
      < mentions/spelling {\(Self.off())}
      """)
  }
}
