import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// Asking sources that answer by themselves, and being answered.
extension Session {
  /// How long the client may take to answer for its entities, in milliseconds.
  private static let clientTimeout = 5000

  func submit(_ query: Query, to name: String, in key: DocumentURI) {
    let sent = SourceRegistry.SentQuery(
      document: key, languageID: documents[key]?.languageID ?? "", query: query)
    for effect in sources.submit(sent, to: name, now: now) { carryOut(effect) }
  }

  /// Sends what has waited for the end of a source's cooldown.
  func tickSources() {
    for effect in sources.tick(now: now) { carryOut(effect) }
  }

  /// The document no longer wants an answer to this query.
  func retract(_ queryID: Int, in key: DocumentURI) {
    withDocument(key) { if $0.searching?.queryID == queryID { $0.searching = nil } }
    if heldSearches[key]?.query.id == queryID { heldSearches[key] = nil }
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
      ask(.mentionsRetrieveEntities, params, within: Self.clientTimeout) { session, result in
        session.clientAnswered(result, source: source, number: number)
      }
    case .tell(let source, let fault): tellUser(.warning, "\(source): \(fault)", about: .source(source))
    }
  }

  // MARK: Answers

  func providerSaid(_ event: ProviderEvent, source name: String, start: Int) {
    guard sources[name]?.runID == start else { return }
    switch event {
    case .started: log(.info, "source \(name): the program runs")
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
      queryFailed("the client did not answer: \(error)", source: name, number: number)
    }
  }

  func entitiesCame(
    _ entities: [Entity], from name: String, number: Int, dedupe: Bool, isComplete: Bool
  ) {
    guard
      let (sent, isLast) = sources.receive(entities.count, from: name, number: number, isComplete: isComplete)
    else { return }
    deliver(entities, from: name, for: sent, dedupe: dedupe, isComplete: isLast)
  }

  private func queryFailed(_ fault: String, source name: String, number: Int) {
    let (sent, effects) = sources.fail(fault, of: name, number: number, now: now)
    for effect in effects { carryOut(effect) }
    guard let sent else { return }
    update(sent.document) { $0.sourceEnded(name, queryID: sent.query.id, now: now) }
  }
}
