import Entities

/// Finds people by what somebody types.
struct PeopleSearch {
  private let people: EntityCatalog
  /// Results of the search for `ad`, from which the search for `ada` goes on.
  private var trail = SearchTrail()
  private var signals = RankingSignals()

  /// - Parameter sources: catalogs in the order of the sources; somebody who is in several of them is found once.
  init(_ sources: [EntityCatalog]) { people = CatalogMerge.merge(sources) }

  /// The best five names, with the parts that match in brackets: `[Ada] Lovelace`.
  mutating func find(_ key: String) -> [String] {
    let query = MatchQuery(key: key, limit: 5, signals: signals)
    return people.search(query, along: &trail).matches.map { match in
      let entity = people.entity(at: match.index)
      guard match.field == .name else { return entity.name }
      var name = Array(entity.name.utf8)
      for range in match.ranges.reversed() {
        name.insert(UInt8(ascii: "]"), at: range.upperBound)
        name.insert(UInt8(ascii: "["), at: range.lowerBound)
      }
      return String(decoding: name, as: UTF8.self)
    }
  }

  /// Ranks somebody higher from now on. Does nothing for somebody who is in none of the sources.
  mutating func prefer(_ entity: Entity) {
    if people.index(of: entity.key) != nil { signals.chosen[entity.key, default: 0] += 1 }
  }
}
