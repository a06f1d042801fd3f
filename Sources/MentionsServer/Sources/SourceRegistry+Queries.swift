import EntitySources
import LanguageProtocol
import Mentions

/// What asking sources that answer by themselves leads to.
enum SourceEffect {
  case perform(ServerEffect)
  /// The client serves these entities itself; its answer carries the number.
  case askClient(SourceRegistry.SentQuery, source: String, number: Int)
  /// The source failed in a way that the user has not been told yet.
  case tell(source: String, fault: String)
}

/// Asking: when a source may be asked, what is under way, and what an answer belongs to.
extension SourceRegistry {
  /// Answers to older queries than so many are not waited for.
  private static let mostInFlight = 32

  mutating func submit(_ query: SentQuery, to key: String, now: Instant) -> [SourceEffect] {
    effects(update(key) { $0.schedule.submit(query, now: Int(now.milliseconds)) }, of: key)
  }

  /// Sends what has waited for the end of a source's cooldown.
  mutating func tick(now: Instant) -> [SourceEffect] {
    var all: [SourceEffect] = []
    for entry in entries where !entry.isInMemory {
      all += effects(update(entry.key) { $0.schedule.tick(now: Int(now.milliseconds)) }, of: entry.key)
    }
    return all
  }

  /// Nobody waits for the answers to this query any more.
  mutating func withdraw(_ queryID: Int, in document: DocumentURI) -> [SourceEffect] {
    var all: [SourceEffect] = []
    for entry in entries where !entry.isInMemory {
      let numbers = entry.inFlight.filter {
        $0.value.document == document && $0.value.query.id == queryID
      }
      guard !numbers.isEmpty || entry.schedule.isPending else { continue }
      update(entry.key) { entry in
        entry.schedule.cancel()
        for number in numbers.keys { entry.inFlight[number] = nil }
      }
      if case .client = entry.specification.kind { continue }
      all += numbers.keys.sorted().map { .perform(.cancelProviderQuery(source: entry.key, query: $0)) }
    }
    return all
  }

  /// Takes an answer. Returns the query that it belongs to, and whether it is the last; nil where nobody waits for it.
  mutating func receive(
    _ count: Int, from key: String, number: Int, isComplete: Bool
  ) -> (query: SentQuery, isLast: Bool)? {
    guard let query = self[key]?.inFlight[number] else { return nil }
    let verdict = update(key) {
      $0.hasExplained = false
      return $0.schedule.received(number: number, count: count, isComplete: isComplete)
    }
    guard case .current(let isLast) = verdict else { return nil }
    if isLast { update(key) { $0.inFlight[number] = nil } }
    return (query, isLast)
  }

  /// A query will not be answered. Returns it, if somebody waits for it, and what follows.
  mutating func fail(
    _ fault: String, of key: String, number: Int, now: Instant
  ) -> (query: SentQuery?, effects: [SourceEffect]) {
    let query = self[key]?.inFlight[number]
    let failed = update(key) {
      $0.inFlight[number] = nil
      return $0.schedule.failed(fault, number: number, now: Int(now.milliseconds))
    }
    return (query, effects(failed, of: key))
  }

  private mutating func effects(
    _ scheduled: [SourceSchedule<SentQuery>.Effect]?, of key: String
  ) -> [SourceEffect] {
    (scheduled ?? []).compactMap { effect in
      switch effect {
      case .send(let query, let number): send(query, number: number, to: key)
      case .wait(let until): .perform(.wake(at: Instant(milliseconds: Int64(until))))
      case .report(let fault, let isNew):
        isNew && self[key]?.hasExplained == false ? .tell(source: key, fault: fault) : nil
      }
    }
  }

  private mutating func send(_ sent: SentQuery, number: Int, to key: String) -> SourceEffect? {
    guard let entry = self[key] else { return nil }
    update(key) { entry in
      entry.inFlight = entry.inFlight.filter { $0.key > number - Self.mostInFlight }
      entry.inFlight[number] = sent
    }
    switch entry.specification.kind {
    case .process, .command, .http:
      return .perform(.askProvider(entry.specification, start: entry.runID, ProviderQuery(sent, number)))
    case .client: return .askClient(sent, source: key, number: number)
    case .file, .people, .git, .codeowners, .directory, .list, .demo: return nil
    }
  }
}

extension ProviderQuery {
  fileprivate init(_ sent: SourceRegistry.SentQuery, _ number: Int) {
    let query = sent.query
    self.init(
      number: number, key: query.key, searchType: query.kind == .explicit ? .explicit : .implicit,
      isInvoked: query.invoked, controlCharacter: query.controlCharacter, languageID: sent.languageID)
  }
}
