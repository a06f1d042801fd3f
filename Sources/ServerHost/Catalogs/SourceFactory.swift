import Entities
import EntitySources
import MentionsServer

/// Creates sources from their settings.
package enum SourceFactory {
  /// Loads a source that is held in memory. Blocks until it is completely read.
  package static func load(
    _ specification: SourceSpecification, early: @escaping (LoadedSource) -> Void = { _ in }
  ) -> LoadedSource {
    guard let source = loadable(specification) else {
      return LoadedSource(
        catalog: .empty,
        problems: [
          SourceProblem(.error, source: specification.name, "sources of this type are not supported yet")
        ], watchedPaths: [])
    }
    return source.load(on: ThreadExecutor(), early: early)
  }

  /// The source for a specification, if it answers queries itself; nil for any other source. `tell` is called on
  /// separate threads.
  package static func answering(
    _ specification: SourceSpecification, tell: @escaping @Sendable (ProviderEvent) -> Void
  ) -> (any AnsweringSource)? {
    let name = specification.name
    let directory = directory(of: specification)
    if specification.isFetched { return nil }
    switch specification.kind {
    case .process(let words):
      let command = ChildCommand(words, directory: directory)
      return ProviderProcess(name: name, command: command, policy: .init(), tell: tell)
    case .command(let words, let format, let timeout):
      let command = ChildCommand(words, directory: directory, deadline: timeout)
      return CommandSource(name: name, command: command, format: format, tell: tell)
    case .http(let service):
      return HTTPSource(name: name, request: request(service), tell: tell)
    case .forge:
      return forge(specification).map { ForgeEntrySource(of: $0, tell: tell) }
    case .file, .people, .git, .codeowners, .directory, .list, .demo, .client: return nil
    }
  }

  private static func forge(_ specification: SourceSpecification) -> ForgeSource? {
    guard case .forge(let directory, let list, let host, let forges) = specification.kind else { return nil }
    return ForgeSource(
      name: specification.name, directory: directory, list: list, host: host, forges: forges,
      refresh: specification.refresh)
  }

  private static func request(_ service: HTTPSpecification) -> HTTPSource.Request {
    var map: [EntityField: String] = [:]
    for (name, pointer) in service.map {
      if let field = EntityField(header: name.utf8) { map[field] = pointer }
    }
    var headers: [String: String] = [:]
    for header in service.headers { headers[header.name] = header.value }
    return HTTPSource.Request(
      url: service.url, headers: headers, items: service.items, map: map, timeout: service.timeout)
  }

  /// The definitions of an entity in these sources, one for each file that contains it. A source is read when its
  /// definitions are iterated, which blocks.
  static func definitions(
    of entity: Entity, in sources: [SourceSpecification]
  ) -> some Sequence<EntityDefinition> {
    sources.lazy.flatMap { loadable($0)?.definitions(of: entity) ?? [] }
  }

  /// The source for a specification; nil if it is queried instead of loaded.
  ///
  /// - Parameter memory: stores data of the source between loads; nil for none.
  static func loadable(
    _ specification: SourceSpecification, memory: SourceMemory? = nil
  ) -> (any LoadableSource)? {
    let name = specification.name
    switch specification.kind {
    case .file(let path): return FileSource(name: name, path: path, reach: specification.reach)
    case .people(let root): return WellKnownPeopleFiles(name: name, root: root, reach: specification.reach)
    case .git(let directory, let coauthors):
      var source = GitSource(name: name, directory: directory, includesCoauthors: coauthors)
      source.memory = memory
      return source
    case .codeowners(let root): return CodeownersSource(name: name, root: root, reach: specification.reach)
    case .list, .demo: return specification.heldInTheServer
    case .directory(let path): return DirectorySource(name: name, path: path, reach: specification.reach)
    case .command, .http:
      guard specification.isFetched, let place = place(of: specification) else { return nil }
      var list = FetchedList(name: name, place: place, refresh: specification.refresh)
      list.memory = memory
      return list
    case .forge:
      guard specification.isFetched, var source = forge(specification) else { return nil }
      source.memory = memory
      return source
    case .process, .client: return nil
    }
  }

  private static func place(of specification: SourceSpecification) -> FetchedList.Place? {
    switch specification.kind {
    case .command(let words, let format, let timeout):
      .command(ChildCommand(words, directory: directory(of: specification), deadline: timeout), format)
    case .http(let service): .http(request(service), service.format)
    default: nil
    }
  }

  private static func directory(of specification: SourceSpecification) -> String? {
    specification.baseDirectory.isEmpty ? nil : specification.baseDirectory
  }
}
