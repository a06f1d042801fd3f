import Entities
import Foundation
import MentionsTestKit
import Testing

@testable import EntitySources

/// Whatever a file holds, little of it is in memory at one time, and it is read once.
@Suite(.serialized) struct ReadingBoundsTests {
  private let scratch = Scratch()

  /// A file of a head, a hole of so many bytes (which read as zeros), and a tail.
  private func hole(_ name: String, _ head: String, _ size: Int, _ tail: String = "") throws -> String {
    let path = scratch.write(name, head)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(head.utf8.count + size))
    try file.seekToEnd()
    try file.write(contentsOf: Data(tail.utf8))
    try file.close()
    return path
  }

  /// Reads, and checks that the process grows by `room` bytes at most.
  private func check(
    _ source: some LoadableSource, room: Int, expects expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ProcessFacts.resetPeak()
    let before = ProcessFacts.peak()
    expectRow(shown(source), expected, sourceLocation: sourceLocation)
    guard let before, let after = ProcessFacts.peak() else { return }
    #expect(after - before <= room, "grew by \(after - before) bytes", sourceLocation: sourceLocation)
  }

  /// Far more than may be held.
  private static let veryLong = 1 << 26
  /// What a test run does besides; the little that may be held is in it.
  private static let room = 42 << 20

  /// A file of the team, of which little may be held.
  private func file(_ path: String, _ shownPath: String) -> FileSource {
    var source = FileSource(name: "team", path: path, shownPath: shownPath)
    source.limits = ReadingLimits(record: 1 << 16, piece: 1 << 14)
    return source
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("a.jsonl", "{\"name\": \"Ada\"}\n", "\n{\"name\": \"Bob\"}\n", "line"),
      ("a.txt", "Ada\n", "\nBob\n", "line"),
      ("a.csv", "name\nAda\n", "\nBob\n", "row"),
      ("a.tsv", "name\nAda\n", "\nBob\n", "row"),
    ])
  func `one very long line`(name: String, head: String, tail: String, what: String) throws {
    let path = try hole(name, head, Self.veryLong, tail)
    let line = head.split(separator: "\n").count + 1
    check(
      file(path, name), room: Self.room,
      expects: """
        Ada
        Bob
        ! team: \(name):\(line): the \(what) is longer than 64 KiB; left out
        """)
  }

  @Test(.timeLimit(.minutes(5))) func `one very long line, and nothing after it`() throws {
    let path = try hole("a.jsonl", "{\"name\": \"", Self.veryLong)
    check(
      file(path, "a.jsonl"), room: Self.room,
      expects: "! team: a.jsonl:1: the line is longer than 64 KiB; left out")
  }

  @Test(.timeLimit(.minutes(5))) func `CODEOWNERS and notes too`() throws {
    _ = try hole("CODEOWNERS", "* @ada ", Self.veryLong, "\n* @bob\n")
    check(
      CodeownersSource(name: "team", root: scratch.path), room: Self.room,
      expects: """
        bob @bob
        ! team: CODEOWNERS:1: the line is longer than 1 MiB; left out
        """)
    _ = try hole("Notes/Ada.md", "---\nhandle: ada\ndetail: ", Self.veryLong, "\n---\n")
    check(
      DirectorySource(name: "team", path: scratch.path + "/Notes", shownPath: "Notes"), room: Self.room,
      expects: """
        Ada @ada document
        ! team: Notes/Ada.md:3: the line is longer than 1 MiB; left out
        """)
  }

  @Test func `front matter that is too long`() throws {
    var collector = RecordCollector(
      source: "team", file: nil, problems: SourceProblems(source: "team"), limits: ReadingLimits(record: 4096)
    )
    let text = "---\nhandle: ada\n" + String(repeating: "x: y\n", count: 1000) + "---\n"
    let (record, _) = try FrontMatter.read(ByteReader(bytes: Array(text.utf8)), into: &collector)
    #expect(record.handle == "ada")
    #expect(
      collector.problems.list.map(\.description) == [
        "team: line 819: the front matter is longer than 4 KiB; left out"
      ])
  }

  @Test func `a JSON file that is too long to read whole`() throws {
    let path = try hole("a.json", "[{\"name\": \"Ada\"}", 65 << 20, "]")
    check(
      FileSource(name: "team", path: path, shownPath: "a.json"), room: Self.room,
      expects:
        "! team: a.json: the file is longer than 64 MiB; convert it to .jsonl, with one object per line")
  }

  @Test func `an entity of a JSON file that is too long`() {
    let numbers = String(repeating: "1,", count: 1 << 15)
    scratch.write(
      "a.json", "[{\"name\": \"Ada\"},\n{\"name\": \"Bob\", \"metadata\": {\"x\": [\(numbers)1]}},\n\"Cyd\"]")
    check(
      file(scratch.path + "/a.json", "a.json"), room: Self.room,
      expects: """
        Ada
        Cyd
        ! team: a.json:2: the entity is longer than 64 KiB; left out
        """)
  }

  // MARK: vCards

  @Test(.timeLimit(.minutes(1))) func `a property without an end, a card without an end`() {
    let photo = String(repeating: " AAAA\n", count: 20_000)
    scratch.write(
      "a.vcf",
      """
      BEGIN:VCARD
      FN:Ada
      PHOTO:\(photo)END:VCARD
      BEGIN:VCARD
      FN:Bob
      TITLE:\(photo)END:VCARD
      BEGIN:VCARD
      FN:Cyd
      \(String(repeating: "NICKNAME:cy\n", count: 7000))END:VCARD

      """)
    let loaded = file(scratch.path + "/a.vcf", "a.vcf").load()
    #expect(loaded.entities.map(\.name) == ["Ada", "Bob", "Cyd"])
    #expect(
      loaded.problems.map(\.description) == [
        "team: a.vcf:20006: the property is longer than 64 KiB; left out",
        "team: a.vcf:45966: the card is longer than 64 KiB; left out",
      ])
  }

  /// With each of its lines, what is before the colon was once read from its start.
  @Test(.timeLimit(.minutes(1))) func `a property with very many lines and no colon`() {
    scratch.write(
      "a.vcf", "BEGIN:VCARD\nFN:Ada\nNOTE\n\(String(repeating: " é\n", count: 40_000))END:VCARD\n")
    #expect(
      shown(FileSource(name: "team", path: scratch.path + "/a.vcf", shownPath: "a.vcf"))
        == "Ada\n! team: a.vcf:3: expected NAME:VALUE; the line is left out")
  }

  // MARK: Tables

  @Test(.timeLimit(.minutes(5))) func `a quote that is never closed, with no line end for a long time`()
    throws
  {
    let path = try hole("a.csv", "name,detail\nAda,\"", Self.veryLong, "\nBob,\n")
    check(
      file(path, "a.csv"), room: Self.room,
      expects: """
        Bob
        ! team: a.csv:2: detail: broken quoting: a quoted field is not closed; the line is left out
        """)
  }

  /// Read from any of its lines on, the quote of that line stays open to the end: every line was once read as far
  /// ahead as a quote may be open.
  @Test(.timeLimit(.minutes(1))) func `quotes that open on every line are not read repeatedly`() {
    scratch.write("a.csv", "name,detail\n" + String(repeating: "a\"a,\"\n", count: 60_000) + "Bob,\n")
    var source = FileSource(name: "team", path: scratch.path + "/a.csv")
    source.limits.record = 1 << 18
    let loaded = source.load()
    #expect(loaded.entities.map(\.name) == ["Bob"])
    #expect(loaded.problems.count == 21)
  }

  @Test(.timeLimit(.minutes(1))) func `a header with very many columns`() {
    scratch.write(
      "a.csv",
      "name" + String(repeating: ",name", count: 40_000) + "\n"
        + (0..<15_000).map { "Ada \($0)\n" }.joined())
    #expect(FileSource(name: "team", path: scratch.path + "/a.csv").load().entities.count == 15_000)
  }

  @Test func `a table is read as far as who is looked for, and no farther`() throws {
    let file = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: hole("a.csv", "name\nAda\n", 16 * ReadingLimits.standard.piece)))
    var ada = Entity(id: "Ada", name: "Ada")
    ada.source = "team"
    var collector = RecordCollector(source: "team", file: nil, problems: SourceProblems(source: "team"))
    collector.search = RecordSearch(ada)
    // Both descriptors have one offset in common.
    let reader = ByteReader(descriptor: dup(file.fileDescriptor))
    _ = DelimitedReader.read(reader, delimiter: UInt8(ascii: ","), into: &collector) { _ in .kept }
    #expect(collector.search?.found != nil)
    #expect(try file.offset() <= 2 * ReadingLimits.standard.piece)
  }

  // MARK: Notes

  @Test(.timeLimit(.minutes(1))) func `a list with very many quotes in a note`() {
    let spaces = String(repeating: " ", count: 100_000)
    let quotes = String(repeating: "'x' ", count: 50_000)
    scratch.write("Notes/Ada.md", "---\naliases: [\(spaces)\(quotes)]\n---\n")
    let loaded = DirectorySource(name: "team", path: scratch.path + "/Notes").load()
    #expect(loaded.entities.map(\.name) == ["Ada"])
  }
}
