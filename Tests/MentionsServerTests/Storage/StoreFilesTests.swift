import Foundation
import Mentions
import Testing

@testable import MentionsServer

/// The annotation store's files on a real disk.
@Suite struct StoreFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "mentions-\(UUID().uuidString)")

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  private func name(_ number: Int) -> String { StorePlace.name(of: "file:///\(number)") }
  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  private func text(_ path: String) -> String? {
    if case .bytes(let bytes) = StoreFiles.read(path) { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  @Test func `written whole, with the folders above, and nothing left beside it`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path("a/b/" + name(1))
    #expect(StoreFiles.replace(file, with: Array("one".utf8), limit: .state) == nil)
    #expect(StoreFiles.replace(file, with: Array("two".utf8), limit: .state) == nil)
    #expect(text(file) == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("a/b")) == [name(1)])
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `removed, also where there is none`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path(name(1))
    #expect(StoreFiles.replace(file, with: nil, limit: .state) == nil)
    #expect(StoreFiles.replace(file, with: [65], limit: .state) == nil)
    #expect(StoreFiles.replace(file, with: nil, limit: .state) == nil)
    #expect(names.isEmpty)
    #expect(StoreFiles.read(file) == .missing)
  }

  @Test func `a read-only file stays as it is`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path(name(1))
    #expect(StoreFiles.replace(file, with: [65], limit: .state) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    #expect(StoreFiles.replace(file, with: [66], limit: .state)?.hasSuffix("is read-only") == true)
    #expect(StoreFiles.replace(file, with: nil, limit: .state)?.hasSuffix("is read-only") == true)
    #expect(text(file) == "A")
  }

  @Test func `a folder that cannot be made is a fault in words`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(StoreFiles.replace(path(name(1)), with: [65], limit: .state) == nil)
    let fault = StoreFiles.replace(path(name(1) + "/x/" + name(2)), with: [65], limit: .state)
    #expect(fault?.contains(name(1)) == true)
    #expect(names == [name(1)])
  }

  @Test func `bounded: the oldest go first, what is not ours never`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.appendingPathComponent("notes.json"))
    let limit = StoreLimit(documents: 3, bytes: 30)
    for number in 1...5 {
      #expect(
        StoreFiles.replace(path(name(number)), with: Array(repeating: 65, count: 5), limit: limit) == nil)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(1_000_000 + number))],
        ofItemAtPath: path(name(number)))
    }
    #expect(names == ([name(3), name(4), name(5)] + ["notes.json"]).sorted())
    #expect(StoreFiles.replace(path(name(6)), with: Array(repeating: 65, count: 22), limit: limit) == nil)
    #expect(names == ([name(5), name(6)] + ["notes.json"]).sorted())
    // Without a limit nothing goes.
    for number in 7...12 { #expect(StoreFiles.replace(path(name(number)), with: [65], limit: nil) == nil) }
    #expect(names.count == 9)
  }

  @Test func `found by the names that stand in them, whatever else lies there`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, document) in ["w/b/c.md", "w/a.md", "wx/a.md"].enumerated() {
      let bytes = StoredDocument(document: "file:///" + document, states: [DocumentArchive()]).encoded().bytes
      #expect(StoreFiles.replace(path(name(number)), with: bytes, limit: .state) == nil)
    }
    for (number, text) in [#"{"version": 2, "document": "file:///w/n.md"}"#, "", "{"].enumerated() {
      #expect(StoreFiles.replace(path(name(number + 5)), with: Array(text.utf8), limit: .state) == nil)
    }
    let other = #"{"version": 1, "document": "file:///w/o.md", "states": []}"#
    try Data(other.utf8).write(to: folder.appendingPathComponent("notes.json"))
    let found = StoreFiles.documents(in: folder.path, below: ["file:///w/", "file:///none/"])
    #expect(found == ["file:///w/a.md", "file:///w/b/c.md"])
    #expect(StoreFiles.documents(in: path("none"), below: [""]) == [])
  }

  @Test func `the writer keeps the order and is waited for`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let events = try #require(EventQueue())
    let writer = StoreWriter(events: events)
    for number in 0..<200 {
      writer.write(Array("\(number)".utf8), to: path(name(number % 3)), limit: .state)
    }
    writer.finish(within: 60_000)
    #expect((0..<3).map { text(path(name($0))) } == ["198", "199", "197"])
  }
}
