import Entities
import EntitySources
import Foundation
import MentionsServer
import Synchronization
import Testing

@testable import ServerHost

/// Caches that are damaged, replaced, in the wrong hands, or that servers died of.
@Suite struct CacheDamageTests {
  private let kit: CacheKit
  private let people = ["Ada", "Alan", "Grace"]

  init() throws {
    kit = try CacheKit()
    try kit.write(people)
    _ = kit.load()
    try #require(kit.files().count == 1)
  }

  private func expectReadAnew(_ what: Comment) {
    let told = kit.load()
    #expect(told.map(\.names) == [people], what)
    #expect(told.map(\.catalog.isStored) == [false], what)
    #expect(told[0].problems == [], what)
    #expect(kit.load().map(\.catalog.isStored) == [true], what)
  }

  @Test func `a file that was cut short`() throws {
    for length in [0, 10, 4096, 5000] {
      try FileHandle(forWritingTo: URL(filePath: kit.file)).truncate(atOffset: UInt64(length))
      expectReadAnew("\(length) bytes")
    }
  }

  @Test func `a damaged header, another version`() throws {
    for place in [0, 8, 70, 4090] {
      try kit.damage(kit.file, at: place)
      expectReadAnew("byte \(place)")
    }
  }

  @Test func `a flipped bit in a table: told once, and read anew`() throws {
    let size = try #require(try FileManager.default.attributesOfItem(atPath: kit.file)[.size] as? Int)
    try kit.damage(kit.file, at: size - 1)
    let told = kit.load()
    #expect(told.map(\.catalog.isStored) == [true, false])
    #expect(told[1].names == people)
    #expect(
      told[1].problems.map(\.description) == ["team: its cache file was damaged; the source is read again"])
    #expect(kit.load().map(\.catalog.isStored) == [true])
  }

  @Test func `a link in the place of a file or of the folder`() throws {
    let manager = FileManager.default
    let (file, aside) = (kit.file, kit.folder + "/aside")
    try manager.moveItem(atPath: file, toPath: aside)
    try manager.createSymbolicLink(atPath: file, withDestinationPath: aside)
    let before = try Data(contentsOf: URL(filePath: aside))
    expectReadAnew("the file")
    #expect(try Data(contentsOf: URL(filePath: aside)) == before)
    try manager.moveItem(atPath: kit.cache, toPath: kit.folder + "/elsewhere")
    try manager.createSymbolicLink(atPath: kit.cache, withDestinationPath: kit.folder + "/elsewhere")
    let told = kit.load()
    #expect(told[0].catalog.isStored == false)
    #expect(told.last?.problems.map(\.severity) == [.warning])
  }

  @Test func `a folder that others may write in is not used`() throws {
    chmod(kit.cache, 0o777)
    let told = kit.load()
    #expect(told.map(\.names) == [people, people])
    #expect(told[0].catalog.isStored == false)
    #expect(told[1].problems.count == 1)
  }

  /// A folder of the file's name: not even root can put a file in its place.
  @Test func `what cannot be written is one warning`() throws {
    let file = kit.file
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file + "/x", withIntermediateDirectories: true)
    try kit.write(["Ada", "Alan", "Grace", "Barbara"])
    let told = kit.load()
    #expect(told.last?.names.count == 4)
    #expect(told.last?.problems.map(\.severity) == [.warning])
  }

  @Test func `a file that cannot be put in place leaves nothing behind`() throws {
    let place = kit.folder + "/full"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let cache = CatalogCache(place + "/mentions-lsp")
    let origin = "full"
    #expect(cache.store(.empty, CacheNotes(origin: origin, inputs: nil)) == nil)
    // A folder of the file's name: renaming onto it fails as the last step.
    let path = place + "/mentions-lsp/" + CatalogCache.name(of: origin)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
    let fault = cache.store(.empty, CacheNotes(origin: origin, inputs: nil))
    #expect(fault?.reason.hasPrefix(place + "/mentions-lsp: ") == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: place + "/mentions-lsp")
    #expect(left == [CatalogCache.name(of: origin)])
  }

  @Test func `a catalog outlives the file that it was mapped from`() throws {
    let loader = kit.loader()
    defer { loader.finish() }
    let mapped = kit.load(by: loader)[0].catalog
    try #require(mapped.isStored)
    try kit.write(["Someone", "Else", "Entirely", "New"], secondsAgo: 10)
    #expect(kit.load(by: loader).last?.names.count == 4)
    #expect(mapped.isIntact())
    #expect((0..<mapped.count).map { mapped.entity(at: $0).name } == people)
    try FileManager.default.removeItem(atPath: kit.cache)
    #expect(mapped.search(MatchQuery(key: "gra")).matches.count == 1)
  }

  @Test func `a file that is cut short while it is in use`() throws {
    let loader = kit.loader()
    defer { loader.finish() }
    var mapped = EntityCatalog.empty
    let mapping = loader.run(kit.specification) { mapped = $0.catalog }
    try #require(mapped.isStored)
    let renewals = Mutex(0)
    loader.watch(mapping) { _ in renewals.withLock { $0 += 1 } }
    #expect(loader.renewDamaged() == 0)

    try FileHandle(forWritingTo: URL(filePath: kit.file)).truncate(atOffset: 4096)
    #expect(mapped.search(MatchQuery(key: "gra")).matches.isEmpty)
    #expect(!mapped.isIntact())
    #expect(loader.renewDamaged() == 1)
    #expect(renewals.withLock { $0 } == 1)
    #expect(loader.renewDamaged() == 0)
    expectReadAnew("cut short in use")
  }

  @Test func `two servers may build at once`() async throws {
    try kit.write((0..<200).map { "Person \($0)" })
    let kit = kit
    let specification = kit.specification
    let loaders = (0..<4).map { _ in kit.loader() }
    let names = await withTaskGroup(of: [Int].self) { group in
      for loader in loaders {
        group.addTask {
          var counts: [Int] = []
          loader.run(specification) { counts.append($0.catalog.count) }
          return counts
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for counts in names { #expect(counts.last == 200) }
    for loader in loaders { loader.finish() }
    #expect(kit.load().map(\.catalog.isStored) == [true])
    #expect(kit.files("").count == 1, "\(kit.files(""))")
  }

  // MARK: Servers that ended badly

  /// What a server leaves that had the catalog open when it ended.
  private func leaveMark(_ name: String, fault: Bool) throws {
    let text = "+\(kit.files()[0])\n" + (fault ? "fault\n" : "")
    try Data(text.utf8).write(to: URL(filePath: "\(kit.cache)/\(name).open"))
  }

  @Test func `what was open at a fault is not opened again`() throws {
    try leaveMark("1", fault: true)
    expectReadAnew("a fault")
    #expect(kit.files(".open") == [])
  }

  @Test func `one end that was not orderly proves nothing, two in a row do`() throws {
    try leaveMark("1", fault: false)
    let loader = kit.loader()
    #expect(kit.load(by: loader).map(\.catalog.isStored) == [true])
    // This server does not end in order either.
    try leaveMark("2", fault: false)
    expectReadAnew("two ends")
  }

  @Test func `an orderly end clears what was before`() throws {
    try leaveMark("1", fault: false)
    #expect(kit.load().map(\.catalog.isStored) == [true])
    #expect(kit.files(".open") == [])
    try leaveMark("2", fault: false)
    #expect(kit.load().map(\.catalog.isStored) == [true])
  }
}
