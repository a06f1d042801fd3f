import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

// MARK: - Reading

/// Loading sources, and the effects of a load.
extension Session {
  /// Loads every source that has not been loaded.
  func loadSources() {
    for entry in sources.entries {
      if case .unread = entry.state { load(entry.key) }
    }
  }

  func load(_ key: String) {
    if let effect = sources.beginLoad(key) { perform(effect) }
  }

  /// Fetches the list of a source again if it is out of date. Called when the list is used.
  func refresh(_ key: String) {
    if let effect = sources.beginRefresh(key, now: now) { perform(effect) }
  }

  func sourceLoaded(_ name: String, load: Int, _ loaded: LoadedSource) {
    let reading = sources.finishLoad(name, load: load, loaded, now: now)
    if case .overtaken = reading { return }
    let count = sources[name]?.state.catalog?.count ?? 0
    log(.info, "source \(name): \(count) entities, \(loaded.problems.count) problems")
    if !loaded.isPreliminary { report(loaded, of: name) }
    if case .same = reading { return }
    // The first check of these files only records their current state, for comparison in later checks.
    if !client.watchesFiles, !loaded.watchedPaths.isEmpty { perform(.checkFiles(loaded.watchedPaths)) }
    lookAtRepositories()
    searchAgain { $0.contains(name) }
    people.noteSourceRead()
    readAllAnew()
    if !loaded.isPreliminary { noteNewHistory(of: name) }
  }

  /// Handles the end of a long merge; waiting requests continue.
  func sourcesMerged(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) {
    guard sources.finishMerge(names, mergeID: mergeID, catalog) else { return }
    searchAgain { Set($0).isSuperset(of: names) }
    people.noteChange()
    readAllAnew()
  }
}

// MARK: - Queries

/// Querying sources that answer each query, and handling their answers.
extension Session {
  /// The time in milliseconds within which the client must answer a query for entities.
  private static let clientTimeout = 5000

  /// Starts the programs that may be queried for a document's mentions, so that the first query does not wait for them.
  func startProviders(of key: DocumentURI) {
    guard let document = documents[key], sources.entries.contains(where: \.canBeStarted) else { return }
    let policies = [document.mentions.policy, settings.outgoingPolicy(for: document.uri)].compactMap(\.self)
    for entry in sources.entries where entry.canBeStarted {
      let isAsked = policies.allSatisfy { policy in
        policy.sourceLists(in: document.languageID).contains { names in
          sources.selected(by: names, in: settings[document.uri]).contains { $0.key == entry.key }
        }
      }
      guard isAsked else { continue }
      sources.update(entry.key) { $0.isStarted = true }
      perform(.startProvider(entry.specification, start: entry.runID))
    }
  }

  func submit(_ query: Query, to name: String, in key: DocumentURI) {
    let sent = SourceRegistry.SentQuery(
      document: key, languageID: documents[key]?.languageID ?? "", query: query)
    for effect in sources.submit(sent, to: name, now: now) { carryOut(effect) }
  }

  /// Sends queries that have waited for the end of a source's cooldown.
  func tickSources() {
    for effect in sources.tick(now: now) { carryOut(effect) }
  }

  /// Cancels a query whose answer the document no longer needs.
  func retract(_ queryID: Int, in key: DocumentURI) {
    withDocument(key) { if $0.chooser.queryID == queryID { $0.chooser.end() } }
    searches.forget(queryID, in: key)
    for effect in sources.withdraw(queryID, in: key) { carryOut(effect) }
  }

  private func carryOut(_ effect: SourceEffect) {
    switch effect {
    case .perform(let effect): perform(effect)
    case .askClient(let sent, let source, let number):
      let query = sent.query
      let params = MentionsRetrieveEntitiesParams(
        queryID: number, keyString: query.key, searchType: MentionSearchType(rawValue: query.kind.rawValue),
        invoked: query.invoked, controlCharacter: query.controlCharacter, uri: sent.document,
        languageId: sent.languageID)
      let request = ask(.mentionsRetrieveEntities, params)
      start { session async throws(RPCError) in
        let answer = try await session.answer(to: request, within: Self.clientTimeout)
        session.clientAnswered(answer, source: source, number: number)
      }
    case .tell(let source, let fault): tellUser(.warning, "\(source): \(fault)", about: .source(source))
    }
  }

  // MARK: Answers

  func providerSaid(_ event: ProviderEvent, source name: String, start: Int) {
    guard sources[name]?.runID == start else { return }
    switch event {
    case .started: log(.info, "source \(name): the program has started")
    case .batch(let batch):
      entitiesCame(
        batch.entities, from: name, number: batch.query, dedupe: batch.dedupe, isComplete: batch.isComplete)
    case .problem(let problem):
      sources.update(name) { $0.hasExplained = true }
      report(problem, of: name)
    case .timedOut(let number): queryFailed("no answer in time", source: name, number: number)
    case .died(_, let unanswered):
      for number in unanswered { queryFailed("the program ended", source: name, number: number) }
    case .log(let line): log(.info, "source \(name): \(personal: line)")
    }
  }

  private func clientAnswered(_ result: Result<RPCPayload, RPCError>, source name: String, number: Int) {
    do {
      let answer = try result.get().read(MentionsRetrieveEntitiesResult.self)
      entitiesCame(
        entities(answer.entities, of: name), from: name, number: number, dedupe: answer.dedupe,
        isComplete: answer.isComplete)
    } catch {
      queryFailed("the client did not send a valid answer: \(error)", source: name, number: number)
    }
  }

  func entitiesCame(
    _ entities: [Entity], from name: String, number: Int, dedupe: Bool, isComplete: Bool
  ) {
    guard
      let (sent, isLast, effects) = sources.receive(
        entities.count, from: name, number: number, isComplete: isComplete)
    else { return }
    if let source = sources[name]?.specification {
      deliver(entities, from: source, for: sent, dedupe: dedupe, isComplete: isLast)
    }
    for effect in effects { carryOut(effect) }
  }

  private func queryFailed(_ fault: String, source name: String, number: Int) {
    let (sent, effects) = sources.fail(fault, of: name, number: number, now: now)
    for effect in effects { carryOut(effect) }
    guard let sent else { return }
    update(sent.document) { $0.sourceEnded(name, queryID: sent.query.id, now: now) }
  }
}

extension SourceRegistry.Entry {
  /// Whether the source is a long-running program that has not been started.
  fileprivate var canBeStarted: Bool {
    if case .process = specification.kind { !isStarted } else { false }
  }
}

// MARK: - Problems

/// Problems of sources, for the user.
extension Session {
  /// The maximum number of faults of one load that are shown individually.
  private static let mostTold = 5

  /// Reports the faults of a load: the first ones individually, and for any others one message that refers to the log.
  private func report(_ loaded: LoadedSource, of name: String) {
    messages.keep(loaded.problems.map { $0.of(name).fault }, about: .source(name))
    let isWanted = sources[name]?.specification.origin != .builtIn
    var told = 0
    for var problem in loaded.problems {
      // The user configured this source, so the reason why it is empty is shown as a warning.
      if loaded.catalog.count == 0, isWanted, problem.severity == .note { problem.severity = .warning }
      if problem.severity != .note { told += 1 }
      if told <= Self.mostTold {
        report(problem, of: name)
      } else {
        log(.info, "\(personal: problem.description)")
      }
    }
    if told > Self.mostTold {
      tellUser(.warning, "\(name): there are more problems; see the log", about: .source(name))
    }
  }

  private func report(_ problem: SourceProblem, of name: String) {
    let problem = problem.of(name)
    switch problem.severity {
    case .note: log(.info, "\(personal: problem.description)")
    case .warning: tellUser(.warning, problem.description, fault: problem.fault, about: .source(name))
    case .error: tellUser(.error, problem.description, fault: problem.fault, about: .source(name))
    }
  }

  /// Reads entities from a message; reports invalid ones and keeps the others.
  func entities(_ values: [JSONValue], of name: String) -> [Entity] {
    let source = sources[name]?.specification.name ?? name
    var tooLong: (first: String, count: Int)?
    let entities = values.enumerated().compactMap { index, value -> Entity? in
      switch EntityTranslation.read(value, source: source) {
      case .success(let entity): return entity
      case .failure(let fault) where fault.isTooLong:
        tooLong = (tooLong?.first ?? "entities[\(index)]\(fault.description)", (tooLong?.count ?? 0) + 1)
        return nil
      case .failure(let fault):
        tellUser(
          .warning, "\(name): entities[\(index)]\(fault.description)",
          fault: "entities\(fault.description)", about: .source(name))
        return nil
      }
    }
    if let (first, count) = tooLong {
      let all = count > 1 ? "; \(count) entities in all" : ""
      tellUser(.warning, "\(name): \(first); left out\(all)", fault: "too long", about: .source(name))
    }
    return entities
  }
}

extension SourceProblem {
  /// A copy of the problem that names the source by its key, which is unique among all workspace folders.
  fileprivate func of(_ key: String) -> SourceProblem {
    var problem = self
    problem.source = key
    return problem
  }
}
