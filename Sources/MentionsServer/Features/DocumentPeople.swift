import Entities
import Mentions

/// People mentioned in an open document, cached for its searches until mentions are added or removed.
struct DocumentPeople {
  /// The revision of the annotations on which the cached value is based.
  fileprivate var here: (revision: Int, keys: Set<EntityKey>, entities: [Entity])?
  fileprivate var searched: (here: Int, lately: Int, beside: [String], catalog: EntityCatalog)?
  fileprivate var together: (own: Int, others: Int, points: [EntityKey: Int])?

  /// The number of annotations above which nothing is derived from them.
  fileprivate static let limit = 500
}

extension OpenDocument {
  /// The people mentioned in this document; computed again only after annotations were added or removed.
  func entitiesMentionedHere() -> (keys: Set<EntityKey>, entities: [Entity]) {
    let revision = mentions.annotations.revision
    if let known = people.here, known.revision == revision { return (known.keys, known.entities) }
    var keys: Set<EntityKey> = []
    var entities: [Entity] = []
    for index in 0..<min(mentions.annotations.count, DocumentPeople.limit) {
      let entity = mentions.annotations[index].entity
      if keys.insert(entity.key).inserted { entities.append(entity) }
    }
    people.here = (revision, keys, entities)
    return (keys, entities)
  }

  /// The proximity of people that other documents mention together with those in this one.
  ///
  /// - Parameter revision: changes whenever the result of `make` may have changed for other reasons than this
  ///   document's own mentions.
  func together(_ revision: Int, make: () -> [EntityKey: Int]) -> [EntityKey: Int] {
    let own = mentions.annotations.revision
    if let known = people.together, known.own == own, known.others == revision { return known.points }
    let points = make()
    people.together = (own, revision, points)
    return points
  }

  /// People mentioned in this document or recently, from other sources than the given ones. Computed again only after
  /// mentions were added or removed.
  func peopleMentioned(
    lately latest: @autoclosure () -> [Entity], _ latestRevision: Int, beside sources: [String]
  ) -> EntityCatalog {
    let revision = mentions.annotations.revision
    if let known = people.searched, known.here == revision, known.lately == latestRevision,
      known.beside == sources
    {
      return known.catalog
    }
    var seen: Set<EntityKey> = []
    let mentioned = (entitiesMentionedHere().entities + latest()).filter {
      !sources.contains($0.source) && seen.insert($0.key).inserted
    }
    let bySource = Dictionary(grouping: mentioned, by: \.source).sorted { $0.key < $1.key }
    let catalogs = bySource.map { EntityCatalog(source: $0.key, $0.value) }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
    people.searched = (revision, latestRevision, sources, catalog)
    return catalog
  }
}
