import Entities
import Foundation
import JSONText
import Mentions

@testable import MentionsServer
@testable import ServerHost

/// Folders and files of the store on a real disk.
enum StoreKit {
  /// Does what a server does that knows nothing of the file, and looks after the folder. Returns what went wrong.
  static func replace(_ path: String, with bytes: [UInt8]?, limit: FolderLimit?) -> String? {
    defer { StoreFiles.tidy(StoreFiles.split(path).folder, limit: limit, keeping: path) }
    return write(path, bytes, over: .replaced)
  }

  static func write(
    _ path: String, _ bytes: [UInt8]?, over base: StoredDocument.Update.Base
  ) -> String? {
    let writing = StoredDocument.Update(path: path, bytes: bytes, base: base)
    var unwritten: [String: StoredDocument.Update.Base] = [:]
    let done = StoredDocument.Update.perform([writing], unwritten: &unwritten) { StoreFiles.replace($0) }
    guard let first = done.first else { return "nothing is told" }
    return first.fault
  }

  /// A file that keeps mentions of these names, each where the one before it ends.
  static func file(of document: String, _ names: [String]) -> [UInt8] {
    var start = 0
    let records = names.map { name in
      defer { start += name.utf8.count + 1 }
      return AnnotationArchive.Record(
        start: start, text: Array(name.utf8), before: [], after: [], entity: Entity(id: name, name: name),
        isTrimmed: false, shortForm: nil)
    }
    let words = names.joined(separator: " ")
    let text = TextFingerprint(
      count: words.utf8.count, hash: words.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let state = DocumentArchive(mentions: AnnotationArchive(records: records), text: text)
    return StoredDocument(document: document, states: [state]).encoded().bytes
  }

  /// The names of all mentions in a file, sorted.
  static func names(in path: String) -> [String] {
    guard case .bytes(let bytes) = StoreFiles.read(path), let stored = try? StoredDocument(bytes) else {
      return []
    }
    return Set(stored.states.flatMap(\.mentions.records).map(\.entity.name)).sorted()
  }
}

/// A folder of its own for one test, gone with it.
final class TestFolder {
  let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("mentions-\(UUID().uuidString)").path

  init() { make("") }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func make(_ name: String) {
    try? FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  func write(_ name: String, _ text: String) { write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) {
    _ = FileManager.default.createFile(atPath: self(name), contents: Data(bytes))
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func link(_ name: String, to target: String) {
    try? FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }

  func permit(_ name: String, _ mode: Int) {
    try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self(name))
  }

  func age(_ name: String, seconds: Double) {
    try? FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(-seconds)], ofItemAtPath: self(name))
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: self(folder))) ?? []).sorted()
  }
}
