import Entities
import MentionsTestKit
import Testing

@Suite struct NameFoldingTests {
  private func check(
    _ text: String, expects folded: String, _ location: SourceLocation = #_sourceLocation
  ) {
    expectRow(String(decoding: NameFolding.fold(text), as: UTF8.self), folded, sourceLocation: location)
  }

  @Test func caseIsDropped() { check("ÀΩЯ", expects: "aωя") }
  @Test func diacriticsAreDropped() {
    check("Ångström", expects: "angstrom")
    check("A\u{30A}ngstro\u{308}m", expects: "angstrom")
    check("Nguyễn", expects: "nguyen")
  }
  @Test func strokesAreDropped() { check("Łukasz Søren Đặng", expects: "lukasz soren dang") }
  @Test func sharpSIsTwo() { check("Strauß STRAUSS", expects: "strauss strauss") }
  @Test func ligaturesAreTheirLetters() { check("ﬁlæœ", expects: "filaeoe") }
  @Test func widthIsDropped() {
    check("Ｊａｎｅ", expects: "jane")
    check("＠Ｊ９", expects: "@j9")
  }
  @Test func halfWidthKanaAndHangulAreWide() {
    #expect(NameFolding.fold("ｶﾞｷﾞ") == NameFolding.fold("ガギ"))
    #expect(NameFolding.fold("ﾡ") == NameFolding.fold("ㄱ"))
  }
  @Test func hangulIsSpelled() {
    check("김", expects: "\u{1100}\u{1175}\u{11B7}")
    #expect(NameFolding.fold("김").starts(with: NameFolding.fold("기")))
    #expect(NameFolding.fold("기").starts(with: NameFolding.fold("ㄱ")))
  }
  @Test func hanStaysAsItIs() { check("張三", expects: "張三") }
  @Test func punctuationIsASCII() {
    check("O’Brien", expects: "o'brien")
    check("Jean–Luc\u{A0}P", expects: "jean-luc p")
  }
  @Test func controlsAreSpaces() { check("a\u{0}b\tc", expects: "a b c") }

  @Test func malformedBytesFoldToReplacements() {
    #expect(
      NameFolding.fold([0x41, 0xFF, 0xE2, 0x82]) == Array("a\u{FFFD}\u{FFFD}\u{FFFD}".utf8))
  }

  @Test(arguments: [
    ("ada lovelace", ["ada", "lovelace"]), ("jane-doe", ["jane", "doe"]), ("o'brien", ["o", "brien"]),
    ("a.b/c_d", ["a", "b", "c", "d"]), ("  x  ", ["x"]), ("張三", ["張三"]), ("++", []), ("", []),
  ])
  func wordsPartAtSeparators(text: String, words: [String]) {
    let bytes = Array(text.utf8)
    #expect(NameFolding.words(bytes).map { String(decoding: bytes[$0], as: UTF8.self) } == words)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func foldingOfAPrefixIsAPrefixOfTheFolding(seed: UInt64) {
    var directory = RandomDirectory(random: SeededRandom(seed))
    for _ in 0..<50 {
      let text = directory.text(4)
      let scalars = text.unicodeScalars
      let part = String(scalars.prefix(Int.random(in: 0...scalars.count, using: &directory.random)))
      #expect(NameFolding.fold(text).starts(with: NameFolding.fold(part)), "seed \(seed), “\(text)”")
    }
  }
}
