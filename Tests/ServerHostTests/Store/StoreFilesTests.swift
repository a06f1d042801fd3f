import Foundation
import Mentions
import SystemCalls
import Testing

@testable import MentionsServer
@testable import ServerHost

/// The store's files on a real disk.
@Suite struct StoreFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "mentions-\(UUID().uuidString)")

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  private func name(_ number: Int) -> String { StoredDocument.fileName(of: "file:///\(number)") }
  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  private func text(_ path: String) -> String? {
    if case .bytes(let bytes) = StoreFiles.read(path) { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// A file that can be read, as short as can be but for `padding` bytes.
  private func kept(_ number: Int, padding: Int = 0) -> [UInt8] {
    let text = #"{"version":1,"document":"file:///\#(number)","states":[]}"#
    return Array(text.utf8) + Array(repeating: 32, count: padding)
  }

  /// Does what a server does that knows nothing of the file, and looks after the folder.
  private func replace(_ path: String, with bytes: [UInt8]?, limit: FolderLimit?) -> String? {
    StoreKit.replace(path, with: bytes, limit: limit)
  }

  @Test func `written atomically, with its parent folders, and nothing else left behind`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path("a/b/" + name(1))
    #expect(replace(file, with: kept(1), limit: .state) == nil)
    #expect(replace(file, with: kept(1, padding: 1), limit: .state) == nil)
    #expect(text(file) == String(decoding: kept(1, padding: 1), as: UTF8.self))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("a/b")) == [name(1)])
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `removed, even if there is none`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path(name(1))
    #expect(replace(file, with: nil, limit: .state) == nil)
    #expect(replace(file, with: kept(1), limit: .state) == nil)
    #expect(replace(file, with: nil, limit: .state) == nil)
    #expect(names.isEmpty)
    #expect(StoreFiles.read(file) == .missing)
  }

  @Test func `a read-only file stays as it is`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path(name(1))
    #expect(replace(file, with: kept(1), limit: .state) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
    #expect(
      replace(file, with: kept(1, padding: 1), limit: .state)?.hasSuffix("is read-only") == true)
    #expect(replace(file, with: nil, limit: .state)?.hasSuffix("is read-only") == true)
    #expect(text(file) == String(decoding: kept(1), as: UTF8.self))
  }

  @Test(arguments: [
    ("", "damaged"), ("{", "damaged"),
    (#"{"version": 2}"#, "newer version"),
    (#"{"version": 1, "document": "file:///2", "states": []}"#, "file:///2"),
  ])
  func `a file that cannot be read stays as it is`(contents: String, why: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = path(name(1))
    try Data(contents.utf8).write(to: URL(fileURLWithPath: file))
    for bytes in [kept(1), nil] {
      let fault = replace(file, with: bytes, limit: .state)
      #expect(fault?.hasPrefix(file) == true && fault?.contains(why) == true, "\(fault ?? "")")
    }
    #expect(text(file) == contents)
  }

  @Test func `a folder that cannot be created is reported in words`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(replace(path(name(1)), with: [65], limit: .state) == nil)
    let fault = replace(path(name(1) + "/x/" + name(2)), with: [65], limit: .state)
    #expect(fault?.contains(name(1)) == true)
    #expect(names == [name(1)])
  }

  @Test func `bounded: the oldest are removed first, foreign files never`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The last digit of the second carries an accent.
    let foreign = ["notes.json", String(repeating: "a", count: 32) + "\u{301}.json"]
    for name in foreign { try Data("mine".utf8).write(to: folder.appendingPathComponent(name)) }
    let limit = FolderLimit(documents: 3, bytes: 30)
    for number in 1...5 {
      #expect(
        replace(path(name(number)), with: Array(repeating: 65, count: 5), limit: limit) == nil)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(1_000_000 + number))],
        ofItemAtPath: path(name(number)))
    }
    #expect(names == ([name(3), name(4), name(5)] + foreign).sorted())
    #expect(replace(path(name(6)), with: Array(repeating: 65, count: 22), limit: limit) == nil)
    #expect(names == ([name(5), name(6)] + foreign).sorted())
    // Without a limit nothing goes.
    for number in 7...12 { #expect(replace(path(name(number)), with: [65], limit: nil) == nil) }
    #expect(names.count == 10)
  }

  @Test func `beyond the limit, what may be in use stays`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = Platform.secondsSince1970()
    for number in 1...5 {
      #expect(replace(path(name(number)), with: kept(number), limit: .state) == nil)
      let age = number == 2 ? 3 * 86_400 : 1000 - number
      #expect(Platform.setAge(of: path(name(number)), seconds: age))
    }
    let gone = StoreFiles.tidy(
      folder.path, limit: FolderLimit(documents: 2, bytes: 1 << 20), inUse: now - 86_400)
    #expect(gone.count == 1 && names == [1, 3, 4, 5].map(name).sorted())
  }

  @Test func `a file that is read for an opened document is one used last`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path(name(1))
    #expect(replace(file, with: kept(1), limit: .state) == nil)
    #expect(Platform.setAge(of: file, seconds: 86_400))
    let old = try #require(Platform.stamp(file))
    _ = StoreFiles.read(file)
    #expect(Platform.stamp(file) == old)
    _ = StoreFiles.use(file)
    #expect(try #require(Platform.stamp(file)).seconds > old.seconds + 80_000)
  }

  @Test func `the user hears once that the store is full`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 1...4 {
      #expect(replace(path(name(number)), with: kept(number), limit: .state) == nil)
      #expect(Platform.setAge(of: path(name(number)), seconds: (number >= 3 ? 60 : 2) * 86_400))
    }
    let events = try #require(Mailbox<ServerEvent>())
    let writer = StoreWriter(events: events, limit: FolderLimit(documents: 3, bytes: 1 << 20))
    var told: [String] = []
    for number in 5...7 {
      writer.write(
        StoredDocument.Update(
          path: path(name(number)), bytes: kept(number), base: .known(nil)))
      for case .storeWritten(_, let fault?) in writer.finish(patience: 60_000).events { told.append(fault) }
      // Those that nobody has used for two months are not missed.
      if number == 5 { #expect(told.isEmpty && names == [1, 2, 5].map(name).sorted()) }
    }
    #expect(told.count == 1 && told[0].hasPrefix("\(folder.path) is full (3 documents, 1 MiB)"))
    #expect(names == [5, 6, 7].map(name).sorted())
  }

  @Test func `several at once: one that is refused keeps the others from nothing`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(replace(path(name(2)), with: kept(2), limit: .state) == nil)
    #expect(replace(path(name(3)), with: kept(3), limit: .state) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path(name(2)))
    let updates = [1, 2, 3, 4].map {
      StoredDocument.Update(
        path: path(name($0)), bytes: $0 == 3 ? nil : kept($0, padding: 1), base: .replaced)
    }
    #expect(StoredDocument.Update.together(updates[...]) == updates)
    var unwritten: [String: StoredDocument.Update.Base] = [:]
    let faults = StoredDocument.Update.perform(updates, unwritten: &unwritten) { StoreFiles.replace($0) }
      .map { $0.fault }
    #expect(faults[1]?.hasSuffix("is read-only") == true && faults.compactMap(\.self).count == 1)
    #expect(names == [1, 2, 4].map(name).sorted())
    #expect(text(path(name(4))) == String(decoding: kept(4, padding: 1), as: UTF8.self))
  }

  @Test func `updates of one file, and of a file that moves, are made one after the other`() {
    func update(_ number: Int, from old: Int? = nil, in folder: String = "a") -> StoredDocument.Update {
      StoredDocument.Update(
        path: "/\(folder)/\(number)", bytes: nil, base: .replaced, oldPath: old.map { "/a/\($0)" }
      )
    }
    #expect(StoredDocument.Update.together([update(1), update(2), update(1), update(3)]).count == 2)
    #expect(StoredDocument.Update.together([update(1), update(2, from: 3), update(4)]).count == 1)
    #expect(StoredDocument.Update.together([update(2, from: 3), update(4)]).count == 1)
    #expect(StoredDocument.Update.together([update(1), update(2, in: "b")]).count == 1)
  }

  @Test func `found by the names inside them, whatever else is there`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, document) in ["w/b/c.md", "w/a.md", "wx/a.md"].enumerated() {
      let bytes = StoredDocument(document: "file:///" + document, states: [DocumentArchive()]).encoded().bytes
      #expect(replace(path(name(number)), with: bytes, limit: .state) == nil)
    }
    for (number, text) in [#"{"version": 2, "document": "file:///w/n.md"}"#, "", "{"].enumerated() {
      #expect(replace(path(name(number + 5)), with: Array(text.utf8), limit: .state) == nil)
    }
    let other = #"{"version": 1, "document": "file:///w/o.md", "states": []}"#
    try Data(other.utf8).write(to: folder.appendingPathComponent("notes.json"))
    let found = StoreFiles.documents(in: folder.path, below: ["file:///w/", "file:///none/"])
    #expect(found == ["file:///w/a.md", "file:///w/b/c.md"])
    #expect(StoreFiles.documents(in: path("none"), below: [""]) == [])
  }

  @Test func `the writer keeps the order, and finishing waits for it`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let events = try #require(Mailbox<ServerEvent>())
    let writer = StoreWriter(events: events)
    for number in 0..<200 {
      let bytes = kept(number % 3, padding: number)
      writer.write(
        StoredDocument.Update(path: path(name(number % 3)), bytes: bytes, base: .replaced)
      )
    }
    _ = writer.finish(patience: 60_000)
    for (number, last) in [198, 199, 197].enumerated() {
      #expect(text(path(name(number))) == String(decoding: kept(number, padding: last), as: UTF8.self))
    }
  }

  @Test func `the file of an old name is removed only once the new one is written`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let events = try #require(Mailbox<ServerEvent>())
    let writer = StoreWriter(events: events)
    for number in 1...3 {
      #expect(replace(path(name(number)), with: kept(number), limit: .state) == nil)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path(name(3)))
    for (old, new) in [(1, 4), (2, 3)] {
      writer.write(
        StoredDocument.Update(
          path: path(name(new)), bytes: kept(new, padding: 1), base: .replaced, oldPath: path(name(old))))
    }
    _ = writer.finish(patience: 60_000)
    #expect(names == [name(2), name(3), name(4)].sorted())
  }
}
