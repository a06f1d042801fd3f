import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// `workspace/symbol`: people by the search of the chooser, and where they are mentioned.
extension Session {
  /// So many people at most, and so many places of mentions of all of them together.
  private static let mostPeople = 50
  private static let mostPlaces = 200

  /// So many of the people are looked for in their files, those who match best.
  private static let mostLocated = 8

  /// For those who match best the place where they are written down, where that is a file, and for everybody the first
  /// mention in each file. The people are in the chooser's order.
  ///
  /// Places are told as they are: many clients neither resolve symbols nor show one without a range.
  func workspaceSymbols(_ params: WorkspaceSymbolParams, _ id: RPCID) {
    whenIndexed(id, reportingTo: params.workDoneToken, takesStored: true) { session in
      session.whenChecked(session.pathsOfPeople(params.query), id) { session in
        let people = session.people(params.query)
        session.locate(people.prefix(Self.mostLocated), id) { session, places in
          session.answer(id, session.symbols(of: people, places), under: params.partialResultToken)
        }
      }
    }
  }

  /// One after the other, as long as the client wants to know.
  private func locate(
    _ people: ArraySlice<Entity>, _ id: RPCID, found: [EntityKey: EntityPlace] = [:],
    then: @escaping (Session, [EntityKey: EntityPlace]) -> Void
  ) {
    guard requests.isOpen(id) else { return }
    guard let entity = people.first else { return then(self, found) }
    locate(entity, in: settings.current) { session, place in
      var found = found
      found[entity.key] = place
      session.locate(people.dropFirst(), id, found: found, then: then)
    }
  }

  /// Where the people are mentioned who are found, as far as it is told.
  private func pathsOfPeople(_ query: String) -> [String] {
    var paths: Set<String> = []
    for entity in people(query) where paths.count < Self.mostPlaces {
      paths.formUnion(indexing.index.paths(mentioning: entity.key).prefix(Self.mostPlaces - paths.count))
    }
    return paths.sorted()
  }

  private func symbols(of people: [Entity], _ places: [EntityKey: EntityPlace]) -> [WorkspaceSymbol] {
    let kinds = client.places.workspaceSymbolKinds
    let translation = PlaceTranslation(positions: positions)
    var symbols: [WorkspaceSymbol] = []
    var mentions = 0
    for entity in people {
      let name = ShownText.clipped(ShownText.line(entity.name))
      if let place = places[entity.key] {
        let link = translation.link(to: place, from: .top)
        symbols.append(
          WorkspaceSymbol(
            name: name, kind: kinds.best(.object), containerName: entity.source,
            location: Location(uri: link.targetUri, range: link.targetSelectionRange)))
      }
      var last: DocumentURI?
      for location in locations(of: entity.key) where location.uri != last && mentions < Self.mostPlaces {
        last = location.uri
        mentions += 1
        symbols.append(
          WorkspaceSymbol(
            name: name, kind: kinds.best(.string), containerName: shownPath(location.uri),
            location: location))
      }
    }
    return symbols
  }

  /// As the chooser finds them, of all sources in memory. With nothing to search for, who is mentioned lately comes first.
  private func people(_ query: String) -> [Entity] {
    let keys = settings.current.sources.filter(\.isInMemory).map(\.key)
    guard !keys.isEmpty, let catalog = completeCatalog(of: keys) else { return [] }
    let triggers = settings.current.policy.triggers.map(\.character)
    let key = triggers.first { query.hasPrefix($0) }.map { String(query.dropFirst($0.count)) } ?? query
    let list = catalog.search(
      MatchQuery(key: key, limit: Self.mostPeople, signals: history.signals(mentionedHere: [])))
    return list.matches.map { catalog.entity(at: $0.index) }
  }

  /// Relative to the workspace folder that it is in, else as it is.
  private func shownPath(_ uri: DocumentURI) -> String {
    pathInWorkspace(uri) ?? uri.filePath.map(ShownText.line) ?? uri.text
  }

  /// The path of a file as the workspace folder that it is in has it; nil elsewhere.
  func pathInWorkspace(_ uri: DocumentURI) -> String? {
    guard let path = uri.filePath else { return nil }
    let root = roots.map { $0.hasSuffix("/") ? $0 : $0 + "/" }.filter { path.hasPrefix($0) }
      .max { $0.utf8.count < $1.utf8.count }
    return root.map { ShownText.line(String(path.dropFirst($0.count))) }
  }
}
