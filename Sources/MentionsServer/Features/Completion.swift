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

  func completion(_ params: CompletionParams) async throws(RPCError) -> CompletionList {
    let key = params.textDocument.uri
    // A completion may come before its change; a place past the text is not an error.
    guard let document = documents[key],
      let offset = positions.exactOffset(of: params.position, in: document.mentions.text)
    else { return .nothing }
    let asked = client.asked(params.context, at: now, lastChange: document.changed)
    update(key) { $0.requestCompletion(at: offset, asked: asked, now: now) }
    return try await completionList(at: params.position, in: document)
  }

  /// The user asks for mentions here, for clients whose completion requests do not say so.
  func complete(_ place: TextDocumentPositionParams) async throws(RPCError) -> CompletionList {
    let key = place.textDocument.uri
    let document = try openDocument(place.textDocument)
    let offset = positions.offset(of: place.position, in: document.mentions.text)
    update(key) { $0.requestCompletion(at: offset, asked: .byCommand, now: now) }
    return try await completionList(at: place.position, in: document)
  }

  /// Details of one item, found by its `data` alone: the document may have moved on.
  func resolveCompletionItem(_ item: CompletionItem) async throws(RPCError) -> CompletionItem {
    guard let reference = item.data.flatMap(OfferReference.init), let entity = offered[reference],
      let key = key(ofDocument: reference.document)
    else { return item }
    withDocument(key) { $0.mentions.noteResolved(reference.offer) }
    let detailed = try await detailed(entity, for: key, within: Self.resolveTimeout)
    var item = item
    item.documentation = EntityCard(detailed).documentation(in: client.documentationFormat)
    item.detail = item.detail ?? EntityLabels(detailed).detail
    return item
  }

  /// A host that serves entities may know more about one that is about to be shown or trimmed.
  ///
  /// - Parameters:
  ///   - entity: as it is known.
  ///   - document: whose settings name its source.
  ///   - time: how long the host may take, in milliseconds.
  /// - Returns: what the host says, else `entity`; at once where no host serves it.
  func detailed(
    _ entity: Entity, for document: DocumentURI, within time: Int
  ) async throws(RPCError) -> Entity {
    let source = settings[document].sources.first { $0.name == entity.source }
    guard case .client? = source?.kind else { return entity }
    let params = MentionsResolveEntityParams(entity: EntityTranslation.json(entity))
    let result = try await answer(to: ask(.mentionsResolveEntity, params), within: time)
    let answer = try? result.get().read(MentionsResolveEntityParams.self)
    let detailed = answer.flatMap { try? EntityTranslation.read($0.entity, source: entity.source).get() }
    return detailed ?? entity
  }
}

// MARK: - Waiting for sources

/// How long an explicit mention's request waits for a first batch, in milliseconds (Behaviour, section 4).
private let patience = 2000

/// The question of a completion request: what is offered at one place, in one state of a document's chooser.
struct CompletionQuestion: Hashable {
  let document: DocumentURI
  /// ``OpenDocument/number``.
  let number: Int
  let queryID: Int
  let position: Position
}

extension Session {
  /// The list for what is being created, as soon as the chooser is settled: once what the request leads to has happened,
  /// or later.
  private func completionList(
    at position: Position, in document: OpenDocument
  ) async throws(RPCError) -> CompletionList {
    let key = document.uri
    guard let creation = document.mentions.creation else {
      return document.mentions.isCode(at: document.mentions.cursor) ? .nothingInCode : .nothing
    }
    let asked = now
    let question = CompletionQuestion(
      document: key, number: document.number, queryID: document.mentions.chooser.queryID, position: position)
    // A request for another place or key replaces those before it.
    document.completion = question
    if !loop.waits.isEmpty { endWaits() }
    await turn()
    let deadline = settings[key].completionDeadline
    let longest = creation.kind == .explicit ? max(patience, deadline) : deadline
    try await until(.listBegun(question), by: asked.advanced(by: longest))
    if isCurrent(question), document.mentions.chooser.isLoading, document.mentions.chooser.count > 0 {
      // The first results give the other sources a time of their own; stand-ins do not.
      let start = document.mentions.chooser.foundAny ? now : asked
      try await until(.listComplete(question), by: start.advanced(by: deadline))
    }
    return isCurrent(question) ? completionList(for: key) ?? .nothing : .nothing
  }

  /// The answer for what is being created; nil where nothing is. The client has the list from now on.
  private func completionList(for key: DocumentURI) -> CompletionList? {
    guard let document = documents[key], let offers = document.mentions.offers() else { return nil }
    let translation = CompletionTranslation(
      positions: positions, client: client, loadingItem: settings[key].loadingItem,
      document: document.number, leftAfter: settings[key].diagnostics.leftAfter)
    let list = translation.list(offers, in: document.mentions)
    offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return list
  }

  /// Whether a list is still wanted.
  private func isCurrent(_ question: CompletionQuestion) -> Bool {
    guard let document = documents[question.document] else { return false }
    return document.number == question.number && document.completion == question
      && document.mentions.creation != nil && document.mentions.chooser.queryID == question.queryID
  }

  func hasBegun(_ question: CompletionQuestion) -> Bool {
    isComplete(question) || documents[question.document]?.mentions.chooser.count ?? 0 > 0
  }

  func isComplete(_ question: CompletionQuestion) -> Bool {
    !isCurrent(question) || documents[question.document]?.mentions.chooser.isLoading == false
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
    offered.remember(offers, in: document.number)
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
