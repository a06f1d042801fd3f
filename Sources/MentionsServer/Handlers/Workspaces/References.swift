import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

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
          let person = session.person(entity, in: key)
          session.whenChecked(person.all.flatMap { session.indexing.index.paths(mentioning: $0) }, id) {
            session in
            let declarations = session.locations(of: places)
            let mentions = session.locations(of: session.person(entity, in: key)).filter { mention in
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
  func locations(of places: [EntityPlace]) -> [Location] {
    places.map { place in
      let link = PlaceTranslation(positions: positions).link(to: place, from: .top)
      let key = openKeys.first { $0.filePath == place.path }
      return Location(
        uri: key.flatMap { documents[$0]?.uri } ?? link.targetUri, range: link.targetSelectionRange)
    }
  }

  /// Where somebody is mentioned, by document and then in the order of the text.
  private func locations(of person: FolderPerson) -> [Location] {
    let isMeant = closedMentions(of: person)
    var closed = person.all.flatMap { key in indexing.index.mentions(of: key) { isMeant(key, $0) } }
    if person.all.count > 1 { closed.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) } }
    var locations = openKeys.flatMap { key in
      mentions(of: person, in: key).compactMap { location(of: $0.range, in: key) }
    }
    var last: (path: String, uri: DocumentURI)?
    for place in closed {
      let uri = last.flatMap { $0.path == place.path ? $0.uri : nil } ?? DocumentURI(filePath: place.path)
      last = (place.path, uri)
      locations.append(Location(uri: uri, range: place.mention.range))
    }
    return locations
  }

  private func location(of range: TextRange, in key: DocumentURI) -> Location? {
    documents[key].map {
      Location(uri: $0.uri, range: positions.range(range, in: $0.mentions.text))
    }
  }

  /// How often somebody is mentioned, in how many files, and the first mention in each of these: in open documents as they
  /// are, and then in so many of the other files.
  ///
  /// - Parameter own: a document of which only the count is told.
  func extent(
    of person: FolderPerson, besides own: DocumentURI? = nil, first most: Int
  ) -> (count: Int, files: Int, first: [Location]) {
    var closed = WorkspaceIndex.Extent(first: most)
    let isMeant = closedMentions(of: person)
    for key in person.all { indexing.index.measure(key, into: &closed) { isMeant(key, $0) } }
    var (count, files, first) = (closed.count, closed.files, [Location]())
    for key in openKeys {
      let found = mentions(of: person, in: key)
      count += found.count
      guard key != own, let place = found.first.flatMap({ location(of: $0.range, in: key) }) else { continue }
      files += 1
      first.append(place)
    }
    first += closed.first.map { Location(uri: DocumentURI(filePath: $0.path), range: $0.mention.range) }
    return (count, files, first)
  }
}
