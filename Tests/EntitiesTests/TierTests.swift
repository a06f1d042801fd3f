import Entities
import Testing

/// Each tier of Behaviour, section 8, by name.
@Suite struct TierTests {
  /// The tier of `name|handle|email|alias|alias…` for a key, and what of the field is highlighted: `«…»`.
  private func check(
    _ key: String, _ description: String, expects tier: MatchTier?, _ highlighted: String = "",
    _ field: MatchField = .name, scope: MatchQuery.Scope = .everything,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let parts = description.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var entity = Entity(id: "1", name: parts[0])
    if parts.count > 1, !parts[1].isEmpty { entity.handle = parts[1] }
    if parts.count > 2, !parts[2].isEmpty { entity.email = parts[2] }
    entity.aliases = Array(parts.dropFirst(3))
    let found = EntityMatcher(key, scope: scope).match(entity)
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

  @Test func `exact handle or name`() {
    check("ada lovelace", "Ada Lovelace|ada", expects: .exact, "«Ada Lovelace»")
    check("ADA", "Ada Lovelace|ada", expects: .exact, "«ada»", .handle)
  }

  @Test func `name prefix`() {
    check("ada", "Ada Lovelace", expects: .namePrefix, "«Ada» Lovelace")
    check("ada ", "Ada Lovelace", expects: .namePrefix, "«Ada »Lovelace")
  }

  @Test func `handle prefix`() {
    check("count", "Ada Lovelace|countess", expects: .handlePrefix, "«count»ess", .handle)
  }

  @Test func `alias prefix`() {
    check("augu", "Ada Lovelace|ada||Byron|Augusta", expects: .aliasPrefix, "«Augu»sta", .alias(1))
  }

  @Test func `words in order`() {
    check("ad lov", "Ada Lovelace", expects: .wordsInOrder, "«Ad»a «Lov»elace")
    check("jan do", "Mary Jane-Doe", expects: .wordsInOrder, "Mary «Jan»e-«Do»e")
  }

  @Test func `words in any order`() {
    check("lov ad", "Ada Lovelace", expects: .wordsInAnyOrder, "«Ad»a «Lov»elace")
    check("davis michael", "Michael Davis", expects: .wordsInAnyOrder, "«Michael» «Davis»")
    check("l k a", "Ada King Lovelace", expects: .wordsInAnyOrder, "«A»da «K»ing «L»ovelace")
    check("doe jan", "Jane|jane-doe", expects: .wordsInAnyOrder, "«jan»e-«doe»", .handle)
    // Each word of the key needs a word of its own.
    check("lov lov", "Ada Lovelace", expects: nil)
    check("dav da", "Dave Dada", expects: .wordsInOrder)
    check("da dav", "Dave Dada", expects: .wordsInAnyOrder, "«Dav»e «Da»da")
    check("da dav d", "Dave Dada", expects: nil)
    check("lov ad ", "Ada Lovelace", expects: nil)
  }

  @Test func `any words prefix`() {
    check("love", "Ada Lovelace", expects: .wordPrefix, "Ada «Love»lace")
    check("doe", "Jane|jane-doe", expects: .wordPrefix, "jane-«doe»", .handle)
    check("bri", "Conan O'Brien", expects: .wordPrefix, "Conan O'«Bri»en")
  }

  @Test func `initials`() {
    check("al", "Anna Lovelace", expects: .initials, "«A»nna «L»ovelace")
    check("akl", "Ada King Lovelace", expects: .initials, "«A»da «K»ing «L»ovelace")
    check("a", "Lovelace, Bela", expects: .subsequence)
  }

  @Test func `email prefix`() {
    check("cou", "Ada|x|countess@example.org", expects: .emailPrefix, "«cou»ntess@example.org", .email)
  }

  @Test func `subsequence`() {
    check("dlvl", "Ada Lovelace", expects: .subsequence, "A«d»a «L»o«v»e«l»ace")
    check("qx", "Ada Lovelace", expects: nil)
  }

  @Test func `one typo from four letters`() {
    check("loev", "Ada Lovelace", expects: .oneTypo)
    check("knuht", "Donald Knuth", expects: .oneTypo, "Donald «Knuth»")
    check("xnuth", "Donald Knuth", expects: .oneTypo)
    check("kmu", "Donald Knuth", expects: nil)
    check("kmutt", "Donald Knuth", expects: nil)
  }

  @Test func `two typos from eight letters`() {
    check("djikstta", "Edsger Dijkstra", expects: .twoTypos)
    check("adda lovelaec", "Ada Lovelace", expects: .twoTypos)
    check("djikstt", "Edsger Dijkstra", expects: nil)
    check("djokstta", "Edsger Dijkstra", expects: nil)
  }

  @Test func `exact alias or address`() {
    check("countess", "Ada Lovelace|ada||Countess", expects: .exact, "«Countess»", .alias(0))
    check("ada@x.org", "Ada Lovelace||Ada@x.org", expects: .exact, "«Ada@x.org»", .email)
  }

  @Test func `names alone use names and aliases and their words`() {
    let names = MatchQuery.Scope.names(sameCase: false)
    check("ada lovelace", "Ada Lovelace", expects: .exact, scope: names)
    check("ada", "Ada Lovelace", expects: .namePrefix, scope: names)
    check("augu", "Ada Lovelace|||Byron|Augusta", expects: .aliasPrefix, "", .alias(1), scope: names)
    check("love", "Ada Lovelace", expects: .wordPrefix, "Ada «Love»lace", scope: names)
    check("by", "Ada|||Countess Byron", expects: .wordPrefix, "Countess «By»ron", .alias(0), scope: names)
  }

  @Test func `names alone use nothing else`() {
    for key in ["count", "all", "enm", "al", "dlvl", "lovelcae", "ad lov", "lov ad", "old", "x"] {
      check(
        key, "Ada Lovelace|countess|allenmar@x|@old-handle|x@y.org", expects: nil,
        scope: .names(sameCase: false))
    }
  }

  @Test func `names alone can be matched with case`() {
    let names = MatchQuery.Scope.names(sameCase: true)
    check("Ada", "Ada Lovelace", expects: .namePrefix, scope: names)
    check("ada", "Ada Lovelace", expects: nil, scope: names)
    check("All", "allanderek", expects: nil, scope: names)
    check("All", "ALLAN", expects: nil, scope: names)
    check("MacD", "Ian MacDonald", expects: .wordPrefix, scope: names)
    check("Macd", "Ian MacDonald", expects: nil, scope: names)
    check("Da", "da Dav", expects: .wordPrefix, scope: names)
    check("Ada Lovelace", "ADA LOVELACE|||Ada Lovelace", expects: .exact, "", .alias(0), scope: names)
    // Accents still do not matter, and the case of what has none does not either.
    check("Jose", "José García", expects: .namePrefix, scope: names)
    check("Élo", "elodie|||Elodie", expects: .aliasPrefix, "", .alias(0), scope: names)
    check("Stras", "Straße", expects: .namePrefix, scope: names)
    check("STRASS", "Straße", expects: nil, scope: names)
    check("Ядв", "Яна Ядвига", expects: .wordPrefix, scope: names)
    check("ядв", "Яна Ядвига", expects: nil, scope: names)
    check("張", "張三", expects: .namePrefix, scope: names)
  }

  @Test func `further handles and addresses are aliases by their form`() {
    let ada = "Ada Lovelace|ada|ada@x.org|@countess|Byron@y.org|Enchantress of Number"
    check("count", ada, expects: .aliasPrefix, "@«count»ess", .alias(0))
    check("countess", ada, expects: .exact, "@«countess»", .alias(0))
    check("byron@", ada, expects: .aliasPrefix, "«Byron@»y.org", .alias(1))
    check("num", ada, expects: .wordPrefix, "Enchantress of «Num»ber", .alias(2))
    // An address has no words, and nothing is guessed in it.
    check("org", ada, expects: nil)
    check("byrno", ada, expects: nil)
    check("brn", ada, expects: nil)
    check("cntess", ada, expects: .subsequence, "@«c»ou«ntess»", .alias(0))
  }

  @Test func `separator at the end closes the last word`() {
    check("ada ", "Ada", expects: nil)
    check("love ", "Ada Lovelace", expects: nil)
    check("knuht ", "Donald Knuth", expects: nil)
  }

  @Test func `empty key matches all`() { check("", "Ada", expects: .emptyKey) }

  @Test func `other scripts`() {
    check("張", "張三", expects: .namePrefix, "«張»三")
    check("三", "張三", expects: .subsequence, "張«三»")
    check("기", "김영", expects: .namePrefix)
    check("ㄱ", "김영", expects: .namePrefix, "«김»영")
    check("김첤", "김철수", expects: .namePrefix, "«김철수»")
    check("김", "기민", expects: .namePrefix, "«기민»")
    check("ядв", "Яна Ядвига", expects: .wordPrefix, "Яна «Ядв»ига")
    check("😀", "😀 Party", expects: .namePrefix, "«😀» Party")
  }

  @Test func `highlights are offsets in the text as written`() {
    check("strauss", "Johann Strauß", expects: .wordPrefix, "Johann «Strauß»")
    check("jose", "Jose\u{301} Li", expects: .namePrefix, "«Jose\u{301}» Li")
    check("angs", "A\u{30A}ngström", expects: .namePrefix, "«A\u{30A}ngs»tröm")
  }
}
