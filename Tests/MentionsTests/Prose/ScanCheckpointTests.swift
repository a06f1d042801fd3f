import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

@Suite struct ScanCheckpointTests {
  /// Whatever was asked and edited before, the answer is that of a scanner that sees the text for the first time.
  @Test(
    arguments: ["markdown", "javascript", "rust", "python", "html", "gitcommit", "lua"],
    seeds(1...2))
  func `a patched scan answers like a new one`(language: String, seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let pieces = [
      "```\n", "\n", "`a` ", "/* ", " */", "// x\n", "\"", "'", "# a\n", "word ", "<!-- ", "-->", "<script>",
      "</script>",
      "r#\"", "\"#", "---\n", "[[", "]]", "\"\"\"", "\\", "\r\n", "> ", "[a](b) ", "{", "}", "/", "é",
    ]
    func noise(_ count: Int) -> String {
      (0..<count).map { _ in
        Int.random(in: 0..<4, using: &random) == 0
          ? pieces.randomElement(using: &random)! : "some plain words in a line\n"
      }.joined()
    }
    var text = IndexedText(noise(1500))
    var scanner = ProseScanner(languageID: language)
    for step in 0..<60 {
      let offset = TextOffset(Int.random(in: 0...text.buffer.count, using: &random))
      let trigger = Bool.random(using: &random) ? "@" : nil
      var fresh = ProseScanner(languageID: language)
      let patched = scanner.verdict(at: offset, in: text, trigger: trigger)
      #expect(
        patched == fresh.verdict(at: offset, in: text, trigger: trigger),
        "\(language), seed \(seed), step \(step)")
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let start = text.buffer.scalarStart(
          at: TextOffset(Int.random(in: 0...text.buffer.count, using: &random)))
        let end = text.buffer.scalarStart(
          at: text.buffer.clamp(start + [0, 1, 40, 9000].randomElement(using: &random)!))
        scanner.invalidate(
          text.apply(
            TextReplacement(TextRange(start, max(start, end)), noise(Int.random(in: 0...3, using: &random)))))
      }
      if text.buffer.count < 20_000 {
        scanner.invalidate(text.apply(TextReplacement(TextRange(at: text.buffer.end), noise(800))))
      }
    }
  }

  @Test func `typing far from the start rescans nothing`() {
    var text = IndexedText(String(repeating: "int a; /* x */ \"y\"\n", count: 20_000) + "// ask ")
    var scanner = ProseScanner(languageID: "c")
    #expect(scanner.verdict(at: text.buffer.end, in: text, trigger: "@").rule == .comment)
    let known = scanner.checkpointCount
    scanner.invalidate(text.apply(TextReplacement(TextRange(at: text.buffer.end), "x ")))
    #expect(scanner.checkpointCount >= known - 1)
    #expect(known > 100)
  }

  @Test func `typing at the start keeps later checkpoints as guesses`() {
    var text = IndexedText(String(repeating: "int a; /* x */ \"y\"\n", count: 20_000) + "// ask ")
    var scanner = ProseScanner(languageID: "c")
    _ = scanner.verdict(at: text.buffer.end, in: text, trigger: "@")
    let known = scanner.checkpointCount
    let scanned = scanner.scannedBytes
    scanner.invalidate(text.apply(TextReplacement(TextRange(at: .zero), "x")))
    #expect(scanner.checkpointCount == 0)
    #expect(scanner.verdict(at: TextOffset(1), in: text, trigger: "@").rule == .decorator)
    #expect(scanner.verdict(at: text.buffer.end, in: text, trigger: "@").rule == .comment)
    #expect(scanner.checkpointCount >= known - 2)
    #expect(scanner.scannedBytes - scanned < 16_384)
  }

  @Test func `edits before and behind what is known keep the guesses between them`() {
    var text = IndexedText(String(repeating: "int a; /* x */ \"y\"\n", count: 20_000) + "// ask ")
    var scanner = ProseScanner(languageID: "c")
    _ = scanner.verdict(at: text.buffer.end, in: text, trigger: "@")
    let scanned = scanner.scannedBytes
    for quarter in [0, 3, 1, 2, 0] {
      let place = TextOffset(quarter * text.buffer.count / 4)
      scanner.invalidate(text.apply(TextReplacement(TextRange(at: place), "x")))
    }
    #expect(scanner.verdict(at: text.buffer.end, in: text, trigger: "@").rule == .comment)
    #expect(scanner.scannedBytes - scanned < 65_536)
  }
}
