import Entities
import JSONText
import Testing

@testable import EntitySources

@Suite struct VCardReaderTests {
  @Test func `version4 card`() {
    check(
      "a.vcf",
      """
      BEGIN:VCARD\r
      VERSION:4.0\r
      FN:Ada Lovelace\r
      N:Lovelace;Ada;King;;\r
      NICKNAME:Countess,A\\,L\r
      EMAIL;TYPE=home:home@x\r
      item1.EMAIL;PREF=1:ada@x\r
      UID:urn:uuid:1\r
      ORG:Analytical;Engines\r
      TITLE:Programmer\r
      URL:https://ada\r
      END:VCARD\r
      """,
      expects: "Ada Lovelace <ada@x> #urn:uuid:1 (Programmer, Analytical) [Countess|A,L|home@x]")
  }

  @Test func `weight and gone have their own properties`() {
    check(
      "a.vcf",
      "BEGIN:VCARD\nFN:A\nX-WEIGHT:12\nx-gone:true\nEND:VCARD\nBEGIN:VCARD\nFN:B\nX-WEIGHT:much\nEND:VCARD\n",
      expects: "A ×12 gone\nB\n! team: a.vcf:8: weight: expected a number, found “much”")
  }

  @Test func `empty properties are not values`() {
    let cards =
      "BEGIN:VCARD\nFN:Ada\nUID:\nURL:\nEND:VCARD\nBEGIN:VCARD\nFN:Bob\nUID:\nKIND:\u{202e}\nEND:VCARD\n"
    var problems = SourceProblems(source: "team")
    var found: [Entity] = []
    FileSource.read(Array(cards.utf8), as: .vcf, shownAs: nil, problems: &problems) {
      found.append($0)
      return .kept
    }
    #expect(found.map(\.name) == ["Ada", "Bob"])
    #expect(
      found.allSatisfy { $0.uniqueID == nil && $0.url == nil && $0.kind == Entity(id: "", name: "").kind })
    #expect(EntityCatalog(source: "team", found).count == 2)
  }

  @Test func `folded lines are joined`() {
    check("a.vcf", "BEGIN:VCARD\nFN:Ada Love\n lace\nEND:VCARD\n", expects: "Ada Lovelace")
  }

  @Test func `name from its parts`() {
    check("a.vcf", "BEGIN:VCARD\nN:Lovelace;Ada;King;Lady;\nEND:VCARD\n", expects: "Ada King Lovelace")
  }

  @Test func `quoted printable of version2`() {
    check(
      "a.vcf",
      "BEGIN:VCARD\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ren=C3=A9=\n e X\nEND:VCARD\n",
      expects: "Renée X")
  }

  @Test func `latin1 of version2`() {
    check(
      "a.vcf", "BEGIN:VCARD\nFN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Ren=E9\nEND:VCARD\n", expects: "René")
  }

  @Test func `group is a team`() {
    check("a.vcf", "BEGIN:VCARD\nKIND:group\nFN:Core\nEND:VCARD\n", expects: "Core team")
  }

  @Test(arguments: ["", "name,handle\nAda,ada\n"]) func `a file without a card is reported`(text: String) {
    check("a.vcf", text, expects: "! team: a.vcf: the file has no vCard; expected a line BEGIN:VCARD")
  }

  @Test func `card without a name and card without an end`() {
    check(
      "a.vcf", "BEGIN:VCARD\nURL:x\nEND:VCARD\nBEGIN:VCARD\nFN:B\nBEGIN:VCARD\nFN:C\n",
      expects: """
        B
        C
        ! team: a.vcf:1: name: an entity needs a name, a handle or an e-mail address; left out
        ! team: a.vcf:4: the card has no END:VCARD
        ! team: a.vcf:6: the card has no END:VCARD
        """)
  }

  @Test func `line that is not a property`() {
    check(
      "a.vcf", "BEGIN:VCARD\nFN:A\nrubbish\nEND:VCARD",
      expects: "A\n! team: a.vcf:3: expected NAME:VALUE; the line is left out")
  }
}

@Suite struct PlainTextReaderTests {
  @Test func `names addresses and comments`() {
    check(
      "a.txt", "# team\nAda Lovelace <ada@x>\n\n  Bob  \n\"Carol, C\" <c@x>\n<dan@x>\n",
      expects: "Ada Lovelace <ada@x>\nBob\nCarol, C <c@x>\ndan <dan@x>")
  }
}

@Suite struct FileSourceTests {
  @Test func `missing file unknown kind and directory`() {
    let scratch = Scratch()
    scratch.write("dir.csv/x", "")
    #expect(
      shown(FileSource(name: "team", path: scratch.path + "/none.csv", shownPath: "none.csv"))
        == "! team: none.csv: the file does not exist")
    #expect(
      shown(FileSource(name: "team", path: scratch.path + "/a.doc", shownPath: "a.doc"))
        == "! team: a.doc: unknown kind of file; known kinds: .jsonl, .json, .csv, .tsv, .vcf, .ldif, .txt")
    #expect(
      shown(FileSource(name: "team", path: scratch.path + "/dir.csv", shownPath: "dir.csv"))
        == "! team: dir.csv: is a directory, expected a file")
  }

  @Test func `large file arrives in pieces`() {
    let scratch = Scratch()
    let names = (0..<1000).map { "Person \($0)" }
    let path = scratch.write("a.jsonl", names.map { "{\"name\":\"\($0)\"}" }.joined(separator: "\n"))
    var source = FileSource(name: "team", path: path)
    source.limits.piece = 1 << 10
    let loaded = source.load()
    #expect(loaded.entities.map(\.name) == names)
    #expect(loaded.problems.isEmpty)
    #expect(loaded.watchedPaths == [path])
  }

  @Test func `line longer than a piece`() {
    let scratch = Scratch()
    let long = String(repeating: "x", count: 3000)
    let path = scratch.write(
      "a.jsonl", "{\"name\":\"A\"}\n{\"name\":\"B\",\"detail\":\"\(long)\"}\n{\"name\":\"C\"}")
    var source = FileSource(name: "team", path: path)
    source.limits.piece = 1 << 10
    #expect(source.load().entities.map(\.name) == ["A", "B", "C"])
  }

  @Test func `well known files are all read`() {
    let scratch = Scratch()
    scratch.write("people.csv", "name\nCarol\n")
    scratch.write("people.jsonl", "{\"name\":\"Ada\"}\n{\n")
    let source = WellKnownPeopleFiles(name: "people", root: scratch.path)
    let text = shown(source)
    #expect(text.hasPrefix("Ada\nCarol\n! people: people.jsonl:2: not JSON"))
    #expect(source.load().watchedPaths.count == 4)
    #expect(shown(WellKnownPeopleFiles(name: "people", root: scratch.path + "/none")) == "")
  }

  @Test func `list of strings and objects`() {
    let source = ListSource(
      name: "words", items: ["Alpha", .object(["name": "Beta", "id": "b"]), 7, .object([:])])
    #expect(
      shown(source) == """
        Alpha
        Beta #b
        ! words: items[2]: expected a string or an object, found a number; left out
        ! words: items[3].name: an entity needs a name, a handle or an e-mail address; left out
        """)
  }
}
