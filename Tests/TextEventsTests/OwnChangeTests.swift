import MentionsTestKit
import Testing
import TextEvents
import TextModel

@Suite struct OwnChangeTests {
  @Test func `a silent scope hides changes`() {
    let console = Console("ab|")
    console.recognizer.pushIgnore(.silent)
    console.edit([(0..<0, "x")])
    console.recognizer.popIgnore()
    #expect(console.look() == [])
    #expect(!console.followed())
    console.cursor = 3
    console.type("c")
    expect(console, #"inserted 3 "c" typing certain"#)
  }

  @Test func `scopes nest, the innermost decides`() {
    let console = Console("|")
    console.recognizer.pushIgnore(.silent)
    console.recognizer.pushIgnore(.ownChanges)
    console.type("a")
    #expect(console.look() == [#"inserted 0 "a" server certain"#])
    console.recognizer.popIgnore()
    console.type("b")
    #expect(console.look() == [])
    console.recognizer.popIgnore()
    console.recognizer.popIgnore()
    #expect(!console.followed())
    console.type("c")
    #expect(console.look() == [#"inserted 2 "c" typing certain"#])
  }

  @Test func `an edit that was announced is the host's own`() {
    let console = Console("one two|")
    console.recognizer.announce(
      [TextReplacement(TextRange(4, 7), "2"), TextReplacement(TextRange(0, 3), "1")], in: console.text.buffer,
      isSilent: false, now: 0)
    console.edit([(4..<7, "2"), (0..<3, "1")])
    console.edit([(0..<1, "one")])
    expect(
      console,
      """
      replaced 0 "one" → "1" server certain
      replaced 2 "two" → "2" server certain
      replaced 0 "1" → "one" certain
      """)
  }

  @Test func `an announced edit may be silent, and comes once`() {
    let console = Console("one|")
    console.recognizer.announce(
      [TextReplacement(TextRange(0, 3), "1")], in: console.text.buffer, isSilent: true, now: 0)
    console.edit([(0..<3, "1")])
    #expect(console.look() == [])
    _ = console.followed()
    console.edit([(0..<1, "one")])
    #expect(console.look() == [#"undone 0 "1" → "one" undo likely"#])
  }

  @Test func `an announcement follows the text, and ends with its time or its text`() {
    var console = Console("one two|")
    func announce(_ console: Console) {
      console.recognizer.announce(
        [TextReplacement(TextRange(4, 7), "2")], in: console.text.buffer, isSilent: false, now: console.now)
    }
    announce(console)
    console.edit([(0..<3, "three")])
    console.edit([(6..<9, "2")])
    expect(
      console, "replaced 0 \"one\" → \"three\" certain\nreplaced 6 \"two\" → \"2\" server certain")

    console = Console("one two|")
    announce(console)
    console.now = 6000
    console.edit([(4..<7, "2")])
    expect(console, #"replaced 4 "two" → "2" typing likely"#)

    console = Console("one two|")
    announce(console)
    console.edit([(5..<6, "")])
    console.edit([(4..<6, "2")])
    expect(console, "deleted 5 \"w\" typing certain\nreplaced 4 \"to\" → \"2\" typing likely")
  }

  @Test func `a cause that the host knows`() {
    let console = Console("|")
    console.edit([(0..<0, "Ada Lovelace")], cause: .server)
    console.type(" ")
    expect(
      console, "inserted 0 \"Ada Lovelace\" server certain\ninserted 12 \" \" typing certain")
    console.edit([(0..<0, "x")], cause: .paste)
    expect(console, #"inserted 0 "x" paste certain"#)
  }

  @Test func `marked text moves with the host's edits, or is final where they change it`() {
    let console = Console("a |")
    console.type("ㅎ")
    console.edit([(0..<0, "xx")], cause: .server)
    console.cursor = 7
    console.replaceBack("ㅎ", "하")
    console.edit([(4..<7, "")], cause: .server)
    expect(
      console,
      """
      marked 2 "" → "ㅎ" inputMethod likely
      inserted 0 "xx" server certain
      marked 4 "ㅎ" → "하" inputMethod likely
      committed 4 "하" inputMethod likely
      deleted 4 "하" server certain
      """)
    #expect(console.recognizer.markedRange == nil)
  }
}

/// Rejects what holds a word.
private struct Censor {
  var words: [String]
  var asked: [String] = []

  mutating func allows(_ event: TextEvent) -> Bool {
    asked.append(event.line)
    let texts = [event.text, event.before].map { String(decoding: $0, as: UTF8.self) }
    return !words.contains { word in texts.contains { $0.contains(word) } }
  }
}

@Suite struct RejectionTests {
  /// Applies what takes events back, as a host does; the recognizer must not tell of it.
  private func takeBack(
    _ ruling: TextEventRecognizer.Ruling, in console: Console, expects text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    _ = console.look()
    let edits = ruling.takingBack?.edits ?? []
    console.edit(
      edits.reversed().map {
        ($0.range.start.utf8..<$0.range.end.utf8, String(decoding: $0.replacement, as: UTF8.self))
      })
    #expect(console.string == text, sourceLocation: location)
    #expect(console.look() == [], sourceLocation: location)
  }

  @Test func `what nobody rejects stays`() {
    let console = Console("|")
    var censor = Censor(words: ["x"])
    let ruling = console.edit([(0..<0, "ab")], version: 3, allows: { censor.allows($0) })
    #expect(ruling.rejected == [])
    #expect(ruling.takingBack == nil)
    #expect(censor.asked.count == 2)
  }

  @Test func `a key is taken back by an edit for its version`() {
    let console = Console("a|")
    var censor = Censor(words: ["x"])
    let ruling = console.edit([(1..<1, "x")], version: 3, allows: { censor.allows($0) })
    #expect(ruling.rejected == [0])
    #expect(ruling.takingBack?.version == 3)
    #expect(ruling.takingBack?.edits == [TextReplacement(TextRange(1, 2), "")])
    takeBack(ruling, in: console, expects: "a")
  }

  @Test func `one of several keys`() {
    let console = Console("|")
    var censor = Censor(words: ["x", "y"])
    let ruling = console.edit([(0..<0, "axybxc")], version: 1, allows: { censor.allows($0) })
    #expect(ruling.rejected == [1, 2, 4])
    #expect(
      ruling.takingBack?.edits == [
        TextReplacement(TextRange(1, 3), ""), TextReplacement(TextRange(4, 5), ""),
      ])
    takeBack(ruling, in: console, expects: "abc")
  }

  @Test func `a deletion is put back`() {
    let console = Console("one secret two|")
    var censor = Censor(words: ["secret"])
    let ruling = console.edit([(4..<11, "")], version: 1, allows: { censor.allows($0) })
    takeBack(ruling, in: console, expects: "one secret two")
  }

  @Test func `a replacement, at several places`() {
    let console = Console("a b c|")
    var censor = Censor(words: ["b"])
    let ruling = console.edit(
      [(4..<5, "three"), (2..<3, "two"), (0..<1, "one")], version: 1, allows: { censor.allows($0) })
    #expect(ruling.rejected == [1])
    takeBack(ruling, in: console, expects: "one b three")
  }

  @Test func `a correction is taken back without the space that brought it`() {
    let console = Console("|")
    var censor = Censor(words: ["the"])
    console.typeSlowly("teh")
    let ruling = console.edit([(0..<3, "the ")], version: 1, allows: { censor.allows($0) })
    #expect(ruling.rejected == [0])
    takeBack(ruling, in: console, expects: "teh ")
  }

  @Test func `marked text that is rejected is marked no longer`() {
    let console = Console("|")
    var censor = Censor(words: ["ㅎ"])
    let ruling = console.edit([(0..<0, "ㅎ")], version: 1, allows: { censor.allows($0) })
    #expect(console.recognizer.markedRange == nil)
    takeBack(ruling, in: console, expects: "")
    console.type("a")
    #expect(console.look() == [#"inserted 0 "a" typing certain"#])
  }

  @Test func `the host's own changes are not asked about`() {
    let console = Console("|")
    var censor = Censor(words: ["x"])
    console.recognizer.pushIgnore(.ownChanges)
    let ruling = console.edit([(0..<0, "x")], version: 1, allows: { censor.allows($0) })
    #expect(ruling.rejected == [])
    #expect(censor.asked == [])
  }
}
