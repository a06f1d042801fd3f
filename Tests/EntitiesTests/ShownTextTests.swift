import Entities
import MentionsTestKit
import Testing

/// Which part of a text from outside is shown and inserted.
@Suite struct ShownTextTests {
  private func check(
    _ text: String, expects shown: String, location: SourceLocation = #_sourceLocation
  ) {
    let line = ShownText.line(text)
    expectRow(line, shown, sourceLocation: location)
    #expect(ShownText.isClean(text) == text.unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(ShownText.isClean(line), sourceLocation: location)
  }

  @Test func `active and invisible characters are removed`() {
    check("\u{1B}[31mred\u{7}\u{9B}m", expects: "[31mredm")
    check("Ada\u{202E}ecalevoL\u{2066}", expects: "AdaecalevoL")
    check("\u{FEFF}Ada\u{0}", expects: "Ada")
    check("Ada\u{E0069}\u{E0067}\u{E006E}\u{E007F}", expects: "Ada")
  }

  @Test func `line breaks become spaces`() {
    check("Ada\r\nLovelace", expects: "Ada Lovelace")
    check("Ada\u{2028}\u{2029}\u{85}\tLovelace", expects: "Ada Lovelace")
  }

  @Test func `characters that writing systems and emoji need are kept`() {
    for text in ["می‌خواهم", "👩‍💻", "❤️", "\u{200E}Ada\u{200F}", "葛󠄀", "क्‍ष"] { check(text, expects: text) }
  }

  @Test func `tags stay in flags alone`() {
    let england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    check(england, expects: england)
    check("🏴\u{E0067}\u{E0062}", expects: "🏴")
    let message = "🏴" + String(String.UnicodeScalarView(repeatElement("\u{E0061}", count: 7))) + "\u{E007F}"
    check(message, expects: "🏴")
    check("🏴\u{E0048}\u{E0069}\u{E0021}\u{E007F}", expects: "🏴")
  }

  /// Every scalar that the rule names, and those next to them.
  @Test func `exactly the scalars of the rule go`() {
    let removed: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF,
      0xE0000...0xE007F,
    ]
    // In rows where none goes, since a call costs much in a debug build.
    for row in stride(from: 0 as UInt32, to: 0x110000, by: 0x100) {
      let scalars = (row..<row + 0x100).compactMap(Unicode.Scalar.init)
      if !removed.contains(where: { $0.overlaps(row...row + 0xFF) }) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        #expect(ShownText.isClean(String(text)), "one of U+\(String(row, radix: 16)) and the following goes")
        continue
      }
      for scalar in scalars {
        let isRemoved = removed.contains { $0.contains(scalar.value) }
        if ShownText.isClean(String(scalar)) == isRemoved {
          Issue.record("U+\(String(scalar.value, radix: 16)) \(isRemoved ? "stays" : "goes")")
        }
      }
    }
  }

  @Test func `lines keep their ends`() {
    #expect(ShownText.lines("a\u{1B}b\n\u{202E}c\n") == "ab\nc\n")
  }

  @Test func `identifiers stay apart`() {
    #expect(ShownText.identifier("a\u{202E}b") == "a%E2%80%AEb")
    #expect(ShownText.identifier("a\nb") == "a%0Ab")
    #expect(ShownText.identifier("a b") == "a b")
  }

  @Test func `the first hidden scalar is named`() {
    let found = ShownText.firstHidden(in: "é\u{202E}x")
    #expect(found?.scalar == "\u{202E}" && found?.offset == 2)
    #expect(ShownText.firstHidden(in: "a\tb", sparingSpaces: true) == nil)
    #expect(ShownText.firstHidden(in: "a\tb")?.offset == 1)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abc…"), ("ab👩‍💻cd", 12, "ab…"), ("ab👩‍💻cdefgh", 17, "ab👩‍💻c…"),
    ("🇩🇪🇫🇷🇮🇹", 20, "🇩🇪🇫🇷…"), ("🇩🇪🇫🇷🇮🇹", 15, "🇩🇪…"),
  ]) func `a cut does not split a character`(text: String, limit: Int, cut: String) {
    #expect(ShownText.clipped(text, to: limit) == cut)
    #expect(ShownText.clipped(text, to: limit).utf8.count <= limit)
    #expect(ShownText.keptBytes(of: text, to: limit) == cut.utf8.count - (cut == text ? 0 : 3))
  }

  @Test func `a character that is too long by itself is split`() {
    let marks = "a" + String(String.UnicodeScalarView(repeatElement("\u{301}", count: 5000)))
    let cut = ShownText.clipped(marks)
    #expect(cut.utf8.count <= 1024 && cut.utf8.count > 1000)
  }
}
