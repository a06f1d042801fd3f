import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// Reading sources, and asking those that answer by themselves.
extension Session {
  /// How long the client may take to answer for its entities, in milliseconds.
  private static let clientTimeout = 5000
  /// Faults of one reading that the user is told one by one.
  private static let mostTold = 5

  // MARK: Reading

  /// Reads every source that has not been read.
  func loadSources() {
    for entry in sources.entries {
      if case .unread = entry.state { load(entry.key) }
    }
  }

  func load(_ key: String) {
    guard let specification = sources[key]?.specification, let turn = sources.beginLoad(key) else { return }
    perform(.load(specification, load: turn))
  }

  func sourceLoaded(_ name: String, load: Int, _ loaded: LoadedSource) {
    guard sources.finishLoad(name, turn: load, loaded) else { return }
    log(.info, "source \(name): \(loaded.catalog.count) entities, \(loaded.problems.count) problems")
    report(loaded, of: name)
    // A first look remembers how the files are now.
    if !client.watchesFiles, !loaded.watchedPaths.isEmpty { perform(.checkFiles(loaded.watchedPaths)) }
    redeliver { $0.contains(name) }
    fieldIndexes.removeAll()
    readBackAll()
  }

  /// Tells what is wrong with a reading: some faults one by one, that there are more in one message.
  private func report(_ loaded: LoadedSource, of name: String) {
    messages.keep(loaded.problems.map { $0.of(name).fault }, about: .source(name))
    let isWanted = sources[name]?.specification.origin != .builtIn
    var told = 0
    for var problem in loaded.problems {
      // Somebody has asked for this source: why nobody comes of it is worth a message.
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

  // MARK: Asking

  func submit(_ query: Query, to name: String, in key: DocumentURI) {
    let asked = SourceBook.Asked(document: key, query: query)
    perform(sources.update(name) { $0.schedule.submit(asked, now: Int(now.milliseconds)) } ?? [], of: name)
  }

  /// Sends what has waited for the end of a source's cooldown.
  func tickSources() {
    for entry in sources.entries where !entry.isInMemory {
      perform(
        sources.update(entry.key) { $0.schedule.tick(now: Int(now.milliseconds)) } ?? [], of: entry.key)
    }
  }

  /// Nobody waits for the answers to this query any more.
  func withdraw(_ generation: Int, in key: DocumentURI) {
    for entry in sources.entries where !entry.isInMemory {
      let numbers = entry.asked.filter { $0.value.document == key && $0.value.query.generation == generation }
      guard !numbers.isEmpty || entry.schedule.isPending else { continue }
      _ = sources.update(entry.key) { entry in
        entry.schedule.cancel()
        for number in numbers.keys { entry.asked[number] = nil }
      }
      if case .client = entry.specification.kind { continue }
      for number in numbers.keys.sorted() { perform(.cancelProviderQuery(source: entry.key, query: number)) }
    }
  }

  private func perform(_ effects: [SourceSchedule<SourceBook.Asked>.Effect], of name: String) {
    for effect in effects {
      switch effect {
      case .send(let asked, let number): send(asked, number: number, to: name)
      case .wait(let until): perform(.wake(at: Instant(milliseconds: Int64(until))))
      case .report(let fault, let isNew):
        if isNew, sources[name]?.hasExplained == false {
          tellUser(.warning, "\(name): \(fault)", about: .source(name))
        }
      }
    }
  }

  private func send(_ asked: SourceBook.Asked, number: Int, to name: String) {
    guard let entry = sources[name] else { return }
    _ = sources.update(name) { entry in
      entry.asked = entry.asked.filter { $0.key > number - 32 }
      entry.asked[number] = asked
    }
    let languageID = documents[asked.document]?.languageID ?? ""
    switch entry.specification.kind {
    case .process, .command, .http:
      perform(
        .askProvider(entry.specification, start: entry.turn, ProviderQuery(asked.query, number, languageID)))
    case .client:
      let params = MentionsRetrieveEntitiesParams(
        queryID: number, keyString: asked.query.key,
        searchType: MentionSearchType(rawValue: asked.query.kind.rawValue), invoked: asked.query.invoked,
        controlCharacter: asked.query.controlCharacter, uri: asked.document, languageId: languageID)
      ask(.mentionsRetrieveEntities, params, within: Self.clientTimeout) { session, result in
        session.clientAnswered(result, source: name, number: number)
      }
    case .file, .people, .git, .codeowners, .directory, .list, .demo: break
    }
  }

  // MARK: Being answered

  func providerSaid(_ event: ProviderEvent, source name: String, start: Int) {
    guard sources[name]?.turn == start else { return }
    switch event {
    case .started: log(.info, "source \(name): the program runs")
    case .batch(let batch):
      received(
        batch.entities, source: name, number: batch.query, dedupe: batch.dedupe, isComplete: batch.isComplete)
    case .problem(let problem):
      _ = sources.update(name) { $0.hasExplained = true }
      report(problem, of: name)
    case .timedOut(let number): fail("no answer in time", source: name, number: number)
    case .died(_, let unanswered):
      for number in unanswered { fail("the program ended", source: name, number: number) }
    case .log(let line): log(.info, "source \(name): \(personal: line)")
    }
  }

  private func clientAnswered(_ result: Result<RPCPayload, RPCError>, source name: String, number: Int) {
    do {
      let answer = try result.get().read(MentionsRetrieveEntitiesResult.self)
      received(
        entities(answer.entities, of: name), source: name, number: number, dedupe: answer.dedupe,
        isComplete: answer.isComplete)
    } catch {
      fail("the client did not answer: \(error)", source: name, number: number)
    }
  }

  /// Reads entities that came over the wire; what is wrong with one is told, the others are kept.
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

  func received(_ entities: [Entity], source name: String, number: Int, dedupe: Bool, isComplete: Bool) {
    guard let asked = sources[name]?.asked[number] else { return }
    let verdict = sources.update(name) {
      $0.hasExplained = false
      return $0.schedule.received(generation: number, count: entities.count, isComplete: isComplete)
    }
    switch verdict {
    case .current(let isLast):
      deliver(
        entities, from: name, generation: asked.query.generation, dedupe: dedupe, isComplete: isLast,
        in: asked.document)
      if isLast { forget(number, of: name) }
    case .older, .ignored, nil: break
    }
  }

  private func fail(_ fault: String, source name: String, number: Int) {
    let asked = sources[name]?.asked[number]
    forget(number, of: name)
    let effects = sources.update(name) {
      $0.schedule.failed(fault, generation: number, now: Int(now.milliseconds))
    }
    perform(effects ?? [], of: name)
    guard let asked else { return }
    update(asked.document) { $0.sourceEnded(name, generation: asked.query.generation, now: now) }
  }

  private func forget(_ number: Int, of name: String) {
    _ = sources.update(name) { $0.asked[number] = nil }
  }
}

extension SourceProblem {
  /// Says which of several folders' sources of that name it is.
  fileprivate func of(_ key: String) -> SourceProblem {
    var problem = self
    problem.source = key
    return problem
  }
}

extension ProviderQuery {
  fileprivate init(_ query: Query, _ number: Int, _ languageID: String) {
    self.init(
      number: number, key: query.key, searchType: query.kind == .explicit ? .explicit : .implicit,
      isInvoked: query.invoked, controlCharacter: query.controlCharacter, languageID: languageID)
  }
}
