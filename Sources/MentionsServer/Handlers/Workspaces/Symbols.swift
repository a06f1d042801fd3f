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

  /// Somebody who is found.
  private struct FoundPerson {
    let entity: Entity
    /// The place in ``SettingsStack/all`` of the workspace folder that knows them.
    let folder: Int
    let person: FolderPerson
  }

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
  ///
  /// - Parameter found: where each of those before is written down.
  private func locate(
    _ people: ArraySlice<FoundPerson>, _ id: RPCID, found: [EntityPlace?] = [],
    then: @escaping (Session, [EntityPlace?]) -> Void
  ) {
    guard requests.isOpen(id) else { return }
    let all = settings.all
    // Folders may have gone meanwhile.
    guard let one = people.first, one.folder < all.count else { return then(self, found) }
    locate(one.entity, in: all[one.folder]) { session, place in
      let place = place.flatMap { session.isThere($0) ? $0 : nil }
      session.locate(people.dropFirst(), id, found: found + [place], then: then)
    }
  }

  /// Where the people are mentioned who are found, as far as it is told.
  private func pathsOfPeople(_ query: String) -> [String] {
    var paths: Set<String> = []
    for key in people(query).flatMap(\.person.all) where paths.count < Self.mostPlaces {
      paths.formUnion(indexing.index.paths(mentioning: key).prefix(Self.mostPlaces - paths.count))
    }
    return paths.sorted()
  }

  private func symbols(of people: [FoundPerson], _ places: [EntityPlace?]) -> [WorkspaceSymbol] {
    let kinds = client.places.workspaceSymbolKinds
    var symbols: [WorkspaceSymbol] = []
    var mentions = 0
    for (at, one) in people.enumerated() {
      let name = ShownText.clipped(ShownText.line(one.entity.name))
      let written = at < places.count ? locations(of: [places[at]].compactMap(\.self)).first : nil
      if let written {
        symbols.append(
          WorkspaceSymbol(
            name: name, kind: kinds.best(.object), containerName: one.entity.source, location: written))
      }
      let most = Self.mostPlaces - mentions
      for location in extent(of: one.person, first: most).first.prefix(most) {
        // An owner's line in CODEOWNERS is a mention too.
        if let written, location.uri == written.uri, location.range.overlaps(written.range) { continue }
        mentions += 1
        symbols.append(
          WorkspaceSymbol(
            name: name, kind: kinds.best(.string), containerName: shownPath(location.uri),
            location: location))
      }
    }
    return symbols
  }

  /// As the chooser finds them, of all sources in memory, those of one workspace folder after those of another where they
  /// match as well. With nothing to search for, who is mentioned lately comes first.
  private func people(_ query: String) -> [FoundPerson] {
    let all = settings.all.enumerated().flatMap { folder, settings in
      matches(query, settings).map { (folder: folder, entity: $0.entity, match: $0.match) }
    }
    let order = all.indices.sorted {
      (all[$0].match.tier.matchClass, $0) < (all[$1].match.tier.matchClass, $1)
    }
    var found: [FoundPerson] = []
    for (folder, entity, _) in order.lazy.map({ all[$0] }) where found.count < Self.mostPeople {
      if found.contains(where: { $0.person.isMeant(by: entity.key, in: folder) }) { continue }
      found.append(FoundPerson(entity: entity, folder: folder, person: person(entity, ofFolder: folder)))
    }
    return found
  }

  private func matches(_ query: String, _ settings: ServerSettings) -> [(entity: Entity, match: Match)] {
    let keys = settings.sources.filter(\.isInMemory).map(\.key)
    guard !keys.isEmpty, let catalog = completeCatalog(of: keys) else { return [] }
    let triggers = settings.policy.triggers.map(\.character)
    let key = triggers.first { query.hasPrefix($0) }.map { String(query.dropFirst($0.count)) } ?? query
    let list = catalog.search(
      MatchQuery(key: key, limit: Self.mostPeople, signals: history.signals(mentionedHere: [])))
    return list.matches.map { (catalog.entity(at: $0.index), $0) }
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
