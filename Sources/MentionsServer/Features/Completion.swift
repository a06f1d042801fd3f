import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/completion` and `completionItem/resolve`.
extension Session {
  /// How long the client may take to resolve an entity, in milliseconds.
  static let resolveTimeout = 1000

  func completion(_ params: CompletionParams, _ id: RPCID) {
    let key = params.textDocument.uri
    // A completion may come before its change; a place past the text is not an error.
    guard let document = documents[key],
      let offset = positions.exactOffset(of: params.position, in: document.mentions.text)
    else { return answer(id, CompletionList.nothing) }
    let asked = client.asked(params.context, at: now, lastChange: document.changed)
    update(key) { $0.requestCompletion(at: offset, asked: asked, now: now) }
    answerOrWait(id, in: key, at: params.position)
  }

  /// The user asks for mentions here, for clients whose completion requests do not say so.
  func complete(_ place: TextDocumentPositionParams, _ id: RPCID) throws(RPCError) {
    let key = place.textDocument.uri
    let document = try openDocument(place.textDocument).mentions
    let offset = positions.offset(of: place.position, in: document.text)
    update(key) { $0.requestCompletion(at: offset, asked: .byCommand, now: now) }
    answerOrWait(id, in: key, at: place.position)
  }

  /// Details of one item, found by its `data` alone: the document may have moved on.
  func resolveCompletionItem(_ item: CompletionItem, _ id: RPCID) {
    guard let reference = item.data.flatMap(OfferReference.init), let entity = completion.offered[reference],
      let key = key(ofDocument: reference.document)
    else {
      return answer(id, item)
    }
    withDocument(key) { $0.mentions.noteResolved(reference.offer) }
    resolve(entity, for: key, within: Self.resolveTimeout) { session, entity in
      var item = item
      item.documentation = EntityCard(entity).documentation(in: session.client.documentationFormat)
      item.detail = item.detail ?? EntityLabels(entity).detail
      session.answer(id, item)
    }
  }

  /// A host that serves entities may know more about one that is about to be shown or trimmed.
  ///
  /// - Parameters:
  ///   - entity: as it is known.
  ///   - document: whose settings name its source.
  ///   - time: how long the host may take, in milliseconds.
  ///   - then: is given what the host says, else `entity`; at once where no host serves it.
  func resolve(
    _ entity: Entity, for document: DocumentURI, within time: Int, then: @escaping (Session, Entity) -> Void
  ) {
    let source = settings[document].sources.first { $0.name == entity.source }
    guard case .client? = source?.kind else { return then(self, entity) }
    let params = MentionsResolveEntityParams(entity: EntityTranslation.json(entity))
    ask(.mentionsResolveEntity, params, within: time) { session, result in
      let answer = try? result.get().read(MentionsResolveEntityParams.self)
      let detailed = answer.flatMap { try? EntityTranslation.read($0.entity, source: entity.source).get() }
      then(session, detailed ?? entity)
    }
  }
}

// MARK: - Waiting for sources

/// How long an explicit mention's request waits for a first batch, in milliseconds (Behaviour, section 4).
private let patience = 2000

extension Session {
  /// The answer for what is being created; nil where nothing is. The client has the list from now on.
  func completionList(for key: DocumentURI) -> CompletionList? {
    guard let document = documents[key], let offers = document.mentions.offers() else { return nil }
    let translation = CompletionTranslation(
      positions: positions, client: client, loadingItem: settings[key].loadingItem,
      document: document.number, leftAfter: settings[key].diagnostics.leftAfter)
    let list = translation.list(offers, in: document.mentions)
    completion.offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return list
  }

  /// Answers a completion request as soon as the chooser is settled: once what the request leads to has happened, or
  /// later.
  private func answerOrWait(_ id: RPCID, in key: DocumentURI, at position: Position) {
    guard let document = documents[key], document.mentions.creation != nil else {
      let isCode = withDocument(key) { $0.mentions.isCode(at: $0.mentions.cursor) } ?? false
      return answer(id, isCode ? CompletionList.nothingInCode : .nothing)
    }
    let question = WaitingCompletions.Question(
      queryID: document.mentions.chooser.queryID, position: position)
    // A request for another place or key replaces those before it.
    if let older = completion.waiting.question(in: key), older != question {
      for id in completion.waiting.take(in: key) { answer(id, CompletionList.nothing) }
    }
    then { $0.answerOrWait(id, question, in: key) }
  }

  private func answerOrWait(_ id: RPCID, _ question: WaitingCompletions.Question, in key: DocumentURI) {
    guard let document = documents[key], let creation = document.mentions.creation,
      document.mentions.chooser.queryID == question.queryID
    else { return answer(id, CompletionList.nothing) }
    // Requests that wait for the same list come first.
    if !document.mentions.chooser.isLoading, completion.waiting.question(in: key) == nil {
      return answer(id, completionList(for: key) ?? .nothing)
    }
    let deadline = settings[key].completionDeadline
    completion.waiting.add(
      id, for: question, in: key, deadline: now.advanced(by: deadline),
      patience: now.advanced(by: creation.kind == .explicit ? max(patience, deadline) : deadline))
  }

  /// Answers all requests that wait with an empty list: the client shuts the server down.
  func endCompletions() {
    for id in completion.waiting.takeAll() { answer(id, CompletionList.nothing) }
  }

  /// Answers every waiting completion whose time or results have come.
  func settleWaitingCompletions() {
    for key in completion.waiting.takeChanged(at: now) { settleWaitingCompletions(in: key) }
    if let due = completion.waiting.nextDue { perform(.wake(at: due)) }
    completion.waiting.noteSettled()
  }

  private func settleWaitingCompletions(in key: DocumentURI) {
    guard let document = documents[key], document.mentions.creation != nil,
      document.mentions.chooser.queryID == completion.waiting.question(in: key)?.queryID
    else {
      for id in completion.waiting.take(in: key) { answer(id, CompletionList.nothing) }
      return
    }
    let chooser = document.mentions.chooser
    let ready =
      chooser.isLoading
      ? completion.waiting.takeOverdue(
        in: key, hasResults: chooser.count > 0,
        deadline: chooser.foundAny ? now.advanced(by: settings[key].completionDeadline) : nil, now: now)
      : completion.waiting.take(in: key)
    guard !ready.isEmpty else { return }
    let list = completionList(for: key) ?? .nothing
    for id in ready { answer(id, list) }
  }
}

/// State of completion in a session: requests that wait for sources, and the lists that were sent lately.
struct CompletionState {
  var waiting = WaitingCompletions()
  var offered = OfferedLists()
}

/// Completions that wait for sources. All that wait in one document wait for the same thing: what is offered at one
/// place, in one state of the chooser.
///
/// After an event only those documents are gone through that it changed, or whose time has come; a request is gone
/// through when it comes, when the first results come, and when it is answered.
struct WaitingCompletions {
  struct Question: Hashable {
    let queryID: Int
    let position: Position
  }

  private struct Request {
    let id: RPCID
    let number: Int
    /// Answered at this time with the results so far; counted from the first results.
    var deadline: Instant
    /// When it is answered though nothing is there.
    let patience: Instant
  }

  private struct Group {
    let question: Question
    var hasResults = false
    /// When it is to be looked at again.
    var due: Instant?
    /// In the order in which they came; those before ``first`` are answered.
    var requests: [Request] = []
    var first = 0
  }

  private var groups: [DocumentURI: Group] = [:]
  /// By the ids of those that have not been answered: a number that no other request has had.
  private var numbers: [RPCID: Int] = [:]
  private var lastNumber = 0
  /// Documents to look at, each once, in the order of their changes.
  private var changed: [DocumentURI] = []
  private var isChanged: Set<DocumentURI> = []
  private var due = DueTimes<DocumentURI>()
  /// How many requests and documents have been gone through.
  private(set) var steps = 0

  /// When the next one is due.
  fileprivate var nextDue: Instant? { due.next }
  /// Whether requests wait, or a deadline is open. Where it is false no change has to be noted.
  private(set) var hasWork = false

  fileprivate func question(in document: DocumentURI) -> Question? { groups[document]?.question }

  /// One more that asks what others in the document ask, if there are any.
  fileprivate mutating func add(
    _ id: RPCID, for question: Question, in document: DocumentURI, deadline: Instant, patience: Instant
  ) {
    hasWork = true
    lastNumber += 1
    numbers[id] = lastNumber
    groups[document, default: Group(question: question)].requests.append(
      Request(id: id, number: lastNumber, deadline: deadline, patience: patience))
    noteChange(in: document)
  }

  /// Ends a pass over the requests that wait.
  fileprivate mutating func noteSettled() { hasWork = !groups.isEmpty || due.next != nil }

  /// It has been answered.
  mutating func forget(_ id: RPCID) { numbers[id] = nil }

  /// Something in the document may make a difference.
  mutating func noteChange(in document: DocumentURI) {
    guard groups[document] != nil, isChanged.insert(document).inserted else { return }
    changed.append(document)
  }

  /// The documents to look at now, in the order of their changes.
  fileprivate mutating func takeChanged(at now: Instant) -> [DocumentURI] {
    while let document = due.take(at: now) { noteChange(in: document) }
    guard !changed.isEmpty else { return [] }
    defer {
      changed = []
      isChanged = []
    }
    steps += changed.count
    return changed
  }

  /// Takes out all that wait in a document.
  fileprivate mutating func take(in document: DocumentURI) -> [RPCID] {
    guard let group = groups.removeValue(forKey: document) else { return [] }
    return open(group.requests[group.first...])
  }

  /// Takes out all.
  fileprivate mutating func takeAll() -> [RPCID] {
    let requests = groups.values.flatMap { $0.requests[$0.first...] }.sorted { $0.number < $1.number }
    groups = [:]
    return open(requests[...])
  }

  /// Removes the requests whose time is over. The first results give all waiting requests until `deadline`; where it
  /// is nil, stand-ins are shown and no request waits longer.
  fileprivate mutating func takeOverdue(
    in document: DocumentURI, hasResults: Bool, deadline: Instant?, now: Instant
  ) -> [RPCID] {
    guard var group = groups.removeValue(forKey: document) else { return [] }
    if hasResults, !group.hasResults {
      group.hasResults = true
      if let deadline {
        for at in group.requests.indices[group.first...] { group.requests[at].deadline = deadline }
        steps += group.requests.count - group.first
      }
    }
    func time(_ request: Request) -> Instant { hasResults ? request.deadline : request.patience }
    let start = group.first
    while group.first < group.requests.count, time(group.requests[group.first]) <= now { group.first += 1 }
    let over = open(group.requests[start..<group.first])
    if group.first < group.requests.count {
      let next = time(group.requests[group.first])
      if next != group.due { due.add(document, at: next) }
      group.due = next
      groups[document] = group
    }
    return over
  }

  /// The requests that are still open: neither answered nor cancelled.
  private mutating func open(_ requests: ArraySlice<Request>) -> [RPCID] {
    steps += requests.count
    return requests.filter { numbers[$0.id] == $0.number }.map(\.id)
  }
}

// MARK: - Inline completion

/// `textDocument/inlineCompletion`: the one person who fits, as ghost text.
extension Session {
  /// Nothing is shown while sources are asked or where several people fit: the list is there for those. What is accepted
  /// is recognised as an item of the list would be.
  func inlineCompletion(_ params: InlineCompletionParams) -> InlineCompletionList {
    let nothing = InlineCompletionList(items: [])
    let key = params.textDocument.uri
    guard let document = documents[key],
      let offset = positions.exactOffset(of: params.position, in: document.mentions.text),
      let offers = document.mentions.offers(), offers.range.end == offset, !offers.isIncomplete,
      offers.offers.count == 1
    else { return nothing }
    let translation = CompletionTranslation(
      positions: positions, client: client, loadingItem: "", document: document.number)
    guard let item = translation.inlineItem(offers, in: document.mentions) else { return nothing }
    completion.offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return InlineCompletionList(items: [item])
  }
}

// MARK: - What was offered

/// Lists that were sent lately. An item may be resolved after its list has long gone, so this does not
/// depend on what the document is doing.
struct OfferedLists {
  private struct List {
    let document: Int
    let queryID: Int
    let entities: [Entity]
  }

  /// Clients resolve the list that they show or, while the next is on its way, the one before.
  private static let limit = 16

  private var lists: [List] = []

  /// - Parameters:
  ///   - offers: a list that the client gets.
  ///   - document: ``OpenDocument/number``.
  mutating func remember(_ offers: OfferList, in document: Int) {
    lists.removeAll { $0.document == document && $0.queryID == offers.queryID }
    lists.append(
      List(document: document, queryID: offers.queryID, entities: offers.offers.map(\.entity)))
    if lists.count > Self.limit { lists.removeFirst() }
  }

  fileprivate subscript(reference: OfferReference) -> Entity? {
    let list = lists.last { $0.document == reference.document && $0.queryID == reference.offer.queryID }
    guard let list, list.entities.indices.contains(reference.offer.index) else { return nil }
    return list.entities[reference.offer.index]
  }
}

/// Reference to an offer that an item carries, in `data` for resolving and as the argument of its command:
/// `[document, generation, index]`. It is in each item twice, so it is short.
struct OfferReference: Hashable {
  /// ``OpenDocument/number``.
  let document: Int
  let offer: OfferID

  init(document: Int, offer: OfferID) {
    self.document = document
    self.offer = offer
  }

  init?(_ json: JSONValue) {
    guard case .array(let numbers) = json, numbers.count == 3, let document = numbers[0].intValue,
      let queryID = numbers[1].intValue, let index = numbers[2].intValue
    else { return nil }
    self.init(document: document, offer: OfferID(queryID: queryID, index: index))
  }

  var json: JSONValue {
    [.integer(document), .integer(offer.queryID), .integer(offer.index)]
  }
}
