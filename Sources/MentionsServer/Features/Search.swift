import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// Queries to the sources.
struct SearchState {
  /// The number of completed checks of source and settings files. If the client does not watch files, a query waits
  /// until this number has risen.
  var looks = 0
  /// The queries that wait for a check of files, by document, and the chooser events to send to the host once the query
  /// has been sent.
  fileprivate var held: [DocumentURI: (query: Int, events: [ChooserEvent])] = [:]
  /// Intermediate results of the last searches in memory, which speed up the search for the next, longer key.
  fileprivate var trail = SearchTrail()
  fileprivate var answers = AnswerMemory()
  /// Open documents whose nearby people may have to be updated, without duplicates.
  fileprivate var near: [DocumentURI] = []
  /// The number of the last request for nearby people.
  fileprivate var lastNearQuestion = 0

  var hasNearQuestions: Bool { !near.isEmpty }

  /// Drops the state of a closed document.
  mutating func forget(_ key: DocumentURI) { held[key] = nil }

  mutating func forget(_ queryID: Int, in key: DocumentURI) {
    if held[key]?.query == queryID { held[key] = nil }
  }

  /// Drops answers of sources, which may be out of date.
  mutating func forgetAnswers() { answers.removeAll() }
}

/// Sending the queries of documents to their sources.
extension Session {
  /// Handles a document's query. If the client does not watch files, first checks the settings and source files for
  /// changes.
  func search(_ query: Query, in key: DocumentURI) {
    learnAccepted()
    if plugins.controller != nil, holdsOffer(query, in: key) { return }
    guard !client.watchesFiles else { return startSearch(query, in: key) }
    perform(.checkFiles(settings.paths + sources.watched.map(\.path)))
    searches.held[key] = (query.id, [])
    let look = searches.looks + 1
    start { session async throws(RPCError) in
      try await session.until(.filesChecked(look))
      guard let held = session.searches.held[key], held.query == query.id else { return }
      session.searches.held[key] = nil
      guard session.documents[key]?.mentions.query?.id == query.id else { return }
      session.startSearch(query, in: key)
      if held.events.isEmpty { return }
      await session.turn()
      for event in held.events { session.notifyChooser(event, in: key) }
    }
  }

  /// Notifies the host of a change of the chooser. If the document's query waits for a check of files, the notification
  /// is sent after the query, so that the results in memory are delivered first.
  func chooserChanged(_ event: ChooserEvent, in key: DocumentURI) {
    if searches.held[key]?.events.append(event) == nil { notifyChooser(event, in: key) }
  }

  /// Sends a document's query to its sources. Sources in memory answer before this method returns.
  private func startSearch(_ query: Query, in key: DocumentURI) {
    let chosen = selectedSources(for: query, in: key)
    var inMemory: [SourceRegistry.Entry] = []
    var answering: [SourceRegistry.Entry] = []
    for entry in chosen {
      if entry.isInMemory { inMemory.append(entry) } else { answering.append(entry) }
    }
    if answering.contains(where: \.specification.asksByNumber), !isNumberToAskFor(query.key, beside: inMemory)
    {
      answering.removeAll(where: \.specification.asksByNumber)
    }
    progress.noteSearch(in: key)
    if chosen.isEmpty { explainEmptyList(query, chosen, in: key) }
    let isMatchedHere = !inMemory.isEmpty || peopleMentioned(for: query, beside: inMemory, in: key).count > 0
    withDocument(key) { document in
      document.chooser.begin(query, of: document.mentions.creationNumber, at: now)
      document.mentions.beginQuery(
        queryID: query.id,
        sources: (isMatchedHere ? [MatchedBatch.source] : []) + answering.map(\.key))
      document.noteAnswers()
    }
    if isMatchedHere { deliverMatches(for: query, from: inMemory, in: key) }
    for entry in answering { standIn(for: entry.specification, in: key) }
    noteWhoIsNear(key)
    for entry in inMemory where entry.specification.isFetched { refresh(entry.key) }
    if answering.isEmpty { return }
    start { session in
      for entry in answering { session.submit(query, to: entry.key, in: key) }
    }
  }

  /// Whether a key is a number of at most nine digits that is not a handle in the sources in memory. False while one of
  /// these is still being read.
  private func isNumberToAskFor(_ key: String, beside entries: [SourceRegistry.Entry]) -> Bool {
    guard !key.isEmpty, key.utf8.count <= 9, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return false
    }
    // A list that is still being read may contain the number.
    if entries.contains(where: \.state.isIncomplete) { return false }
    let catalog = mergedCatalog(of: entries.map(\.key))
    // The exact number is the best match, so the first match decides.
    guard let first = catalog.search(MatchQuery(key: key, limit: 1)).matches.first else { return true }
    return catalog.entity(at: first.index).handle != key
  }

  /// Repeats a query at the user's request, only for the sources that failed.
  func search(_ query: Query, again failed: [String], in key: DocumentURI) {
    for source in failed where sources[source]?.isInMemory == false { submit(query, to: source, in: key) }
  }

  /// Repeats the current query of each document in its sources in memory, if `concerns` returns true for the keys of
  /// these sources.
  func searchAgain(where concerns: ([String]) -> Bool) {
    for key in openKeys {
      guard let query = documents[key]?.mentions.query else { continue }
      let entries = selectedSources(for: query, in: key).filter(\.isInMemory)
      guard concerns(entries.map(\.key)) else { continue }
      if documents[key]?.mentions.chooser.isSettledEmpty == true {
        // A query that ended without results accepts no further batches, so it is repeated.
        update(key) { $0.reloadSources(now: now) }
      } else {
        deliverMatches(for: query, from: entries, in: key)
      }
    }
  }

  // MARK: Answers

  /// Matches the query against everything loaded so far. The batch is not the last one while a source is still being
  /// loaded.
  private func deliverMatches(for query: Query, from entries: [SourceRegistry.Entry], in key: DocumentURI) {
    let names = entries.map(\.key)
    let catalog = mergedCatalog(of: names)
    if catalog.count == 0 { explainEmptyList(query, selectedSources(for: query, in: key), in: key) }
    let isReading = entries.contains { $0.state.isIncomplete } || sources.isMerging(names)
    let batch = MatchedBatch.make(
      query, matchQuery(for: query, in: key, catalog), catalog: catalog, along: &searches.trail,
      people: peopleMentioned(for: query, beside: entries, in: key), isComplete: !isReading)
    if let batch { update(key) { $0.deliver(batch, now: now) } }
  }

  /// Handles entities sent by an answering source.
  func deliver(
    _ entities: [Entity], from source: SourceSpecification, for sent: SourceRegistry.SentQuery, dedupe: Bool,
    isComplete: Bool
  ) {
    searches.answers.add(entities, to: sent, from: source, isComplete: isComplete, now: now)
    guard let query = documents[sent.document]?.mentions.query else { return }
    guard query.id == sent.query.id else { return standIn(for: source, in: sent.document) }
    var filter: MatchQuery?
    if source.filter {
      filter = matchQuery(
        for: query, in: sent.document,
        mergedCatalog(of: selectedSources(for: query, in: sent.document).filter(\.isInMemory).map(\.key)))
    }
    let batch = MatchedBatch.make(
      entities, filter: filter, from: source.key, queryID: sent.query.id, dedupe: dedupe,
      isComplete: isComplete)
    update(sent.document) { $0.deliver(batch, now: now) }
  }

  /// Shows matching entities of a source until it answers the current query: from its recent answers and, unless one of
  /// these is complete, from the user's recent choices.
  private func standIn(for source: SourceSpecification, in key: DocumentURI) {
    guard let document = documents[key], let query = document.mentions.query else { return }
    let entries = searches.answers.standIns(
      for: SourceRegistry.SentQuery(document: key, languageID: document.languageID, query: query),
      from: source, under: document.mentions.policy,
      others: latestChoices(for: key).filter { $0.source == source.name }, now: now)
    if !entries.isEmpty {
      update(key) { $0.standIn(entries, for: source.key, queryID: query.id, now: now) }
    }
  }

  // MARK: Candidates and sources

  /// Additional candidates for an implicit query that the user did not request: people from other sources who were
  /// mentioned in this document or chosen recently. Empty for all other queries.
  private func peopleMentioned(
    for query: Query, beside entries: [SourceRegistry.Entry], in key: DocumentURI
  ) -> EntityCatalog {
    guard query.isLimited, documents[key]?.mentions.policy.ignores(query) == false else { return .empty }
    let names = entries.map(\.specification.name)
    return withDocument(key) {
      $0.peopleMentioned(lately: latestChoices(for: key), learning.revision, beside: names)
    } ?? .empty
  }

  private func matchQuery(
    for query: Query, in key: DocumentURI, _ catalog: EntityCatalog
  ) -> MatchQuery {
    let policy = documents[key]?.mentions.policy ?? settings.current.policy
    var signals = signals(in: key, for: catalog)
    if query.key.isEmpty, let document = documents[key] {
      signals.oneself.formUnion(document.namedInTrailers(in: catalog))
    }
    return MatchQuery(
      key: query.key, scope: query.scope(under: policy), limit: policy.limit, signals: signals)
  }

  /// Whether missing results of a document's query are likely to arrive soon. A Git history whose newest commits have
  /// been read does not count, because reading the rest may take seconds.
  func isWorthWaiting(in key: DocumentURI) -> Bool {
    guard let mentions = documents[key]?.mentions, let query = mentions.query, mentions.chooser.isLoading
    else { return false }
    if mentions.chooser.awaitsOthers(than: MatchedBatch.source) { return true }
    let entries = selectedSources(for: query, in: key).filter(\.isInMemory)
    return entries.contains { !$0.state.hasBegun } || sources.isMerging(entries.map(\.key))
  }

  /// The sources of the document's folder to which the policy sends the query. A source that is not in memory receives
  /// the query only if the settings of the trusted layers, taken alone, send it there as well.
  private func selectedSources(for query: Query, in key: DocumentURI) -> [SourceRegistry.Entry] {
    guard let document = documents[key] else { return [] }
    let folder = settings[document.uri]
    let names = document.mentions.policy.sources(
      for: query, isInTrailer: query.isLimited && document.mentions.isInTrailer)
    let selected = sources.selected(by: names, in: folder)
    guard let outgoing = settings.outgoingPolicy(for: document.uri) else { return selected }
    let hearing = sources.selected(by: outgoing.sources(hearing: query, in: document.languageID), in: folder)
    let mayHear = Set(hearing.map(\.key))
    return selected.filter { $0.isInMemory || mayHear.contains($0.key) }
  }
}

// MARK: - Nearness

/// Determining the people near a document's cursor. Results are used from the next query on.
extension Session {
  /// Enables or disables nearness for a document, according to the setting. People near the cursor are requested only
  /// if Git or CODEOWNERS is a source of the document.
  func setUpNearness(of key: DocumentURI) {
    guard let document = documents[key] else { return }
    guard settings.ranksByNearness(in: document.uri) else {
      document.nearness = nil
      return
    }
    let asks =
      nearQuestion(document) != nil && settings[document.uri].sources.contains(where: \.tellsNearness)
    if document.nearness?.asks == asks { return }
    document.nearness = DocumentNearness(asks: asks)
    // Nearby people are requested at once: nearness matters most in commit messages, and the user may begin with a
    // trailer.
    if document.isCommitMessage { noteWhoIsNear(key) }
  }

  /// Records that the cursor or the text may have changed; ``askWhoIsNear()`` checks this after the event has been
  /// handled.
  func noteWhoIsNear(_ key: DocumentURI) {
    guard documents[key]?.nearness?.asks == true, !searches.near.contains(key) else { return }
    searches.near.append(key)
  }

  /// Requests nearby people, unless the known or pending result applies to the cursor's line. O(log lines) for each
  /// document whose result applies.
  func askWhoIsNear() {
    for key in searches.near {
      guard let document = documents[key] else { continue }
      let line = document.line
      guard document.nearness?.covers(line, at: now) == false, let question = nearQuestion(document) else {
        continue
      }
      searches.lastNearQuestion += 1
      let isOfLine = if case .line = question.place { true } else { false }
      document.nearness?.ask(searches.lastNearQuestion, line: isOfLine ? line : nil, at: now)
      perform(.askWhoIsNear(question, number: searches.lastNearQuestion))
      lookAtRepositories()
    }
    searches.near = []
  }

  /// The request for a document; nil if the document has no file path and there is no workspace folder.
  private func nearQuestion(_ document: OpenDocument) -> NearQuestion? {
    let folder = settings.folderPath(of: document.uri)
    guard let path = document.uri.filePath else {
      return folder.map { NearQuestion(path: $0, place: .nowhere) }
    }
    if document.isCommitMessage { return NearQuestion(path: path, place: .commitMessage) }
    let line = NearLine(document.line, in: document.mentions.text)
    return NearQuestion(path: path, place: .line(line), workspace: folder)
  }

  /// Checks repositories for changes from time to time, because clients that watch files do not report changes in
  /// `.git`.
  func lookAtRepositories() {
    guard client.watchesFiles else { return }
    let paths = sources.watched.filter { sources[$0.source]?.specification.isRepository == true }.map(\.path)
    if !paths.isEmpty { perform(.checkFiles(paths)) }
  }

  func foundNear(_ people: NearPeople, number: Int) {
    guard let key = openKeys.first(where: { documents[$0]?.nearness?.pending?.number == number }),
      documents[key]?.nearness?.take(people, number: number) == true
    else { return }
    if let problem = people.problem {
      log(.info, "cannot determine the people near the cursor in \(key): \(personal: problem)")
    }
  }

  /// Handles possible new commits in a repository: nearby people are requested again after the next query or change of
  /// a document.
  func noteNewHistory(of source: String) {
    guard sources[source]?.specification.isRepository == true else { return }
    for key in openKeys { documents[key]?.nearness?.noteHistory() }
  }

  /// The ranking signals for a query in a document.
  ///
  /// - Parameter catalog: the catalog in which nearby people are looked up.
  private func signals(in key: DocumentURI, for catalog: EntityCatalog) -> RankingSignals {
    guard let document = documents[key] else { return RankingSignals() }
    let here = document.entitiesMentionedHere().keys
    var signals = RankingSignals(mentionedHere: here)
    addChoices(to: &signals, in: settings.folderPath(of: key), catalog)
    if document.nearness == nil { return signals }
    document.nearness?.ranking(in: catalog, at: document.line).add(to: &signals)
    signals.near.merge(mentionedTogether(with: here, document)) { $0 + $1 }
    return signals
  }

  /// The points of people who are mentioned together with the people in `here`, in other open documents and in the
  /// files of the workspace index. The workspace is not indexed for this purpose.
  private func mentionedTogether(with here: Set<EntityKey>, _ document: OpenDocument) -> [EntityKey: Int] {
    if here.isEmpty || documents.count == 1 && indexing.index.count == 0 { return [:] }
    // At most 50 documents are considered, because the query waits for the result.
    let others = documents.values.filter { $0 !== document }.sorted { $0.number < $1.number }.suffix(50)
    let revision = others.reduce(indexing.scan &* 31 &+ indexing.index.count) {
      ($0 &* 31 &+ $1.number) &* 31 &+ $1.mentions.annotations.revision
    }
    return document.together(revision) {
      let open = Set(openKeys.compactMap(\.filePath))
      let closed = indexing.index.company(of: here, files: 50, mentions: 200) { !open.contains($0) }
      return CoMentions.points(of: here, others.map { $0.entitiesMentionedHere().keys } + closed)
    }
  }
}

extension OpenDocument {
  /// The line of the cursor, counted from 0. O(log lines).
  fileprivate var line: Int { mentions.text.lines.line(at: mentions.cursor) }

  /// People named in the trailers of a commit message, if the cursor is in a trailer: they are ranked last, like the
  /// user. O(text) if the cursor is in a trailer, else O(log lines).
  fileprivate func namedInTrailers(in catalog: EntityCatalog) -> Set<EntityKey> {
    guard mentions.isInTrailer, let lines = mentions.trailerLines else {
      return []
    }
    let text = mentions.text
    return Set(
      lines.flatMap { Trailers.people(in: text.buffer.bytes(in: text.content(ofLine: $0))) }
        .flatMap { NearRanking.keys(name: $0.name, email: $0.email ?? "", in: catalog) })
  }

  /// Whether the document is a commit message: determined by the language or, for clients that have no language for
  /// commit messages, by the file name.
  fileprivate var isCommitMessage: Bool {
    LanguageID.canonical(languageID) == "gitcommit"
      || uri.filePath.map(NearQuestion.isCommitMessage) == true
  }
}

extension SourceSpecification {
  /// Whether people near the cursor can be determined from the source.
  fileprivate var tellsNearness: Bool {
    switch kind {
    case .git, .codeowners: true
    default: false
    }
  }
}

// MARK: - Progress

/// Work-done progress of queries that take long, reported once per creation rather than once per keystroke.
struct SearchProgress {
  /// The number of milliseconds after which a search is reported (Behaviour, section 4).
  fileprivate static let delay = 150

  fileprivate struct Shown {
    let document: DocumentURI
    let creation: Int
    let token: ProgressToken
    /// Whether the client has accepted the progress token.
    var hasBegun = false
  }

  fileprivate var shown: Shown?
  /// The creation for which progress was last shown.
  fileprivate var last: (document: DocumentURI, creation: Int)?
  private var lastToken = 0
  /// Documents that may have a current query, in the order in which they started to search. Documents before the index
  /// `first` are no longer considered.
  private var candidates: [DocumentURI] = []
  private var first = 0
  private var isCandidate: Set<DocumentURI> = []
  /// Whether a progress report may have to begin or end.
  fileprivate(set) var hasWork = false

  /// Records that a document has started a query.
  fileprivate mutating func noteSearch(in document: DocumentURI) {
    hasWork = true
    if isCandidate.insert(document).inserted { candidates.append(document) }
  }

  /// Returns the first document for which `isSearching` returns true, and drops the documents before it.
  fileprivate mutating func firstCandidate(where isSearching: (DocumentURI) -> Bool) -> DocumentURI? {
    while first < candidates.count {
      if isSearching(candidates[first]) { return candidates[first] }
      isCandidate.remove(candidates[first])
      first += 1
    }
    candidates = []
    first = 0
    hasWork = false
    return nil
  }

  fileprivate mutating func nextToken() -> ProgressToken {
    lastToken += 1
    return .string("mentions-search-\(lastToken)")
  }
}

/// Work-done progress of a search.
extension Session {
  /// Begins or ends progress reporting, depending on the searches of all documents.
  func reportSearchProgress() {
    if let shown = progress.shown,
      !isSearching(shown.document) || documents[shown.document]?.chooser.search?.creation != shown.creation
    {
      if shown.hasBegun { notify(.progress, ProgressParams(token: shown.token, value: .end())) }
      progress.shown = nil
    }
    guard client.showsProgress, progress.shown == nil else { return }
    let last = progress.last
    let next = progress.firstCandidate { key in
      guard isSearching(key), let creation = documents[key]?.chooser.search?.creation else { return false }
      return last.map { $0 != (key, creation) } ?? true
    }
    guard let next, let search = documents[next]?.chooser.search else { return }
    let due = search.since.advanced(by: SearchProgress.delay)
    if now >= due { createProgress(for: next, search.creation) } else { perform(.wake(at: due)) }
  }

  /// Cancels a search at the user's request.
  func cancelSearch(_ token: ProgressToken) {
    guard let shown = progress.shown, shown.token == token else { return }
    update(shown.document) { $0.cancel(now: now) }
  }

  private func isSearching(_ key: DocumentURI) -> Bool {
    guard let document = documents[key], document.chooser.search != nil else { return false }
    return document.mentions.creation != nil && document.mentions.chooser.isLoading
  }

  private func createProgress(for key: DocumentURI, _ creation: Int) {
    let token = progress.nextToken()
    progress.shown = .init(document: key, creation: creation, token: token)
    progress.last = (key, creation)
    let request = ask(.workDoneProgressCreate, WorkDoneProgressCreateParams(token: token))
    start { session async throws(RPCError) in
      guard case .success = try await session.answer(to: request), session.progress.shown?.token == token
      else { return }
      session.progress.shown?.hasBegun = true
      session.notify(
        .progress,
        ProgressParams(token: token, value: .begin(title: "Mentions", message: "Searching…")))
    }
  }
}

// MARK: - Batches

/// Creates the batches of answers to a query.
enum MatchedBatch {
  /// The name of the source under which all matches in memory are delivered.
  static let source = ""

  /// The matches in memory: from the sources, and from people mentioned before. Nil for a batch that is empty but not
  /// the last one, because delivering it would end the query. Implicit queries that the user did not request return
  /// only people and teams.
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
