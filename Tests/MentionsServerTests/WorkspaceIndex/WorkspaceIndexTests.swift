import Entities
import SessionSimulation
import Testing

@testable import MentionsServer

@Suite struct WorkspaceIndexTests {
  private func entity(_ name: String) -> Entity { Entity(id: name, name: name) }

  /// A file in which these people are mentioned, ten code units apart.
  private func file(_ path: String, _ names: String...) -> FileMentions {
    var file = FileMentions(path: path)
    for (at, name) in names.enumerated() {
      let place = file.entities.firstIndex { $0.name == name } ?? file.entities.count
      if place == file.entities.count { file.entities.append(entity(name)) }
      let start = Int32(at * 10)
      file.mentions.append(
        IndexedMention(
          entity: Int32(place), start: start, count: 4, line: 0, column: start, endLine: 0,
          endColumn: start + 4))
    }
    return file
  }

  private func places(_ index: WorkspaceIndex, _ name: String) -> [String] {
    index.mentions(of: entity(name).key).map { "\($0.path) \($0.mention.start)" }
  }

  @Test func `mentions are found by entity, in the order of paths and texts`() {
    var index = WorkspaceIndex()
    index.replace(file("/b", "Ada", "Bob", "Ada"))
    index.replace(file("/a", "Bob"))
    #expect(places(index, "Ada") == ["/b 0", "/b 20"])
    #expect(places(index, "Bob") == ["/a 0", "/b 10"])
    #expect(places(index, "Eve").isEmpty)
    #expect(index.count == 4 && index.fileCount == 2)
    #expect(index.mentions(in: "/b") == file("/b", "Ada", "Bob", "Ada"))
  }

  @Test func `a file is replaced as a whole and leaves nothing behind`() {
    var index = WorkspaceIndex()
    index.replace(file("/a", "Ada", "Bob"))
    index.replace(file("/a", "Eve"))
    #expect(places(index, "Ada").isEmpty && places(index, "Eve") == ["/a 0"])
    index.replace(FileMentions(path: "/a"))
    #expect(index.count == 0 && index.fileCount == 0)
    #expect(index.mentions(in: "/a") == nil)
  }

  @Test func `a folder goes with all that is in it`() {
    var index = WorkspaceIndex()
    for path in ["/w/a/1", "/w/a/b/2", "/w/ab", "/w/a"] { index.replace(file(path, "Ada")) }
    index.removeAll(in: ["/w/a"])
    #expect(places(index, "Ada") == ["/w/a 0", "/w/ab 0"])
  }

  @Test func `of several folders that are gone, some lie in others and some hold nothing`() {
    var index = WorkspaceIndex()
    let paths = ["/a/1", "/a/b/2", "/a/b/c/3", "/a.b/4", "/b/5", "/c/d/6", "/c/e/7", "/d"]
    for path in paths { index.replace(file(path, "Ada")) }
    index.removeAll(in: ["/c/e/", "/a/b/c", "/a/b", "/x", "/a", "/d"])
    #expect(places(index, "Ada") == ["/a.b/4 0", "/b/5 0", "/c/d/6 0", "/d 0"])
  }

  @Test func `beyond its limit nothing is kept, and it says how much`() {
    var index = WorkspaceIndex(limit: .init(files: 9, mentions: 3))
    index.replace(file("/a", "Ada", "Bob"))
    index.replace(file("/b", "Ada", "Bob"))
    index.replace(file("/c", "Ada"))
    #expect(index.count == 3 && index.leftOut == 2)
    index.remove("/c")
    #expect(index.leftOut == 1)
    index.remove("/a")
    index.replace(file("/b", "Ada", "Bob"))
    #expect(index.count == 2 && index.leftOut == 0)
  }

  /// The same as an index that a server has left.
  private func stored(_ files: [FileMentions]) throws -> StoredIndex {
    try #require(
      StoredIndex(
        StoredIndexBuilder.bytes(
          rules: "rules", people: "people",
          files.sorted { $0.path < $1.path }.map { .read($0, mark: 7, isBarren: $0.mentions.isEmpty) })))
  }

  @Test func `what is stored is asked as it lies there`() throws {
    let files = [file("/a", "Ada", "Bob", "Ada"), file("/b"), file("/c", "Bob", "Eve")]
    let stored = try stored(files)
    #expect(stored.rulesFingerprint == "rules" && stored.peopleFingerprint == "people")
    #expect(stored.fileCount == 3 && stored.mentioningCount == 2 && stored.mentionCount == 5)
    for (at, file) in files.enumerated() {
      #expect(stored.mentions(inFile: at) == file && stored.mark(ofFile: at) == 7)
      #expect(stored.file(file.path) == at && stored.file(file.path, after: at - 1) == at)
      #expect(stored.isBarren(at) == file.mentions.isEmpty)
    }
    #expect(stored.file("/") == nil && stored.file("/ab") == nil && stored.file("/d") == nil)
    let index = WorkspaceIndex(stored)
    #expect(places(index, "Ada") == ["/a 0", "/a 20"] && places(index, "Bob") == ["/a 10", "/c 0"])
    #expect(places(index, "Nobody").isEmpty && index.mentions(in: "/b") == nil)
    #expect(index.count == 5 && index.fileCount == 2 && index.contains("/c") && !index.contains("/b"))
    #expect(stored.mark(ofFile: 99) == 0 && stored.mentions(inFile: 99).mentions.isEmpty)
  }

  @Test func `an index is stored again from an older one and what is new`() throws {
    let old = try stored([file("/a", "Ada"), file("/b", "Bob"), file("/c", "Eve", "Ada")])
    let bytes = StoredIndexBuilder.bytes(
      rules: "", people: "",
      [.read(file("/A", "Mel"), mark: 1, isBarren: false), .stored(1), .stored(2)], old: old)
    let index = WorkspaceIndex(try #require(StoredIndex(bytes)))
    #expect(places(index, "Mel") == ["/A 0"] && places(index, "Bob") == ["/b 0"])
    #expect(places(index, "Ada") == ["/c 10"] && places(index, "Eve") == ["/c 0"] && index.count == 4)
  }

  @Test(arguments: [false, true])
  func `any order of changes ends in what a fresh index of the same files has`(beginsStored: Bool) throws {
    var random = SeededRandom(15)
    let names = ["Ada", "Bob", "Eve", "Mel"]
    var index = WorkspaceIndex()
    var files: [String: FileMentions] = [:]
    if beginsStored {
      for number in 0..<15 { files["/\(number)"] = file("/\(number)", "Ada", "Bob") }
      index = WorkspaceIndex(try stored(Array(files.values)))
    }
    for round in 0..<2000 {
      if beginsStored, round % 90 == 0, let path = files.keys.min() {
        index.remove(path)
        files[path] = nil
      }
      let path = "/\(random.next() % 20)"
      var new = FileMentions(path: path)
      for at in 0..<Int(random.next() % 4) {
        let name = names[Int(random.next() % 4)]
        let place = new.entities.firstIndex { $0.name == name } ?? new.entities.count
        if place == new.entities.count { new.entities.append(entity(name)) }
        new.mentions.append(
          IndexedMention(
            entity: Int32(place), start: Int32(at), count: 1, line: 0, column: 0, endLine: 0, endColumn: 1))
      }
      files[path] = new
      index.replace(new)
    }
    var fresh = WorkspaceIndex()
    for file in files.values { fresh.replace(file) }
    for name in names {
      #expect(places(index, name) == places(fresh, name))
      var extent = WorkspaceIndex.Extent(first: 3)
      index.measure(entity(name).key, into: &extent) { $0 != "/7" }
      let all = fresh.mentions(of: entity(name).key) { $0 != "/7" }
      let firsts = all.indices.filter { $0 == 0 || all[$0 - 1].path != all[$0].path }
      #expect(extent.count == all.count && extent.files == firsts.count)
      #expect(extent.first.map(\.path) == firsts.prefix(3).map { all[$0].path })
      #expect(extent.first.map(\.mention.start) == firsts.prefix(3).map { all[$0].mention.start })
    }
    #expect(index.count == fresh.count && index.fileCount == fresh.fileCount)
  }
}
