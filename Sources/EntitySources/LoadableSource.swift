import Entities

/// Outcome of handing an entity to a sink.
package enum EntityReception: Hashable, Sendable {
  case kept
  /// The source had already yielded one of this `uniqueID`, or id; the first is kept, filled from this one.
  case duplicate
  /// It cannot be kept, for the reason given.
  case refused(String)
}

/// Takes entities one by one while they are read.
package typealias EntitySink = (Entity) -> EntityReception

/// Result of a load besides its entities.
package struct SourceReport: Hashable, Sendable {
  package var problems: [SourceProblem]
  /// Files whose change makes another load worth while, those that do not exist yet included.
  package var watchedPaths: [String]

  package init(problems: [SourceProblem] = [], watchedPaths: [String] = []) {
    self.problems = problems
    self.watchedPaths = watchedPaths
  }
}

/// A source that can be held in memory whole: files, Git's history, CODEOWNERS, a list in the settings.
///
/// `read` blocks until everything is read; it belongs on a thread of its own. It never fails as such: faults are in
/// the report, and every entity that could be read was passed to the sink.
package protocol LoadableSource: Sendable {
  /// Its name in the settings; each entity carries it.
  var name: String { get }

  /// The files whose bytes alone, apart from the source itself, decide what it yields; those that do not exist too. Nil
  /// where more is needed: the history of a repository, the files of a folder.
  var inputs: [String]? { get }

  func read(_ sink: EntitySink) -> SourceReport

  /// Definition of one of its entities; nil if it is not in a file, or not any more. Blocks until the
  /// file is read.
  func definition(of entity: Entity) -> EntityDefinition?

  /// The definitions in all of its files, in the order in which they are read.
  func definitions(of entity: Entity) -> [EntityDefinition]

  /// Reads everything into a catalog. What `read` yields and reports, this holds and reports.
  ///
  /// - Parameters:
  ///   - executor: runs parts of the reading at the same time.
  ///   - early: is given what a large source holds as soon as something is found in it, on the caller's thread.
  func load(on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void) -> LoadedSource
}

/// The outcome of a whole load.
package struct LoadedSource: Sendable {
  package var catalog: EntityCatalog
  package var problems: [SourceProblem]
  package var watchedPaths: [String]
  /// Whether a better one follows: this is what was there before, or its index is not whole yet.
  package var isPreliminary = false
  /// Whether what was known before holds instead: nothing has changed, or it could not be read.
  package var keepsKnown = false
  /// Seconds since it was fetched, of what was kept.
  package var age = 0
  /// How many requests the service that was asked still answers, in words; nil where it does not say.
  package var requestsLeft: String?
  /// Whether it holds everybody whom the source knows.
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

  /// Reads everything into a catalog on this thread.
  package func load() -> LoadedSource { load(on: .sequential) }

  /// Loads without an early catalog.
  package func load(on executor: any ParallelExecutor) -> LoadedSource { load(on: executor) { _ in } }

  package func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    loadOneByOne(on: executor, early: early)
  }

  /// Reads one entity after the other into a catalog.
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
  /// A catalog before its index is complete.
  init(early catalog: EntityCatalog, watchedPaths: [String]) {
    self.init(catalog: catalog, watchedPaths: watchedPaths)
    isPreliminary = true
  }
}

extension EntityCatalog.Builder {
  /// Appends an entity and says it in a sink's words.
  package mutating func reception(of entity: Entity) -> EntityReception {
    switch append(entity) {
    case .accepted: .kept
    case .merged: .duplicate
    case .refused(let refusal): .refused(refusal.rawValue)
    }
  }
}
