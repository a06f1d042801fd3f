import Entities
import Mentions
import MentionsTestKit
import Testing

/// Each transform of text over marked text: `«…»` are mentions, `|…|` is selected.
@Suite("Text transforms")
struct TextTransformTests {
  private func check(
    _ transform: TextTransform, _ text: String, gives expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(transformed(transform, text) == expected, sourceLocation: sourceLocation)
  }

  @Test
  func `reverse turns characters round and keeps mentions as units`() {
    check(.reverse, "abc", gives: "cba")
    check(.reverse, "Hi «Ada Lovelace», you", gives: "uoy ,«Ada Lovelace» iH")
    check(.reverse, "«Ada» and «Bob»", gives: "«Bob» dna «Ada»")
    check(.reverse, "e\u{301}a👩‍👩‍👧🇩🇪", gives: "🇩🇪👩‍👩‍👧ae\u{301}")
    check(.reverse, "a\r\nb\n", gives: "\nb\r\na")
    check(.reverse, "ab |cd| ef", gives: "ab dc ef")
  }

  @Test
  func `a selection that cuts a mention is widened to hold it`() {
    check(.reverse, "x «Ada| Love»lace y", gives: "x «Ada Love»lace y")
    check(.reverse, "x |y «Ada L|ovelace» z", gives: "x «Ada Lovelace» y z")
    check(.upper, "a «Ad|a» b|c", gives: "a «Ada» Bc")
    check(.rot13, "e|\u{301}x|y", gives: "r\u{301}ky")
  }

  @Test
  func `reverse keeps a mark without a letter away from a mention`() {
    check(.reverse, "\u{301}«Ada» x", gives: "x \u{301}«Ada»")
    check(.reverse, "x\n\u{301}«Ada»", gives: "\u{301}«Ada»\nx")
  }

  @Test
  func `the markup that a format wrote round a mention moves with it`() {
    check(
      .reverse, "see [«Ada Lovelace»](https://example.org/ada)!",
      gives: "![«Ada Lovelace»](https://example.org/ada) ees")
    check(
      .upper, "see [«Ada Lovelace»](https://example.org/ada)!",
      gives: "SEE [«Ada Lovelace»](https://example.org/ada)!")
  }

  @Test
  func `rot13 turns the letters of ASCII and no others`() {
    check(.rot13, "Hello, «Ada» Ümlaut 13", gives: "Uryyb, «Ada» Üzynhg 13")
    check(.rot13, "«Ada»", gives: "«Ada»")
  }

  @Test
  func `upper and lower case are Unicode's, with all special cases`() {
    check(.upper, "straße «Ada» ŉ ﬁ ǆ i", gives: "STRASSE «Ada» ʼN FI Ǆ I")
    check(.lower, "ΟΔΟΣ ΣΑΣ Σ «Ada» İI", gives: "οδος σας σ «Ada» i̇i")
    check(.lower, "ΑΣ' ΑΣ.Α", gives: "ας' ασ.α")
    check(.lower, "ΑΣ«Ada»", gives: "ασ«Ada»")
  }

  @Test
  func `title case begins each word with a capital`() {
    check(.title, "hello wORLD, don’t o'neill 1st «Ada»", gives: "Hello World, Don’t O'neill 1st «Ada»")
    check(.title, "«Ada»'s book «Ada»x", gives: "«Ada»'s Book «Ada»x")
    check(.title, "ǆungla ΟΔΟΣ éCOLE e\u{301}cole", gives: "ǅungla Οδος École E\u{301}cole")
  }

  @Test
  func `sorting lines takes mentions along`() {
    check(.sortLines, "pear\n«Bob»\napple «Ada»", gives: "apple «Ada»\n«Bob»\npear")
    check(.sortLines, "b\r\nÄ\r\na\r\nB", gives: "a\r\nÄ\r\nB\r\nb")
    check(.sortLines, "z\nc|\nb|\na\n", gives: "z\nb\nc\na\n")
    check(.sortLines, "b\n|d\nc\n|a", gives: "b\nc\nd\na")
  }

  @Test
  func `a line end inside a mention ends no line`() {
    check(.sortLines, "b\n«a\nc» x\na", gives: "a\n«a\nc» x\nb")
    check(.joinLines, "b\n«a\nc»\n  d", gives: "b «a\nc» d")
  }

  @Test
  func `joining lines leaves one space, and none between letters of scripts without spaces`() {
    check(.joinLines, "one  \n  «Ada»\n\nthree\nfour", gives: "one «Ada» three four")
    check(.joinLines, "on|e\ntwo\nthree", gives: "one two\nthree")
    check(.joinLines, "  你好\n世界\n«Ada»", gives: "  你好世界 «Ada»")
    check(.joinLines, "only", gives: "only")
  }

  @Test
  func `wrapping breaks long lines at spaces and never a mention`() {
    check(.wrap(column: 10), "one two three four\nshort", gives: "one two\nthree four\nshort")
    check(.wrap(column: 10), "aa «Ada Lovelace» bb (cc)", gives: "aa\n«Ada Lovelace»\nbb (cc)")
    check(.wrap(column: 10), "aa («Ada Lovelace»), bb", gives: "aa\n(«Ada Lovelace»),\nbb")
    check(.wrap(column: 8), "  one two three", gives: "  one\n  two\n  three")
    check(.wrap(column: 10), "one two three\r\nfour five six", gives: "one two\r\nthree\r\nfour five\r\nsix")
    check(.wrap(column: 5), "abcdefghij klm", gives: "abcdefghij\nklm")
  }

  @Test
  func `wrapping counts wide letters as two columns and breaks between them`() {
    check(.wrap(column: 6), "你好世界吗", gives: "你好世\n界吗")
    check(.wrap(column: 6), "你好世，界", gives: "你好\n世，界")
    check(.wrap(column: 6), "👍 👍 👍", gives: "👍 👍\n👍")
    check(.wrap(column: 4), "e\u{301}e\u{301}e\u{301} x", gives: "e\u{301}e\u{301}e\u{301}\nx")
  }

  @Test
  func `mentions are written as name, handle, address and link, where the entity has them`() {
    check(.write(.handle(trigger: "@")), "x «Ada Lovelace», «Nobody»", gives: "x «@ada», «Nobody»")
    check(.write(.name), "x «@ada» y", gives: "x «Ada Lovelace» y")
    check(.write(.mail), "x «@ada», «@bob»", gives: "x «Ada Lovelace <ada@example.org>», «@bob»")
    check(
      .write(.link), "x «@ada», «@bob»", gives: "x [«Ada Lovelace»](https://example.org/ada), «@bob»")
    check(.plainText, "x «@ada», «@bob»", gives: "x @ada, @bob")
  }

  @Test
  func `a mention is written anew with the markup round it`() {
    check(
      .write(.handle(trigger: "@")), "x [«Ada Lovelace»](https://example.org/ada) y", gives: "x «@ada» y")
    check(.write(.name), "x [«Ada Lov|elace»](https://example.org/ada) y", gives: "x «Ada Lovelace» y")
  }

  @Test
  func `transforms of mentions change the selected ones alone`() {
    check(.write(.handle(trigger: "@")), "«Ada Lov|elace», «Bob Kahn»", gives: "«@ada», «Bob Kahn»")
    check(.write(.handle(trigger: "@")), "|«Ada Lovelace», «Bob| Kahn»", gives: "«@ada», «@bob»")
    check(.write(.handle(trigger: "@")), "«Ada Lovelace» x|", gives: "«Ada Lovelace» x")
  }

  @Test
  func `a link escapes what Markdown would read`() {
    let odd = TransformPeople.person("A [b] *c*", url: "https://x.org/a (b)")
    let written = MentionStyle.link.write(odd)
    #expect(
      written.map { String(decoding: $0.text.bytes, as: UTF8.self) }
        == "[A \\[b\\] \\*c\\*](https://x.org/a%20%28b%29)")
    #expect(
      MentionStyle.link.write(TransformPeople.person("M", email: "m@x.org"))
        .map { String(decoding: $0.text.bytes, as: UTF8.self) } == "[M](mailto:m@x.org)")
    #expect(MentionStyle.link.write(TransformPeople.person("N")) == nil)
  }

  @Test
  func `each format of the settings is a transform`() throws {
    var policy = MentionsPolicy.standard
    policy.triggers[0].insert.byLanguage["markdown"] = try InsertFormat("[«@{handle|name}»]({url})")
    let names = policy.transforms().map(\.name)
    #expect(
      names.prefix(13) == [
        "reverse", "rot13", "upper", "lower", "title", "sortLines", "joinLines", "wrap", "asName", "asHandle",
        "asMail", "asLink", "asPlainText",
      ])
    #expect(
      names.dropFirst(13) == [
        "format:@:default", "format:@:markdown", "format:@:trailer", "format:@:codeowners",
        "format:implicit:default", "format:implicit:trailer", "format:implicit:codeowners",
      ])
    let markdown = try #require(policy.transform(named: "format:@:markdown"))
    let linked = transformed(markdown.transform, "x «Ada Lovelace» y", policy: policy)
    #expect(linked == "x [«@ada»](https://example.org/ada) y")
    #expect(transformed(.write(.name), linked, policy: policy) == "x «Ada Lovelace» y")
    #expect(policy.transform(named: "revers") == nil)
  }
}
