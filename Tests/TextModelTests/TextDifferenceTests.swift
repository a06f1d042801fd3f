import MentionsTestKit
import Testing
import TextModel

@Suite struct TextDifferenceTests {
  /// The edits, in order, as `old→new`.
  private func check(
    _ old: String, _ new: String, expects edits: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hunks = TextDifference.hunks(old: Array(old.utf8), new: Array(new.utf8))
    let shown = hunks.map { hunk in
      let removed = TextBuffer(old).string(in: hunk.range)
      return removed + "→" + String(decoding: hunk.replacement, as: UTF8.self)
    }
    expectRow(shown, edits, sourceLocation: sourceLocation)
    verify(Array(old.utf8), Array(new.utf8), "\(old.debugDescription) → \(new.debugDescription)")
  }

  /// The hunks are disjoint and give the new text.
  @discardableResult
  private func verify(_ old: [UInt8], _ new: [UInt8], _ comment: @autoclosure () -> Comment)
    -> [TextReplacement]
  {
    let hunks = TextDifference.hunks(old: old, new: new)
    var text = IndexedText(old)
    for hunk in hunks.reversed() {
      let applied = text.apply(hunk)
      #expect(applied.edit == hunk, "on scalar boundaries: \(comment())")
      #expect(!hunk.isEmpty, comment())
    }
    #expect(text.bytes == new, comment())
    for (one, next) in zip(hunks, hunks.dropFirst()) {
      #expect(one.range.end < next.range.start, comment())
    }
    for hunk in hunks {
      for place in [hunk.range.start.utf8, hunk.range.end.utf8] where place > 0 && place < old.count {
        #expect(!(old[place - 1] == 13 && old[place] == 10), "between CR and LF: \(comment())")
      }
    }
    return hunks
  }

  @Test func `finds the real changes`() {
    check("same", "same", expects: [])
    check("", "new", expects: ["→new"])
    check("old", "", expects: ["old→"])
    check("the foo and the foo", "the bar and the bar", expects: ["foo→bar", "foo→bar"])
    check("one\ntwo\nthree\n", "one\n2\nthree\nfour\n", expects: ["two→2", "→four\n"])
    check("color of colors", "colour of colours", expects: ["→u", "→u"])
    check("Ada, Bea", "Bea, Ada, Bea", expects: ["→Bea, "])
    check("你好张三。你好李四。", "你好王五。你好李四！", expects: ["张三→王五", "。→！"])
  }

  @Test func `leaves the text in between alone`() {
    check("a «Ada» b", "x «Ada» y", expects: ["a→x", "b→y"])
    check("a\r\nb\r\nc", "a\nb\nc", expects: ["\r\n→\n", "\r\n→\n"])
    check("a\nb\nc", "a\r\nb\r\nc", expects: ["\n→\r\n", "\n→\r\n"])
    check("x\n\r\ny\n", "x\n\ny\n", expects: ["\r\n→\n"])
    check("👍 x 👍", "👎 x 👎", expects: ["👍→👎", "👍→👎"])
    // Rewrapped: the last line equals an old one.
    check("to\nAda\nand to Ada\n", "to Ada and to\nAda\n", expects: ["\n→ ", "\n→ ", " →\n"])
  }

  @Test func `a line that stays between two others has not moved`() {
    check(
      "Ada\nAdam x\nc\nAda\nd\ne", "Ada[\nAdam [x\nc\nAda\nd\ne[", expects: ["→[", "→[", "→["])
  }

  @Test func `lines are compared with themselves where only their starts changed`() {
    // The lines become equal to those of an earlier quotation.
    check("x\ny\n> x\n> y", "> x\n> y\n> > x\n> > y", expects: Array(repeating: "→> ", count: 4))
    check("> x\n> y\n> > x\n> > y", "x\ny\n> x\n> y", expects: Array(repeating: "> →", count: 4))
    check(
      "one\n\n  two\r\n three\r\n", "  one\n\n    two\r\n   three\r\n",
      expects: Array(repeating: "→  ", count: 3))
    check("é\n日\n", "x é\né 日\n", expects: ["→x ", "→é "])
  }

  @Test func `a word replaced in a thousand places is a thousand hunks`() {
    for line in ["some text with foo in line", "foo", "all alike foo foo foo"] {
      var old = ""
      for number in 0..<1000 { old += line == "foo" ? "foo\n" : "\(number % 7) \(line)\n" }
      let places = old.split(separator: "foo", omittingEmptySubsequences: false).count - 1
      let new = old.split(separator: "foo", omittingEmptySubsequences: false).joined(separator: "barley")
      let hunks = verify(Array(old.utf8), Array(new.utf8), "\(line)")
      #expect(hunks.count == places, "\(line)")
      #expect(hunks.allSatisfy { $0.range.count == 3 }, "\(line)")
    }
  }

  @Test func `removing a block leaves the rest alone`() {
    let lines = (0..<2000).map { "line \($0) has its text\n" }
    var fewer = lines
    fewer.removeSubrange(500..<1500)
    fewer[3] = "line three has its text\n"
    fewer[900] = "something else\n"
    let hunks = verify(Array(lines.joined().utf8), Array(fewer.joined().utf8), "block")
    #expect(hunks.count < 10)
    #expect(hunks.contains { $0.range.count > 20_000 && $0.replacement.isEmpty })
  }

  @Test func `texts with nothing in common are one hunk`() {
    let old = (0..<3000).map { "a\($0)" }.joined(separator: ".")
    let new = (0..<3000).map { "b\($0)" }.joined(separator: ",")
    #expect(verify(Array(old.utf8), Array(new.utf8), "different").count == 1)
  }

  @Test(arguments: seeds(0...29))
  func `is exact for any two texts`(seed: UInt64) {
    var random = SeededRandom(seed)
    for round in 0..<20 {
      let old = painfulText(pieces: Int.random(in: 0...60, using: &random), using: &random)
      var new = old
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let range = randomRange(new, longest: 5, using: &random)
        let pieces = Int.random(in: 0...3, using: &random)
        new.apply(TextReplacement(range: range, replacement: painfulText(pieces: pieces, using: &random)))
      }
      if round % 5 == 0 { new = painfulText(pieces: 60, using: &random) }
      verify(old, new, "seed \(seed) round \(round): \(old.shown) → \(new.shown)")
      var text = IndexedText(old)
      text.apply(TextReplacement(randomRange(old, longest: 1, using: &random), "|"))
      let before = text.bytes
      let hunk = TextDifference.hunk(from: text.buffer, to: new)
      #expect((hunk == nil) == (before == new), "seed \(seed) round \(round)")
      if let hunk {
        let applied = text.apply(hunk)
        #expect(applied.edit == hunk, "on scalar boundaries, seed \(seed) round \(round)")
        #expect(text.bytes == new, "seed \(seed) round \(round)")
        #expect(hunk == hunk.trimmed(in: IndexedText(before)), "minimal, seed \(seed) round \(round)")
      }
    }
  }

  /// Long texts of few words: many ways to match, paths that fork, searches that give up.
  @Test(arguments: seeds(0...5))
  func `is exact for long texts of few words`(seed: UInt64) {
    var random = SeededRandom(seed)
    func words(_ count: Int) -> [UInt8] {
      var text: [UInt8] = []
      for _ in 0..<count {
        text += (["a ", "b ", "ccc ", "d\n", "eeeeeeeeee "].randomElement(using: &random) ?? "").utf8
      }
      return text
    }
    let old = words(1500)
    var new = old
    for _ in 0..<(seed % 2 == 0 ? 200 : 10) {
      new.apply(TextReplacement(range: randomRange(new, longest: 9, using: &random), replacement: words(2)))
    }
    verify(old, new, "seed \(seed)")
    verify(old, words(1500), "seed \(seed), unrelated")
    verify(old + words(600) + old, old + old, "seed \(seed), block out")
  }

  @Test func `hunks inside an applied edit are inside its range`() {
    var text = IndexedText("keep: the foo and foo.")
    let applied = text.apply(TextReplacement(TextRange(6, 21), "the bar and bar"))
    #expect(
      TextDifference.hunks(in: applied) == [
        TextReplacement(TextRange(10, 13), "bar"), TextReplacement(TextRange(18, 21), "bar"),
      ])
  }
}
