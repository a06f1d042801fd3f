import Entities

/// The result of passing an entity to a sink.
package enum EntityReception: Hashable, Sendable {
  case kept
  /// The source has already yielded an entity with this `uniqueID` or id; the first is kept, with missing fields filled
  /// in from this one.
  case duplicate
  /// The entity cannot be kept, for the given reason.
  case refused(String)
}

/// Receives entities one by one as they are read.
package typealias EntitySink = (Entity) -> EntityReception

/// The result of a load apart from its entities.
package struct SourceReport: Hashable, Sendable {
  package var problems: [SourceProblem]
  /// Files whose change calls for another load, including files that do not exist yet.
  package var watchedPaths: [String]

  package init(problems: [SourceProblem] = [], watchedPaths: [String] = []) {
    self.problems = problems
    self.watchedPaths = watchedPaths
  }
}

/// A source that can be held completely in memory: files, Git's history, CODEOWNERS, a list in the settings.
///
/// `read` blocks until everything is read; it should run on a separate thread. It does not throw: errors are in the
/// report, and every entity that could be read was passed to the sink.
package protocol LoadableSource: Sendable {
  /// The source's name in the settings, which each of its entities carries.
  var name: String { get }

  /// The files (existing or not) whose content, together with the source itself, determines the result. Nil if the
  /// result depends on anything else, such as the history of a repository or the files of a folder.
  var inputs: [String]? { get }

  func read(_ sink: EntitySink) -> SourceReport

  /// The definition of one of this source's entities. Nil if the entity is not, or no longer, defined in a file. Blocks
  /// until the file has been read.
  func definition(of entity: Entity) -> EntityDefinition?

  /// The definitions of an entity in all files of this source, in the order in which the files are read.
  func definitions(of entity: Entity) -> [EntityDefinition]

  /// Reads everything into a catalog, with the same entities and problems as `read`.
  ///
  /// - Parameters:
  ///   - executor: reads parts in parallel.
  ///   - early: receives the entities of a large source as soon as they can be searched; called on the caller's thread.
  func load(on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void) -> LoadedSource
}

/// A source that can determine, without reading everything, whether its previous result is still valid.
package protocol VersionedSource: LoadableSource {
  /// The ``LoadedSource/version`` of the previous result, if the caller still has that result. A load that finds the
  /// same version yields ``LoadedSource/keepsKnown`` and no entities.
  var knownVersion: UInt64? { get set }
}

/// The complete result of a load.
package struct LoadedSource: Sendable {
  package var catalog: EntityCatalog
  package var problems: [SourceProblem]
  package var watchedPaths: [String]
  /// Whether a better result follows, because this one is from an earlier load or its index is incomplete.
  package var isPreliminary = false
  /// Whether the previous result remains valid: nothing has changed, or the source could not be read.
  package var keepsKnown = false
  /// Whether there is nothing to list here, as in a repository without a remote at a known forge.
  package var isAbsent = false
  /// The version of the content that was read; nil unless the source is a ``VersionedSource``.
  package var version: UInt64?
  /// The age of cached content, in seconds since it was fetched.
  package var age = 0
  /// The remaining requests of a service's rate limit, in words; nil if unknown.
  package var requestsLeft: String?
  /// Whether the result contains all people that the source knows.
  package var isWhole: Bool { !isPreliminary && !problems.contains(where: \.hidesPeople) }

  package init(catalog: EntityCatalog, problems: [SourceProblem] = [], watchedPaths: [String] = []) {
    self.catalog = catalog
    self.problems = problems
    self.watchedPaths = watchedPaths
  }
}

extension LoadableSource {
  package func definitions(of entity: Entity) -> [EntityDefinition] {
    [definition(of: entity)].compactMap(\.self)
  }

  package var inputs: [String]? { nil }

  package func definition(of entity: Entity) -> EntityDefinition? { nil }

  /// Reads everything into a catalog on the current thread.
  package func load() -> LoadedSource { load(on: .sequential) }

  /// Loads without an early catalog.
  package func load(on executor: any ParallelExecutor) -> LoadedSource { load(on: executor) { _ in } }

  package func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    loadOneByOne(on: executor, early: early)
  }

  /// Reads entities one by one into a catalog.
  package func loadOneByOne(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void = { _ in }
  ) -> LoadedSource {
    var builder = EntityCatalog.Builder(source: name)
    let report = read { builder.reception(of: $0) }
    let first = EarlyCatalog { early(LoadedSource(early: $0, watchedPaths: report.watchedPaths)) }
    return LoadedSource(
      catalog: builder.finish(on: executor, early: first), problems: report.problems,
      watchedPaths: report.watchedPaths)
  }
}

extension LoadedSource {
  /// Creates a preliminary result from a catalog whose index is not complete yet.
  init(early catalog: EntityCatalog, watchedPaths: [String]) {
    self.init(catalog: catalog, watchedPaths: watchedPaths)
    isPreliminary = true
  }
}

extension EntityCatalog.Builder {
  /// Appends an entity, and returns the result as an ``EntityReception``.
  package mutating func reception(of entity: Entity) -> EntityReception {
    switch append(entity) {
    case .accepted: .kept
    case .merged: .duplicate
    case .refused(let refusal): .refused(refusal.rawValue)
    }
  }
}
