import Entities
import Foundation
import JSONText
import MentionsTestKit
import Testing

@testable import EntitySources
@testable import MentionsServer
@testable import ServerHost

/// Caches that an earlier version wrote: they are used, and nothing of them is lost.
@Suite struct GoldenCacheTests {
  private let folder = TestFolder()

  private func binary(_ name: String) throws -> [UInt8] {
    let text = Data(try GoldenFile.bytes("caches/\(name).base64"))
    return Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
  }

  @Test func `a list that was fetched`() throws {
    let layer = SettingsLayer(
      client: [
        "sources": ["list": ["type": "command", "command": ["cat", "list.jsonl"], "format": "jsonl"]]
      ], origin: .configuration)
    let (settings, _) = ServerSettings.resolve(
      layers: [layer], context: SettingsContext(folder: "/srv/session", home: nil))
    let list = try #require(settings.sources.first { $0.name == "list" })
    let origin = "095e2f61c80571fc54b763975c2a4ed3"
    folder.make("cache")
    folder.write("cache/\(origin).catalog", try binary("\(origin).catalog"))
    folder.write("cache/\(origin).history", try GoldenFile.bytes("caches/\(origin).history"))
    let kept = CatalogLoader.kept(list, in: CatalogCache(folder("cache")))
    #expect(kept.catalog.isStored)
    var ada = Entity(id: "ada", name: "Ada Lovelace")
    ada.handle = "ada"
    ada.email = "ada@example.org"
    var zoe = Entity(id: "zoe", name: "Zoë 👩‍🔬 O'Neil")
    zoe.handle = "zoe"
    zoe.aliases = ["Z"]
    var li = Entity(id: "李明", name: "李明")
    li.metadata = ["team": "engines"]
    let people = kept.catalog.indicesInOwnOrder.map { kept.catalog.entity(at: $0) }
    #expect(people == [ada, zoe, li].map { $0.from("list") })
    #expect(
      kept.problems.map(\.description) == ["list: line 4: not JSON: column 1: expected 'null'; left out"])
    #expect(try #require(CatalogLoader.age(of: list, in: CatalogCache(folder("cache")))) >= 0)
  }

  @Test func `the history of a repository`() throws {
    let bytes = try binary("d7b8336d78d170ea54b80d6dcac00587.history")
    let kept = try #require(KeptHistory(bytes))
    #expect(kept.tips == ["f587e8786aeafd73d40abf5dbeef8e8533d6e02d"])
    #expect(String(decoding: kept.bytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    let people = kept.history.records(under: Mailmap([]))
    #expect(people.map(\.name) == ["Ada Lovelace", "Zoë O'Neil", "李明"])
    #expect(people.map(\.email) == ["ada@example.org", "zoe@example.org", "li@example.org"])
    #expect(people.map { $0.metadata?["commits"]?.intValue } == [2, 1, 1])
    #expect(
      people.map { $0.metadata?["lastCommit"]?.stringValue } == ["2023-11-17", "2023-11-15", "2023-11-15"])
  }

  @Test func `the index of a workspace`() throws {
    let index = try #require(StoredIndex(try binary("18afe3d5a02aceccc69b6bf299ce1289.index")))
    let files = (0..<index.fileCount).map { index.mentions(inFile: $0) }
    let shown = files.map { file in
      let mentions = file.mentions.map {
        "\(file.entities[Int($0.entity)].name) \($0.start)+\($0.count) \($0.line):\($0.column)"
      }
      return "\(file.path.dropFirst("/srv/session/".count)): \(mentions.joined(separator: ", "))"
    }
    #expect(
      shown == [
        "a.md: Ada Lovelace 18+4 2:9, Zoë 👩‍🔬 O'Neil 28+4 2:19",
        "b.md: Zoë 👩‍🔬 O'Neil 0+4 0:0, Ada Lovelace 14+4 2:0, Ada Lovelace 19+4 2:5", "c.md: ",
        "list.jsonl: ", "people.jsonl: ",
      ])
    #expect((0..<index.fileCount).allSatisfy { index.mark(ofFile: $0) != 0 })
  }

  @Test func `the choices of the user`() throws {
    let bytes = try GoldenFile.bytes("caches/choices.json")
    folder.write("choices.json", bytes)
    let choices = ChoiceFile.read(folder("choices.json"))
    #expect(String(decoding: choices.bytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    let now = 1_795_836_200
    #expect(choices.latest(in: "/srv/session", at: now).map(\.name) == ["Ada Lovelace", "Zoë 👩‍🔬 O'Neil"])
    #expect(choices.latest(in: "/elsewhere", at: now).map(\.name) == ["Ada Lovelace"])
  }
}

extension Entity {
  fileprivate func from(_ source: String) -> Entity {
    var entity = self
    entity.source = source
    return entity
  }
}
