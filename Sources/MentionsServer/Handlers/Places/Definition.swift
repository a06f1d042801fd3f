import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// `textDocument/definition` and `textDocument/declaration`: where the person is written down that a mention stands for, and
/// failing that their card.
extension Session {
  func definition(_ params: TextDocumentPositionParams, _ id: RPCID) {
    answerPlace(params, id, links: client.places.definitionLinks)
  }

  func declaration(_ params: TextDocumentPositionParams, _ id: RPCID) {
    answerPlace(params, id, links: client.places.declarationLinks)
  }

  private func answerPlace(
    _ params: TextDocumentPositionParams, _ id: RPCID, links takesLinks: Bool
  ) {
    let key = params.textDocument.uri
    whenMentionIsKnown(at: params.position, in: key, id) { session, mention in
      guard let mention, let text = session.documents[key]?.mentions.text else {
        return session.answer(id, JSONValue.null)
      }
      let origin = session.positions.range(mention.range, in: text)
      session.answerPlace(of: mention.entity, from: origin, in: key, id, links: takesLinks)
    }
  }

  private func answerPlace(
    of entity: Entity, from origin: LanguageProtocol.Range, in key: DocumentURI, _ id: RPCID,
    links takesLinks: Bool
  ) {
    locateEverywhere(entity, for: key) { session, places in
      // The client may have cancelled it.
      guard session.requests.isOpen(id) else { return }
      let translation = PlaceTranslation(positions: session.positions)
      var links = places.map { translation.link(to: $0, from: origin) }
      if links.isEmpty, let card = session.linkToCard(of: entity, from: origin) { links = [card] }
      guard !links.isEmpty else { return session.answer(id, JSONValue.null) }
      session.answer(
        id,
        takesLinks
          ? DefinitionResult.links(links)
          : .locations(links.map { Location(uri: $0.targetUri, range: $0.targetSelectionRange) }))
    }
  }

  private func linkToCard(
    of entity: Entity, from origin: LanguageProtocol.Range
  ) -> LocationLink? {
    guard client.places.virtualDocuments else { return nil }
    let top = Position(line: 0, character: 0)
    let start = LanguageProtocol.Range(start: top, end: top)
    return LocationLink(
      originSelectionRange: origin, targetUri: cards.uri(of: entity), targetRange: start,
      targetSelectionRange: start)
  }

  /// `workspace/textDocumentContent`: the card of an entity.
  func textDocumentContent(
    _ params: TextDocumentContentParams
  ) throws(RPCError) -> TextDocumentContentResult {
    guard let entity = cards[params.uri] else {
      throw RPCError(.invalidParams, "no card is known of \(params.uri)")
    }
    return TextDocumentContentResult(text: EntityCard(entity).text(asMarkdown: true) + "\n")
  }
}
