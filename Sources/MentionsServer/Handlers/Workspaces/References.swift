import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// `textDocument/references`: where somebody is mentioned in the workspace.
extension Session {
  /// All mentions of whom is mentioned at the place, in open documents as they are now and in the other files of the
  /// workspace, and, if the client wants them, first the places where they are written down; without these if it does not,
  /// although an owner's line in CODEOWNERS is a mention too. Answered once all this has been looked at; null where nobody
  /// is mentioned. As long as the workspace is looked through for the first time since the start, the files with mentions
  /// are those of the last time.
  func references(_ params: ReferenceParams, _ id: RPCID) {
    let key = params.textDocument.uri
    let here = mention(at: params.position, in: key)?.entity
    // Who is meant may not be known before the sources have been read.
    if here == nil, documents[key] == nil || scanRules() != nil { return answer(id, JSONValue.null) }
    let version = documents[key]?.version
    whenIndexed(id, reportingTo: params.workDoneToken, takesStored: true) { session in
      let isSame = session.documents[key]?.version == version
      let entity = here ?? (isSame ? session.mention(at: params.position, in: key)?.entity : nil)
      guard let entity else { return session.answer(id, JSONValue.null) }
      let scan = session.indexing.scan
      session.locateEverywhere(entity, for: key) { session, places in
        guard session.requests.isOpen(id) else { return }
        session.whenIndexed(id, unlessStill: scan) { session in
          session.whenChecked(session.indexing.index.paths(mentioning: entity.key), id) { session in
            let declarations = session.locations(of: places)
            let mentions = session.locations(of: entity.key).filter { mention in
              !declarations.contains { $0.uri == mention.uri && $0.range.overlaps(mention.range) }
            }
            session.answer(
              id, (params.context.includeDeclaration ? declarations : []) + mentions,
              under: params.partialResultToken)
          }
        }
      }
    }
  }

  /// Where an entity is written down, as the client names the files that it has open.
  private func locations(of places: [EntityPlace]) -> [Location] {
    places.map { place in
      let link = PlaceTranslation(positions: positions).link(to: place, from: .top)
      let key = openKeys.first { $0.filePath == place.path }
      return Location(
        uri: key.flatMap { documents[$0]?.uri } ?? link.targetUri, range: link.targetSelectionRange)
    }
  }

  /// Where an entity is mentioned, by document and then in the order of the text.
  func locations(of entity: EntityKey) -> [Location] {
    let open = Dictionary(
      openKeys.compactMap { key in key.filePath.map { ($0, key) } }, uniquingKeysWith: { first, _ in first })
    let closed = indexing.index.mentions(of: entity) { open[$0] == nil }
    var locations: [Location] = []
    for key in openKeys {
      guard let document = documents[key] else { continue }
      for mention in everyMention(in: key) where mention.entity.key == entity {
        locations.append(
          Location(uri: document.uri, range: positions.range(mention.range, in: document.mentions.text)))
      }
    }
    var last: (path: String, uri: DocumentURI)?
    for place in closed {
      let uri = last.flatMap { $0.path == place.path ? $0.uri : nil } ?? DocumentURI(filePath: place.path)
      last = (place.path, uri)
      locations.append(Location(uri: uri, range: place.mention.range))
    }
    return locations
  }
}
