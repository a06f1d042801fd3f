import Entities
import Foundation
import MentionsTestKit
import Synchronization
import Testing

@testable import EntitySources

/// A directory of its own for one test, gone with it.
final class Scratch: Sendable {
  let path: String

  init() {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? NSTemporaryDirectory()
    path = URL(fileURLWithPath: base).appendingPathComponent("entity-sources-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, directories made as needed; returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>, executable: Bool = false) -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: executable ? 0o755 : 0o644]
    _ = FileManager.default.createFile(atPath: url.path, contents: Data(Array(bytes)), attributes: attributes)
    return url.path
  }

  @discardableResult
  func write(_ name: String, _ text: String, executable: Bool = false) -> String {
    write(name, text.utf8, executable: executable)
  }
}

/// An entity on one line: `name <email> @handle #id (detail) [aliases] kind ×weight gone`, what it has not, or
/// has by default, left out.
func line(_ entity: Entity) -> String {
  var text = entity.name
  if let email = entity.email { text += " <\(email)>" }
  if let handle = entity.handle { text += " @\(handle)" }
  if entity.id != entity.handle ?? entity.email ?? entity.name { text += " #\(entity.id)" }
  if let detail = entity.detail { text += " (\(detail))" }
  if !entity.aliases.isEmpty { text += " [\(entity.aliases.joined(separator: "|"))]" }
  if entity.kind != .person { text += " \(entity.kind.rawValue)" }
  if let weight = entity.weight { text += " ×" + (Int(exactly: weight).map { "\($0)" } ?? "\(weight)") }
  if entity.gone { text += " gone" }
  return text
}

extension LoadedSource {
  var entities: [Entity] { catalog.indicesInOwnOrder.map { catalog.entity(at: $0) } }
}

/// All that a source yields: its entities a line each, then its problems.
func shown(_ source: some LoadableSource) -> String {
  let loaded = source.load()
  return (loaded.entities.map(line) + loaded.problems.map { "! \($0)" }).joined(separator: "\n")
}

/// Reads bytes as a file of that name in memory and compares what comes out.
func check(
  _ file: String, _ bytes: [UInt8], expects expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var problems = SourceProblems(source: "team")
  var lines: [String] = []
  var ids: Set<String> = []
  guard let format = EntityFileFormat(path: file) else {
    Issue.record("unknown format: \(file)", sourceLocation: sourceLocation)
    return
  }
  FileSource.read(ByteReader(bytes: bytes), as: format, shownAs: file, problems: &problems) { entity in
    guard ids.insert(entity.id).inserted else { return .duplicate }
    lines.append(line(entity))
    return .kept
  }
  let found = (lines + problems.list.map { "! \($0)" }).joined(separator: "\n")
  expectRow(found, expected, sourceLocation: sourceLocation)
}

func check(
  _ file: String, _ text: String, expects expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  check(file, Array(text.utf8), expects: expected, sourceLocation: sourceLocation)
}
