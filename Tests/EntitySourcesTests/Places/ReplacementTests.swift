import Entities
import Testing

@testable import EntitySources

/// Other values written into files in place of those that are there.
@Suite struct ReplacementTests {
  private let scratch = Scratch()

  private static let files = [
    ("a.jsonl", "{\"name\": \"Ada\", \"handle\": \"ada\"}\n{\"name\": \"Ben\"}\n"),
    ("a.json", "[{\"handle\": \"ada\", \"name\": \"Ada\"}, \"Ben\"]"),
    ("a.csv", "name,handle\nAda,ada\n\"Ben\",\n"), ("b.csv", "handle;name\nada;Ada\n;Ben\n"),
    ("a.tsv", "name\thandle\nAda\tada\nBen\t\n"),
    ("a.vcf", "BEGIN:VCARD\nFN:Ada\nEND:VCARD\nBEGIN:VCARD\nFN:Ben\nEND:VCARD\n"),
    ("a.txt", "Ada\n\"Ben\" <b@x>\n"),
  ]
  private static let names = [
    "Ada King", "Lovelace, Ada", "Ada \"the Countess\" King", "Ada; King", "Ada\\King", "Zoë 🙂", "Ada <King>",
    "# Ada", "yes: no", "\u{1}Ada", "", " Ada", "Ada\nKing",
  ]

  @Test(arguments: files, names) func `a name that was replaced is what the file yields`(
    _ file: (name: String, text: String), _ name: String
  ) throws {
    let source = FileSource(name: "team", path: scratch.write(file.name, file.text))
    for (index, entity) in source.load().entities.enumerated() {
      let place = try #require(source.definition(of: entity))
      guard let edit = place.replacement(of: .name, by: name) else {
        #expect(name.isEmpty || name == " Ada" || name.contains { $0 < " " } || file.name == "a.txt")
        continue
      }
      var text = place.text
      text.replaceSubrange(edit.range, with: edit.bytes)
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      let old = String(decoding: place.text, as: UTF8.self)
      let count = old.split(separator: "\n", omittingEmptySubsequences: false).count
      let changed =
        lines[..<place.firstLine].map(String.init) + [String(decoding: text, as: UTF8.self)]
        + lines[(place.firstLine + count)...].map(String.init)
      let after = FileSource(
        name: "team", path: scratch.write("new-" + file.name, changed.joined(separator: "\n"))
      ).load()
      #expect(after.problems.isEmpty)
      #expect(after.entities.map(\.name)[index] == name)
      #expect(after.entities.count == 2)
      #expect(after.entities[1 - index].name == (index == 0 ? "Ben" : "Ada"))
      #expect(after.entities[index].handle == entity.handle)
    }
  }

  @Test(arguments: [
    "Ada King", "yes: no", "# Ada", "'Ada'", "Zoë", "- Ada", "Ada \"A\" King", "No", "null", "1815",
    "12-10-1815",
  ])
  func `so is a note's`(_ name: String) throws {
    for written in ["Ada # first", "'Ada'", "\"Ada\""] {
      let text = "---\nname: \(written)\nhandle: ada\n---\n"
      scratch.write("People/Ada.md", text)
      let source = DirectorySource(name: "notes", path: scratch.path + "/People")
      let place = try #require(source.load().entities.first.flatMap { source.definition(of: $0) })
      let edit = try #require(place.replacement(of: .name, by: name))
      var changed = place.text
      changed.replaceSubrange(edit.range, with: edit.bytes)
      scratch.write("People/Ada.md", changed)
      #expect(source.load().entities.map(\.name) == [name])
      #expect(source.load().entities.map(\.handle) == ["ada"])
    }
  }

  @Test func `what a format cannot write is refused`() {
    #expect(EntityDefinition.Notation.owner.bytes(of: "ada king") == nil)
    #expect(EntityDefinition.Notation.owner.bytes(of: "ada") == Array("ada".utf8))
    for text in ["ada", "@x", "ada@", "a@b@c", "<a@x>", "a@x#", "a b@x"] {
      #expect(EntityDefinition.Notation.address.bytes(of: text) == nil)
    }
    #expect(EntityDefinition.Notation.address.bytes(of: "ada+x@e.org") == Array("ada+x@e.org".utf8))
    for text in ["No", "TRUE", "null", "1815", "1e3", "~"] {
      #expect(EntityDefinition.Notation.frontMatter.bytes(of: text) == Array("\"\(text)\"".utf8))
    }
    #expect(EntityDefinition.Notation.frontMatter.bytes(of: "Nora") == Array("Nora".utf8))
    #expect(EntityDefinition.Notation.contact.bytes(of: "Ada <King>") == nil)
    for notation in EntityDefinition.Notation.allCases {
      #expect(notation.bytes(of: "") == nil && notation.bytes(of: "a\nb") == nil)
    }
  }
}
