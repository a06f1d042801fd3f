import Entities
import MentionsTestKit
import Testing

/// Ways to find the same that small catalogs and single searches do not take.
@Suite struct SearchPathTests {
  /// Only of many entities are bits made instead of asking each.
  @Test(arguments: seeds(1...3))
  func `several words are found among many entities as by a scan of each`(seed: UInt64) {
    var random = SeededRandom(seed)
    let words = ["Christina", "Lovelace", "Al", "Michaela", "Łukasz", "Knut", "van", "Jane"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    let entities = (0..<1500).map { id in
      var entity = Entity(id: "\(id)", name: text(Int.random(in: 2...4, using: &random)))
      entity.source = "team"
      if id % 5 == 0 { entity.aliases = [text(2)] }
      return entity
    }
    let catalog = EntityCatalog(source: "team", entities)
    for _ in 0..<8 {
      var letters = Array(text(Int.random(in: 2...4, using: &random)).lowercased())
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        letters.remove(at: Int.random(in: letters.indices, using: &random))
      }
      let query = MatchQuery(key: String(letters), limit: 20)
      let found = catalog.search(query)
      let expected = EntityMatcher.search(entities, query, sources: catalog.sources)
      #expect(found.matches.map(\.score) == expected.matches.map(\.score), "seed \(seed), key “\(query.key)”")
      #expect(found.matches.map(\.tier) == expected.matches.map(\.tier), "seed \(seed), key “\(query.key)”")
      #expect(found.isComplete == expected.isComplete, "seed \(seed), key “\(query.key)”")
    }
  }

  @Test(arguments: seeds(1...30))
  func `what earlier keys have left changes no answer while somebody types and deletes`(seed: UInt64) {
    var directory = RandomDirectory(random: SeededRandom(seed))
    let catalogs = (0..<2).map { _ in directory.catalog(60) }
    var trail = SearchTrail()
    var catalog = catalogs[0]
    for _ in 0..<8 {
      if Int.random(in: 0..<6, using: &directory.random) == 0 { catalog = catalogs[1] }
      let letters = Array(directory.key(catalog))
      var typed = 0
      for _ in 0..<letters.count * 2 {
        let step = [1, 1, 1, 2, 0, -1, -3].randomElement(using: &directory.random) ?? 1
        typed = min(max(0, typed + step), letters.count)
        var query = MatchQuery(key: String(letters[..<typed]), signals: directory.signals(catalog))
        query.scope = directory.scope()
        if Bool.random(using: &directory.random) { query.mentionedOnly = ["git"] }
        query.limit = [1, 3, 10, 50].randomElement(using: &directory.random) ?? 50
        let alone = catalog.search(query)
        let along = catalog.search(query, along: &trail)
        #expect(along.matches == alone.matches, "seed \(seed), key “\(query.key)”")
        #expect(along.isComplete == alone.isComplete, "seed \(seed), key “\(query.key)”")
        #expect(along.total == alone.total, "seed \(seed), key “\(query.key)”")
      }
    }
  }

  @Test func `a trail keeps no catalog alive`() {
    var trail = SearchTrail()
    weak var gone: EntityCatalog?
    do {
      let catalog = EntityCatalog(source: "team", [Entity(id: "1", name: "Ada Lovelace")])
      gone = catalog
      _ = catalog.search(MatchQuery(key: "dlv"), along: &trail)
      #expect(gone != nil)
    }
    #expect(gone == nil)
    let other = EntityCatalog(source: "team", [Entity(id: "2", name: "Ada Lovelace")])
    #expect(other.search(MatchQuery(key: "dlve"), along: &trail).matches.count == 1)
  }
}
