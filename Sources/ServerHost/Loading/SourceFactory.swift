import Entities
import EntitySources
import MentionsServer

/// Makes sources out of what the settings say of them.
package enum SourceFactory {
  /// Reads a source that is held in memory. Blocks until all is read.
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

  /// A source that answers queries itself; nil for the others. `tell` is called on threads of its own.
  package static func answering(
    _ specification: SourceSpecification, tell: @escaping @Sendable (ProviderEvent) -> Void
  ) -> (any AnsweringSource)? {
    let name = specification.name
    let directory = specification.baseDirectory.isEmpty ? nil : specification.baseDirectory
    switch specification.kind {
    case .process(let words):
      let command = ChildCommand(words, directory: directory)
      return ProviderProcess(name: name, command: command, policy: .init(), tell: tell)
    case .command(let words, let format, let timeout):
      let command = ChildCommand(words, directory: directory, deadline: timeout)
      return CommandSource(name: name, command: command, format: format, tell: tell)
    case .http(let service):
      return HTTPSource(name: name, request: request(service), tell: tell)
    case .file, .people, .git, .codeowners, .directory, .list, .demo, .client: return nil
    }
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

  /// Where an entity is written down in these sources, one place in each file that has it. A source is read when its
  /// places are asked for, which blocks.
  static func places(
    of entity: Entity, in sources: [SourceSpecification]
  ) -> some Sequence<EntityPlace> {
    sources.lazy.flatMap { loadable($0)?.places(of: entity) ?? [] }
  }

  static func loadable(_ specification: SourceSpecification) -> (any LoadableSource)? {
    let name = specification.name
    switch specification.kind {
    case .file(let path): return FileSource(name: name, path: path, reach: specification.reach)
    case .people(let root): return WellKnownPeopleFiles(name: name, root: root, reach: specification.reach)
    case .git(let directory, let coauthors):
      return GitSource(name: name, directory: directory, includesCoauthors: coauthors)
    case .codeowners(let root): return CodeownersSource(name: name, root: root, reach: specification.reach)
    case .list, .demo: return specification.heldInTheServer
    case .directory(let path): return DirectorySource(name: name, path: path, reach: specification.reach)
    case .command, .process, .http, .client: return nil
    }
  }
}
