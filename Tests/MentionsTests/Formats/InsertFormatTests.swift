import Entities
import JSONText
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 9: templates.
@Suite struct InsertFormatTests {
  static let ada: Entity = {
    var entity = Entity(id: "42", name: "Ada Lovelace")
    entity.handle = "ada"
    entity.email = "ada@example.com"
    entity.url = "https://example.com/ada"
    entity.metadata["team"] = .string("engines")
    entity.metadata["floor"] = .integer(3)
    entity.metadata["list"] = .array([])
    return entity
  }()
  static let bob = Entity(id: "bob", name: "Bob")

  /// The visible part shows in `«…»`.
  private func written(_ template: String, _ entity: Entity, trigger: String = "@") throws -> String {
    let text = try InsertFormat(template).write(entity, trigger: trigger)
    let bytes = text.bytes
    return String(decoding: bytes[..<text.visible.start.utf8], as: UTF8.self) + "«"
      + String(decoding: text.visibleBytes, as: UTF8.self) + "»"
      + String(decoding: bytes[text.visible.end.utf8...], as: UTF8.self)
  }

  private func check(
    _ template: String, expects: String, _ entity: Entity = ada,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectRow((try? written(template, entity)) ?? "not written", expects, sourceLocation: sourceLocation)
  }

  @Test func `every placeholder`() {
    check("{name}", expects: "«Ada Lovelace»")
    check("{handle},{id},{email}", expects: "«ada,42,ada@example.com»")
    check("{url} {kind} {trigger}", expects: "«https://example.com/ada person @»")
    check("{metadata.team} {metadata.floor}", expects: "«engines 3»")
    var countess = Self.ada
    countess.shortName = "Countess"
    check("{shortName}", expects: "«Countess»", countess)
  }

  @Test func `the first alternative that the entity has`() {
    check("@{handle|name}", expects: "«@ada»")
    check("@{handle|name}", expects: "«@Bob»", Self.bob)
    check("{metadata.none|metadata.list|id}", expects: "«42»")
  }

  @Test func `a field that the entity lacks is empty`() {
    check("{name} <{email}>", expects: "«Bob <>»", Self.bob)
    check("{email}", expects: "«Bob»", Self.bob)
    check("{name} «{email}» b", expects: "«Bob  b»", Self.bob)
  }

  @Test func `a format that uses no field of the entity writes its name`() {
    check("{email}", expects: "«Bob»", Self.bob)
    check("@{handle}", expects: "«Bob»", Self.bob)
    check("a «{email}» b", expects: "«Bob»", Self.bob)
    check("[{trigger}{handle}]({url})", expects: "«Bob»", Self.bob)
    check("a", expects: "«a»", Self.bob)
  }

  @Test func `the visible part`() {
    check("[«@{handle|name}»]({url})", expects: "[«@ada»](https://example.com/ada)")
    check("«{name}»", expects: "«Ada Lovelace»")
    check("a«b{id}c»d", expects: "a«b42c»d")
  }

  @Test func `doubled signs stand for themselves`() {
    check("{{{name}}}", expects: "«{Ada Lovelace}»")
    check("««{id}»»", expects: "««42»»")
  }

  @Test func `written text stays on one line`() {
    check("{name}", expects: "«A B C»", Entity(id: "x", name: "A\r\nB\u{2028}\u{7}C"))
  }

  @Test(arguments: [
    ("", 0, "a template that is not empty"), ("{name", 0, "‘}’ after this ‘{’"),
    ("a}", 1, "‘{’ before ‘}’, or ‘}}’ for the character itself"),
    ("{nme}", 1, FormatField.allWords), ("{name|}", 6, FormatField.allWords),
    ("{metadata.}", 1, FormatField.allWords),
    ("{a{", 2, "‘}’ before another ‘{’"), ("«{id}", 0, "‘»’ after this ‘«’"),
    ("{id}»", 4, "‘«’ before ‘»’, or ‘»»’ for the character itself"),
    ("«a»«b»", 5, "no second ‘«’, or ‘««’ for the character itself"),
    ("a\nb", 1, "no line break or control character: a mention must be on one line"),
    (
      "{name|metadata.a\u{1}b} a\nb", 16,
      "no line break or control character: a mention must be on one line"
    ),
  ]) func `a bad template reports where and what was expected`(
    template: String, offset: Int, expected: String
  ) {
    #expect(throws: InsertFormatError(offset: offset, expected: expected)) { try InsertFormat(template) }
  }

  @Test func `the short form`() throws {
    func short(_ template: String, _ entity: Entity) throws -> String? {
      try InsertFormat(template).shortForm(for: entity, trigger: "@").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    var countess = Self.ada
    countess.shortName = "Countess"
    var fixed = Self.ada
    fixed.canTrim = false
    #expect(try short("{name}", Self.ada) == "Ada")
    #expect(try short("{name}", countess) == "Countess")
    #expect(try short("[«@{name}»]({url})", Self.ada) == "@Ada")
    #expect(try short("{name} <{email}>", Self.ada) == "Ada <ada@example.com>")
    #expect(try short("{name}", Self.bob) == nil)
    #expect(try short("{name}", fixed) == nil)
    #expect(try short("@{handle}", Self.ada) == nil)
    #expect(try short("@{handle|name}", Self.ada) == nil)
    #expect(try short("[«@{handle}»]({name})", Self.ada) == nil)
    #expect(try short("{name}", Entity(id: "x", name: " Ada  Lovelace ")) == "Ada")
  }

  @Test(arguments: [
    ("Doe, Jane", "Doe"), ("“Doc” Brown", "Doc"), ("J. Doe", "J"), ("O'Brien: Pat", "O'Brien"),
    ("– Ada", "–"),
    ("Žižek; S", "Žižek"), ("田中、 太郎", "田中"),
  ]) func `the short form ends in a word`(_ name: String, _ short: String) throws {
    let written = InsertFormat.name.shortForm(for: Entity(id: "x", name: name), trigger: "@")
    #expect(written.map { String(decoding: $0, as: UTF8.self) } == short)
  }

  @Test func `by language, aliases included`() throws {
    let templates = InsertTemplates(
      fallback: .name,
      byLanguage: ["markdown": try InsertFormat("m{id}"), "git-commit": try InsertFormat("g{id}")])
    #expect(templates.format(for: "markdown").template == "m{id}")
    #expect(templates.format(for: "ipythongfm").template == "m{id}")
    #expect(templates.format(for: "gitcommit").template == "g{id}")
    #expect(templates.format(for: "plaintext").template == "{name}")
  }
}
