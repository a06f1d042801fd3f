import Entities
import EntitySources
import Foundation
import JSONText
import Mentions
import SystemCalls
import Testing
import TextModel

@testable import MentionsServer
@testable import ServerHost

/// Scans of real folders.
@Suite struct WorkspaceScannerTests {
  @Test func `mentions are found in all files, with their columns`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "Ask @ada.\n😀 @bob, `@ada`\n")
    try kit.write("docs/b.txt", "nobody\n")
    try kit.write("docs/c.txt", "\n\n@ada\n")
    #expect(try kit.mentions() == ["a.md 0:4 Ada", "a.md 1:3 Bob", "docs/c.txt 2:0 Ada"])
    kit.encoding = .utf8
    #expect(try kit.mentions() == ["a.md 0:4 Ada", "a.md 1:5 Bob", "docs/c.txt 2:0 Ada"])
  }

  /// Editors take it off when they open a file.
  @Test(arguments: [PositionEncoding.utf8, .utf16, .utf32])
  func `a byte order mark is no column`(encoding: PositionEncoding) throws {
    let kit = WorkspaceKit()
    kit.encoding = encoding
    try kit.write("a.md", "\u{FEFF}@ada and @bob\n@ada\n")
    #expect(try kit.mentions() == ["a.md 0:0 Ada", "a.md 0:9 Bob", "a.md 1:0 Ada"])
    let scan = try kit.scan(only: ["\(kit.roots[0])/a.md"])
    let file = try #require(WorkspaceScanner(cache: nil) { _ in }.reread(scan).first)
    #expect(file.mentions.mentions.map(\.column) == [0, 9, 0])
    #expect(file.texts.map { String(decoding: $0, as: UTF8.self) } == ["@ada", "@bob", "@ada"])
  }

  @Test func `of a file that is to be edited it is told which one it is and whether it can be written`()
    throws
  {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    try kit.write("b.md", "@ada @bob")
    let folder = try #require(Platform.realPath(kit.roots[0]))
    try FileManager.default.createSymbolicLink(
      atPath: "\(kit.roots[0])/link.md", withDestinationPath: "a.md")
    var scan = try kit.scan(only: ["b", "link", "new", "a"].map { "\(kit.roots[0])/\($0).md" })
    scan.unread = Set(["b", "link", "new"].map { "\(kit.roots[0])/\($0).md" })
    let files = WorkspaceScanner(cache: nil) { _ in }.reread(scan)
    #expect(files.map(\.realPath) == ["b", "a", "new", "a"].map { "\(folder)/\($0).md" })
    #expect(files.map(\.texts.count) == [0, 0, 0, 1] && files.allSatisfy { $0.fault == nil })
  }

  @Test func `a file that a link leads to out of the workspace cannot be edited`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    kit.folder.make("elsewhere")
    try Data("@ada".utf8).write(to: URL(filePath: kit.folder("elsewhere/b.md")))
    let links = [
      ("in.md", "a.md"), ("out.md", "../elsewhere/b.md"), ("out", "../elsewhere"), ("new.md", "gone"),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(kit.roots[0])/\(name)", withDestinationPath: target)
    }
    let names = ["a.md", "in.md", "out.md", "out/b.md", "out/none.md", "new.md", "none.md"]
    for unread in [Set(names), []] {
      var scan = try kit.scan(only: names.map { "\(kit.roots[0])/\($0)" })
      scan.unread = Set(unread.map { "\(kit.roots[0])/\($0)" })
      let files = WorkspaceScanner(cache: nil) { _ in }.reread(scan)
      let out = files.filter { $0.fault == "a symbolic link in its path leads out of the workspace" }
      #expect(out.map(\.mentions.path) == names[2...5].map { "\(kit.roots[0])/\($0)" })
    }
  }

  @Test func `what only the store knows is found too, and what is plain text there is not`() throws {
    let kit = WorkspaceKit()
    let text = "by Ada and @bob and @ada"
    try kit.write("a.md", text)
    try keep(
      [record(3, "Ada", of: person("Ada"), in: text)],
      declined: [record(20, "@ada", of: person("Ada"), in: text)], kit)
    #expect(try kit.mentions() == ["a.md 0:11 Bob", "a.md 0:3 Ada"])
  }

  @Test func `what the store knows means who that is now`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "Ada Byron")
    try keep([record(0, "Ada Byron", of: person("Ada Byron", handle: "ada"))], kit)
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
  }

  private func person(_ name: String, handle: String? = nil) -> Entity {
    var entity = Entity(id: name, name: name)
    (entity.source, entity.handle) = ("team", handle)
    return entity
  }

  /// A record of a text in a short document, with its surroundings; the document is the text alone by default.
  private func record(
    _ start: Int, _ text: String, of entity: Entity, in document: String? = nil
  ) -> AnnotationArchive.Record {
    let bytes = Array((document ?? text).utf8)
    return AnnotationArchive.Record(
      start: start, text: Array(text.utf8), before: Array(bytes[..<start]),
      after: Array(bytes[(start + text.utf8.count)...]), entity: entity, isTrimmed: false, shortForm: nil)
  }

  /// Keeps mentions of `a.md`.
  private func keep(
    _ records: [AnnotationArchive.Record], declined: [AnnotationArchive.Record] = [], _ kit: WorkspaceKit
  ) throws {
    let path = "\(kit.roots[0])/a.md"
    let text = MentionsDocument(
      text: Array(try String(contentsOfFile: path, encoding: .utf8).utf8), languageID: "markdown",
      policy: .standard)
    let state = DocumentArchive(
      mentions: AnnotationArchive(records: records), declined: AnnotationArchive(records: declined),
      text: TextFingerprint(of: text.text))
    let kept = try kit.rules().kept(path)
    #expect(kept.document == "file://\(path)")
    let bytes = StoredDocument(document: "file://\(path)", states: [state]).encoded().bytes
    let change: StoredDocument.Change = (path: try #require(kept.path), outcome: { _ in .write(bytes) })
    #expect(StoreFiles.replace([change]) == [nil])
  }

  @Test func `the last report sums up, and the ones before tell how far it is`() throws {
    let kit = WorkspaceKit()
    for number in 0..<60 { try kit.write("\(number).md", number % 2 == 0 ? "@ada" : "") }
    let reports = try kit.reports(portionSize: 25)
    #expect(reports.last?.summary == ScanSummary(files: 60))
    #expect(reports.map(\.done).max() == 60 && reports.allSatisfy { $0.total == 60 })
    #expect(reports.filter { $0.summary == nil }.count > 2)
    #expect(reports.flatMap(\.files).count == 30)
  }

  @Test func `of too many files some are left out, and it says how many`() throws {
    let kit = WorkspaceKit()
    kit.limit.files = 3
    for number in 0..<5 { try kit.write("\(number).md", "@ada") }
    #expect(try kit.reports().last?.summary == ScanSummary(files: 3, tooMany: 2))
  }

  @Test func `long files and such as are no text are left out`() throws {
    let kit = WorkspaceKit()
    try kit.write("long.md", "@ada" + String(repeating: " ", count: TextFileRule.sizeLimit))
    try kit.write("short.md", "@ada" + String(repeating: " ", count: 96))
    try kit.write("binary.md", "@ada\0")
    #expect(try kit.mentions() == ["short.md 0:0 Ada"])
  }

  @Test func `a search for what has changed tells of what is gone and of what mentions nobody any more`()
    throws
  {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    try kit.write("b.md", "nobody")
    try kit.write("d/c.md", "@bob")
    let root = kit.roots[0]
    let reports = try kit.reports(only: ["\(root)/b.md", "\(root)/d", "\(root)/gone.md"])
    #expect(reports.flatMap(\.gone).contains("\(root)/gone.md"))
    #expect(Set(reports.flatMap(\.files).map(\.path)) == ["\(root)/b.md", "\(root)/d/c.md"])
    #expect(try kit.shown(reports) == ["d/c.md 0:0 Bob"])
  }

  @Test func `a search that is given up tells no end`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    #expect(try kit.reports(isCancelled: { true }).allSatisfy { $0.summary == nil })
    #expect(kit.files().isEmpty)
  }

  @Test func `symbolic links in a circle end`() throws {
    let kit = WorkspaceKit()
    try kit.write("d/a.md", "@ada")
    try FileManager.default.createSymbolicLink(
      atPath: "\(kit.roots[0])/d/again", withDestinationPath: kit.roots[0])
    #expect(try kit.mentions() == ["d/a.md 0:0 Ada"])
  }

  // MARK: The cache

  /// Makes a file so that nobody can tell by its stamp that its text is another one.
  private func swap(_ kit: WorkspaceKit, _ name: String, _ text: String) throws {
    let path = "\(kit.roots[0])/\(name)"
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
  }

  @Test func `a file that has its stamp is not read again, whatever it holds`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
    #expect(kit.files().count == 1)
    try swap(kit, "a.md", "@bob")
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
    try kit.write("a.md", "@bob", secondsAgo: 500)
    #expect(try kit.mentions() == ["a.md 0:0 Bob"])
  }

  @Test func `what is kept is not used for other people, other settings, or other units`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
    try swap(kit, "a.md", "@eve")
    kit.people.append("Eve")
    #expect(try kit.mentions() == ["a.md 0:0 Eve"])
    try swap(kit, "a.md", "@bob")
    kit.options["triggers"] = [["character": "@", "insert": ["default": "{name}"]]]
    #expect(try kit.mentions() == ["a.md 0:0 Bob"])
    try swap(kit, "a.md", "@ada")
    kit.encoding = .utf8
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
  }

  @Test func `a file that has just changed is looked at again`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada", secondsAgo: 0)
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
    try swap(kit, "a.md", "@bob")
    #expect(try kit.mentions() == ["a.md 0:0 Bob"])
  }

  @Test func `what is kept is told at once, and then only what is not so any more`() throws {
    let kit = WorkspaceKit()
    for name in ["a", "b", "c", "d", "e"] { try kit.write("\(name).md", "@ada") }
    try kit.write("f.md", "nobody")
    #expect(try kit.reports().first?.stored == nil)
    try kit.write("b.md", "@bob", secondsAgo: 500)
    try kit.write("c.md", "nobody", secondsAgo: 500)
    try kit.write("f.md", "@bob", secondsAgo: 500)
    try FileManager.default.removeItem(atPath: "\(kit.roots[0])/d.md")
    try kit.write("d/g.md", "@ada")
    let reports = try kit.reports()
    #expect(reports.first?.stored?.mentioningCount == 5 && reports.first?.files.isEmpty == true)
    let told = Set(reports.flatMap(\.files).map { $0.path.dropFirst(kit.roots[0].count + 1) })
    #expect(told == ["b.md", "c.md", "f.md", "d/g.md"])
    #expect(reports.flatMap(\.gone) == ["\(kit.roots[0])/d.md"])
    let expected = ["a.md 0:0 Ada", "b.md 0:0 Bob", "d/g.md 0:0 Ada", "e.md 0:0 Ada", "f.md 0:0 Bob"]
    #expect(try kit.shown(reports) == expected)
    // And so it has been written down.
    let again = try kit.reports()
    #expect(again.flatMap(\.files).isEmpty && again.flatMap(\.gone).isEmpty)
    #expect(try kit.shown(again) == expected)
  }

  @Test func `files of which something is known are read again where they are not what they were`() throws {
    let kit = WorkspaceKit()
    for name in ["a", "b", "c"] { try kit.write("\(name).md", "@ada") }
    _ = try kit.reports()
    try kit.write("b.md", "@bob and @ada", secondsAgo: 500)
    try FileManager.default.removeItem(atPath: "\(kit.roots[0])/c.md")
    var scan = try kit.scan(only: ["a", "b", "c", "new"].map { "\(kit.roots[0])/\($0).md" })
    scan.stored = try #require(try kit.reports().first?.stored)
    let files = WorkspaceScanner(cache: nil) { _ in }.reread(scan)
    #expect(files.map { $0.mentions.path.suffix(4) } == ["b.md", "c.md", "w.md"])
    #expect(files.map { $0.mentions.mentions.count } == [2, 0, 0] && files.allSatisfy { $0.fault == nil })
  }

  @Test func `of an index that is too large only what is in the files is told`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada @ada @ada")
    _ = try kit.reports()
    kit.limit.mentions = 2
    let reports = try kit.reports()
    #expect(reports.allSatisfy { $0.stored == nil } && reports.flatMap(\.files).count == 1)
  }

  @Test func `more than an index may hold is told, but not kept`() throws {
    let kit = WorkspaceKit()
    kit.limit.mentions = 2
    try kit.write("a.md", "@ada")
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
    try kit.write("b.md", "@bob @bob")
    let expected = ["a.md 0:0 Ada", "b.md 0:0 Bob", "b.md 0:5 Bob"]
    for _ in 1...2 {
      let reports = try kit.reports()
      // What was kept before still holds.
      #expect(reports.first?.stored?.fileCount == 1)
      #expect(try kit.shown(reports) == expected)
      #expect(reports.last?.summary == ScanSummary(files: 2))
    }
    kit.limit.mentions = 3
    #expect(try kit.mentions() == expected)
    #expect(try kit.reports().first?.stored?.fileCount == 2)
  }

  @Test func `for other people only files are read that can mention somebody`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    try kit.write("b.md", "nobody, whoever is known")
    _ = try kit.reports()
    try swap(kit, "a.md", "@eve")
    try swap(kit, "b.md", "@eve, whoever is known!?")
    kit.people.append("Eve")
    let reports = try kit.reports()
    #expect(reports.allSatisfy { $0.stored == nil })
    #expect(try kit.shown(reports) == ["a.md 0:0 Eve"])
    #expect(try kit.mentions() == ["a.md 0:0 Eve"])
  }

  @Test func `several folders are told in one, whatever their order`() throws {
    let kit = WorkspaceKit()
    try kit.write("z/a.md", "@ada")
    try kit.write("b/a.md", "@bob")
    kit.roots = [kit.roots[0] + "/z", kit.roots[0] + "/b"]
    let first = try kit.reports()
    let second = try kit.reports()
    #expect(second.first?.stored?.fileCount == 2 && second.flatMap(\.files).isEmpty)
    #expect(try kit.shown(first) == kit.shown(second))
  }

  @Test func `who ends the server has what was found written down first`() throws {
    let kit = WorkspaceKit()
    for number in 0..<60 { try kit.write("\(number).md", "@ada") }
    let mailbox = try #require(Mailbox<ServerEvent>())
    let scanner = WorkspaceScanner(cache: IndexCache(kit.cache)) { mailbox.post($0) }
    scanner.start(try kit.scan())
    var hasEnded = false
    while !hasEnded {
      let events = mailbox.take(waitingAtMost: 60_000)
      try #require(!events.isEmpty)
      for case .scanned(_, let report) in events { hasEnded = hasEnded || report.summary != nil }
    }
    scanner.stop()
    scanner.finish(patience: 60_000)
    #expect(kit.files().count == 1)
    #expect(try kit.reports().first?.stored?.mentionCount == 60)
  }

  @Test func `without the cache nothing is kept`() throws {
    let kit = WorkspaceKit()
    kit.usesCache = false
    try kit.write("a.md", "@ada")
    #expect(try kit.mentions() == ["a.md 0:0 Ada"])
    #expect(kit.files("").isEmpty)
  }

  @Test func `what is kept is for this user alone`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada")
    _ = try kit.reports()
    let file = try #require(kit.files().first)
    let mode = try FileManager.default.attributesOfItem(atPath: "\(kit.cache)/\(file)")[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }

  @Test func `a damaged file is worth nothing, wherever the damage is`() throws {
    let kit = WorkspaceKit()
    try kit.write("a.md", "@ada and @bob")
    let expected = try kit.mentions()
    let path = "\(kit.cache)/\(try #require(kit.files().first))"
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(StoredIndex(Array(bytes)) != nil)
    for place in stride(from: 0, to: bytes.count, by: 3) {
      var damaged = Array(bytes)
      damaged[place] ^= 0x15
      #expect(StoredIndex(damaged) == nil)
      #expect(StoredIndex(Array(bytes.prefix(place))) == nil)
    }
    try Data(bytes.prefix(bytes.count / 2)).write(to: URL(filePath: path))
    #expect(try kit.mentions() == expected)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }
}
