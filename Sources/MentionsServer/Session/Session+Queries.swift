import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// The name under which everything that is matched here answers a query.
private let matchedHere = ""

extension Session {
  /// A document has a query.
  func ask(_ query: Query, in key: DocumentURI) {
    if !holdsBack(query, in: key) { put(query, in: key) }
  }

  /// Puts a document's query to its sources. Those in memory answer before this returns.
  func put(_ query: Query, in key: DocumentURI) {
    let chosen = selectedSources(for: query, in: key)
    let inMemory = chosen.filter(\.isInMemory)
    let answering = chosen.filter { !$0.isInMemory }
    progress.noteSearch(in: key)
    let isMatchedHere = !inMemory.isEmpty || peopleMentioned(for: query, beside: inMemory, in: key).count > 0
    withDocument(key) { document in
      document.search(for: query, at: now)
      document.mentions.beginQuery(
        generation: query.generation,
        sources: (isMatchedHere ? [matchedHere] : []) + answering.map(\.key))
      document.noteAnswers()
    }
    if isMatchedHere { deliverMatches(for: query, from: inMemory, in: key) }
    for entry in answering { submit(query, to: entry.key, in: key) }
  }

  /// The user asks for the same again: only those that failed to answer are asked.
  func ask(_ query: Query, again failed: [String], in key: DocumentURI) {
    for source in failed where sources[source]?.isInMemory == false { submit(query, to: source, in: key) }
  }

  /// The document no longer wants an answer to this query.
  func retract(_ generation: Int, in key: DocumentURI) {
    withDocument(key) { if $0.searching?.generation == generation { $0.searching = nil } }
    if heldQueries[key]?.query.generation == generation { heldQueries[key] = nil }
    withdraw(generation, in: key)
  }

  /// Matches the query against everything read so far. It is not the last batch while a source is
  /// still being read.
  func deliverMatches(for query: Query, from entries: [SourceBook.Entry], in key: DocumentURI) {
    let names = entries.map(\.key)
    let catalog = mergedCatalog(of: names)
    let wanted = matchQuery(for: query, in: key)
    let list = catalog.search(wanted)
    let people = peopleMentioned(for: query, beside: entries, in: key)
    let mentioned = people.count > 0 ? people.search(wanted) : .empty
    let isReading = entries.contains { $0.state.isIncomplete } || sources.isMerging(names)
    // An empty batch would end the query before everything was read.
    if isReading, list.matches.isEmpty, mentioned.matches.isEmpty { return }
    let batch = ResultBatch(
      generation: query.generation, source: matchedHere,
      entries: merged(
        mentioned.matches.map { ($0, people.entity(at: $0.index)) },
        list.matches.map { ($0, catalog.entity(at: $0.index)) }),
      isRanked: true, dedupe: true, isComplete: !isReading, more: !list.isComplete)
    update(key) { $0.deliver(batch, now: now) }
  }

  /// Two ranked answers to the same query as one.
  private func merged(
    _ first: [(match: Match, entity: Entity)], _ second: [(match: Match, entity: Entity)]
  ) -> [ChooserEntry] {
    var entries: [ChooserEntry] = []
    var rest = first[...]
    func add(_ found: (match: Match, entity: Entity)) {
      entries.append(
        ChooserEntry(entity: found.entity, matches: found.match.field == .name ? found.match.ranges : []))
    }
    for other in second {
      while let own = rest.first, own.match.score < other.match.score {
        add(own)
        rest.removeFirst()
      }
      add(other)
    }
    for own in rest { add(own) }
    return entries
  }

  /// People mentioned in this document or lately, of other sources than those that are matched here: also a query
  /// that nobody asked for finds them.
  private func peopleMentioned(
    for query: Query, beside entries: [SourceBook.Entry], in key: DocumentURI
  ) -> EntityCatalog {
    guard query.isLimited, documents[key]?.mentions.policy.ignores(query) == false else { return .empty }
    let names = entries.map(\.specification.name)
    return withDocument(key) { $0.peopleMentioned(lately: history, beside: names) } ?? .empty
  }

  func mergedCatalog(of names: [String]) -> EntityCatalog {
    let (catalog, work) = sources.catalog(of: names)
    if let work { perform(.merge(work.catalogs, names: work.names, turn: work.turn)) }
    return catalog
  }

  /// A long merge is ready: whoever waits for it hears of it.
  func sourcesMerged(_ names: [String], turn: Int, _ catalog: EntityCatalog) {
    guard sources.finishMerge(names, turn: turn, catalog) else { return }
    redeliver { Set($0).isSuperset(of: names) }
    readBackAll()
  }

  /// Puts the queries under way again to the sources in memory, where those concern them.
  func redeliver(where concerns: ([String]) -> Bool) {
    for key in documents.keys.sorted(by: { $0.key < $1.key }) {
      guard let query = documents[key]?.mentions.query else { continue }
      let entries = selectedSources(for: query, in: key).filter(\.isInMemory)
      if concerns(entries.map(\.key)) { deliverMatches(for: query, from: entries, in: key) }
    }
  }

  private func matchQuery(for query: Query, in key: DocumentURI) -> MatchQuery {
    let policy = documents[key]?.mentions.policy ?? settings.current.policy
    return MatchQuery(
      key: query.key, scope: query.scope(under: policy), limit: policy.limit,
      signals: history.signals(mentionedHere: withDocument(key) { $0.entitiesMentionedHere().keys } ?? []))
  }

  /// A source that answers by itself sent entities.
  func deliver(
    _ entities: [Entity], from source: String, generation: Int, dedupe: Bool, isComplete: Bool,
    in key: DocumentURI
  ) {
    let filter = sources[source]?.specification.filter ?? false
    guard let document = documents[key] else { return }
    let entries: [ChooserEntry]
    if filter, let query = document.mentions.query {
      let list = EntityMatcher.search(entities, matchQuery(for: query, in: key))
      entries = list.matches.map { match in
        ChooserEntry(entity: entities[match.index], matches: match.field == .name ? match.ranges : [])
      }
    } else {
      entries = entities.map { ChooserEntry(entity: $0) }
    }
    let batch = ResultBatch(
      generation: generation, source: source, entries: entries, isRanked: filter, dedupe: dedupe,
      isComplete: isComplete, more: false)
    update(key) { $0.deliver(batch, now: now) }
  }

  /// The sources of the document's folder that the policy puts the query to.
  private func selectedSources(for query: Query, in key: DocumentURI) -> [SourceBook.Entry] {
    guard let document = documents[key] else { return [] }
    let folder = settings[document.uri]
    let selected = sources.selected(by: document.mentions.policy.sources(for: query), in: folder)
    guard let outgoing = settings.outgoingPolicy(for: document.uri) else { return selected }
    let hearing = sources.selected(by: outgoing.sources(hearing: query, in: document.languageID), in: folder)
    let mayHear = Set(hearing.map(\.key))
    return selected.filter { $0.isInMemory || mayHear.contains($0.key) }
  }
}
