import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/inlayHint` and `textDocument/codeLens`: what is shown beside mentions, and the host's accessories.
extension Session {
  func inlayHints(_ params: InlayHintParams) -> [InlayHint] {
    let key = params.textDocument.uri
    guard let document = documents[key] else { return [] }
    document.hinted = document.mentions.annotations.membershipRevision
    let format = client.hoverFormat ?? .plaintext
    return accessoryTranslation(document).hints(
      in: positions.range(params.range, in: document.mentions.text), format: settings[key].inlayHint,
      tooltip: client.resolvesHints ? nil : { EntityCard($0).documentation(in: format) })
  }

  /// The mention is found by `data` alone: the document may have moved on.
  func resolveInlayHint(_ hint: InlayHint, _ id: RPCID) {
    guard let reference = ShownReference(hint.data), let number = reference.number,
      let key = key(ofDocument: reference.document), let annotations = documents[key]?.mentions.annotations,
      let index = annotations.index(of: AnnotationID(rawValue: UInt64(truncatingIfNeeded: number)))
    else { return answer(id, hint) }
    resolve(annotations[index].entity, for: key, within: Self.resolveTimeout) { session, entity in
      var hint = hint
      hint.tooltip = EntityCard(entity).documentation(in: session.client.hoverFormat ?? .plaintext)
      session.answer(id, hint)
    }
  }

  func codeLenses(_ params: CodeLensParams) -> [CodeLens] {
    let key = params.textDocument.uri
    guard let document = documents[key] else { return [] }
    document.counted = document.mentions.annotations.membershipRevision
    return accessoryTranslation(document).lenses(settings[key].codeLens)
  }

  func resolveCodeLens(_ lens: CodeLens) -> CodeLens {
    guard let reference = ShownReference(lens.data), let key = key(ofDocument: reference.document),
      let document = documents[key]
    else { return lens }
    var lens = lens
    lens.command = Command(
      title: accessoryTranslation(document).count(aroundLine: reference.number), command: .none)
    return lens
  }

  private func accessoryTranslation(_ document: OpenDocument) -> AccessoryTranslation {
    AccessoryTranslation(positions: positions, document: document.number, mentions: document.mentions)
  }
}
