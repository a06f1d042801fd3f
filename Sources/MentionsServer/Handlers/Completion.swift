import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// `textDocument/completion` and `completionItem/resolve`.
extension Session {
  /// How long the client may take to tell more of an entity, in milliseconds.
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

  /// Details of one item, found by its `data` alone: the document may have moved on.
  func resolveCompletionItem(_ item: CompletionItem, _ id: RPCID) {
    guard let reference = item.data.flatMap(OfferReference.init), let entity = offered[reference],
      let key = key(ofDocument: reference.document)
    else {
      return answer(id, item)
    }
    withDocument(key) { $0.mentions.noteResolved(reference.offer) }
    resolve(entity, for: key, within: Self.resolveTimeout) { session, entity in
      var item = item
      item.documentation = EntityCard(entity).documentation(in: session.client.documentationFormat)
      item.detail = item.detail ?? ShownEntity(entity).detail
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
