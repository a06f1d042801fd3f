import Entities
import MentionsTestKit
import Testing

/// Small and the same everywhere.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Random catalogs and keys, made so that many names are alike.
struct RandomDirectory {
  var random: SeededRandom
  /// Of about half of the directories; the others are plain lists.
  var hasWeights = false
  static let words = [
    "Ada", "Adam", "Al", "Alan", "Łukasz", "Ångström", "Lovelace", "Love", "O'Brien", "Jane-Doe", "Knuth",
    "van", "de", "Strauß", "STRAUSS", "張三", "王", "김", "기영", "Ｊａｎｅ", "ガガ", "ada.l", "Christopher",
    "Christoph", "Christina", "José", "e\u{301}", "😀", "Nguyễn", "x", "Łódź", "A/B", "m_n", "(x)", "++", "Ω",
    "Ядвига", "Яна", "Michelangelo", "Michaelangela",
  ]

  mutating func text(_ most: Int) -> String {
    (0..<Int.random(in: 1...most, using: &random)).map { _ in
      Self.words.randomElement(using: &random) ?? ""
    }.joined(
      separator: Bool.random(using: &random)
        ? " " : ["-", "  ", ".", "", ", "].randomElement(using: &random) ?? "")
  }

  mutating func entity(_ id: Int) -> Entity {
    var entity = Entity(id: "\(id)", name: text(3))
    if Int.random(in: 0..<2, using: &random) == 0 { entity.handle = text(1).lowercased() + "\(id % 7)" }
    if Int.random(in: 0..<3, using: &random) == 0 { entity.email = text(1) + "@x.org" }
    if Int.random(in: 0..<4, using: &random) == 0 {
      entity.aliases = [text(1), text(2), "@" + text(1), text(1) + "@y.org"].shuffled(using: &random)
    }
    if Int.random(in: 0..<5, using: &random) == 0 { entity.uniqueID = "u\(id)" }
    if hasWeights, Bool.random(using: &random) {
      entity.weight = [-1, 0, 1, 2, 3, 7.5, 100, 5000].randomElement(using: &random)
    }
    return entity
  }

  mutating func catalog(_ count: Int) -> EntityCatalog {
    hasWeights = Bool.random(using: &random)
    return CatalogMerge.merge(
      ["team", "git", "owners"].map { source in
        let size = Int.random(in: 0...count, using: &random)
        return EntityCatalog(source: source, (0..<size).map { entity($0) })
      })
  }

  mutating func key(_ catalog: EntityCatalog) -> String {
    var key = text(2)
    if catalog.count > 0, Int.random(in: 0..<4, using: &random) > 0 {
      let entity = catalog.entity(at: Int.random(in: 0..<catalog.count, using: &random))
      let texts = [entity.name, entity.name, entity.handle ?? entity.name, entity.email ?? entity.name]
      key = (texts + entity.aliases).randomElement(using: &random) ?? ""
    }
    if Bool.random(using: &random) { key = String(key.prefix(Int.random(in: 0...8, using: &random))) }
    for _ in 0..<Int.random(in: 0...2, using: &random) where Bool.random(using: &random) {
      var scalars = Array(key.unicodeScalars)
      let at = Int.random(in: 0...scalars.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: scalars.insert(["a", "e", "n", " ", "ß", "三"].randomElement(using: &random) ?? "a", at: at)
      case 1 where at < scalars.count: scalars.remove(at: at)
      case 2 where at + 1 < scalars.count: scalars.swapAt(at, at + 1)
      case 3 where at < scalars.count: scalars[at] = ["o", "l", "q"].randomElement(using: &random) ?? "o"
      default: break
      }
      key = String(String.UnicodeScalarView(scalars))
    }
    if Int.random(in: 0..<12, using: &random) == 0 { key += " " }
    return key
  }

  mutating func scope() -> MatchQuery.Scope {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .names(sameCase: true)
    case 1: .names(sameCase: false)
    default: .everything
    }
  }

  mutating func signals(_ catalog: EntityCatalog) -> RankingSignals {
    var signals = RankingSignals()
    if catalog.count == 0 || Bool.random(using: &random) { return signals }
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      let key = EntityKey(catalog.entity(at: Int.random(in: 0..<catalog.count, using: &random)))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: signals.mentionedHere.insert(key)
      case 1: signals.recent.append(key)
      case 2: signals.near[key] = Int.random(in: -1...3, using: &random)
      case 3: signals.oneself.insert(key)
      default: signals.chosen[key] = Double(Int.random(in: 0...3, using: &random))
      }
    }
    signals.recent.append(EntityKey(source: "gone", id: "1"))
    return signals
  }
}

/// A plain implementation of Behaviour, section 8, to compare with: all matches, sorted.
struct PlainRanking {
  /// In the sources' own order.
  let entities: [Entity]
  let sources: [String]
  let query: MatchQuery

  private struct Candidate {
    let entity: Entity
    let tier: MatchTier
    let isHere: Bool
    let familiarity: Double
    let isOneself: Bool
    let ownOrder: Int
  }

  /// The keys of all that match, best first.
  var keys: [EntityKey] {
    var candidates: [Candidate] = []
    let matcher = EntityMatcher(query.key, scope: query.scope)
    for (ownOrder, entity) in entities.enumerated() {
      let isHere = query.signals.mentionedHere.contains(entity.key)
      let place = query.signals.recent.firstIndex(of: entity.key)
      if query.mentionedOnly.contains(entity.source), !isHere, place == nil { continue }
      guard let tier = matcher.match(entity)?.tier else { continue }
      candidates.append(
        Candidate(
          entity: entity, tier: tier, isHere: isHere, familiarity: familiarity(of: entity.key, at: place),
          isOneself: query.signals.oneself.contains(entity.key), ownOrder: ownOrder))
    }
    return candidates.sorted { a, b in precedes(a, b) }.map(\.entity.key)
  }

  /// By the law's words: near / (largest near of all), score / (1 + score), ½ to the power of the place.
  private func familiarity(of key: EntityKey, at place: Int?) -> Double {
    let (near, score) = (max(0, query.signals.near[key] ?? 0), query.signals.chosen[key] ?? 0)
    let nearest = query.signals.near.values.max() ?? 0
    return (near > 0 ? Double(near) / Double(nearest) : 0) + score / (1 + score)
      + (place.map { 1 / Double(1 << $0) } ?? 0)
  }

  private func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
    let isEmpty = a.tier == .emptyKey
    let numbers: [(Int, Int)] = [
      (a.tier.matchClass.rawValue, b.tier.matchClass.rawValue),
      isEmpty ? (a.isOneself ? 1 : 0, b.isOneself ? 1 : 0) : (0, 0),
      (a.isHere ? 0 : 1, b.isHere ? 0 : 1),
      a.familiarity == b.familiarity ? (0, 0) : a.familiarity > b.familiarity ? (0, 1) : (1, 0),
      (-magnitude(a.entity), -magnitude(b.entity)),
      (a.tier.rawValue, b.tier.rawValue),
      (place(a.entity), place(b.entity)),
      isEmpty ? (a.ownOrder, b.ownOrder) : (0, 0),
      (a.entity.name.count, b.entity.name.count),
    ]
    for (first, second) in numbers where first != second { return first < second }
    let texts = [
      (a.entity.name, b.entity.name), (a.entity.id, b.entity.id),
      (a.entity.uniqueID ?? "", b.entity.uniqueID ?? ""),
    ]
    for (first, second) in texts where !first.utf8.elementsEqual(second.utf8) {
      return first.utf8.lexicographicallyPrecedes(second.utf8)
    }
    return false
  }

  private func place(_ entity: Entity) -> Int { sources.firstIndex(of: entity.source) ?? -1 }

  /// By halving, not by bits.
  private func magnitude(_ entity: Entity) -> Int {
    var weight = entity.weight ?? 1
    var halvings = 0
    while weight >= 2 {
      weight /= 2
      halvings += 1
    }
    return halvings
  }
}

/// The catalog finds what a look at every entity finds, in the order that the behaviour specifies.
@Suite struct SearchOracleTests {
  private struct Row: Hashable {
    let key: EntityKey
    let tier: MatchTier
    let field: MatchField
    let ranges: [Range<Int>]
  }

  @Test(arguments: seeds(1...40))
  func `index finds the same as a scan of every entity`(seed: UInt64) {
    var directory = RandomDirectory(random: SeededRandom(seed))
    let catalog = directory.catalog([5, 40, 200].randomElement(using: &directory.random) ?? 40)
    let entities = catalog.indicesInOwnOrder.map { catalog.entity(at: $0) }
    for _ in 0..<40 {
      var query = MatchQuery(key: directory.key(catalog), signals: directory.signals(catalog))
      query.scope = directory.scope()
      if Int.random(in: 0..<4, using: &directory.random) == 0 { query.mentionedOnly = ["git", "owners"] }
      query.limit = [0, 1, 3, 10, 50, 1000].randomElement(using: &directory.random) ?? 50
      let found = catalog.search(query)
      let expected = EntityMatcher.search(entities, query, sources: catalog.sources)
      let rows = found.matches.map {
        Row(key: catalog.entity(at: $0.index).key, tier: $0.tier, field: $0.field, ranges: $0.ranges)
      }
      let expectedRows = expected.matches.map {
        Row(key: entities[$0.index].key, tier: $0.tier, field: $0.field, ranges: $0.ranges)
      }
      #expect(rows == expectedRows, "seed \(seed), key “\(query.key)”, \(query.scope), limit \(query.limit)")
      let ranked = PlainRanking(entities: entities, sources: catalog.sources, query: query).keys
      #expect(
        rows.map(\.key) == Array(ranked.prefix(max(0, query.limit))), "seed \(seed), key “\(query.key)”")
      #expect(found.isComplete == (ranked.count <= query.limit), "seed \(seed), key “\(query.key)”")
      #expect(found.matches.map(\.score) == expected.matches.map(\.score), "seed \(seed), “\(query.key)”")
      #expect(found.isComplete == expected.isComplete, "seed \(seed), key “\(query.key)”")
      if found.isComplete { #expect(found.total == expected.total, "seed \(seed), “\(query.key)”") }
      for (match, next) in zip(found.matches, found.matches.dropFirst()) {
        #expect(match.score < next.score, "seed \(seed), key “\(query.key)”")
      }
    }
  }
}
