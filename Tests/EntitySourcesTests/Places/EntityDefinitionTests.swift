import Entities
import Foundation
import Testing

@testable import EntitySources

/// Where entities are written down, in files on the disk.
@Suite struct EntityDefinitionTests {
  private let scratch = Scratch()

  /// The place of everybody in a source: file and first line, then the lines with the record in `⟨…⟩`, and in it
  /// `«…»` round what a reader looks at first.
  private func places(_ source: some LoadableSource) -> String {
    source.load().entities.map { entity in
      source.definition(of: entity).map { "\(entity.name) → \(shown($0))" } ?? "\(entity.name) → nowhere"
    }.joined(separator: "\n")
  }

  private func shown(_ place: EntityDefinition) -> String {
    var bytes = place.text
    let heading = place.heading
    for (at, mark) in [
      (place.record.upperBound, "⟩"), (heading.upperBound, "»"), (heading.lowerBound, "«"),
      (place.record.lowerBound, "⟨"),
    ].sorted(by: { $0.0 > $1.0 }) {
      bytes.insert(contentsOf: mark.utf8, at: at)
    }
    let file = place.path.hasPrefix(scratch.path) ? place.path.dropFirst(scratch.path.count + 1) : "?"
    let shown = bytes.flatMap { $0 == 0x0D ? Array("␍".utf8) : $0 == 0x0A ? Array("⏎".utf8) : [$0] }
    return "\(file):\(place.firstLine + 1) \(String(decoding: shown, as: UTF8.self))"
  }

  private func check(
    _ file: String, _ text: String, expects expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let source = FileSource(name: "team", path: scratch.write(file, text))
    #expect(places(source) == expected, sourceLocation: sourceLocation)
  }

  @Test func `JSON Lines`() {
    check(
      "a.jsonl",
      #"{"name": "Ada Lovelace", "handle": "@ada"}"# + "\n\n" + #"  {"email":"b\u0040x","name":"B\u00f6b"} "#
        + "\r\n" + #""Cy""#,
      expects: #"""
        Ada Lovelace → a.jsonl:1 ⟨{"name": «"Ada Lovelace"», "handle": "@ada"}⟩
        Böb → a.jsonl:3   ⟨{"email":"b\u0040x","name":«"B\u00f6b"»} ⟩
        Cy → a.jsonl:4 ⟨«"Cy"»⟩
        """#)
  }

  @Test func `elements of a JSON array`() {
    check(
      "a.json",
      #"{"version": 1, "items": [{"name": "Ada"}, {"# + "\n" + #"  "handle": "ben","# + "\n"
        + #"  "name": "Ben"}, "Cy"]}"#,
      expects: #"""
        Ada → a.json:1 {"version": 1, "items": [⟨{"name": «"Ada"»}⟩, {
        Ben → a.json:1 {"version": 1, "items": [{"name": "Ada"}, ⟨{⏎  "handle": "ben",⏎  "name": «"Ben"»}⟩, "Cy"]}
        Cy → a.json:3   "name": "Ben"}, ⟨«"Cy"»⟩]}
        """#)
  }

  @Test func `rows of a table`() {
    check(
      "a.csv",
      "\u{FEFF}handle,name\r\nada,\"Lovelace, Ada\"\r\n\r\nben, Ben \r\ntwo,\"Two\nLines\"\rlast,Last",
      expects: """
        Lovelace, Ada → a.csv:2 ⟨ada,«"Lovelace, Ada"»⟩
        Ben → a.csv:4 ⟨ben,« Ben »⟩
        Two Lines → a.csv:5 ⟨two,«"Two⏎Lines"»⟩
        Last → a.csv:7 ⟨last,«Last»⟩
        """)
    check("b.csv", "name;handle\nAda;ada\n", expects: "Ada → b.csv:2 ⟨«Ada»;ada⟩")
    check("a.tsv", "name\thandle\nAda\tada", expects: "Ada → a.tsv:2 ⟨«Ada»\tada⟩")
  }

  @Test func `a row behind a quote that is never closed`() {
    check(
      "a.csv", "name\nAda\n\"Ben\nCy\nDee\n",
      expects: """
        Ada → a.csv:2 ⟨«Ada»⟩
        Cy → a.csv:4 ⟨«Cy»⟩
        Dee → a.csv:5 ⟨«Dee»⟩
        """)
  }

  @Test func `vCards`() {
    check(
      "a.vcf",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nitem1.FN;TYPE=home:Ada Lovelace\r\nEMAIL:a@x\r\nEND:VCARD\r\n\r\nBEGIN:VCARD\r\nFN:Fol\r\n ded\r\nEND:VCARD\r\nBEGIN:VCARD\r\nN:Roe;Jane\r\nEMAIL:j@x\r\nEND:VCARD",
      expects: """
        Ada Lovelace → a.vcf:1 ⟨BEGIN:VCARD␍⏎VERSION:3.0␍⏎item1.FN;TYPE=home:«Ada Lovelace»␍⏎EMAIL:a@x␍⏎END:VCARD⟩
        Folded → a.vcf:7 ⟨«BEGIN:VCARD␍⏎FN:Fol␍⏎ ded␍⏎END:VCARD»⟩
        Jane Roe → a.vcf:11 ⟨BEGIN:VCARD␍⏎N:Roe;Jane␍⏎EMAIL:«j@x»␍⏎END:VCARD⟩
        """)
  }

  @Test func `lines of plain text`() {
    check(
      "a.txt", "# people\n Ada Lovelace <a@x>\n\"Ben Ng\" <b@x>\n<cy@x>\nZoë\n",
      expects: """
        Ada Lovelace → a.txt:2 ⟨ «Ada Lovelace» <a@x>⟩
        Ben Ng → a.txt:3 ⟨"«Ben Ng»" <b@x>⟩
        cy → a.txt:4 ⟨«<cy@x>»⟩
        Zoë → a.txt:5 ⟨«Zoë»⟩
        """)
  }

  @Test func `people files of a workspace`() {
    scratch.write("people.jsonl", #"{"name": "Ada"}"#)
    scratch.write("people.csv", "name\nBen\n")
    #expect(
      places(WellKnownPeopleFiles(name: "people", root: scratch.path))
        == "Ada → people.jsonl:1 ⟨{\"name\": «\"Ada\"»}⟩\nBen → people.csv:2 ⟨«Ben»⟩")
  }

  @Test func `the first line of CODEOWNERS that names an owner`() {
    scratch.write(
      ".github/CODEOWNERS",
      "# owners\n* @org/core\n/docs\\ x @Ada docs@x # @none\n[Section][2] @@developer\n/src @ada\n")
    #expect(
      places(CodeownersSource(name: "owners", root: scratch.path)) == """
        Ada → .github/CODEOWNERS:3 ⟨/docs\\ x @«Ada» docs@x # @none⟩
        org/core → .github/CODEOWNERS:2 ⟨* @«org/core»⟩
        docs → .github/CODEOWNERS:3 ⟨/docs\\ x @Ada «docs@x» # @none⟩
        developer → .github/CODEOWNERS:4 ⟨[Section][2] @@«developer»⟩
        """)
  }

  @Test func `of one who is in several people files there are several places`() {
    scratch.write("people.jsonl", #"{"name": "Ada Lovelace", "handle": "ada"}"#)
    scratch.write("people.csv", "name,handle\nAda L,Ada\n")
    let source = WellKnownPeopleFiles(name: "people", root: scratch.path)
    let places = source.load().entities.first.map { source.definitions(of: $0) } ?? []
    #expect(places.map(\.source) == ["people", "people"])
    #expect(
      places.map(shown) == [
        #"people.jsonl:1 ⟨{"name": «"Ada Lovelace"», "handle": "ada"}⟩"#, "people.csv:2 ⟨«Ada L»,Ada⟩",
      ])
    #expect(places.map { $0.holds("ada", as: .handle) } == [true, true])
    #expect(places.map { $0.holds("Ada Lovelace", as: .name) } == [true, false])
    #expect(places.map { $0.holds("ada@x", as: .email) } == [false, false])
  }

  @Test func `an address that CODEOWNERS has in several lines is in no single one`() {
    scratch.write("CODEOWNERS", "* a@x @ben\n/src a@x\n/docs b@x @ben\n")
    let source = CodeownersSource(name: "owners", root: scratch.path)
    let fields = source.load().entities.map { entity in
      "\(entity.name) \(source.definition(of: entity)?.values.map(\.field.rawValue) ?? [])"
    }
    #expect(fields == ["a []", #"ben ["handle"]"#, #"b ["email"]"#])
  }

  @Test func `the .mailmap of a folder that is reached through a link is in that folder`() throws {
    let repository = Repository()
    repository.scratch.write(".mailmap", "Ada Lovelace <ada@x>\n")
    repository.scratch.write("inner/deep/a.md", "")
    repository.commit("A", "ada@x", day: 0)
    let link = repository.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: repository.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    for folder in ["", "/inner/deep"] {
      let source = GitSource(name: "git", directory: link + folder)
      let ada = try #require(source.load().entities.first)
      #expect(source.definition(of: ada)?.path == link + "/.mailmap")
    }
  }

  @Test func `the line of .mailmap that names somebody`() throws {
    let repository = Repository()
    repository.scratch.write(
      ".mailmap",
      "# who is who\nAda Lovelace <old@x> <older@x>\n<new@x> <ada@x>\nAda Lovelace <new@x> A <a@x> # now\nBen <b@x>\n"
    )
    repository.commit("A", "a@x", day: 0)
    repository.commit("b", "b@x", day: 1)
    repository.commit("Cy", "c@x", day: 2)
    let source = GitSource(name: "git", directory: repository.path)
    let found = source.load().entities.map { entity -> String in
      guard let place = source.definition(of: entity) else { return "\(entity.name) → nowhere" }
      #expect(place.path.hasSuffix("/.mailmap"))
      let line = String(decoding: place.text, as: UTF8.self)
      let name = String(decoding: place.text[place.heading], as: UTF8.self)
      return "\(entity.name) → \(place.firstLine + 1) \(line) «\(name)»"
    }
    #expect(
      found.sorted() == [
        // Other lines name her as well: none of them alone has her name.
        "Ada Lovelace → 4 Ada Lovelace <new@x> A <a@x> # now «Ada Lovelace <new@x> A <a@x> # now»",
        "Ben → 5 Ben <b@x> «Ben»", "Cy → nowhere",
      ])
    let below = GitSource(name: "git", directory: repository.path + "/.git")
    #expect(source.load().entities.contains { below.definition(of: $0) == source.definition(of: $0) })
  }

  @Test func `notes and their front matter`() {
    scratch.write("People/Ada.md", "---\nname: Ada Lovelace # the first\nhandle: 'ada'\n---\nText\n")
    scratch.write("People/deep/Ben.md", "No front matter\n")
    scratch.write("People/Cy.md", "---\ntitle: \"Cy Young\"\nid: cy-1\n---\n")
    #expect(
      places(DirectorySource(name: "notes", path: scratch.path + "/People")) == """
        Ada Lovelace → People/Ada.md:1 ⟨---⏎name: «Ada Lovelace» # the first⏎handle: 'ada'⏎---⟩
        Cy Young → People/Cy.md:1 ⟨---⏎title: «"Cy Young"»⏎id: cy-1⏎---⟩
        Ben → People/deep/Ben.md:1 ⟨«»⟩No front matter
        """)
    var outside = Entity(id: "../Ada", name: "X")
    outside.source = "notes"
    let below = DirectorySource(name: "notes", path: scratch.path + "/People/deep")
    #expect(below.definition(of: outside) == nil)
  }

  @Test func `somebody of another source is found by e-mail or handle, not by id or name`() {
    let source = FileSource(
      name: "team", path: scratch.write("a.csv", "name,email,handle,id\nAda,ADA@x,,1\nBen,,bEn,2\nBen,,,3\n"))
    func place(_ change: (inout Entity) -> Void) -> Int? {
      var entity = Entity(id: "3", name: "Ben")
      entity.source = "git"
      change(&entity)
      return source.definition(of: entity)?.firstLine
    }
    #expect(place { $0.email = "ada@X" } == 1)
    #expect(place { $0.handle = "Ben" } == 2)
    #expect(place { _ in } == nil)
    // One's own id comes before what others have in common with one.
    #expect(place { ($0.source, $0.email) = ("team", "ada@x") } == 3)
  }

  @Test func `a file that is gone, forbidden or of no known kind is no place`() {
    var ada = Entity(id: "Ada", name: "Ada")
    ada.source = "team"
    #expect(FileSource(name: "team", path: scratch.path + "/none.txt").definition(of: ada) == nil)
    #expect(FileSource(name: "team", path: scratch.write("a.doc", "Ada")).definition(of: ada) == nil)
    let path = scratch.write("a.txt", "Ada")
    #expect(FileSource(name: "team", path: path).definition(of: ada) != nil)
    let elsewhere = FileReach.inside(folder: scratch.path + "/w")
    #expect(FileSource(name: "team", path: path, reach: elsewhere).definition(of: ada) == nil)
    #expect(
      FileSource(name: "team", path: scratch.write("b.txt", [0xFF, 0xFE, 0x41])).definition(of: ada) == nil)
  }

  @Test func `of a line that is not UTF-8, the line alone is known`() {
    let source = FileSource(name: "team", path: scratch.write("a.csv", [0x6E, 0x61, 0x6D, 0x65, 0x0A, 0xFF]))
    let place = source.load().entities.first.flatMap { source.definition(of: $0) }
    #expect(place?.firstLine == 1 && place?.text == [] && place?.values == [])
  }

  @Test func `a record far behind the window of the reader`() {
    let many = (0..<400).map { "Person \($0) <p\($0)@x>\n" }.joined()
    let limits = ReadingLimits(record: 1 << 12, piece: 1 << 10)
    var source = FileSource(name: "team", path: scratch.write("a.txt", many))
    source.limits = limits
    var last = Entity(id: "p399@x", name: "x")
    last.source = "team"
    #expect(source.definition(of: last).map(shown) == "a.txt:400 ⟨«Person 399» <p399@x>⟩")
    let rows = "name,id\n" + (0..<400).map { "\"Person \($0)\",\($0)\r\n" }.joined()
    var table = FileSource(name: "team", path: scratch.write("a.csv", rows))
    table.limits = limits
    last.id = "399"
    #expect(table.definition(of: last).map(shown) == "a.csv:401 ⟨«\"Person 399\"»,399⟩")
    let cards = (0..<400).map { "BEGIN:VCARD\nFN:Person \($0)\nEMAIL:p\($0)@x\nEND:VCARD\n" }.joined()
    var book = FileSource(name: "team", path: scratch.write("a.vcf", cards))
    book.limits = limits
    last.id = "p399@x"
    #expect(
      book.definition(of: last).map(shown)
        == "a.vcf:1597 ⟨BEGIN:VCARD⏎FN:«Person 399»⏎EMAIL:p399@x⏎END:VCARD⟩")
  }
}
