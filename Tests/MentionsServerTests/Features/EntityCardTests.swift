import Entities
import Testing

@testable import MentionsServer

/// What a completion item's documentation and a hover say of an entity.
@Suite struct EntityCardTests {
  private func card(
    _ name: String, detail: String? = nil, _ more: (inout Entity) -> Void = { _ in }
  ) -> String {
    var entity = Entity(id: "1", name: name)
    entity.detail = detail
    entity.source = "team"
    more(&entity)
    return EntityCard(entity).text(asMarkdown: true)
  }

  @Test func `plain text stays readable`() {
    #expect(
      card("O'Brien, Ada", detail: "ops (1974), a-b")
        == "**O'Brien, Ada**\n\nops (1974), a-b\n\n- Source: team")
    #expect(
      card("Ada") {
        $0.email = "ada@x.org"
        $0.handle = "a-b.c"
        $0.url = "https://x.org/a_b"
      } == "**Ada**\n\n- Handle: a-b.c\n- E-mail: ada@x.org\n- Link: <https://x.org/a_b>\n- Source: team")
  }

  @Test func `an entity of no source names none`() {
    #expect(card("Ada", detail: "ops") { $0.source = "" } == "**Ada**\n\nops")
    #expect(
      card("Ada") {
        $0.source = ""
        $0.handle = "ada"
      } == "**Ada**\n\n- Handle: ada")
  }

  @Test(arguments: [
    ("*a* _b_ `c` [d](e) <f> &amp;", #"\*a\* \_b\_ \`c\` \[d\](e) \<f\> \&amp;"#),
    ("# a", ##"\# a"##), ("- a", #"\- a"#), ("+ a", #"\+ a"#), ("==", #"\=="#), ("12. a", #"12\. a"#),
    ("1) a", #"1\) a"#), ("1974. a", #"1974\. a"#), ("a 1. b", "a 1. b"), (#"a\b"#, #"a\\b"#),
    ("a\n# b", "a # b"),
    // By scalars: a mark behind a sign does not hide it.
    ("[\u{200D}x]\u{301}(e)", "\\[\u{200D}x\\]\u{301}(e)"), ("<\u{FE0F}b>", "\\<\u{FE0F}b\\>"),
    ("#\u{200D} a", "\\#\u{200D} a"), ("1\u{301}. a", "1\u{301}. a"),
    // Renderers make links of bare addresses.
    ("https://x.org", #"https\://x.org"#), ("www.x.org", #"www\.x.org"#), ("a: b, c.d", "a: b, c.d"),
    ("a@x.org", #"a\@x.org"#),
  ]) func `nothing in it becomes markup`(detail: String, written: String) {
    #expect(card("Ada", detail: detail) == "**Ada**\n\n\(written)\n\n- Source: team")
  }

  @Test func `the only link is the entity's own URL`() {
    func row(_ url: String) -> String? {
      card("Ada") { $0.url = url }.split(separator: "\n").map(String.init).first { $0.hasPrefix("- Link") }
    }
    #expect(row("https://x.org/a_b") == "- Link: <https://x.org/a_b>")
    #expect(row("https://x.org/> [a](b)") == #"- Link: https\://x.org/\> \[a\](b)"#)
    #expect(row("command:x") == "- Link: command:x")
    #expect(row("javascript://x") == #"- Link: javascript\://x"#)
    let handle = card("Ada") { $0.handle = "https://x.org" }
    #expect(handle.contains(#"- Handle: https\://x.org"#))
  }

  @Test func `text that is too long is cut`() {
    let long = String(repeating: "x", count: 5000)
    #expect(card("Ada", detail: long).utf8.count < 1100)
    #expect(card("Ada") { $0.aliases = Array(repeating: "Countess", count: 5000) }.utf8.count < 1100)
  }
}
