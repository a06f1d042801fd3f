import MentionsTestKit
import Testing
import TextModel

@Suite struct LineIndexTests {
  private func check(
    _ text: String, expects starts: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectRow(IndexedText(text).lineStarts, starts, sourceLocation: sourceLocation)
  }

  @Test func `finds every line end`() {
    check("", expects: [0])
    check("abc", expects: [0])
    check("a\nb", expects: [0, 2])
    check("a\r\nb", expects: [0, 3])
    check("a\rb", expects: [0, 2])
    check("\r\r\n\n", expects: [0, 1, 3, 4])
    check("\n\r", expects: [0, 1, 2])
    // Only LF, CR LF and CR end lines in LSP.
    check("a\u{2028}b\u{85}c\u{B}d", expects: [0])
    // Across a word's edge.
    check("0123456\r\n89", expects: [0, 9])
    check("\u{C}\u{8}\t\u{80}\u{E}\n", expects: [0, 7])
  }

  /// Edits `before` in `range`; the index must be that of the outcome.
  private func check(
    _ before: String, _ range: TextRange, _ replacement: String, expects starts: [Int],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var text = IndexedText(before)
    text.apply(TextReplacement(range, replacement))
    expectRow(text.lineStarts, starts, sourceLocation: sourceLocation)
    #expect(text.lineStarts == lineStarts(of: text.bytes), sourceLocation: sourceLocation)
  }

  @Test func `a CR and an LF are joined and split`() {
    check("a\r\nb", TextRange(2, 2), "x", expects: [0, 2, 4])
    check("a\rx\nb", TextRange(2, 3), "", expects: [0, 3])
    check("a\rb", TextRange(2, 2), "\n", expects: [0, 3])
    check("a\nb", TextRange(1, 1), "\r", expects: [0, 3])
    check("a\r\nb", TextRange(1, 2), "", expects: [0, 2])
    check("a\r\nb", TextRange(2, 3), "", expects: [0, 2])
    check("a\r\nb", TextRange(2, 2), "\n", expects: [0, 3, 4])
    check("a\r\nb", TextRange(2, 2), "\r", expects: [0, 2, 4])
    check("\r", TextRange(1, 1), "\n", expects: [0, 2])
    check("\n", TextRange(0, 0), "\r", expects: [0, 2])
    check("a\r", TextRange(0, 2), "", expects: [0])
    check("\r\r\n", TextRange(1, 2), "", expects: [0, 2])
  }

  @Test(arguments: seeds(0...29))
  func `is the same as rebuilt`(seed: UInt64) {
    var random = SeededRandom(seed)
    let ends = ["\n", "\r", "\r\n", "a", "bc", "\n\r", "é", ""]
    var text = IndexedText(painfulText(pieces: seed % 3 == 0 ? 0 : 50, using: &random))
    for step in 0..<300 {
      var inserted = ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        inserted += ends.randomElement(using: &random) ?? ""
      }
      text.apply(TextReplacement(randomRange(text.bytes, longest: 4, using: &random), inserted))
      let starts = lineStarts(of: text.bytes)
      #expect(text.lineStarts == starts, "seed \(seed) step \(step): \(text.bytes.shown)")
      let offset = Int.random(in: -2...text.buffer.count + 2, using: &random)
      #expect(
        text.lines.line(at: TextOffset(offset)) == max(0, (starts.lastIndex { $0 <= offset } ?? 0)),
        "seed \(seed) step \(step)")
      let line = Int.random(in: 0...starts.count, using: &random)
      #expect(
        text.lineStarts(from: line) == starts[line...] + [text.buffer.count], "seed \(seed) step \(step)")
    }
  }

  @Test func `lines outside are clamped`() {
    let text = IndexedText("a\nb")
    #expect(text.lines.start(ofLine: -1) == .zero)
    #expect(text.lines.start(ofLine: 2) == TextOffset(3))
    #expect(text.lines.start(ofLine: .max) == TextOffset(3))
    #expect(text.lines.line(at: TextOffset(.max)) == 1)
    #expect(text.lines.line(at: TextOffset(.min)) == 0)
  }
}
