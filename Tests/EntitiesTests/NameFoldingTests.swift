import Entities
import MentionsTestKit
import Testing

@Suite struct NameFoldingTests {
  private func check(
    _ text: String, expects folded: String, _ location: SourceLocation = #_sourceLocation
  ) {
    expectRow(String(decoding: NameFolding.fold(text), as: UTF8.self), folded, sourceLocation: location)
  }

  @Test func `case is dropped`() { check("ÀΩЯ", expects: "aωя") }
  @Test func `diacritics are dropped`() {
    check("Ångström", expects: "angstrom")
    check("A\u{30A}ngstro\u{308}m", expects: "angstrom")
    check("Nguyễn", expects: "nguyen")
  }
  @Test func `strokes are dropped`() { check("Łukasz Søren Đặng", expects: "lukasz soren dang") }
  @Test func `sharp s is two`() { check("Strauß STRAUSS", expects: "strauss strauss") }
  @Test func `ligatures are their letters`() { check("ﬁlæœ", expects: "filaeoe") }
  @Test func `width is dropped`() {
    check("Ｊａｎｅ", expects: "jane")
    check("＠Ｊ９", expects: "@j9")
  }
  @Test func `half width kana and hangul are wide`() {
    #expect(NameFolding.fold("ｶﾞｷﾞ") == NameFolding.fold("ガギ"))
    #expect(NameFolding.fold("ﾡ") == NameFolding.fold("ㄱ"))
  }
  @Test func `hangul is spelled`() {
    check("김", expects: "\u{1100}\u{1175}\u{1106}")
    check("\u{1100}\u{1175}\u{11B7}", expects: "\u{1100}\u{1175}\u{1106}")
    #expect(NameFolding.fold("김").starts(with: NameFolding.fold("기")))
    #expect(NameFolding.fold("기").starts(with: NameFolding.fold("ㄱ")))
  }
  @Test(arguments: [
    ("김", "기민"), ("첤", "철수"), ("박ㅅ", "박수"), ("갂", "가까"), ("앉", "안지"), ("고", "과장"), ("관", "과나"), ("읮", "의정"),
  ])
  func `half-composed hangul begins the whole`(half: String, whole: String) {
    #expect(NameFolding.fold(whole).starts(with: NameFolding.fold(half)))
  }
  @Test func `han stays as it is`() { check("張三", expects: "張三") }
  @Test func `punctuation is ASCII`() {
    check("O’Brien", expects: "o'brien")
    check("Jean–Luc\u{A0}P", expects: "jean-luc p")
  }
  @Test func `controls are spaces`() { check("a\u{0}b\tc", expects: "a b c") }

  @Test func `malformed bytes fold to replacements`() {
    #expect(
      NameFolding.fold([0x41, 0xFF, 0xE2, 0x82]) == Array("a\u{FFFD}\u{FFFD}\u{FFFD}".utf8))
  }

  @Test(arguments: [
    ("ada lovelace", ["ada", "lovelace"]), ("jane-doe", ["jane", "doe"]), ("o'brien", ["o", "brien"]),
    ("a.b/c_d", ["a", "b", "c", "d"]), ("  x  ", ["x"]), ("張三", ["張三"]), ("++", []), ("", []),
  ])
  func `words are split at separators`(text: String, words: [String]) {
    let bytes = Array(text.utf8)
    #expect(NameFolding.words(bytes).map { String(decoding: bytes[$0], as: UTF8.self) } == words)
  }

  @Test(arguments: seeds(1...20))
  func `folding of a prefix is a prefix of the folding`(seed: UInt64) {
    var directory = RandomDirectory(random: SeededRandom(seed))
    for _ in 0..<50 {
      let text = directory.text(4)
      let scalars = text.unicodeScalars
      let part = String(scalars.prefix(Int.random(in: 0...scalars.count, using: &directory.random)))
      #expect(NameFolding.fold(text).starts(with: NameFolding.fold(part)), "seed \(seed), “\(text)”")
    }
  }
}
