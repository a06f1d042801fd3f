import Entities
import EntitySources
import Foundation
import JSONText
import Synchronization
import Testing
import TextModel

@testable import MentionsServer
@testable import ServerHost

/// A workspace folder on a real disk, with Ada and Bob behind `@`, and what scans of it told.
final class WorkspaceKit {
  let folder = TestFolder()
  /// Paths of the workspace folders.
  var roots: [String]
  var people = ["Ada", "Bob"]
  var encoding = PositionEncoding.utf16
  var limit = WorkspaceIndex.Limit.standard
  var options: JSONObject = [:]
  var usesCache = true

  init() {
    roots = [folder("w")]
    folder.make("w")
  }

  var cache: String { folder("cache") }

  /// Writes a file of the workspace, as if that had been long ago unless told otherwise.
  func write(_ name: String, _ text: String, secondsAgo: TimeInterval = 1000) throws {
    let path = "\(roots[0])/\(name)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  func rules() throws -> ScanRules {
    var settings = SettingsStack()
    var options = options
    options["sources"] = [
      "git": nil, "codeowners": nil, "people": nil,
      "team": [
        "type": "list",
        "items": .array(people.map { ["name": .string($0), "handle": .string($0.lowercased())] }),
      ],
    ]
    settings.initializationOptions = .object(options)
    let environment = ["XDG_STATE_HOME": folder("state")]
    settings.locate(roots: roots, environment: environment)
    settings.take([])
    settings.resolve()
    let team = try #require(settings.all[0].sources.first?.heldInTheServer)
    let catalog = team.load().catalog
    return try #require(
      ScanRules(settings, environment: environment, version: "1") { _ in catalog })
  }

  func scan(only: [String]? = nil) throws -> WorkspaceScan {
    WorkspaceScan(
      number: 1, rules: try rules(), encoding: encoding, limit: limit, only: only, usesCache: usesCache)
  }

  /// What a server that is started now is told, in order.
  func reports(
    only: [String]? = nil, portionSize: Int = 256, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [ScanReport] {
    let told = Told()
    let scanner = WorkspaceScanner(cache: IndexCache(cache), portionSize: portionSize) { _ in }
    scanner.run(try scan(only: only), isCancelled: isCancelled) { report in
      told.reports.withLock { $0.append(report) }
    }
    return told.reports.withLock { $0 }
  }

  private final class Told: Sendable {
    let reports = Mutex<[ScanReport]>([])
  }

  /// Where people are mentioned, as `a.md 0:4 Ada`, by a server that is started now.
  func mentions() throws -> [String] { try shown(reports()) }

  func shown(_ reports: [ScanReport]) throws -> [String] {
    var files: [String: FileMentions] = [:]
    for report in reports {
      if let stored = report.stored {
        for file in (0..<stored.fileCount).map({ stored.mentions(inFile: $0) }) { files[file.path] = file }
      }
      for path in report.gone { files[path] = nil }
      for file in report.files { files[file.path] = file }
    }
    return files.values.flatMap { file in
      file.mentions.map { mention in
        let name = file.entities[Int(mention.entity)].name
        return "\(file.path.dropFirst(roots[0].count + 1)) \(mention.line):\(mention.column) \(name)"
      }
    }.sorted()
  }

  /// The names of the files in the cache that end so.
  func files(_ ending: String = ".index") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []).filter { $0.hasSuffix(ending) }
  }
}
