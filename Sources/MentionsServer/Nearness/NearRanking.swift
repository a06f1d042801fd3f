import Entities
import EntitySources

/// Who is near a place, as the entities of a catalog.
package struct NearRanking: Sendable {
  /// More is nearer.
  package private(set) var points: [EntityKey: Int] = [:]
  /// Why, as people read it.
  package private(set) var reasons: [EntityKey: [String]] = [:]
  /// The user: last for an empty key.
  package private(set) var oneself: Set<EntityKey> = []

  package init() {}

  /// Looks people up: by their address, else by a name that nobody else has, or a handle. Programs are never near.
  ///
  /// - Complexity: O(people × log entities).
  package init(_ near: NearPeople, in catalog: EntityCatalog) {
    if !near.ownEmail.isEmpty || !near.ownName.isEmpty {
      oneself = Set(Self.keys(name: near.ownName, email: near.ownEmail, in: catalog))
    }
    for person in near.people {
      let keys =
        person.handle.isEmpty
        ? Self.keys(name: person.name, email: person.email, in: catalog)
        : Self.keys(handle: person.handle, in: catalog)
      for key in keys {
        points[key, default: 0] += person.points
        reasons[key, default: []] += person.reasons
      }
    }
  }

  /// What it does for the ranking.
  package func add(to signals: inout RankingSignals) {
    signals.near.merge(points) { $0 + $1 }
    signals.oneself.formUnion(oneself)
  }

  private static func keys(name: String, email: String, in catalog: EntityCatalog) -> [EntityKey] {
    if !email.isEmpty {
      let found = catalog.indices(called: email, limit: 1)
      if !found.isEmpty { return people(found, in: catalog).map(\.key) }
    }
    let found = name.isEmpty ? [] : catalog.indices(called: name, limit: 2)
    // Which of two people of one name is meant, nobody knows.
    return found.count == 1 ? people(found, in: catalog).map(\.key) : []
  }

  /// Sources may each have an entity of one handle.
  private static func keys(handle: String, in catalog: EntityCatalog) -> [EntityKey] {
    let wanted = NameFolding.fold(handle)
    return people(catalog.indices(called: handle, limit: 4), in: catalog)
      .filter { $0.handle.map { NameFolding.fold($0) } == wanted }.map(\.key)
  }

  private static func people(_ indices: [Int], in catalog: EntityCatalog) -> [Entity] {
    indices.map { catalog.entity(at: $0) }.filter { $0.kind.rawValue != "bot" }
  }
}
