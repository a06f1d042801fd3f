import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 9: text that a format must have written.
@Suite struct ReadBackTests {
  static let people: [Entity] = {
    var bob = Entity(id: "bob", name: "Bob")
    bob.handle = "bob"
    var jane = Entity(id: "jane", name: "Jane Doe")
    jane.handle = "jane-doe"
    var zhang = Entity(id: "zhang", name: "张三")
    zhang.handle = "张三"
    var one = Entity(id: "one", name: "Twin")
    one.handle = "twin"
    var two = Entity(id: "two", name: "Twin")
    two.handle = "twin"
    return [InsertFormatTests.ada, bob, jane, zhang, one, two]
  }()

  private func lookup(_ field: FormatField, _ value: String) -> [Entity] {
    Self.people.filter { field.value(of: $0, trigger: "") == value }
  }

  /// What is found shows in `«…»`.
  private func check(
    _ template: String, _ text: String, expects: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let format = try InsertFormat(template)
    var document = AnnotatedDocument("")
    document.sync(text)
    for found in format.readings(
      in: document.text.buffer.range, of: document.text, trigger: "@", lookup: lookup
    ).found {
      try document.annotate(found.visible.start.utf8..<found.visible.end.utf8, name: found.entity.name)
    }
    expectRow(document.marked, expects, sourceLocation: sourceLocation)
  }

  @Test func `handles`() throws {
    try check("@{handle}", "Hi @ada, @bob. @jane-doe!", expects: "Hi «@ada», «@bob». «@jane-doe»!")
    try check("@{handle}", "(@ada)\n@bob", expects: "(«@ada»)\n«@bob»")
    try check("{trigger}{handle}", "@ada", expects: "«@ada»")
    try check("@{handle}", "你好@张三 你好", expects: "你好«@张三» 你好")
  }

  @Test func `text that only looks like one`() throws {
    try check(
      "@{handle}", "foo@ada @adam @ada_ @nobody @ada-x @bob.by",
      expects: "foo@ada @adam @ada_ @nobody @ada-x @bob.by")
    try check("@{handle}", "@ @@ada", expects: "@ @@ada")
  }

  @Test func `a handle that ends in a joiner`() throws {
    var ada = Entity(id: "ada-", name: "Ada")
    ada.handle = "ada-"
    let format = try InsertFormat("{trigger}{handle}")
    for (text, count) in [("@ada- @ada-, (@ada-)", 3), ("@ada-m @ada-1 @ada-張", 0)] {
      let indexed = IndexedText(Array(text.utf8))
      let found = format.readings(in: indexed.buffer.range, of: indexed, trigger: "@") { field, value in
        field.value(of: ada, trigger: "") == value ? [ada] : []
      }
      #expect(found.found.count == count, "\(text)")
    }
  }

  @Test func `names of several words`() throws {
    try check("@{handle|name}", "@Ada Lovelace @ada", expects: "@Ada Lovelace «@ada»")
    try check("+{name}", "ask +Ada Lovelace please", expects: "ask «+Ada Lovelace» please")
  }

  @Test func `separators around it, and what belongs to it`() throws {
    for free in [
      "“@ada”", "@ada。", "—@ada—", "@ada's", "@ada’s", "\u{a0}@ada\u{a0}x", "\u{3000}@ada\u{3000}x", "😀@ada😀",
      "-@ada-",
      "/@ada/", ".@ada.", "@ada...x", "@ada—x", "@ada:x", "@ada!", "\t@ada\t", "@ada-", "@ada.)",
    ] {
      try check("@{handle}", free, expects: free.replacing("@ada", with: "«@ada»"))
    }
    for bound in [
      "@ada-lovelace", "@ada.l", "@ada/x", "@adaß", "@ada_", "@ada\u{301}", "@ada你", "x@ada", "@ada@",
      "@@ada", "@ada½",
    ] {
      try check("@{handle}", bound, expects: bound)
    }
  }

  @Test func `an alternative that the entity lacks is skipped`() throws {
    try check("@{metadata.nick|handle}", "Hi @ada and @bob.", expects: "Hi «@ada» and «@bob».")
    try check("@{shortName|handle}", "@bob", expects: "«@bob»")
  }

  @Test func `links, of which the visible part is annotated`() throws {
    try check(
      "[«@{handle|name}»]({url})", "see [@ada](https://example.com/ada) and [@ada](https://example.com/)",
      expects: "see [«@ada»](https://example.com/ada) and [@ada](https://example.com/)")
  }

  @Test func `a name before an address`() throws {
    try check(
      "{name} <{email}>", "By: Ada Lovelace <ada@example.com>",
      expects: "By: «Ada Lovelace <ada@example.com>»")
    try check(
      "{name} <{email}>", "By: A. Lovelace <ada@example.com>", expects: "By: A. Lovelace <ada@example.com>")
  }

  @Test func `two candidates are ambiguous`() throws {
    try check("@{handle}", "@twin @ada", expects: "@twin «@ada»")
  }

  @Test func `which formats can be read back`() throws {
    #expect(!InsertFormat.name.canBeReadBack)
    #expect(try InsertFormat("@{handle}").canBeReadBack)
    #expect(try InsertFormat("{trigger}{id}").canBeReadBack)
    #expect(try InsertFormat("{name} <{email}>").canBeReadBack)
    #expect(try !InsertFormat("@{shortName}").canBeReadBack)
    #expect(try !InsertFormat(" {name}").canBeReadBack)
  }

  @Test func `a format reads back everything that it writes`() throws {
    for template in ["@{handle|name}", "[«@{handle|name}»]({url})", "#{id};", "<{id}>", "{kind}:{id}"] {
      let format = try InsertFormat(template)
      for entity in Self.people where entity.name != "Twin" {
        let written = format.write(entity, trigger: "@")
        let text = IndexedText(Array("a\nb ".utf8) + written.bytes + Array(" c".utf8))
        let range = TextRange(4, 4 + written.bytes.count)
        let found = format.readings(in: text.buffer.range, of: text, trigger: "@", lookup: lookup).found
          .first { $0.range == range }
        #expect(found?.entity.id == entity.id, "\(template) \(entity.id)")
      }
    }
  }
}
