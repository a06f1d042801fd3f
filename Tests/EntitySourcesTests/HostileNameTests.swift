import Entities
import JSONText
import MentionsTestKit
import Testing

@testable import EntitySources

/// Invisible characters that have an effect never get into an entity, and the user is told.
@Suite struct HostileSourceTests {
  /// All texts of an entity that may be shown or inserted.
  private func texts(_ entity: Entity) -> [String] {
    [entity.id, entity.name, entity.kind.rawValue] + entity.aliases
      + [
        entity.uniqueID, entity.handle, entity.email, entity.detail, entity.url, entity.avatar,
        entity.shortName,
      ].compactMap(\.self)
  }

  private func expectClean(_ entities: [Entity], _ what: String) {
    #expect(!entities.isEmpty, "\(what)")
    for entity in entities {
      for text in texts(entity) {
        #expect(HostileNames.forbidden(in: text) == [], "\(what): \(text.debugDescription)")
      }
    }
  }

  /// What a file of that name yields.
  private func read(_ file: String, _ text: String) -> (entities: [Entity], problems: [SourceProblem]) {
    var problems = SourceProblems(source: "team")
    var entities: [Entity] = []
    guard let format = EntityFileFormat(path: file) else { return ([], []) }
    FileSource.read(ByteReader(bytes: Array(text.utf8)), as: format, shownAs: file, problems: &problems) {
      entities.append($0)
      return .kept
    }
    return (entities, problems.list)
  }

  @Test(arguments: HostileNames.all) func `files of every format`(attack: HostileNames.Attack) {
    let name = attack.text
    let json = String(
      decoding: JSONWriter.bytes(
        of: [
          "name": .string(name), "id": .string(name), "uniqueID": .string(name), "handle": .string(name),
          "aliases": [.string(name)], "email": .string(name), "detail": .string(name), "kind": .string(name),
          "url": .string(name), "avatar": .string(name), "shortName": .string(name),
        ] as JSONValue), as: UTF8.self)
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    for (file, text) in [
      ("a.jsonl", json + "\n"), ("a.json", "[\(json)]"),
      ("a.csv", "name,detail,handle,url\n\(quoted),\(quoted),\(quoted),\(quoted)\n"),
      (
        "a.vcf",
        "BEGIN:VCARD\nVERSION:4.0\nFN:\(name)\nNICKNAME:\(name)\nTITLE:\(name)\nURL:\(name)\nEND:VCARD\n"
      ),
      // A line that begins with `#` is a comment.
      ("a.txt", "Eve \(name)\n"),
    ] {
      expectClean(read(file, text).entities, "\(attack), \(file)")
    }
    var problems = SourceProblems(source: "notes")
    DirectorySource.read(
      note: Array("---\ntitle: \(name)\naliases: [\(name)]\n---\n".utf8), at: "\(name).md", shownAs: "x",
      problems: &problems
    ) { entity in
      expectClean([entity], "\(attack), a note")
      return .kept
    }
  }

  @Test(arguments: HostileNames.hidden) func `a repository`(attack: HostileNames.Attack) throws {
    let repository = Repository()
    repository.commit(attack.text, "eve@x", day: 0)
    repository.commit("Ada", "ada@x", day: 1, "Work\n\nCo-authored-by: \(attack.text) <mallory@x>")
    let loaded = repository.source().load()
    expectClean(loaded.entities, "\(attack)")
    let note = try #require(loaded.problems.first, "\(attack): nobody is told")
    #expect(note.severity == .note && note.message.contains("invisible characters"), "\(note)")
  }

  @Test func `a note names the first twenty and counts the rest`() throws {
    let lines = (1...25).map { #"{"name": "Eve \#($0)\u202e", "id": "\#($0)"}"# + "\n" }
    let problems = read("a.jsonl", "{\"name\": \"Ada\"}\n" + lines.joined()).problems
    #expect(problems.count == 1)
    let note = try #require(problems.first)
    #expect(note.severity == .note && note.file == "a.jsonl" && note.line == 2)
    #expect(
      note.message.hasPrefix("invisible characters were removed from “Eve 1” (U+202E), “Eve 2” "))
    #expect(note.message.hasSuffix("“Eve 20” (U+202E) and 5 more"), "\(note.message)")
  }

  @Test func `identifiers stay apart`() {
    let entities = read(
      "a.jsonl", #"{"name": "A", "id": "x\u202e"}"# + "\n" + #"{"name": "B", "id": "x"}"# + "\n"
    )
    .entities
    #expect(entities.map(\.id) == ["x%E2%80%AE", "x"])
  }

  @Test func `those whose names are too long are one message, with file and line of the first`() {
    let long = String(repeating: "x", count: 4097)
    let (entities, problems) = read(
      "a.jsonl",
      "{\"name\": \"Ada\"}\n{\"name\": \"\(long)\"}\n{\"name\": \"Bob\", \"handle\": \"\(long)\"}\n{\"name\": \"\(long)\"}\n"
    )
    #expect(entities.map(\.name) == ["Ada"])
    let excerpt = String(repeating: "x", count: 40) + "…"
    #expect(
      problems.map(\.description) == [
        "team: a.jsonl:2: name: has 4097 bytes, expected at most 4096 (“\(excerpt)”); left out: 3 entities in all"
      ])
  }
}
