import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// Putting the queries of documents to their sources.
extension Session {
  /// A document has a query. Where the client cannot watch files, they are looked at first.
  func search(_ query: Query, in key: DocumentURI) {
    if holdsOffer(query, in: key) { return }
    guard !client.watchesFiles else { return startSearch(query, in: key) }
    heldSearches[key] = HeldSearches.Held(query: query)
    perform(.checkFiles(settings.paths + sources.watched.map(\.path)))
  }

  /// The files have been looked at.
  func startHeldSearches() {
    for (key, held) in heldSearches.takeAll()
    where held.query.id == documents[key]?.mentions.query?.id {
      startSearch(held.query, in: key)
      then { session in
        for event in held.events { session.tell(event, in: key) }
      }
    }
  }

  /// A plug-in has allowed these searches, or decides no more.
  func searchReleased(_ questions: [PluginQuestions.Question]) {
    for question in questions {
      guard case .offer(let query) = question.matter,
        query.id == documents[question.document]?.mentions.query?.id
      else { continue }
      search(query, in: question.document)
    }
  }

  /// Puts a document's query to its sources. Those in memory answer before this returns.
  private func startSearch(_ query: Query, in key: DocumentURI) {
    let chosen = selectedSources(for: query, in: key)
    let inMemory = chosen.filter(\.isInMemory)
    let answering = chosen.filter { !$0.isInMemory }
    progress.noteSearch(in: key)
    let isMatchedHere = !inMemory.isEmpty || peopleMentioned(for: query, beside: inMemory, in: key).count > 0
    withDocument(key) { document in
      document.search(for: query, at: now)
      document.mentions.beginQuery(
        queryID: query.id,
        sources: (isMatchedHere ? [MatchedBatch.source] : []) + answering.map(\.key))
      document.noteAnswers()
    }
    if isMatchedHere { deliverMatches(for: query, from: inMemory, in: key) }
    askWhoIsNear(key)
    then { session in
      for entry in answering { session.submit(query, to: entry.key, in: key) }
    }
  }

  /// The user asks for the same again: only those that failed to answer are asked.
  func search(_ query: Query, again failed: [String], in key: DocumentURI) {
    for source in failed where sources[source]?.isInMemory == false { submit(query, to: source, in: key) }
  }

  /// Puts the queries under way again to the sources in memory, where those concern them.
  func searchAgain(where concerns: ([String]) -> Bool) {
    for key in openKeys {
      guard let query = documents[key]?.mentions.query else { continue }
      let entries = selectedSources(for: query, in: key).filter(\.isInMemory)
      if concerns(entries.map(\.key)) { deliverMatches(for: query, from: entries, in: key) }
    }
  }

  // MARK: Answers

  /// Matches the query against everything read so far. It is not the last batch while a source is
  /// still being read.
  private func deliverMatches(for query: Query, from entries: [SourceRegistry.Entry], in key: DocumentURI) {
    let names = entries.map(\.key)
    let catalog = mergedCatalog(of: names)
    let isReading = entries.contains { $0.state.isIncomplete } || sources.isMerging(names)
    let batch = MatchedBatch.make(
      query, matchQuery(for: query, in: key, catalog), catalog: catalog, along: &searchTrail,
      people: peopleMentioned(for: query, beside: entries, in: key), isComplete: !isReading)
    if let batch { update(key) { $0.deliver(batch, now: now) } }
  }

  /// A source that answers by itself sent entities.
  func deliver(
    _ entities: [Entity], from source: String, for sent: SourceRegistry.SentQuery, dedupe: Bool,
    isComplete: Bool
  ) {
    guard let document = documents[sent.document] else { return }
    var filter: MatchQuery?
    if sources[source]?.specification.filter == true, let query = document.mentions.query {
      filter = matchQuery(
        for: query, in: sent.document,
        mergedCatalog(of: selectedSources(for: query, in: sent.document).filter(\.isInMemory).map(\.key)))
    }
    let batch = MatchedBatch.make(
      entities, filter: filter, from: source, queryID: sent.query.id, dedupe: dedupe,
      isComplete: isComplete)
    update(sent.document) { $0.deliver(batch, now: now) }
  }

  // MARK: What is searched

  /// People mentioned in this document or lately, of other sources than those that are matched here: also a query
  /// that nobody asked for finds them.
  private func peopleMentioned(
    for query: Query, beside entries: [SourceRegistry.Entry], in key: DocumentURI
  ) -> EntityCatalog {
    guard query.isLimited, documents[key]?.mentions.policy.ignores(query) == false else { return .empty }
    let names = entries.map(\.specification.name)
    return withDocument(key) { $0.peopleMentioned(lately: history, beside: names) } ?? .empty
  }

  private func matchQuery(
    for query: Query, in key: DocumentURI, _ catalog: EntityCatalog
  ) -> MatchQuery {
    let policy = documents[key]?.mentions.policy ?? settings.current.policy
    return MatchQuery(
      key: query.key, scope: query.scope(under: policy), limit: policy.limit,
      signals: signals(in: key, for: catalog))
  }

  /// The sources of the document's folder that the policy puts the query to.
  private func selectedSources(for query: Query, in key: DocumentURI) -> [SourceRegistry.Entry] {
    guard let document = documents[key] else { return [] }
    let folder = settings[document.uri]
    let selected = sources.selected(by: document.mentions.policy.sources(for: query), in: folder)
    guard let outgoing = settings.outgoingPolicy(for: document.uri) else { return selected }
    let hearing = sources.selected(by: outgoing.sources(hearing: query, in: document.languageID), in: folder)
    let mayHear = Set(hearing.map(\.key))
    return selected.filter { $0.isInMemory || mayHear.contains($0.key) }
  }
}
