import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/completion` and `completionItem/resolve`.
extension Session {
  /// The number of milliseconds that the client may take to resolve an entity.
  static let resolveTimeout = 1000

  func completion(_ params: CompletionParams) async throws(RPCError) -> CompletionList {
    let key = params.textDocument.uri
    // The request may arrive before the notification of the change that caused it, so a position outside of the text is
    // not an error.
    guard let document = documents[key],
      let offset = positions.exactOffset(of: params.position, in: document.mentions.text)
    else { return .nothing }
    let asked = client.asked(params.context, at: now, lastChange: document.changed)
    update(key) { $0.requestCompletion(at: offset, asked: asked, now: now) }
    return try await completionList(at: params.position, in: document)
  }

  /// Executes the command that requests mentions, for clients whose completion requests do not indicate whether the
  /// user has invoked them.
  func complete(_ place: TextDocumentPositionParams) async throws(RPCError) -> CompletionList {
    let key = place.textDocument.uri
    let document = try openDocument(place.textDocument)
    let offset = positions.offset(of: place.position, in: document.mentions.text)
    update(key) { $0.requestCompletion(at: offset, asked: .byCommand, now: now) }
    return try await completionList(at: place.position, in: document)
  }

  /// Resolves an item by its `data` only, since the document may have changed.
  func resolveCompletionItem(_ item: CompletionItem) async throws(RPCError) -> CompletionItem {
    guard let reference = item.data.flatMap(OfferReference.init), let entity = offered[reference],
      let key = key(ofDocument: reference.document)
    else { return item }
    // If several items have the same text, the one resolved last is assumed to be the accepted one.
    withDocument(key) { $0.mentions.noteResolved(reference.offer) }
    let detailed = try await detailed(entity, for: key, within: Self.resolveTimeout)
    var item = item
    item.documentation = EntityCard(detailed).documentation(in: client.documentationFormat)
    item.detail = item.detail ?? EntityLabels(detailed).detail
    return item
  }
}

// MARK: - Waiting for sources

/// The number of milliseconds that a request for an explicit mention waits for a first batch (Behaviour, section 4).
private let patience = 2000

/// Identifies what a completion request asks for: the offers at one position, in one state of a document's chooser.
struct CompletionQuestion: Hashable {
  let document: DocumentURI
  /// ``OpenDocument/number``.
  let number: Int
  let queryID: Int
  let position: Position
}

extension Session {
  /// Returns the list for the mention in creation as soon as the chooser is settled: once the effects of the request
  /// have been performed or, if sources are searching, once they have answered or the time limit has passed.
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
    // A request for another position or search key ends the waits of earlier requests.
    document.completion = question
    if !loop.waits.isEmpty { endWaits() }
    await turn()
    let deadline = settings[key].completionDeadline
    let longest = creation.kind == .explicit ? max(patience, deadline) : deadline
    try await until(.listBegun(question), by: asked.advanced(by: longest))
    if isCurrent(question), document.mentions.chooser.isLoading, document.mentions.chooser.count > 0 {
      // Once a source has found people, the time limit starts again for the other sources. Preliminary offers do not
      // extend it.
      let start = document.mentions.chooser.foundAny ? now : asked
      try await until(.listComplete(question), by: start.advanced(by: deadline))
    }
    return isCurrent(question) ? completionList(for: key) ?? .nothing : .nothing
  }

  /// The list for the mention in creation; nil if there is none. Records that the client has received it.
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

  /// Whether the client still needs the list for which it asked.
  private func isCurrent(_ question: CompletionQuestion) -> Bool {
    guard let document = documents[question.document] else { return false }
    return document.number == question.number && document.completion == question
      && document.mentions.creation != nil && document.mentions.chooser.queryID == question.queryID
  }

  func hasBegun(_ question: CompletionQuestion) -> Bool {
    guard isCurrent(question), let chooser = documents[question.document]?.mentions.chooser else {
      return true
    }
    return chooser.count > 0 || !chooser.isLoading
  }

  func isComplete(_ question: CompletionQuestion) -> Bool {
    !isCurrent(question) || !isWorthWaiting(in: question.document)
  }
}

// MARK: - Inline completion

/// `textDocument/inlineCompletion`: the only matching person, as ghost text.
extension Session {
  /// Returns nothing while sources are being queried, or if several people match, since the completion list shows them.
  /// The acceptance of ghost text is recognized like the acceptance of an item of the completion list.
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

// MARK: - Offers sent

/// Lists sent to the client recently. They are kept independently of the document's state, because an item may be
/// resolved long after its list was closed.
struct OfferedLists {
  private struct List {
    let document: Int
    let queryID: Int
    let entities: [Entity]
  }

  /// The maximum number of lists. Clients resolve items of the current list or, while the next one is arriving, of the
  /// previous one.
  private static let limit = 16

  private var lists: [List] = []

  /// Records a list, so that its items can be resolved later. Older lists are dropped.
  ///
  /// - Parameters:
  ///   - offers: the list sent to the client.
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

/// A reference to an offer: `[document, queryID, index]`. Each completion item contains it twice, in `data` for
/// `completionItem/resolve` and as the argument of its command, so it is short.
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
