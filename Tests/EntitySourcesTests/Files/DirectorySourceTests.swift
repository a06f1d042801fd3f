import Entities
import MentionsTestKit
import Testing

@testable import EntitySources

@Suite struct DirectorySourceTests {
  @Test func `front matter gives the fields`() {
    let scratch = Scratch()
    scratch.write(
      "People/ada.md",
      """
      ---
      title: "Ada \\"L\\"" \u{20}
      aliases: [Countess, 'Lady, L''s']
      email: ada@x  # work
      handle: '@@ ada'
      kind: person
      tags:
        - one
      nested:
        name: not this
      ---
      name: nor this
      """)
    scratch.write("People/deep/Bob Brown.markdown", "---\r\nalias:\r\n  - Bobby\r\n  - BB\r\n---\r\ntext")
    scratch.write("People/Carol.md", "# No front matter\nname: x\n")
    scratch.write("People/.hidden/x.md", "")
    scratch.write("People/picture.png", "")
    let source = DirectorySource(name: "notes", path: scratch.path + "/People", shownPath: "People")
    #expect(
      shown(source) == """
        Carol document
        Ada "L" <ada@x> @ada [Countess|Lady, L's]
        Bob Brown #deep/Bob Brown [Bobby|BB] document
        """)
    #expect(source.load().watchedPaths == [scratch.path + "/People", scratch.path + "/People/deep"])
  }

  @Test func `missing directory and file in its place`() {
    let scratch = Scratch()
    scratch.write("file", "")
    #expect(
      shown(DirectorySource(name: "notes", path: scratch.path + "/none", shownPath: "none"))
        == "! notes: none: the directory does not exist")
    #expect(
      shown(DirectorySource(name: "notes", path: scratch.path + "/file", shownPath: "file"))
        == "! notes: file: is a file, expected a directory")
  }

  @Test func `cards are read too, each with its own kind`() throws {
    let scratch = Scratch()
    scratch.write("book/ada.vcf", "BEGIN:VCARD\nFN:Ada Lovelace\nUID:1\nEMAIL:ada@x.org\nEND:VCARD\n")
    scratch.write("book/deep/bob.VCF", "BEGIN:VCARD\nFN:Bob\nUID:2\nEND:VCARD\n")
    scratch.write("book/carol.md", "")
    let source = DirectorySource(name: "khard", path: scratch.path + "/book")
    #expect(shown(source) == "Ada Lovelace <ada@x.org> #1\ncarol document\nBob #2")
    let bob = try #require(source.load().entities.first { $0.name == "Bob" })
    #expect(source.definition(of: bob)?.path.hasSuffix("deep/bob.VCF") == true)
  }

  private func check(
    _ matter: String, expects expected: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let scratch = Scratch()
    scratch.write("a.md", "---\n" + matter + "\n---\ntext\n")
    expectRow(
      shown(DirectorySource(name: "n", path: scratch.path, shownPath: ".")), expected,
      sourceLocation: location)
  }

  @Test func `scalars of YAML`() {
    check("name: >-\n  Ada\n  Lovelace\ndetail: |\n  a\n    b", expects: "Ada Lovelace #a (a   b) document")
    check("name: null\nhandle: ~\nid:", expects: "a document")
    check("name: 'null'", expects: "null #a document")
    check("name:\n  Ada\n  Lovelace # so\nother: x", expects: "Ada Lovelace #a document")
    check("name: \"Ada\n  Lovelace\"", expects: "Ada Lovelace #a document")
    check("tags: &t [x]\nname: A\nmore: *t", expects: "A #a document")
  }

  @Test func `lists of YAML`() {
    check("aliases: [ A, # one\n  'B, C',\n  ~,\n]\nname: X", expects: "X #a [A|B, C] document")
    check("aliases:\n- A\n# and\n- \"B\"\nname: X", expects: "X #a [A|B] document")
    check("email: [a@x, b@x]\nname: X", expects: "X <a@x> [b@x] document")
  }

  @Test func `what of YAML is not read is refused by name`() {
    check(
      "name: &n Ada\naliases: [*n]\nid: !str 7\ndetail: {a: b}\nurl: [x]\nkind:\n  a: b\nhandle: \"ada",
      expects: """
        a document
        ! n: ./a.md:2: name: YAML anchors and aliases are not supported; left out
        ! n: ./a.md:3: aliases: YAML anchors and aliases are not supported; left out
        ! n: ./a.md:4: id: YAML tags are not supported; left out
        ! n: ./a.md:5: detail: expected text, found a map
        ! n: ./a.md:6: url: expected text, found a list
        ! n: ./a.md:7: kind: expected text, found a map
        ! n: ./a.md:9: handle: the quote is not closed
        """)
    check(
      "name: A\naliases: [a,\nb", expects: "A #a document\n! n: ./a.md:3: aliases: the list is not closed")
    check(
      "name: A\naliases: [a\nemail: a@x",
      expects: "A <a@x> document\n! n: ./a.md:3: aliases: the list is not closed")
  }

  @Test func `front matter that is not closed is text`() {
    let scratch = Scratch()
    scratch.write("a.md", "---\nname: A\n\nMy name: B\n")
    #expect(
      shown(DirectorySource(name: "n", path: scratch.path, shownPath: "."))
        == "a document\n! n: ./a.md:1: the front matter is not closed by a line of “---”; ignored")
  }

  @Test func `weight and gone are read from the front matter`() {
    let scratch = Scratch()
    scratch.write("a.md", "---\nname: A\nweight: 2.5 # much\ngone: true\n---\n")
    #expect(shown(DirectorySource(name: "notes", path: scratch.path)) == "A #a document ×2.5 gone")
  }

  @Test func `broken value names file line and field`() {
    let scratch = Scratch()
    scratch.write("a.md", "---\nname: A\ncanTrim: perhaps\n---\n")
    #expect(
      shown(DirectorySource(name: "notes", path: scratch.path, shownPath: "."))
        == "A #a document\n! notes: ./a.md:3: canTrim: expected true or false, found “perhaps”")
  }
}
