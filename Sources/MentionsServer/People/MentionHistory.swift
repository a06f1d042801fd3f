import Entities
import Mentions

/// Who was mentioned lately and how often, over all documents of this session.
struct MentionHistory {
  /// Searches look each listed entity up, so the list is short.
  static let limit = 200

  private var recent: [EntityKey] = []
  private var frequency: [EntityKey: Int] = [:]
  private var entities: [EntityKey: Entity] = [:]
  /// Changes with every mention.
  private(set) var revision = 0

  mutating func mentioned(_ entity: Entity) {
    let key = entity.key
    revision += 1
    recent.removeAll { $0 == key }
    recent.insert(key, at: 0)
    frequency[key, default: 0] += 1
    entities[key] = entity
    guard recent.count > Self.limit else { return }
    let oldest = recent.removeLast()
    frequency[oldest] = nil
    entities[oldest] = nil
  }

  /// The latest first.
  var mentionedLately: [Entity] { recent.compactMap { entities[$0] } }

  func signals(mentionedHere: Set<EntityKey>) -> RankingSignals {
    RankingSignals(mentionedHere: mentionedHere, recent: recent, frequency: frequency)
  }
}

/// Who is mentioned in one open document, kept for its searches until mentions come or go.
struct DocumentPeople {
  private var here: (revision: Int, keys: Set<EntityKey>, entities: [Entity])?
  private var searched: (here: Int, lately: Int, beside: [String], catalog: EntityCatalog)?
  private var together: (own: Int, others: Int, points: [EntityKey: Int])?

  /// More annotations than this say nothing about who comes next.
  private static let limit = 500

  /// Who is mentioned by annotations; read again only after some came or went.
  mutating func mentioned(in annotations: AnnotationStore) -> (keys: Set<EntityKey>, entities: [Entity]) {
    let revision = annotations.revision
    if let here, here.revision == revision { return (here.keys, here.entities) }
    var keys: Set<EntityKey> = []
    var entities: [Entity] = []
    for index in 0..<min(annotations.count, Self.limit) {
      let entity = annotations[index].entity
      if keys.insert(entity.key).inserted { entities.append(entity) }
    }
    here = (revision, keys, entities)
    return (keys, entities)
  }

  /// How near people are whom other documents mention together with those of this one.
  ///
  /// - Parameters:
  ///   - own: the revision of this document's annotations.
  ///   - others: changes whenever what `make` returns may have changed otherwise.
  mutating func together(_ own: Int, _ others: Int, make: () -> [EntityKey: Int]) -> [EntityKey: Int] {
    if let together, together.own == own, together.others == others { return together.points }
    let points = make()
    together = (own, others, points)
    return points
  }

  /// Who is mentioned by annotations or was lately, of other sources than the named ones. Made again only after
  /// somebody was mentioned, or is no more.
  mutating func catalog(
    of annotations: AnnotationStore, lately history: MentionHistory, beside sources: [String]
  ) -> EntityCatalog {
    let revision = annotations.revision
    if let searched, searched.here == revision, searched.lately == history.revision,
      searched.beside == sources
    {
      return searched.catalog
    }
    var seen: Set<EntityKey> = []
    let people = (mentioned(in: annotations).entities + history.mentionedLately).filter {
      !sources.contains($0.source) && seen.insert($0.key).inserted
    }
    let bySource = Dictionary(grouping: people, by: \.source).sorted { $0.key < $1.key }
    let catalogs = bySource.map { EntityCatalog(source: $0.key, $0.value) }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
    searched = (revision, history.revision, sources, catalog)
    return catalog
  }
}
