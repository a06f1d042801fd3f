import Entities
import EntitySources
import Foundation
import JSONText
import MentionsServer
import Testing

@testable import ServerHost

/// Sources out of the cache, and what becomes of it when they change.
@Suite struct CatalogLoaderTests {
  private let kit: CacheKit

  init() throws {
    kit = try CacheKit()
    try kit.write(["Ada", "Alan", "Grace"])
  }

  @Test func `the second start maps what the first one read`() throws {
    let first = kit.load()
    #expect(first.map(\.names) == [["Ada", "Alan", "Grace"]])
    #expect(first.map(\.catalog.isStored) == [false])
    let second = kit.load()
    #expect(second.map(\.names) == [["Ada", "Alan", "Grace"]])
    #expect(second.map(\.catalog.isStored) == [true])
    #expect(second.map(\.isPreliminary) == [false])
    #expect(second[0].watchedPaths == first[0].watchedPaths)
  }

  @Test func `only the user can read the cache`() throws {
    _ = kit.load()
    #expect(try kit.permissions(kit.cache) == 0o700)
    #expect(try kit.permissions(kit.file) == 0o600)
  }

  @Test func `what was wrong with a source is told again`() throws {
    try Data("{\"name\":\"Ada\"}\nnonsense\n{\"name\":\"Alan\"}\n{\"name\":\"Grace\"}\n".utf8)
      .write(to: URL(filePath: kit.people))
    try kit.age(kit.people, 1000)
    let first = kit.load()[0]
    let second = kit.load()[0]
    #expect(second.catalog.isStored)
    #expect(first.problems.map(\.line) == [2])
    #expect(second.problems == first.problems)
  }

  @Test func `what is read soon is not kept, nor anything where the setting says so`() throws {
    _ = kit.load(usesCache: false)
    #expect(kit.files() == [])
    kit.quick = .max
    _ = kit.load()
    #expect(kit.files() == [])
  }

  @Test func `a large source is told of before its index is whole, and in a transcript too`() throws {
    try kit.write((0..<EarlyCatalog.leastEntities).map { "Ada \($0)" })
    let told = kit.load()
    #expect(told.map(\.isPreliminary) == [true, false])
    #expect(told.map(\.catalog.isPartial) == [true, false])
    #expect(told.map(\.catalog.count) == [EarlyCatalog.leastEntities, EarlyCatalog.leastEntities])
    #expect(told[0].watchedPaths == told[1].watchedPaths)
    var few = EntityCatalog.Builder(source: "team")
    few.append(Entity(id: "1", name: "Ada"))
    var early = LoadedSource(catalog: few.partial())
    early.isPreliminary = true
    let read = Loaded("team", 1, early).loaded
    #expect(read.isPreliminary)
    #expect(read.catalog.isPartial)
  }

  @Test func `a list that another server has fetched is not fetched again`() throws {
    let program = kit.folder + "/list"
    func write(_ script: String) throws {
      try Data("#!/bin/sh\necho run >> \(kit.folder)/runs\n\(script)\n".utf8).write(
        to: URL(filePath: program))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }
    func runs() -> Int {
      ((try? String(contentsOfFile: kit.folder + "/runs", encoding: .utf8)) ?? "").split(separator: "\n")
        .count
    }
    let list = kit.source(["type": "command", "command": [.string(program)], "format": "lines"])
    try write("echo Ada")
    kit.quick = .max
    #expect(kit.load(list).map(\.names) == [["Ada"]])
    #expect(kit.load(list).map(\.names) == [["Ada"]])
    #expect(kit.load(list).map(\.isPreliminary) == [false])
    #expect(runs() == 1)

    // Its time is over: what is kept serves until the list has come, and if it does not come.
    func expire() throws {
      let notes = kit.cache + "/" + (kit.files(".history").first ?? "none")
      try Data(#"{"fetched": 1}"#.utf8).write(to: URL(filePath: notes))
    }
    try expire()
    try write("echo Ben")
    let renewed = kit.load(list)
    #expect(renewed.map(\.names) == [["Ada"], ["Ben"]] && renewed.map(\.isPreliminary) == [true, false])
    try expire()
    try write("exit 1")
    let kept = kit.load(list)
    #expect(kept.map(\.names) == [["Ben"], ["Ben"]] && kept.last?.problems.count == 1)
    #expect(kit.load(list).last?.names == ["Ben"])
    #expect(kit.files(".catalog").count == 1)
    #expect(try kit.permissions(kit.cache + "/" + kit.files(".history")[0]) == 0o600)
  }

  @Test func `without the network what is kept of a list counts, however old it is`() throws {
    let list = kit.source(["type": "command", "command": ["echo", "Ada"], "format": "lines"])
    func kept() -> LoadedSource { CatalogLoader.kept(list, in: CatalogCache(kit.cache)) }
    #expect(kept().names == [] && !kept().isWhole)
    #expect(kit.load(list).map(\.names) == [["Ada"]])
    let notes = try #require(kit.files(".history").first)
    try Data(#"{"fetched": 1}"#.utf8).write(to: URL(filePath: kit.cache + "/" + notes))
    #expect(kept().names == ["Ada"] && kept().isWhole)
    #expect(
      CatalogLoader.kept(list, in: nil).problems.map(\.message) == [
        "no list is cached yet; it is fetched when an editor first uses the source"
      ]
    )
  }

  @Test func `a changed file is read anew while the old catalog serves`() throws {
    _ = kit.load()
    try kit.write(["Ada", "Alan", "Grace", "Barbara"], secondsAgo: 500)
    let told = kit.load()
    #expect(told.map(\.isPreliminary) == [true, false])
    #expect(told.map(\.names.count) == [3, 4])
    #expect(kit.load().map(\.names.count) == [4])
    #expect(kit.files().count == 1)
  }

  @Test func `a file that was only copied anew is not read anew`() throws {
    _ = kit.load()
    try kit.write(["Ada", "Alan", "Grace"], secondsAgo: 500)
    let told = kit.load()
    #expect(told.map(\.isPreliminary) == [true, false])
    #expect(told.map(\.catalog.isStored) == [true, true])
    // Its stamp is noted now.
    #expect(kit.load().map(\.isPreliminary) == [false])
  }

  @Test func `a file that was changed a moment before is compared byte by byte`() throws {
    try kit.write(["Ada", "Alan", "Grace"], secondsAgo: 0)
    _ = kit.load()
    #expect(kit.load().map(\.isPreliminary) == [true, false])
  }

  @Test func `the cache goes with its source`() throws {
    _ = kit.load()
    try FileManager.default.removeItem(atPath: kit.people)
    let told = kit.load()
    #expect(told.map(\.names.count) == [3, 0])
    #expect(told[1].problems.map(\.severity) == [.error])
    #expect(kit.files() == [])
  }

  @Test func `another source of the same file is another catalog`() throws {
    _ = kit.load()
    var other = kit.specification
    other.name = "crew"
    let told = kit.load(other)
    #expect(told.map(\.catalog.isStored) == [false])
    #expect(told[0].catalog.sources == ["crew"])
    #expect(kit.files().count == 2)
  }

  @Test func `a folder is served at once and read all the same`() throws {
    try FileManager.default.createDirectory(atPath: kit.folder + "/notes", withIntermediateDirectories: true)
    for name in ["Ada", "Alan", "Grace"] {
      try Data("# \(name)\n".utf8).write(to: URL(filePath: kit.folder + "/notes/\(name).md"))
    }
    var notes = kit.specification
    notes.kind = .directory(path: kit.folder + "/notes")
    #expect(kit.load(notes).map(\.isPreliminary) == [false])
    let told = kit.load(notes)
    #expect(told.map(\.isPreliminary) == [true, false])
    // They are the same, so what is mapped stays.
    #expect(told.map(\.catalog.isStored) == [true, true])
  }

  @Test func `the people of a history without new commits are not made again`() throws {
    func commit(_ name: String) throws {
      let identity = ["user.name=\(name)", "user.email=\(name.lowercased())@x.org", "commit.gpgsign=false"]
      try Git.run(
        identity.flatMap { ["-c", $0] } + ["commit", "-q", "--allow-empty", "-m", "Work"], in: kit.folder)
    }
    try Git.run(["init", "-q"], in: kit.folder)
    try commit("Ada")
    var history = kit.specification
    history.kind = .git(directory: kit.folder, coauthors: true)
    #expect(kit.load(history).map(\.isPreliminary) == [false])
    /// What a start reads, and what it is told.
    func start() throws -> (told: [[String]], hasReadHistory: Bool) {
      // Without the kept sums, new people can only be read from the commits, which writes the sums again.
      for file in kit.files(".history") { try FileManager.default.removeItem(atPath: kit.cache + "/" + file) }
      let told = kit.load(history).map { loaded in
        loaded.catalog.indicesInOwnOrder.map { loaded.catalog.entity(at: $0).name }.sorted()
      }
      return (told, !kit.files(".history").isEmpty)
    }
    var (told, hasRead) = try start()
    #expect(told == [["Ada"], ["Ada"]] && !hasRead)
    try commit("Bob")
    (told, hasRead) = try start()
    #expect(told == [["Ada"], ["Ada", "Bob"]] && hasRead)
    try Data("Robert <bob@x.org>\n".utf8).write(to: URL(filePath: kit.folder + "/.mailmap"))
    #expect(try start().told == [["Ada", "Bob"], ["Ada", "Robert"]])
    #expect(try start() == ([["Ada", "Robert"], ["Ada", "Robert"]], false))
    // A mailmap that is too long is not an empty one, and is reported at each start.
    try FileManager.default.removeItem(atPath: kit.folder + "/.mailmap")
    #expect(try start().told.last == ["Ada", "Bob"])
    let long = Data(count: 4 << 20 + 1)
    try long.write(to: URL(filePath: kit.folder + "/.mailmap"))
    for _ in 1...2 {
      #expect(
        kit.load(history).last?.problems.map(\.message) == [
          "ignored, because it is longer than 4194304 bytes; names are shown as in the commits"
        ])
    }
  }

  // MARK: Merging

  @Test func `merged catalogs are kept too, until one of them changes`() throws {
    let loader = kit.loader()
    defer { loader.finish() }
    let team = kit.load(by: loader)[0].catalog
    let other = EntityCatalog(source: "git", [Entity(id: "1", name: "Edsger")])
    var merged: [EntityCatalog] = []
    loader.run([team, other], ["team", "git"]) { merged.append($0) }
    loader.run([team, other], ["team", "git"]) { merged.append($0) }
    #expect(merged.map(\.isStored) == [false, true])
    #expect(merged.map(\.count) == [4, 4])
    #expect(merged[0].identity == merged[1].identity)
    let changed = EntityCatalog(source: "git", [Entity(id: "1", name: "Edsger W.")])
    loader.run([team, changed], ["team", "git"]) { merged.append($0) }
    #expect(merged[2].isStored == false)
    #expect(kit.files().count == 2)
  }

  // MARK: Bounds

  @Test func `the cache is bounded, the catalog used longest ago goes first`() throws {
    let loader = kit.loader(limit: FolderLimit(documents: 2, bytes: 1 << 30))
    defer { loader.finish() }
    var specifications: [SourceSpecification] = []
    for (place, name) in ["first", "second", "third"].enumerated() {
      var specification = kit.specification
      specification.name = name
      specifications.append(specification)
      if place == 2 {
        for (age, file) in kit.files().enumerated() { try kit.age(kit.cache + "/" + file, 100 + Double(age)) }
        // The first is used.
        #expect(kit.load(by: loader, specifications[0])[0].catalog.isStored)
      }
      _ = kit.load(by: loader, specification)
    }
    #expect(kit.files().count == 2)
    #expect(kit.load(by: loader, specifications[0])[0].catalog.isStored)
    #expect(!kit.load(by: loader, specifications[1])[0].catalog.isStored)
  }
}
