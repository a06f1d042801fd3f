import Entities
import EntitySources
import JSONText
import LanguageProtocol
import ScriptedEditing

/// The client's side of the wire.
extension Simulation {
  // MARK: Sending

  /// Asks something that must be answered at once.
  func demand<Answer: JSONReadable>(_ method: Method, _ params: some JSONWritable) throws(EditorError)
    -> Answer
  {
    do {
      return try attempt(method, params).get().read(Answer.self)
    } catch {
      throw EditorError("\(method) was answered with \(error)")
    }
  }

  /// The same where an error may be right.
  func attempt(
    _ method: Method, _ params: some JSONWritable
  ) throws(EditorError) -> Result<RPCPayload, RPCError> {
    let id = try request(method, params)
    guard let answer = ledger.takeAnswer(to: id) else {
      throw EditorError("\(method) was not answered at once")
    }
    return answer
  }

  /// Asks something that may be answered later.
  func ask(_ method: Method, _ params: some JSONWritable, isCompletion: Bool = false, isEarly: Bool = false)
    throws(EditorError)
  {
    let document = documents[current]
    let id = ledger.ask(method)
    waiting[id] = Waiting(
      document: current, version: document.version, cursor: document.cursor, isCompletion: isCompletion,
      isEarly: isEarly)
    host.send(.request(id: id, method: method, params: RPCPayload(params)))
    try settle()
  }

  private func request(_ method: Method, _ params: some JSONWritable) throws(EditorError) -> RPCID {
    let id = ledger.ask(method)
    host.send(.request(id: id, method: method, params: RPCPayload(params)))
    try settle()
    return id
  }

  func notify(_ method: Method, _ params: some JSONWritable) throws(EditorError) {
    host.send(.notification(method: method, params: RPCPayload(params)))
    try settle()
  }

  /// Takes back some of what waits.
  func cancelSome() throws(EditorError) {
    for id in waiting.keys.sorted(by: { $0.description < $1.description }) {
      guard waiting[id]?.isCancelled == false, random.chance(options.cancels) else { continue }
      waiting[id]?.isCancelled = true
      try notify(.cancelRequest, CancelParams(id: id))
      guard waiting[id] == nil else { throw EditorError("request \(id) was cancelled and not answered") }
    }
  }

  // MARK: Receiving

  func settle() throws(EditorError) {
    while let message = host.receive() {
      switch message {
      case .response(let id, let result): try take(id, result)
      case .notification(let method, let params): try hear(method, params)
      case .request(let id, let method, let params): try answer(id, method, params)
      case .invalid(_, let error): throw EditorError("the server sent an invalid message: \(error)")
      }
    }
    if let bug = host.bugs.first { throw EditorError(bug) }
  }

  private func take(_ id: RPCID, _ result: Result<RPCPayload, RPCError>) throws(EditorError) {
    let method = ledger.open[id]
    try ledger.take(id, result)
    guard let asked = waiting.removeValue(forKey: id) else { return }
    guard let answer = ledger.takeAnswer(to: id) else { return }
    switch answer {
    case .success(let payload):
      if asked.isCompletion { try show(payload, asked) }
    case .failure(let error):
      guard asked.isCancelled, error.code == .requestCancelled else {
        throw EditorError("\(method?.rawValue ?? "?") was answered with \(error)")
      }
    }
  }

  private func show(_ payload: RPCPayload, _ asked: Waiting) throws(EditorError) {
    guard let list = try? payload.read(CompletionList.self) else { throw EditorError("no completion list") }
    let document = documents[asked.document]
    guard !asked.isEarly, document.isOpen, document.version == asked.version, document.cursor == asked.cursor
    else { return }
    let shown = try EditorChooser(list, in: document.model.text, cursor: document.cursor)
    guard shown.rows.count == list.items.count else {
      throw EditorError("strict editors do not show all of \(list.items.map { $0.filterText ?? $0.label })")
    }
    if list.items.count > 0 { count("offered") }
    documents[asked.document].chooser = Chooser(shown: shown, version: asked.version, cursor: asked.cursor)
  }

  private func hear(_ method: Method, _ params: RPCPayload) throws(EditorError) {
    guard method == .progress else { return }
    guard let value = try? params.read(ProgressParams.self) else {
      throw EditorError("$/progress cannot be read")
    }
    guard progress.contains(value.token) else {
      throw EditorError("progress for a token that was not created, or has ended")
    }
    if (try? params.value())?["value"]?["kind"]?.stringValue == "end" {
      progress.removeAll { $0 == value.token }
    }
  }

  private func answer(_ id: RPCID, _ method: Method, _ params: RPCPayload) throws(EditorError) {
    switch method {
    case .workDoneProgressCreate:
      guard let wanted = try? params.read(WorkDoneProgressCreateParams.self) else {
        throw EditorError("window/workDoneProgress/create cannot be read")
      }
      progress.append(wanted.token)
      reply(id, .null)
    case .mentionsRetrieveEntities, .applyEdit: held.append((id, method, params))
    case .mentionsResolveEntity:
      let value = try? params.value()
      reply(id, ["entity": value?["entity"] ?? .null])
    case .configuration:
      let wanted = try? params.read(ConfigurationParams.self)
      reply(id, .array((wanted?.items ?? []).map { _ in .null }))
    default: reply(id, .null)
    }
  }

  private func reply(_ id: RPCID, _ value: JSONValue) {
    host.send(.response(id: id, .success(RPCPayload(value))))
  }

  /// Answers what the server has asked, in whatever order, late or never.
  func answerHeld() throws(EditorError) {
    let questions = held
    held = []
    for question in questions {
      switch question.method {
      case .applyEdit: try applyEdit(question.id, question.params)
      default:
        if random.chance(options.trouble) {
          if random.chance(40) { held.append(question) }
          if random.chance(50) {
            host.send(.response(id: question.id, .failure(RPCError(.internalError, "no luck"))))
            held.removeAll { $0.id == question.id }
          }
        } else {
          try retrieve(question.id, question.params)
        }
      }
      try settle()
    }
  }

  private func retrieve(_ id: RPCID, _ params: RPCPayload) throws(EditorError) {
    guard let wanted = try? params.read(MentionsRetrieveEntitiesParams.self) else {
      throw EditorError("mentions/retrieveEntities cannot be read")
    }
    let found = matches(wanted.keyString).map(SimulationCast.json)
    let isComplete = random.chance(60)
    reply(id, ["entities": .array(found), "dedupe": true, "isComplete": .bool(isComplete)])
    try settle()
    if !isComplete || random.chance(options.trouble) {
      try notify(
        .mentionsEntities,
        [
          "queryID": .integer(wanted.queryID), "entities": .array(found.reversed()), "dedupe": true,
          "isComplete": .bool(random.chance(70)),
        ] as JSONValue)
    }
  }

  // MARK: Sources

  func matches(_ key: String) -> [Entity] {
    let key = key.lowercased()
    return SimulationCast.people.filter {
      key.isEmpty || $0.name.lowercased().contains(key) || ($0.handle ?? "").hasPrefix(key)
    }
  }

  /// What the provider process says: at once, late, twice, in pieces, after the last, or not at all.
  func provide(_ query: ProviderQuery) -> [(delay: Int, ProviderEvent)] {
    func batch(_ entities: [Entity], last: Bool) -> ProviderEvent {
      let own = entities.map { entity in
        var entity = entity
        entity.source = "slow"
        return entity
      }
      return .batch(SourceBatch(query: query.number, entities: own, dedupe: true, isComplete: last))
    }
    let found = matches(query.key)
    let delay = random.pick([0, 5, 50, 200, 1000])
    guard random.chance(options.trouble) else { return [(delay, batch(found, last: true))] }
    let some = Array(found.prefix(1))
    switch random.below(7) {
    case 0: return []
    case 1: return [(delay, batch(found, last: true)), (delay + 10, batch(found, last: true))]
    case 2: return [(delay + 300, batch(found, last: true)), (delay, batch(some, last: false))]
    case 3: return [(delay, batch([], last: false))]
    case 4: return [(delay, .timedOut(query: query.number)), (delay + 20, batch(found, last: true))]
    case 5: return [(delay, .died(nil, unanswered: [query.number]))]
    default:
      return [
        (delay, batch(some, last: false)), (delay, batch(some, last: false)),
        (delay + 60, batch(found, last: true)),
      ]
    }
  }
}

/// Requests about mentions, and what is known of text that was cut.
extension Simulation {
  func escape() throws(EditorError) {
    note("escape")
    documents[current].chooser = nil
    try notify(.mentionsCancel, MentionsCancelParams(textDocument: identifier))
  }

  func addMention() throws(EditorError) {
    let model = documents[current].model
    let person = random.pick(SimulationCast.people)
    let name = Array(person.name.unicodeScalars)
    let starts = (0...max(0, model.count - name.count)).filter {
      model.text.scalars[$0...].starts(with: name)
    }
    guard !starts.isEmpty else { return }
    let start = random.pick(starts)
    let range = start..<start + name.count
    let isRight = random.chance(80)
    note("add “\(person.name)” at \(range)")
    let wish = MentionAddition(
      range: model.text.range(range), text: isRight ? person.name : person.name + "?",
      entity: SimulationCast.json(person))
    let result: MentionsAddResult = try demand(
      .mentionsAdd, MentionsAddParams(textDocument: identifier, mentions: [wish]))
    let boundaries = model.boundaries
    let isPossible = isRight && boundaries.contains(range.lowerBound) && boundaries.contains(range.upperBound)
    guard (result.added == 1) == isPossible, result.added + result.refused.count == 1 else {
      throw EditorError("of one mention to add, \(result.added) were added, \(result.refused.count) refused")
    }
    guard isPossible else { return }
    count("added")
    for (tag, place) in model.standing where place.overlaps(range) { documents[current].model.forget(tag) }
    documents[current].model.annotate(range, id: person.id, name: person.name)
  }

  func removeMentions() throws(EditorError) {
    let standing = documents[current].model.standing
    let chosen = random.chance(20) || standing.isEmpty ? standing : [random.pick(standing)]
    let text = documents[current].model.text
    note("remove \(chosen.map(\.range))")
    let ranges =
      chosen.count == standing.count && random.chance(50) ? nil : chosen.map { text.range($0.range) }
    let result: MentionsRemoveResult = try demand(
      .mentionsRemove, MentionsRemoveParams(textDocument: identifier, ranges: ranges))
    guard result.removed == chosen.count else {
      throw EditorError("\(result.removed) mentions were removed, not \(chosen.count)")
    }
    for (tag, range) in chosen {
      decline(range, of: text)
      documents[current].model.forget(tag)
    }
  }

  /// What the user made plain text stays so, and so does each word that it is a part of.
  func decline(_ range: Swift.Range<Int>, of text: EditorText) {
    documents[current].declined.insert(text.string(range))
    let isSpace = { (at: Int) in text.scalars[at].properties.isWhitespace }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, !isSpace(start - 1) { start -= 1 }
    while end < text.scalars.count, !isSpace(end) { end += 1 }
    for word in (start..<end).split(whereSeparator: isSpace) {
      documents[current].declined.insert(text.string(word[word.startIndex]..<word[word.endIndex - 1] + 1))
    }
  }

  /// Asks what changes nothing.
  func look() throws(EditorError) {
    let here = TextDocumentPositionParams(textDocument: identifier, position: place)
    note("look")
    switch random.below(4) {
    // These two wait for sources that are still loading.
    case 0: try ask(.documentHighlight, here)
    case 1: try ask(.hover, here)
    case 2:
      let result: MentionsExplainResult = try demand(
        .mentionsExplain, MentionsExplainParams(textDocument: identifier, position: place))
      guard !result.rule.isEmpty, !result.reason.isEmpty else { throw EditorError("explains nothing") }
    default:
      let text = documents[current].model.text
      let _: SemanticTokens = try demand(
        .semanticTokensRange,
        SemanticTokensRangeParams(textDocument: identifier, range: text.range(0..<documents[current].cursor)))
    }
  }

  // MARK: Cut and paste

  /// Remembers what a notification cuts. Returns what must come back by what it pastes, where that is certain.
  func remember(
    _ changes: [ScriptedEditor.Change], _ before: TaggedText, _ sync: SimulationOptions.Sync
  ) -> Restored? {
    guard sync == .exact, changes.count == 1, let change = changes.first else {
      // The model keeps account as long as no annotation goes in a way that it cannot follow.
      let after = documents[current].model
      let isHarmless =
        sync == .exact
        ? before.standing.allSatisfy { after.place(of: $0.tag) != nil } : before.standing.isEmpty
      if !isHarmless { documents[current].removals = nil }
      return nil
    }
    guard let removals = documents[current].removals else { return nil }
    noteDamage(by: change, before)
    if !change.range.isEmpty {
      let marks = before.standing.compactMap { standing -> Mark? in
        guard change.range.contains(standing.range), let known = before.annotations[standing.tag] else {
          return nil
        }
        let start = standing.range.lowerBound - change.range.lowerBound
        return Mark(range: start..<start + standing.range.count, name: known.name, source: known.source)
      }
      // Replaced text is looked at by difference: too clever for this model.
      if !marks.isEmpty, !change.text.isEmpty { documents[current].removals = nil }
      documents[current].removals?.append(Removal(text: before.text.string(change.range), marks: marks))
      return nil
    }
    return couldBeAtEdge(change, before) ? nil : restored(by: change, removals)
  }

  /// Whether an insertion inside a mention could as well have been made at its edge, and counts as made there
  /// (Behaviour, section 5): then it inserted another text.
  private func couldBeAtEdge(_ change: ScriptedEditor.Change, _ before: TaggedText) -> Bool {
    let size = change.text.unicodeScalars.count
    let (old, new) = (before.text.scalars, documents[current].model.text.scalars)
    return before.standing.contains { _, range in
      guard range.lowerBound < change.range.lowerBound, change.range.lowerBound < range.upperBound else {
        return false
      }
      return [0, size].contains {
        new[range.lowerBound + $0..<range.upperBound + $0].elementsEqual(old[range])
      }
    }
  }

  private func noteDamage(by change: ScriptedEditor.Change, _ before: TaggedText) {
    let after = documents[current].model
    for (tag, range) in before.standing where after.place(of: tag) == nil && !change.range.contains(range) {
      guard let known = before.annotations[tag] else { continue }
      let mark = Mark(range: 0..<range.count, name: known.name, source: known.source)
      documents[current].damaged.append(Removal(text: known.text, marks: [mark]))
    }
  }

  private func restored(by change: ScriptedEditor.Change, _ removals: [Removal]) -> Restored? {
    let related = removals.filter { isRelated($0, change.text) }
    let doubtful = documents[current].damaged.filter { isRelated($0, change.text) }
    guard let last = related.last, last.text.utf8.elementsEqual(change.text.utf8), !last.marks.isEmpty,
      (related + doubtful).allSatisfy({
        $0.marks == last.marks && $0.text.utf8.elementsEqual(last.text.utf8)
      }),
      removals.count < 50, !last.marks.contains(where: { SimulationCast.sharedNames.contains($0.name) })
    else { return nil }
    return Restored(start: change.range.lowerBound, marks: last.marks)
  }

  private func isRelated(_ removal: Removal, _ text: String) -> Bool {
    removal.text.utf8.elementsEqual(text.utf8)
      || (!removal.marks.isEmpty && (contains(removal.text, text) || contains(text, removal.text)))
  }

  private func contains(_ text: String, _ part: String) -> Bool {
    let whole = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Mentions that must be back.
  struct Restored {
    let start: Int
    let marks: [Mark]
  }

  func expect(_ restored: Restored) throws(EditorError) {
    let model = documents[current].model
    let boundaries = model.boundaries
    for mark in restored.marks {
      let range = restored.start + mark.range.lowerBound..<restored.start + mark.range.upperBound
      guard boundaries.contains(range.lowerBound), boundaries.contains(range.upperBound) else { continue }
      // Whether that is a mention depends on what is beside it.
      if isReadable(model.text.string(range), as: mark.name) { continue }
      guard
        model.standing.contains(where: { $0.range == range && model.annotations[$0.tag]?.name == mark.name })
      else {
        throw EditorError(
          "“\(model.text.string(range))” at \(range) was cut as a mention of \(mark.name) and pasted as text")
      }
      count("restored")
    }
  }
}
