import Entities
import LanguageProtocol
import Mentions

/// Creates the batches of answers to a query.
enum MatchedBatch {
  /// The name of the source under which all matches in memory are delivered.
  static let source = ""

  /// Matches in memory: from the sources, and from people mentioned before. Nil for an empty batch that is not the last
  /// one, because it would end the query. Implicit queries return only people and teams.
  ///
  /// - Parameter trail: the trail of searches in `catalog`.
  static func make(
    _ query: Query, _ wanted: MatchQuery, catalog: EntityCatalog, along trail: inout SearchTrail,
    people: EntityCatalog, isComplete: Bool
  ) -> ResultBatch? {
    let list = catalog.search(wanted, along: &trail)
    let mentioned = people.count > 0 ? people.search(wanted) : .empty
    var entries = merged(
      mentioned.matches.map { ($0, people.entity(at: $0.index)) },
      list.matches.map { ($0, catalog.entity(at: $0.index)) })
    if query.isLimited { entries.removeAll { ![.person, .team].contains($0.entity.kind) } }
    if !isComplete, entries.isEmpty { return nil }
    return ResultBatch(
      queryID: query.id, source: source, entries: entries,
      isRanked: true, dedupe: true, isComplete: isComplete, more: !list.isComplete, isWhole: true)
  }

  /// The answer of a source, filtered and ranked if requested.
  static func make(
    _ entities: [Entity], filter: MatchQuery?, from source: String, queryID: Int, dedupe: Bool,
    isComplete: Bool
  ) -> ResultBatch {
    let entries =
      filter.map { wanted in
        EntityMatcher.search(entities, wanted).matches.map { ChooserEntry($0, entities[$0.index]) }
      } ?? entities.map { ChooserEntry(entity: $0) }
    return ResultBatch(
      queryID: queryID, source: source, entries: entries, isRanked: filter != nil, dedupe: dedupe,
      isComplete: isComplete, more: false)
  }

  /// Merges two ranked answers to the same query.
  private static func merged(
    _ first: [(match: Match, entity: Entity)], _ second: [(match: Match, entity: Entity)]
  ) -> [ChooserEntry] {
    var entries: [ChooserEntry] = []
    var rest = first[...]
    for other in second {
      while let own = rest.first, own.match.score < other.match.score {
        entries.append(ChooserEntry(own.match, own.entity))
        rest.removeFirst()
      }
      entries.append(ChooserEntry(other.match, other.entity))
    }
    return entries + rest.map { ChooserEntry($0.match, $0.entity) }
  }
}

extension ChooserEntry {
  fileprivate init(_ match: Match, _ entity: Entity) {
    self.init(entity: entity, ranges: match.ranges, in: match.field)
  }
}
