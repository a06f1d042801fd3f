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

  @Test(arguments: [
    ("*a* _b_ `c` [d](e) <f> &amp;", #"\*a\* \_b\_ \`c\` \[d\](e) \<f\> \&amp;"#),
    ("# a", ##"\# a"##), ("- a", #"\- a"#), ("+ a", #"\+ a"#), ("==", #"\=="#), ("12. a", #"12\. a"#),
    ("1) a", #"1\) a"#), ("1974. a", #"1974\. a"#), ("a 1. b", "a 1. b"), (#"a\b"#, #"a\\b"#),
    ("a\n# b", "a # b"),
  ]) func `nothing in it becomes markup`(detail: String, written: String) {
    #expect(card("Ada", detail: detail) == "**Ada**\n\n\(written)\n\n- Source: team")
  }
}
