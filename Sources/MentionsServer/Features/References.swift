import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/references`: the mentions of a person in the workspace.
extension Session {
  /// All mentions of the entity at a position, in open documents and in other files of the workspace; null if nothing
  /// is mentioned there. Definitions come first if the client includes them. A mention that is part of a definition,
  /// such as an owner in CODEOWNERS, is never listed as a mention.
  ///
  /// The request is answered once the whole workspace has been searched; if the first search after the start takes
  /// long, it is answered from the index that was stored last.
  func references(_ params: ReferenceParams) async throws(RPCError) -> [Location]? {
    defer { endProgress(under: params.workDoneToken) }
    let key = params.textDocument.uri
    let version = documents[key]?.version
    var entity = mention(at: params.position, in: key)?.entity
    // The entity may be unknown until the sources have been read.
    if entity == nil, documents[key] == nil || scanRules() != nil { return nil }
    try await indexed(reportingTo: params.workDoneToken, takesStored: true)
    if entity == nil, documents[key]?.version == version {
      entity = mention(at: params.position, in: key)?.entity
    }
    guard let entity else { return nil }
    let scan = indexing.scan
    let definitions = try await locateEverywhere(entity, for: key)
    try await indexed(unlessStill: scan)
    try await check(person(entity, in: key).all.flatMap { indexing.index.paths(mentioning: $0) })
    let declarations = locations(of: definitions)
    let mentions = locations(of: person(entity, in: key)).filter { mention in
      !declarations.contains { $0.uri == mention.uri && $0.range.overlaps(mention.range) }
    }
    return send(
      (params.context.includeDeclaration ? declarations : []) + mentions, under: params.partialResultToken)
  }

  /// The mentions of a person, by document and then in text order.
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

  /// Counts the mentions of a person and the files that contain them. Also returns the first mention in each file: of
  /// all open documents, then of a limited number of files that are not open.
  ///
  /// - Parameters:
  ///   - own: a document whose mentions are counted, but which does not count as a file, and whose first mention is not
  ///     returned.
  ///   - most: the maximum number of files that are not open whose first mention is returned.
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

// MARK: - Workspace symbols

/// `workspace/symbol`: people found by the search of the chooser, and their mentions.
extension Session {
  /// The maximum number of people in the answer; `mostPlaces` is the maximum number of mentions of all these people
  /// together.
  private static let mostPeople = 50
  private static let mostPlaces = 200

  /// The maximum number of people whose definitions are located in files, beginning with the best matches.
  private static let mostLocated = 8

  /// A person who was found.
  private struct FoundPerson {
    let entity: Entity
    /// The index in ``SettingsStack/all`` of the workspace folder that knows the person.
    let folder: Int
    let person: FolderPerson
  }

  /// The definitions of the best matches, as far as they are in files, and for every match its first mention in each
  /// file. People are in the chooser's order.
  ///
  /// Ranges are included, because many clients do not resolve symbols and hide those without a range.
  func workspaceSymbols(_ params: WorkspaceSymbolParams) async throws(RPCError) -> [WorkspaceSymbol] {
    defer { endProgress(under: params.workDoneToken) }
    try await indexed(reportingTo: params.workDoneToken, takesStored: true)
    try await check(pathsOfPeople(params.query))
    let people = people(params.query)
    var definitions: [EntityDefinition?] = []
    for one in people.prefix(Self.mostLocated) {
      let all = settings.all
      // Workspace folders may have been removed meanwhile.
      guard one.folder < all.count else { break }
      let definition = try await locate(one.entity, in: all[one.folder], everywhere: false).first
      definitions.append(definition.flatMap { isThere($0) ? $0 : nil })
    }
    return send(symbols(of: people, definitions), under: params.partialResultToken)
  }

  /// The paths of files that mention matching people, at most `mostPlaces`.
  private func pathsOfPeople(_ query: String) -> [String] {
    var paths: Set<String> = []
    for key in people(query).flatMap(\.person.all) where paths.count < Self.mostPlaces {
      paths.formUnion(indexing.index.paths(mentioning: key).prefix(Self.mostPlaces - paths.count))
    }
    return paths.sorted()
  }

  private func symbols(of people: [FoundPerson], _ definitions: [EntityDefinition?]) -> [WorkspaceSymbol] {
    let kinds = client.navigation.workspaceSymbolKinds
    var symbols: [WorkspaceSymbol] = []
    var mentions = 0
    for (at, one) in people.enumerated() {
      let name = ShownText.clipped(ShownText.line(one.entity.name))
      let written = at < definitions.count ? locations(of: [definitions[at]].compactMap(\.self)).first : nil
      if let written {
        symbols.append(
          WorkspaceSymbol(
            name: name, kind: kinds.best(.object), containerName: one.entity.source, location: written))
      }
      let most = Self.mostPlaces - mentions
      for location in extent(of: one.person, first: most).first.prefix(most) {
        // An owner in CODEOWNERS is both a definition and a mention, but is listed only once.
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

  /// The matching people in all sources in memory, in the order of the chooser; equal matches are ordered by workspace
  /// folder. For an empty query, recently chosen people come first.
  private func people(_ query: String) -> [FoundPerson] {
    learnAccepted()
    let all = settings.all.enumerated().flatMap { folder, settings in
      matches(
        query, settings, in: self.settings.roots.indices.contains(folder) ? self.settings.roots[folder] : nil
      ).map { (folder: folder, entity: $0.entity, match: $0.match) }
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

  private func matches(
    _ query: String, _ settings: ServerSettings, in workspace: String?
  ) -> [(entity: Entity, match: Match)] {
    let keys = settings.peopleInMemory
    guard !keys.isEmpty, let catalog = completeCatalog(of: keys) else { return [] }
    let triggers = settings.policy.triggers.map(\.character)
    let key = triggers.first { query.hasPrefix($0) }.map { String(query.dropFirst($0.count)) } ?? query
    var signals = RankingSignals()
    addChoices(to: &signals, in: workspace, catalog)
    let list = catalog.search(MatchQuery(key: key, limit: Self.mostPeople, signals: signals))
    return list.matches.map { (catalog.entity(at: $0.index), $0) }
  }

  /// The path relative to the innermost workspace folder that contains the file, or the absolute path if no folder
  /// contains it; the URI for a document that is not a file.
  private func shownPath(_ uri: DocumentURI) -> String {
    pathInWorkspace(uri) ?? uri.filePath.map(ShownText.line) ?? uri.text
  }

  /// The path of a file relative to the innermost workspace folder that contains it; nil if no folder contains it.
  func pathInWorkspace(_ uri: DocumentURI) -> String? {
    guard let path = uri.filePath else { return nil }
    let root = settings.roots.map { $0.hasSuffix("/") ? $0 : $0 + "/" }.filter { path.hasPrefix($0) }
      .max { $0.utf8.count < $1.utf8.count }
    return root.map { ShownText.line(String(path.dropFirst($0.count))) }
  }
}

extension Session {
  /// The maximum number of items in one message of partial results, which limits the message to some tens of kilobytes.
  private static let largestPiece = 500

  /// Sends a list in pieces under a request's partial result token, if it has one.
  ///
  /// - Returns: the items for the response: none after partial results, as LSP requires, else all.
  private func send<Item: MemberValue & Hashable>(_ all: [Item], under token: ProgressToken?) -> [Item] {
    guard let token else { return all }
    for start in stride(from: 0, to: all.count, by: Self.largestPiece) {
      let piece = all[start..<min(all.count, start + Self.largestPiece)]
      notify(.progress, PartialResultParams(token: token, value: Array(piece)))
    }
    return []
  }
}
