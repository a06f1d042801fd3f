import Entities
import Testing

/// Each tier of the behaviour, section 8, by name.
@Suite struct TierTests {
  /// The tier of `name|handle|email|alias|alias…` for a key, and what of the field is highlighted: `«…»`.
  private func check(
    _ key: String, _ description: String, expects tier: MatchTier?, _ highlighted: String = "",
    _ field: MatchField = .name, kind: MatchQuery.Kind = .explicit,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let parts = description.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var entity = Entity(id: "1", name: parts[0])
    if parts.count > 1, !parts[1].isEmpty { entity.handle = parts[1] }
    if parts.count > 2, !parts[2].isEmpty { entity.email = parts[2] }
    entity.aliases = Array(parts.dropFirst(3))
    let found = EntityMatcher(key, kind: kind).match(entity)
    #expect(found?.tier == tier, "“\(key)” in \(description)", sourceLocation: location)
    guard let found else { return }
    #expect(found.field == field, "“\(key)” in \(description)", sourceLocation: location)
    if highlighted.isEmpty { return }
    let utf8 = Array((entity.text(of: found.field) ?? "").utf8)
    var marked = ""
    var at = 0
    for range in found.ranges {
      marked += String(decoding: utf8[at..<range.lowerBound], as: UTF8.self)
      marked += "«" + String(decoding: utf8[range], as: UTF8.self) + "»"
      at = range.upperBound
    }
    marked += String(decoding: utf8[at...], as: UTF8.self)
    #expect(marked == highlighted, sourceLocation: location)
  }

  @Test func exactHandleOrName() {
    check("ada lovelace", "Ada Lovelace|ada", expects: .exact, "«Ada Lovelace»")
    check("ADA", "Ada Lovelace|ada", expects: .exact, "«ada»", .handle)
  }

  @Test func namePrefix() {
    check("ada", "Ada Lovelace", expects: .namePrefix, "«Ada» Lovelace")
    check("ada ", "Ada Lovelace", expects: .namePrefix, "«Ada »Lovelace")
  }

  @Test func handlePrefix() {
    check("count", "Ada Lovelace|countess", expects: .handlePrefix, "«count»ess", .handle)
  }

  @Test func aliasPrefix() {
    check("augu", "Ada Lovelace|ada||Byron|Augusta", expects: .aliasPrefix, "«Augu»sta", .alias(1))
  }

  @Test func wordsInOrder() {
    check("ad lov", "Ada Lovelace", expects: .wordsInOrder, "«Ad»a «Lov»elace")
    check("jan do", "Mary Jane-Doe", expects: .wordsInOrder, "Mary «Jan»e-«Do»e")
    check("lov ad", "Ada Lovelace", expects: nil)
  }

  @Test func anyWordsPrefix() {
    check("love", "Ada Lovelace", expects: .wordPrefix, "Ada «Love»lace")
    check("doe", "Jane|jane-doe", expects: .wordPrefix, "jane-«doe»", .handle)
    check("bri", "Conan O'Brien", expects: .wordPrefix, "Conan O'«Bri»en")
  }

  @Test func initials() {
    check("al", "Anna Lovelace", expects: .initials, "«A»nna «L»ovelace")
    check("akl", "Ada King Lovelace", expects: .initials, "«A»da «K»ing «L»ovelace")
    check("a", "Lovelace, Bela", expects: .subsequence)
  }

  @Test func emailPrefix() {
    check("cou", "Ada|x|countess@example.org", expects: .emailPrefix, "«cou»ntess@example.org", .email)
  }

  @Test func subsequence() {
    check("dlvl", "Ada Lovelace", expects: .subsequence, "A«d»a «L»o«v»e«l»ace")
    check("qx", "Ada Lovelace", expects: nil)
  }

  @Test func oneTypoFromFourLetters() {
    check("loev", "Ada Lovelace", expects: .oneTypo)
    check("knuht", "Donald Knuth", expects: .oneTypo, "Donald «Knuth»")
    check("xnuth", "Donald Knuth", expects: .oneTypo)
    check("kmu", "Donald Knuth", expects: nil)
    check("kmutt", "Donald Knuth", expects: nil)
  }

  @Test func twoTyposFromEightLetters() {
    check("djikstta", "Edsger Dijkstra", expects: .twoTypos)
    check("adda lovelaec", "Ada Lovelace", expects: .twoTypos)
    check("djikstt", "Edsger Dijkstra", expects: nil)
    check("djokstta", "Edsger Dijkstra", expects: nil)
  }

  @Test func implicitMentionsUseThePrefixTiersOnly() {
    check("ada", "Ada Lovelace", expects: .namePrefix, kind: .implicit)
    check("ad lov", "Ada Lovelace", expects: .wordsInOrder, kind: .implicit)
    check("love", "Ada Lovelace", expects: .wordPrefix, kind: .implicit)
    check("cou", "Ada||countess@x", expects: .emailPrefix, "", .email, kind: .implicit)
    check("al", "Bda Alp Lovelace", expects: .wordPrefix, kind: .implicit)
    check("bal", "Bda Alp Lovelace", expects: nil, kind: .implicit)
    check("dlvl", "Ada Lovelace", expects: nil, kind: .implicit)
    check("knuht", "Donald Knuth", expects: nil, kind: .implicit)
  }

  @Test func separatorAtTheEndClosesTheLastWord() {
    check("ada ", "Ada", expects: nil)
    check("love ", "Ada Lovelace", expects: nil)
    check("knuht ", "Donald Knuth", expects: nil)
  }

  @Test func emptyKeyMatchesAll() { check("", "Ada", expects: .emptyKey) }

  @Test func otherScripts() {
    check("張", "張三", expects: .namePrefix, "«張»三")
    check("三", "張三", expects: .subsequence, "張«三»")
    check("기", "김영", expects: .namePrefix)
    check("ㄱ", "김영", expects: .namePrefix, "«김»영")
    check("ядв", "Яна Ядвига", expects: .wordPrefix, "Яна «Ядв»ига")
    check("😀", "😀 Party", expects: .namePrefix, "«😀» Party")
  }

  @Test func highlightsAreOffsetsOfTheTextAsWritten() {
    check("strauss", "Johann Strauß", expects: .wordPrefix, "Johann «Strauß»")
    check("jose", "Jose\u{301} Li", expects: .namePrefix, "«Jose\u{301}» Li")
    check("angs", "A\u{30A}ngström", expects: .namePrefix, "«A\u{30A}ngs»tröm")
  }
}
