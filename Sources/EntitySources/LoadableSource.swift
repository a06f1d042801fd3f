public import Entities

/// Outcome of handing an entity to a sink.
public enum EntityReception: Hashable, Sendable {
  case kept
  /// The source had already yielded one of this `uniqueID`, or id; the first is kept, filled from this one.
  case duplicate
  /// It cannot be kept, for the reason given.
  case refused(String)
}

/// Takes entities one by one while they are read.
public typealias EntitySink = (Entity) -> EntityReception

/// Result of a load besides its entities.
public struct SourceReport: Hashable, Sendable {
  public var problems: [SourceProblem]
  /// Files whose change makes another load worth while, those that do not exist yet included.
  public var watchedPaths: [String]

  public init(problems: [SourceProblem] = [], watchedPaths: [String] = []) {
    self.problems = problems
    self.watchedPaths = watchedPaths
  }
}

/// A source that can be held in memory whole: files, Git's history, CODEOWNERS, a list in the settings.
///
/// `read` blocks until everything is read; it belongs on a thread of its own. It never fails as such: faults are in
/// the report, and every entity that could be read was passed to the sink.
public protocol LoadableSource: Sendable {
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
public struct LoadedSource: Sendable {
  public var catalog: EntityCatalog
  public var problems: [SourceProblem]
  public var watchedPaths: [String]
  /// Whether a better one follows: this is what was there before, or its index is not whole yet.
  public var isPreliminary = false
  /// Whether what was known before holds instead: nothing has changed, or it could not be read.
  public var keepsKnown = false
  /// Seconds since it was fetched, of what was kept.
  package var age = 0
  /// How many requests the service that was asked still answers, in words; nil where it does not say.
  package var requestsLeft: String?
  /// Whether it holds everybody whom the source knows.
  package var isWhole: Bool { !isPreliminary && !problems.contains(where: \.hidesPeople) }

  public init(catalog: EntityCatalog, problems: [SourceProblem] = [], watchedPaths: [String] = []) {
    self.catalog = catalog
    self.problems = problems
    self.watchedPaths = watchedPaths
  }
}

extension LoadableSource {
  public func definitions(of entity: Entity) -> [EntityDefinition] {
    [definition(of: entity)].compactMap(\.self)
  }

  public var inputs: [String]? { nil }

  public func definition(of entity: Entity) -> EntityDefinition? { nil }

  /// Reads everything into a catalog on this thread.
  public func load() -> LoadedSource { load(on: .sequential) }

  /// Loads without an early catalog.
  public func load(on executor: any ParallelExecutor) -> LoadedSource { load(on: executor) { _ in } }

  public func load(
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
  public mutating func reception(of entity: Entity) -> EntityReception {
    switch append(entity) {
    case .accepted: .kept
    case .merged: .duplicate
    case .refused(let refusal): .refused(refusal.rawValue)
    }
  }
}
