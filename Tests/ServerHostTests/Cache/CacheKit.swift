import Entities
import EntitySources
import Foundation
import JSONText
import MentionsServer

@testable import ServerHost

/// A folder with a file of people, a cache, and what a loader told.
final class CacheKit {
  let folder: String
  let people: String
  let cache: String
  /// Milliseconds: what is read sooner is not kept.
  var quick = 0

  init() throws {
    folder = NSTemporaryDirectory() + "mentions-cache-\(UUID().uuidString)"
    people = folder + "/people.jsonl"
    cache = folder + "/cache/mentions-lsp"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    chmod(cache, 0o700)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Writes the people file, as if that had been long ago unless told otherwise.
  func write(_ names: [String], secondsAgo: TimeInterval = 1000) throws {
    let lines = names.map { "{\"name\":\"\($0)\",\"handle\":\"\($0.lowercased())\"}\n" }.joined()
    try Data(lines.utf8).write(to: URL(filePath: people))
    try age(people, secondsAgo)
  }

  func age(_ path: String, _ secondsAgo: TimeInterval) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  var specification: SourceSpecification { source(["type": "file", "path": .string(people)]) }

  /// A source as settings describe it.
  func source(_ value: JSONValue) -> SourceSpecification {
    let layer = SettingsLayer(client: ["sources": ["team": value]], origin: .configuration)
    let (settings, _) = ServerSettings.resolve(
      layers: [layer], context: SettingsContext(folder: folder, home: nil))
    guard let team = settings.sources.first(where: { $0.name == "team" }) else {
      preconditionFailure("the settings have no team")
    }
    return team
  }

  func loader(limit: FolderLimit = .catalogs) -> CatalogLoader {
    CatalogLoader(cache: CatalogCache(cache, limit: limit), quick: quick) { _ in }
  }

  /// What a server that is started now is told, in order; it ends as it should.
  func load(_ specification: SourceSpecification? = nil, usesCache: Bool = true) -> [LoadedSource] {
    let loader = loader()
    defer { loader.finish() }
    return load(by: loader, specification, usesCache: usesCache)
  }

  func load(
    by loader: CatalogLoader, _ specification: SourceSpecification? = nil, usesCache: Bool = true
  ) -> [LoadedSource] {
    var told: [LoadedSource] = []
    loader.run(specification ?? self.specification, usesCache: usesCache) { told.append($0) }
    return told
  }

  /// The names of the files in the cache that end so.
  func files(_ ending: String = ".catalog") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []).filter { $0.hasSuffix(ending) }
      .sorted()
  }

  var file: String { cache + "/" + (files().first ?? "none") }

  /// Flips all bits of a byte.
  func damage(_ path: String, at place: Int) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.seek(toOffset: UInt64(place))
    let byte = try handle.read(upToCount: 1)?.first ?? 0
    try handle.seek(toOffset: UInt64(place))
    try handle.write(contentsOf: Data([~byte]))
    try handle.close()
  }

  func permissions(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }
}

extension LoadedSource {
  var names: [String] { (0..<catalog.count).map { catalog.entity(at: $0).name } }
}
