import Entities
import LanguageProtocol
import Mentions

/// Messages that this server defines in addition to LSP, for hosts that draw the chooser or provide entities.
extension Session {
  func chooserItems(_ params: MentionsChooserItemsParams) throws(RPCError) -> MentionsChooserItemsResult {
    let key = params.textDocument.uri
    let document = try openDocument(params.textDocument)
    let chooser = document.mentions.chooser
    guard let offers = document.mentions.offers() else {
      return MentionsChooserItemsResult(generation: chooser.queryID, items: [], total: 0, loading: false)
    }
    let first = min(max(params.start, 0), offers.offers.count)
    let wanted = offers.offers[first...].prefix(max(params.count, 0))
    let differences = NameDifferences(offers.offers.lazy.map(\.entity))
    offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return MentionsChooserItemsResult(
      generation: offers.queryID,
      items: wanted.map { offer in
        let shown = EntityLabels(offer.entity)
        let kept = ShownText.keptBytes(of: offer.entity.name)
        return ChooserItem(
          entity: EntityTranslation.json(offer.entity), label: shown.name,
          detail: shown.detail(after: differences[offer.entity]),
          matches: pairs(offer.matches, within: kept),
          handleMatches: offer.handleMatches.isEmpty
            ? nil : pairs(offer.handleMatches, within: ShownText.keptBytes(of: offer.entity.handle ?? "")))
      },
      total: offers.offers.count, loading: offers.isLoading)
  }

  /// Converts ranges to pairs of start and end, cut off after the first `kept` bytes.
  private func pairs(_ ranges: [Swift.Range<Int>], within kept: Int) -> [[Int]] {
    ranges.filter { $0.lowerBound < kept }.map { [$0.lowerBound, min($0.upperBound, kept)] }
  }

  func selectItem(_ params: MentionsSelectParams) throws(RPCError) -> MentionsSelectResult {
    let key = params.textDocument.uri
    let document = try openDocument(params.textDocument)
    let id = OfferID(queryID: params.generation, index: params.index)
    guard let (edit, additional) = withDocument(key, { $0.mentions.select(id) }) ?? nil else {
      throw RPCError(
        .contentModified, "item \(params.index) of generation \(params.generation) is no longer offered")
    }
    let text = document.mentions.text
    return MentionsSelectResult(
      edit: positions.edit(edit, in: text), additionalEdits: additional.map { positions.edit($0, in: text) },
      version: document.version)
  }

  func cancelMention(_ params: MentionsCancelParams) {
    update(params.textDocument.uri) { $0.cancel(now: now) }
  }

  /// Handles further batches of entities that the client sends for a query.
  func entitiesArrived(_ params: MentionsEntitiesParams) {
    for entry in sources.entries where entry.specification.isServedByClient {
      guard entry.awaits(params.queryID) else { continue }
      entitiesCame(
        entities(params.entities, of: entry.key), from: entry.key, number: params.queryID,
        dedupe: params.dedupe, isComplete: params.isComplete)
    }
  }
}

// MARK: - Notifications

/// `mentions/chooser`, for hosts that requested it.
extension Session {
  func notifyChooser(_ event: ChooserEvent, in key: DocumentURI) {
    // A source that answers at once may have closed the chooser since this event; the closing was already reported.
    guard event != .changed || documents[key]?.mentions.chooser.isVisible == true else { return }
    notifyHost(event, in: key)
  }

  private func notifyHost(_ event: ChooserEvent, in key: DocumentURI) {
    guard client.wantsNotifications, let document = documents[key] else { return }
    let mentions = document.mentions
    let params = MentionsChooserParams(
      textDocument: TextDocumentIdentifier(uri: document.uri),
      event: ChooserEventName(rawValue: event.rawValue),
      range: mentions.creation.map { positions.range($0.range, in: mentions.text) },
      generation: mentions.chooser.queryID, count: mentions.chooser.count,
      loading: mentions.chooser.isLoading,
      borderMode: ChooserBorderMode(rawValue: settings[key].borderMode),
      background: settings[key].background.isEmpty ? nil : settings[key].background)
    // One keystroke may change the chooser several times without a visible difference.
    guard params != document.chooser.told else { return }
    withDocument(key) { $0.chooser.told = params }
    notify(.mentionsChooser, params)
  }
}

/// The state of a document's chooser: the last notification, and the current query.
struct DocumentChooserState {
  struct Search {
    let queryID: Int
    /// The number of the creation to which the query belongs.
    let creation: Int
    /// The time at which the search started: the start of this query or, if it replaced queries whose answers were
    /// still pending, the start of the first of them.
    let since: Instant
    /// Whether answers are still pending.
    fileprivate var isPending = true
  }

  /// The parameters of the last `mentions/chooser` notification; equal parameters are not sent again.
  fileprivate var told: MentionsChooserParams?
  /// The search for the current query. Progress is reported if it takes long.
  fileprivate(set) var search: Search?

  /// The number of the current query.
  var queryID: Int? { search?.queryID }

  /// Records a new query. If answers to the previous query of this creation are still pending, the new query continues
  /// the search of the previous one, so that keystrokes do not restart the delay before progress is reported.
  mutating func begin(_ query: Query, of creation: Int, at now: Instant) {
    let goesOn = search.map { $0.creation == creation && $0.isPending } ?? false
    search = Search(queryID: query.id, creation: creation, since: goesOn ? search?.since ?? now : now)
  }

  /// Records that all sources have answered.
  fileprivate mutating func noteAnswered() { search?.isPending = false }

  mutating func end() { search = nil }
}

extension OpenDocument {
  /// Records that the current query has been answered, unless sources are still searching.
  func noteAnswers() {
    if !mentions.chooser.isLoading { chooser.noteAnswered() }
  }
}
