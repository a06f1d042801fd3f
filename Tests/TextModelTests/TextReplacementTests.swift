import MentionsTestKit
import Testing
import TextModel

@Suite struct TextReplacementTests {
  private func check(
    _ text: String, _ range: TextRange, _ replacement: String, expects core: TextRange, _ inserted: String
  ) {
    let edit = TextReplacement(range, replacement).trimmed(in: IndexedText(text))
    #expect(
      edit == TextReplacement(core, inserted), "\(text.debugDescription) \(replacement.debugDescription)")
  }

  @Test func `trims to the core`() {
    check("color", TextRange(0, 5), "colour", expects: TextRange(4, 4), "u")
    check("Ada L", TextRange(0, 5), "Bea L", expects: TextRange(0, 2), "Be")
    check("same", TextRange(0, 4), "same", expects: TextRange(4, 4), "")
    check("aaa", TextRange(0, 2), "aaa", expects: TextRange(2, 2), "a")
    check("xyz", TextRange(0, 3), "", expects: TextRange(0, 3), "")
  }

  @Test func `never cuts a scalar`() {
    check("é", TextRange(0, 2), "è", expects: TextRange(0, 2), "è")
    check("👍", TextRange(0, 4), "👎", expects: TextRange(0, 4), "👎")
    check("Щ", TextRange(0, 2), "©", expects: TextRange(0, 2), "©")
  }

  @Test func `never comes between CR and LF`() {
    check("a\r\nb", TextRange(0, 4), "a\rb", expects: TextRange(1, 3), "\r")
    check("a\nb", TextRange(0, 3), "a\r\nb", expects: TextRange(1, 2), "\r\n")
    check("a\r\nb", TextRange(0, 4), "a\nb", expects: TextRange(1, 3), "\n")
    check("a\rX\nb", TextRange(1, 3), "\r", expects: TextRange(1, 3), "\r")
    check("a\rX\nb", TextRange(2, 4), "\n", expects: TextRange(2, 4), "\n")
  }

  @Test(arguments: seeds(0...19))
  func `the core does the same`(seed: UInt64) {
    var random = SeededRandom(seed)
    for step in 0..<100 {
      let text = IndexedText(painfulText(pieces: 20, using: &random))
      let range = randomRange(text.bytes, longest: 12, using: &random)
      var inserted = text.buffer.bytes(in: range)
      inserted.apply(
        TextReplacement(
          range: randomRange(inserted, longest: 2, using: &random),
          replacement: painfulText(pieces: 1, using: &random)))
      let edit = TextReplacement(range: range, replacement: inserted)
      let core = edit.trimmed(in: text)
      var (whole, small) = (text, text)
      whole.apply(edit)
      let applied = small.apply(core)
      #expect(whole.bytes == small.bytes, "seed \(seed) step \(step)")
      #expect(applied.edit == core, "on scalar boundaries, seed \(seed) step \(step)")
      #expect(core.range.count <= range.count, "seed \(seed) step \(step)")
      let fact = AppliedEdit(range: range, removed: text.buffer.bytes(in: range), inserted: inserted)
      small = text
      small.apply(fact.trimmed().edit)
      #expect(whole.bytes == small.bytes, "seed \(seed) step \(step)")
      small.apply(small.apply(fact.inverse).inverse)
      #expect(whole.bytes == small.bytes, "seed \(seed) step \(step)")
    }
  }
}
