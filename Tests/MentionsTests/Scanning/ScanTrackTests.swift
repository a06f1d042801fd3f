import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// What has been read in a text, under edits; and how much of a document is read again.
@Suite struct ScanTrackTests {
  private func mention(_ start: Int, _ end: Int) -> ReadMention {
    ReadMention(range: TextRange(start, end), key: "ada", trigger: 0, meaning: .unknown)
  }

  private func edit(_ start: Int, _ end: Int, _ count: Int) -> AppliedEdit {
    AppliedEdit(
      range: TextRange(start, end), removed: Array(repeating: 0x2E, count: end - start),
      inserted: Array(repeating: 0x2E, count: count))
  }

  private func ranges(_ track: ScanTrack) -> [[Int]] {
    track.mentions(touching: TextRange(0, .max)).map { [$0.range.start.utf8, $0.range.end.utf8] }
  }

  private func unread(_ track: ScanTrack) -> [[Int]] {
    track.unread.map { [$0.range.start.utf8, $0.range.end.utf8] }
  }

  /// Of a text of 100,000 bytes, all of it read, with these mentions.
  private func track(_ mentions: ReadMention...) -> ScanTrack {
    var track = ScanTrack(textCount: 100_000)
    track.put(mentions, in: TextRange(0, 100_000))
    track.noteRead()
    return track
  }

  @Test func `at first, and when it is forgotten, all has to be read`() {
    var track = ScanTrack(textCount: 10)
    #expect(unread(track) == [[0, 10]] && track.count == 0)
    track.put([mention(2, 5)], in: TextRange(0, 10))
    track.noteRead()
    #expect(unread(track) == [] && ranges(track) == [[2, 5]])
    track.forget()
    #expect(unread(track) == [[0, 10]] && ranges(track) == [[2, 5]])
  }

  @Test func `mentions behind an edit move, those before it stay, and those that it touches go`() {
    var track = track(mention(10, 14), mention(50_000, 50_004), mention(90_000, 90_004))
    track.follow(Change([edit(20, 20, 3)]))
    #expect(ranges(track) == [[10, 14], [50_003, 50_007], [90_003, 90_007]])
    #expect(unread(track) == [[20, 23]])
    track.follow(Change([edit(50_005, 50_006, 0)]))
    #expect(ranges(track) == [[10, 14], [90_002, 90_006]])
    // At an edge something may grow.
    track.follow(Change([edit(90_006, 90_006, 1)]))
    #expect(ranges(track) == [[10, 14]])
  }

  @Test func `what has not been read moves along, and stretches that are near are one`() {
    var track = track()
    track.follow(Change([edit(60_000, 60_000, 5)]))
    track.follow(Change([edit(100, 200, 0)]))
    #expect(unread(track) == [[100, 100], [59_900, 59_905]])
    track.follow(Change([edit(1000, 1000, 2)]))
    #expect(unread(track) == [[100, 1002], [59_902, 59_907]])
    // A deletion that holds one, and text put into one.
    track.follow(Change([edit(59_000, 61_000, 0)]))
    #expect(unread(track) == [[100, 1002], [59_000, 59_000]])
    track.follow(Change([edit(500, 500, 10)]))
    #expect(unread(track) == [[100, 1012], [59_010, 59_010]])
  }

  @Test func `of very many stretches the whole is read`() {
    var track = ScanTrack(textCount: 1_000_000)
    track.noteRead()
    for index in 0..<16 { track.follow(Change([edit(index * 10_000, index * 10_000, 1)])) }
    #expect(track.unread.count == 16)
    track.follow(Change([edit(900_000, 900_000, 1)]))
    #expect(unread(track) == [[0, 900_001]])
  }

  @Test func `a stretch that is read again replaces what was in it alone`() {
    var track = track(mention(10, 14), mention(20, 24), mention(30, 34))
    track.put([mention(21, 25), mention(26, 28)], in: TextRange(15, 30))
    #expect(ranges(track) == [[10, 14], [21, 25], [26, 28], [30, 34]])
    track.put([], in: TextRange(0, 100_000))
    #expect(track.count == 0)
  }

  @Test func `those that touch a range`() {
    let track = track(mention(10, 14), mention(20, 24), mention(30, 34))
    func touching(_ start: Int, _ end: Int) -> [Int] {
      track.mentions(touching: TextRange(start, end)).map(\.range.start.utf8)
    }
    #expect(touching(14, 20) == [10, 20])
    #expect(touching(15, 19) == [])
    #expect(touching(22, 22) == [20])
    #expect(touching(0, 100_000) == [10, 20, 30])
  }

  // MARK: How much is read

  /// A document of about so many bytes, with a mention of nobody in each tenth of its lines, read once.
  private func document(_ bytes: Int, language: String = "markdown", lead: String = "") -> MentionsDocument {
    let plain = lead + "Some words by nobody, and then some more of them to fill a line of text\n"
    let line = plain.replacing("nobody", with: "@nobody") + String(repeating: plain, count: 9)
    var document = MentionsDocument(
      text: Array(String(repeating: line, count: bytes / line.utf8.count).utf8),
      languageID: language, policy: .standard)
    read(&document)
    return document
  }

  private func read(_ document: inout MentionsDocument) {
    _ = document.read { _ in
      MentionReader.Known(lookup: { _, _ in [] }, isComplete: true)
    }
  }

  /// Edits a text; what it begins is no mention that is being made.
  private func type(_ text: String, at offset: Int, removing: Int = 0, in document: inout MentionsDocument) {
    document.beginChanges()
    document.splice(TextReplacement(TextRange(offset, offset + removing), text))
    _ = document.finishChanges(now: .zero)
    _ = document.cancel(now: .zero)
  }

  private func ask(about offset: Int, in document: inout MentionsDocument) {
    let text = document.text
    _ = document.prose.verdict(at: TextOffset(offset), in: text, trigger: "@")
  }

  private func findings(_ document: MentionsDocument) -> [MentionFinding] {
    document.findings(MentionRules(kinds: [.unknown])) { _ in nil }
  }

  @Test(arguments: QuickLoop.isOn ? [100_000, 200_000] : [300_000, 600_000, 1_200_000])
  func `an edit of a long document has its surroundings read, whatever its length`(bytes: Int) {
    var document = document(bytes)
    #expect(document.readBytes >= document.text.buffer.count)
    let before = findings(document).count
    let middle = document.text.lines.start(ofLine: document.text.lines.lineCount / 2).utf8
    for offset in [0, middle, document.text.buffer.count] {
      let scanned = document.readBytes
      type("@newcomer ", at: offset, in: &document)
      read(&document)
      let cost = document.readBytes - scanned
      #expect(cost > 0 && cost < 16_384, "\(cost) bytes at \(offset) of \(bytes)")
    }
    let found = findings(document)
    // The one in the middle is in a word.
    #expect(found.count == before + 2)
    #expect(found.contains { $0.written == "@newcomer" && $0.range.start == .zero })
    for finding in found { #expect(document.text.buffer.string(in: finding.range) == finding.written) }
    // Nothing was edited: nothing is read.
    let scanned = document.readBytes
    read(&document)
    #expect(document.readBytes == scanned)
  }

  @Test func `an edit of words has its line read, another one its surroundings`() {
    var document = document(100_000)
    let line = document.text.content(ofLine: document.text.lines.lineCount / 2)
    for (text, removed, at, isLocal) in [
      ("x", 0, 7, true), ("", 1, 7, true), (" ", 0, 7, true), ("", 1, 10, true), ("é", 0, 12, true),
      ("x", 0, 0, false), ("`", 0, 7, false), ("\n", 0, 4, false), ("(", 0, 7, false),
    ] {
      let before = document.readBytes
      type(text, at: line.start.utf8 + at, removing: removed, in: &document)
      read(&document)
      let cost = document.readBytes - before
      #expect(isLocal ? cost < 2 * line.count : cost > 4096, "\(cost) bytes for “\(text)” at \(at)")
    }
  }

  @Test(arguments: [("markdown", "", "```\n"), ("go", "// ", "`"), ("markdown", "", "<script>\n")])
  func `what an edit makes prose or not is read again, however far behind it`(
    language: String, lead: String, sign: String
  ) {
    var document = document(100_000, language: language, lead: lead)
    let all = findings(document).map(\.range.start)
    #expect(all.count > 100)
    for line in [0, document.text.lines.lineCount / 2] {
      let place = document.text.lines.start(ofLine: line).utf8
      let before = all.filter { $0.utf8 < place }
      for asksBetween in [false, true] {
        type(sign, at: place, in: &document)
        // What others ask about the text between an edit and its reading takes nothing away.
        if asksBetween { ask(about: 95_000, in: &document) }
        read(&document)
        #expect(findings(document).map(\.range.start) == before)
        type("Oh ", at: document.text.buffer.count, in: &document)
        type("", at: place, removing: sign.utf8.count, in: &document)
        if asksBetween { ask(about: 95_000, in: &document) }
        read(&document)
        #expect(findings(document).map(\.range.start) == all)
      }
    }
  }

  @Test(arguments: ["markdown", "javascript", "python", "gitcommit"], seeds(1...4))
  func `what is read after edits is what is read at once`(language: String, seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let signs = [
      "```\n", "/* ", " */", "\"\"\"", "`", "<script>\n", "</script>\n", "// x ", "\n\n", "x", "\n",
    ]
    var document = document(45_000, language: language, lead: language == "python" ? "# " : "// ")
    for step in 0..<12 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset = Int.random(in: 0...document.text.buffer.count, using: &random)
        let start = document.text.lines.start(ofLine: document.text.lines.line(at: TextOffset(offset))).utf8
        let removed = min(
          [0, 0, 3, 77, 4500].randomElement(using: &random)!, document.text.buffer.count - start)
        type(signs.randomElement(using: &random)!, at: start, removing: removed, in: &document)
        if Bool.random(using: &random) { ask(about: offset, in: &document) }
      }
      let place = Int.random(in: 0..<document.text.buffer.count - 2, using: &random)
      type(
        ["x", " ", "script ", "é", "", "word"].randomElement(using: &random)!, at: place,
        removing: Int.random(in: 0...2, using: &random), in: &document)
      read(&document)
      var fresh = MentionsDocument(
        text: document.text.buffer.bytes(in: document.text.buffer.range), languageID: language,
        policy: .standard)
      read(&fresh)
      let (found, expected) = (findings(document), findings(fresh))
      #expect(found == expected, "\(language), seed \(seed), step \(step)")
      guard found == expected else { return }
    }
  }

  @Test func `what an edit leaves as prose behind it is not read again`() {
    var document = document(100_000)
    let all = findings(document).count
    let scanned = document.readBytes
    let place = document.text.lines.start(ofLine: document.text.lines.lineCount / 4).utf8
    for _ in 0..<3 {
      type("```\n@nobody\n```\n", at: place, in: &document)
      read(&document)
    }
    #expect(findings(document).count == all)
    #expect(document.readBytes - scanned < 3 * 16_384)
  }

  @Test func `two edits far apart cost two surroundings`() {
    var long = document(200_000)
    let scanned = long.readBytes
    type("@x ", at: 0, in: &long)
    type("@y ", at: 150_000, in: &long)
    read(&long)
    #expect(long.readBytes - scanned < 32_768)
  }
}
