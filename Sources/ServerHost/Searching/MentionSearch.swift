import Entities
import EntitySources
import Mentions
import MentionsServer

/// What the chooser would offer for a text, found without an editor.
package struct MentionSearch: Sendable {
  package struct Row: Sendable {
    package let entity: Entity
    /// Nil for what a source that answers by itself found.
    package let match: Match?
    /// Why it is near the place of the question, as people read it.
    package var reasons: [String] = []
  }

  package let rows: [Row]
  /// Whether more would follow beyond the limit.
  package let hasMore: Bool
  /// The sources that were asked.
  package let sources: [SourceInspection]

  /// Why nobody is near the place of the question, or not all who may be.
  package let nearProblem: String?

  /// Loads the sources of a trigger and asks them, and git for who is near a place. Whom the place's file mentions, and
  /// other files together with those, is read in the files. Blocks.
  package init(
    _ key: String, trigger: MentionsPolicy.Trigger, settings: ServerSettings, limit: Int? = nil,
    near question: NearQuestion? = nil
  ) {
    let limit = limit ?? settings.policy.limit
    let company = question.map {
      FileCompany(of: $0.path, settings: settings, root: $0.workspace ?? "/")
    }
    let read = company?.people.sources ?? []
    let wanted = settings.sources(named: trigger.sources)
    let asked = SourceInspection.tryAll(
      wanted.filter { source in !read.contains { $0.name == source.name } },
      asking: ProviderQuery(number: 1, key: key, isInvoked: true, controlCharacter: trigger.character))
    sources = wanted.compactMap { source in (read + asked).first { $0.name == source.name } }
    let catalogs = sources.compactMap { source -> EntityCatalog? in
      if case .read(let catalog) = source.outcome, catalog.count > 0 { catalog } else { nil }
    }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs, on: ThreadExecutor())
    let near = question.map { Nearness().people(near: $0) } ?? NearPeople()
    nearProblem = near.problem
    let ranking = NearRanking(near, in: catalog)
    var query = MatchQuery(key: key, limit: limit)
    ranking.add(to: &query.signals)
    query.signals.mentionedHere = company?.here ?? []
    query.signals.near.merge(company?.together ?? [:]) { $0 + $1 }
    let list = catalog.search(query)
    var rows = list.matches.map { match in
      let entity = catalog.entity(at: match.index)
      let reasons = (ranking.reasons[entity.key] ?? []) + (company?.reasons(for: entity.key) ?? [])
      return Row(entity: entity, match: match, reasons: reasons)
    }
    var hasMore = !list.isComplete
    for source in sources {
      guard case .answered(let entities) = source.outcome else { continue }
      if source.specification.filter {
        let own = EntityMatcher.search(entities, query)
        rows += own.matches.map { Row(entity: entities[$0.index], match: $0) }
        hasMore = hasMore || !own.isComplete
      } else {
        rows += entities.map { Row(entity: $0, match: nil) }
      }
    }
    self.hasMore = hasMore || rows.count > limit
    self.rows = Array(rows.prefix(limit))
  }
}

extension MatchTier {
  /// `name prefix`.
  package var title: String {
    switch self {
    case .exact: "exact"
    case .namePrefix: "name prefix"
    case .handlePrefix: "handle prefix"
    case .aliasPrefix: "alias prefix"
    case .wordsInOrder: "words in order"
    case .wordsInAnyOrder: "words in any order"
    case .wordPrefix: "word prefix"
    case .initials: "initials"
    case .emailPrefix: "e-mail prefix"
    case .subsequence: "subsequence"
    case .oneTypo: "one typo"
    case .twoTypos: "two typos"
    case .emptyKey: "everybody"
    }
  }
}
