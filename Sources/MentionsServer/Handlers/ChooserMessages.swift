import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Our own messages for hosts that draw the chooser themselves, or serve the entities.
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
    offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return MentionsChooserItemsResult(
      generation: offers.queryID,
      items: wanted.map { offer in
        let shown = ShownEntity(offer.entity)
        let kept = ShownText.keptBytes(of: offer.entity.name)
        return ChooserItem(
          entity: EntityTranslation.json(offer.entity), label: shown.name, detail: shown.detail,
          matches: offer.matches.filter { $0.lowerBound < kept }.map {
            [$0.lowerBound, min($0.upperBound, kept)]
          })
      },
      total: offers.offers.count, loading: offers.isLoading)
  }

  func selectItem(_ params: MentionsSelectParams) throws(RPCError) -> MentionsSelectResult {
    let key = params.textDocument.uri
    let document = try openDocument(params.textDocument)
    let id = OfferID(queryID: params.generation, index: params.index)
    guard let (edit, additional) = withDocument(key, { $0.mentions.select(id) }) ?? nil else {
      throw RPCError(.contentModified, "offer \(params.index) of generation \(params.generation) is gone")
    }
    let text = document.mentions.text
    return MentionsSelectResult(
      edit: positions.edit(edit, in: text), additionalEdits: additional.map { positions.edit($0, in: text) },
      version: document.version)
  }

  func cancelMention(_ params: MentionsCancelParams) {
    update(params.textDocument.uri) { $0.cancel(now: now) }
  }

  /// Further batches of the client for a query of ours.
  func entitiesArrived(_ params: MentionsEntitiesParams) {
    for entry in sources.entries {
      guard case .client = entry.specification.kind, entry.inFlight[params.queryID] != nil else { continue }
      entitiesCame(
        entities(params.entities, of: entry.key), from: entry.key, number: params.queryID,
        dedupe: params.dedupe, isComplete: params.isComplete)
    }
  }
}
