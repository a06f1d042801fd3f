import Entities
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/inlayHint` and `textDocument/codeLens`: what is shown beside mentions, and the host's accessories.
extension Session {
  /// A client that cannot be told to ask again is answered once the people are known, as for lenses.
  func inlayHints(_ params: InlayHintParams, _ id: RPCID) {
    let key = params.textDocument.uri
    guard !client.inlayHints.refreshes, settings[key].nameHints else { return answer(id, hints(params)) }
    whenPeopleAreKnown(in: key, id) { $0.answer(id, $0.hints(params)) }
  }

  private func hints(_ params: InlayHintParams) -> [InlayHint] {
    let key = params.textDocument.uri
    guard let document = documents[key] else { return [] }
    document.hinted = shown(document)
    let format = client.hoverFormat ?? .plaintext
    let range = positions.range(params.range, in: document.mentions.text)
    let names =
      settings[key].nameHints
      ? NameHint.all(of: mentions(in: range, key), in: range, of: document.mentions.text) : []
    return accessoryTranslation(document).hints(
      in: range, names: names, format: settings[key].inlayHint,
      tooltip: { EntityCard($0).documentation(in: format) }, resolves: client.resolvesHints)
  }

  /// Hints are asked for after each edit: longer documents are not read for them, in bytes.
  private static let longestRead = 32 << 10

  /// The mentions in a range but the one that is being made; of a long document its annotations alone.
  private func mentions(in range: TextRange, _ key: DocumentURI) -> [(range: TextRange, entity: Entity)] {
    guard let document = documents[key]?.mentions else { return [] }
    let found =
      document.text.buffer.count <= Self.longestRead
      ? everyMention(in: key)
      : document.annotations.indices(touching: range).map { FoundMention(document.annotations[$0]) }
    return found.filter { !document.isBeingMade(at: $0.range) }.map { ($0.range, $0.entity) }
  }

  private func shown(_ document: OpenDocument) -> OpenDocument.Shown {
    OpenDocument.Shown(
      membership: document.mentions.annotations.membershipRevision, people: peopleRevision)
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

  func codeLenses(_ params: CodeLensParams, _ id: RPCID) {
    let key = params.textDocument.uri
    guard !client.codeLenses.refreshes, settings[key].codeLens != .off else {
      return answer(id, lenses(params))
    }
    whenPeopleAreKnown(in: key, id) { $0.answer(id, $0.lenses(params)) }
  }

  private func lenses(_ params: CodeLensParams) -> [CodeLens] {
    let key = params.textDocument.uri
    guard let document = documents[key] else { return [] }
    document.counted = shown(document)
    let placement = settings[key].codeLens
    return accessoryTranslation(document).lenses(
      placement, hasUnknown: placement == .document && !unknownMentions(in: key).isEmpty)
  }

  func resolveCodeLens(_ lens: CodeLens) -> CodeLens {
    guard let reference = ShownReference(lens.data), let key = key(ofDocument: reference.document),
      let document = documents[key]
    else { return lens }
    var lens = lens
    lens.command = Command(
      title: accessoryTranslation(document).count(
        aroundLine: reference.number, unknown: unknownMentions(in: key)), command: .none)
    return lens
  }

  private func accessoryTranslation(_ document: OpenDocument) -> AccessoryTranslation {
    AccessoryTranslation(positions: positions, document: document.number, mentions: document.mentions)
  }
}
