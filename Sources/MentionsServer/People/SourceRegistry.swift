import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// The state of each configured source of each workspace folder, by key: its content and its pending queries.
struct SourceRegistry {
  /// A query sent to an answering source.
  struct SentQuery: Hashable, Sendable {
    let document: DocumentURI
    let languageID: String
    let query: Query
  }

  struct Entry {
    let specification: SourceSpecification
    var state: State
    /// The number of the current load or of the provider's current run; results with another number are ignored.
    var runID: Int
    /// The documents' queries to this source.
    var schedule: SourceSchedule<DocumentURI, SentQuery>
    var watchedPaths: [String] = []
    /// The time at which a fetched list is out of date; nil while it is being fetched, and for all other sources.
    var staleAt: Instant?
    /// Whether the catalog contains all people of the source.
    var isWhole = false
    /// The problems of the last load.
    var problems: [SourceProblem] = []
    /// Whether the source's program was started in advance, before the first query.
    var isStarted = false
    /// Whether the source has reported a problem itself since its last answer, so that the failure of a query is not
    /// reported as well.
    var hasExplained = false

    var key: String { specification.key }
    /// Whether the source is searched in memory, as opposed to answering queries itself.
    var isInMemory: Bool { specification.isInMemory }
    /// Whether the query with this number may still be answered.
    func awaits(_ number: Int) -> Bool { schedule.isOpen(number) }
  }

  enum State {
    case unread
    /// The source is being loaded. Contains the catalog to use in the meantime: the previous one, or a preliminary one;
    /// nil if there is none.
    case loading(EntityCatalog?)
    /// A Git history is being loaded for the first time. Contains the people of its newest commits, or those in the
    /// cache.
    case begun(EntityCatalog)
    case loaded(EntityCatalog)
    /// The source answers queries itself.
    case answering

    var catalog: EntityCatalog? {
      switch self {
      case .loading(let catalog): catalog
      case .begun(let catalog), .loaded(let catalog): catalog
      case .unread, .answering: nil
      }
    }

    /// Whether a search now may miss entities.
    var isIncomplete: Bool {
      switch self {
      case .unread, .loading, .begun: true
      case .loaded, .answering: false
      }
    }

    /// Whether the content, or a first part of it, has been loaded since the last change.
    var hasBegun: Bool {
      switch self {
      case .unread, .loading: false
      case .begun, .loaded, .answering: true
      }
    }
  }

  /// The delay in milliseconds after a failure of a source; it doubles with each further failure, up to
  /// `longestBackOff`.
  private static let firstBackOff = 500
  private static let longestBackOff = 60_000

  private(set) var entries: [Entry] = []
  /// The indices in ``entries`` by key.
  private var indices: [String: Int] = [:]
  private var merges = CatalogMerges()
  /// Whether catalogs of large sources are cached in files.
  private var usesCache = true
  /// The number of sources visited so far, for tests of complexity.
  private(set) var steps = 0

  subscript(key: String) -> Entry? { indices[key].map { entries[$0] } }

  /// Changes an entry in place and returns the result of `body`; nil if there is no entry with this key.
  @discardableResult
  mutating func update<Result>(_ key: String, _ body: (inout Entry) -> Result) -> Result? {
    guard let at = indices[key] else { return nil }
    return body(&entries[at])
  }

  /// Applies the sources of new settings, separately for each folder. Unchanged sources keep their state. Returns the
  /// sources that were removed or changed.
  mutating func configure(_ settings: [ServerSettings]) -> [Entry] {
    let (old, before) = (entries, indices)
    usesCache = settings.allSatisfy(\.cache)
    entries = []
    indices = [:]
    for settings in settings {
      for specification in settings.sources where indices[specification.key] == nil {
        steps += 1
        let policy = SourceSchedule<DocumentURI, SentQuery>.Policy(
          cooldown: settings.cooldown(of: specification), firstBackOff: Self.firstBackOff,
          longestBackOff: Self.longestBackOff)
        let known = before[specification.key].map { old[$0] }
        indices[specification.key] = entries.count
        if var same = known, same.specification == specification {
          same.schedule.policy = policy
          entries.append(same)
        } else {
          entries.append(
            Entry(
              specification: specification, state: specification.isInMemory ? .unread : .answering,
              runID: (known?.runID ?? 0) + 1, schedule: SourceSchedule(policy: policy)))
        }
      }
    }
    steps += old.count
    if entries.map(\.specification) != old.map(\.specification) { merges.removeAll() }
    return old.filter { self[$0.key]?.specification != $0.specification }
  }

  /// The sources that a list of names selects in a folder, in the list's order.
  func selected(by names: [String], in settings: ServerSettings) -> [Entry] {
    settings.sources(named: names).compactMap { self[$0.key] }
  }

  // MARK: Reading

  /// Starts a load and returns the effect that performs it; nil if there is no such source, or if the source answers
  /// queries itself and is never loaded.
  mutating func beginLoad(_ key: String) -> ServerEffect? {
    guard let at = indices[key], entries[at].isInMemory else { return nil }
    entries[at].state = .loading(entries[at].state.catalog)
    return read(at)
  }

  /// Starts to fetch a list again if it is out of date, and returns the effect that performs this; nil if the list is
  /// not out of date. The old content is used meanwhile.
  mutating func beginRefresh(_ key: String, now: Instant) -> ServerEffect? {
    guard let at = indices[key], let due = entries[at].staleAt, due <= now else { return nil }
    return read(at)
  }

  private mutating func read(_ at: Int) -> ServerEffect {
    entries[at].staleAt = nil
    entries[at].runID += 1
    return .load(entries[at].specification, load: entries[at].runID, usesCache: usesCache)
  }

  /// The result of a load.
  enum Reading {
    /// The result is ignored: a later load has begun, or the result is preliminary and some content is already known.
    case overtaken
    /// The entities are unchanged.
    case same
    case new
  }

  /// Handles the result of a load. May be called several times for one load.
  mutating func finishLoad(_ key: String, load: Int, _ loaded: LoadedSource, now: Instant) -> Reading {
    guard let at = indices[key], entries[at].runID == load, entries[at].isInMemory else { return .overtaken }
    let known = entries[at].state.catalog
    if loaded.isPreliminary, known != nil { return .overtaken }
    let source = entries[at].specification
    if source.isFetched, !loaded.isPreliminary {
      entries[at].staleAt = now.advanced(by: (source.refresh - loaded.age) * 1000)
    }
    entries[at].problems = loaded.problems
    let catalog = loaded.keepsKnown && loaded.catalog.count == 0 ? known ?? .empty : loaded.catalog
    if case .loaded(let known) = entries[at].state, source.isFetched, catalog.isSame(as: known) {
      return .same
    }
    if !loaded.isPreliminary {
      entries[at].state = .loaded(catalog)
    } else {
      entries[at].state = source.isRepository ? .begun(catalog) : .loading(catalog)
    }
    entries[at].watchedPaths = loaded.watchedPaths
    // A forge's list lacks people outside of the project, who may be mentioned too.
    entries[at].isWhole = loaded.isWhole && (!source.isForge || loaded.isAbsent)
    merges.noteChange(of: key)
    return .new
  }

  /// The files whose changes cause a reload, each with its source.
  var watched: [(path: String, source: String)] {
    entries.flatMap { entry in entry.watchedPaths.map { ($0, entry.key) } }
  }

  // MARK: Merging

  /// Everything loaded so far from these sources, as one catalog. If merging takes a long time, also returns the effect
  /// that performs the merge; the catalog is then incomplete or outdated.
  mutating func catalog(of names: [String]) -> (catalog: EntityCatalog, effect: ServerEffect?) {
    let (entries, indices) = (entries, indices)
    let (catalog, work) = merges.catalog(of: names) { key in
      indices[key].flatMap { entries[$0].state.catalog }
    }
    return (
      catalog, work.map { .merge($0.catalogs, names: $0.names, mergeID: $0.mergeID, usesCache: usesCache) }
    )
  }

  /// Whether a merge of these sources is in progress outside of the session.
  func isMerging(_ names: [String]) -> Bool { merges.isMerging(names) }

  /// Handles the result of a merge. Returns false if a newer one has begun.
  mutating func finishMerge(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) -> Bool {
    merges.finish(names, mergeID: mergeID, catalog)
  }
}

// MARK: - Queries

/// An effect of querying an answering source.
enum SourceEffect {
  case perform(ServerEffect)
  /// The client is to be queried for entities of this source; `number` is the number of the query.
  case askClient(SourceRegistry.SentQuery, source: String, number: Int)
  /// The user is to be informed that the source failed, in a way that was not reported before.
  case tell(source: String, fault: String)
}

/// Determines when a source may be queried, which queries are pending, and to which query an answer belongs.
extension SourceRegistry {
  mutating func submit(_ query: SentQuery, to key: String, now: Instant) -> [SourceEffect] {
    effects(
      update(key) { $0.schedule.submit(query, by: query.document, now: Int(now.milliseconds)) }, of: key)
  }

  /// Sends queries that have waited for the end of a source's cooldown.
  mutating func tick(now: Instant) -> [SourceEffect] {
    onAnsweringSources { $0.tick(now: Int(now.milliseconds)) }
  }

  /// Cancels a query and all earlier queries of the document, because their answers are no longer needed.
  mutating func withdraw(_ queryID: Int, in document: DocumentURI) -> [SourceEffect] {
    onAnsweringSources { $0.cancel(document) { $0.query.id <= queryID } }
  }

  private mutating func onAnsweringSources(
    _ body: (inout SourceSchedule<DocumentURI, SentQuery>) -> [SourceSchedule<DocumentURI, SentQuery>.Effect]
  ) -> [SourceEffect] {
    entries.filter { !$0.isInMemory }.map(\.key).flatMap { key in
      effects(update(key) { body(&$0.schedule) }, of: key)
    }
  }

  /// Receives a batch of an answer. Returns the query to which it belongs, whether it is the last batch, and the
  /// effects; nil if the query is no longer open.
  mutating func receive(
    _ count: Int, from key: String, number: Int, isComplete: Bool
  ) -> (query: SentQuery, isLast: Bool, effects: [SourceEffect])? {
    let answer = update(key) {
      $0.hasExplained = false
      return $0.schedule.received(number: number, count: count, isComplete: isComplete)
    }
    guard let answer = answer ?? nil else { return nil }
    return (answer.query, answer.isLast, effects(answer.effects, of: key))
  }

  /// Handles a query that will not be answered. Returns the query, unless its answer was no longer needed, and the
  /// effects.
  mutating func fail(
    _ fault: String, of key: String, number: Int, now: Instant
  ) -> (query: SentQuery?, effects: [SourceEffect]) {
    let failed = update(key) { $0.schedule.failed(fault, number: number, now: Int(now.milliseconds)) }
    return (failed?.query, effects(failed?.effects, of: key))
  }

  private func effects(
    _ scheduled: [SourceSchedule<DocumentURI, SentQuery>.Effect]?, of key: String
  ) -> [SourceEffect] {
    guard let scheduled, !scheduled.isEmpty, let entry = self[key] else { return [] }
    return scheduled.compactMap { effect in
      switch effect {
      case .send(let query, let number): send(query, number: number, to: entry)
      case .cancel(let number):
        // The client need not be notified: it knows what the user types, and an answer that comes too late is ignored.
        if case .client = entry.specification.kind {
          nil
        } else {
          .perform(.cancelProviderQuery(source: key, query: number))
        }
      case .wait(let until): .perform(.wake(at: Instant(milliseconds: Int64(until))))
      case .report(let fault, let isNew):
        isNew && !entry.hasExplained ? .tell(source: key, fault: fault) : nil
      }
    }
  }

  private func send(_ sent: SentQuery, number: Int, to entry: Entry) -> SourceEffect? {
    switch entry.specification.kind {
    case .process, .command, .http, .forge:
      .perform(.askProvider(entry.specification, start: entry.runID, ProviderQuery(sent, number)))
    case .client: .askClient(sent, source: entry.key, number: number)
    case .file, .people, .git, .codeowners, .directory, .list, .demo: nil
    }
  }
}

extension ProviderQuery {
  fileprivate init(_ sent: SourceRegistry.SentQuery, _ number: Int) {
    let query = sent.query
    self.init(
      number: number, key: query.key, searchType: query.kind == .explicit ? .explicit : .implicit,
      isInvoked: query.invoked, controlCharacter: query.controlCharacter, languageID: sent.languageID)
  }
}

// MARK: - Merging

/// The merged catalogs of several sources, for each list of sources.
struct CatalogMerges {
  /// A merge to be performed outside of the session, because it takes a long time.
  struct Work {
    let names: [String]
    let mergeID: Int
    let catalogs: [EntityCatalog]
  }

  private struct Merge {
    /// Nil during the first merge.
    var catalog: EntityCatalog?
    /// The number of the latest merge, to recognize the result of an older one.
    var mergeID = 0
    /// The number of the merge that produced ``catalog``.
    var made = 0
    /// Whether nothing has changed since the last merge began.
    var isFresh = false
  }

  /// The number of entities up to which catalogs are merged synchronously, which takes a few milliseconds.
  private static let mergedAtOnce = 10_000

  /// The merges by the keys of the merged sources.
  private var merges: [[String]: Merge] = [:]

  fileprivate mutating func removeAll() { merges = [:] }

  /// Records that the content of a source has changed.
  mutating func noteChange(of key: String) {
    for names in merges.keys where names.contains(key) { merges[names]?.isFresh = false }
  }

  /// The merged catalogs, without duplicates; cached until one of them changes. If merging takes a long time, the merge
  /// is returned as work to be performed elsewhere; the catalog is then the previous result or, if there is none, the
  /// largest of the catalogs.
  mutating func catalog(
    of names: [String], _ read: (String) -> EntityCatalog?
  ) -> (catalog: EntityCatalog, work: Work?) {
    var merge = merges[names] ?? Merge()
    if merge.isFresh, let catalog = merge.catalog { return (catalog, nil) }
    let catalogs = names.compactMap(read).filter { $0.count > 0 }
    let largest = catalogs.max { $0.count < $1.count } ?? .empty
    if merge.isFresh { return (largest, nil) }
    // The rest of a partial catalog follows soon, and would require another merge.
    if catalogs.count > 1, catalogs.contains(where: \.isPartial) { return (merge.catalog ?? largest, nil) }
    defer { merges[names] = merge }
    merge.isFresh = true
    merge.mergeID += 1
    if catalogs.count <= 1 || catalogs.reduce(0, { $0 + $1.count }) <= Self.mergedAtOnce {
      let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
      merge.catalog = catalog
      merge.made = merge.mergeID
      return (catalog, nil)
    }
    return (merge.catalog ?? largest, Work(names: names, mergeID: merge.mergeID, catalogs: catalogs))
  }

  /// Whether a merge of these sources is in progress outside of the session.
  func isMerging(_ names: [String]) -> Bool {
    guard let merge = merges[names] else { return false }
    return merge.isFresh && merge.made < merge.mergeID
  }

  /// Handles the result of a merge. Returns false if a newer one has begun.
  fileprivate mutating func finish(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) -> Bool {
    guard let merge = merges[names], merge.mergeID == mergeID else { return false }
    merges[names]?.catalog = catalog
    merges[names]?.made = mergeID
    return true
  }
}

// MARK: - Sources that need nothing from outside

/// The built-in directory: the 25 earliest Turing Award winners.
struct DemoSource: LoadableSource {
  let name: String

  func read(_ sink: EntitySink) -> SourceReport {
    for var entity in TuringAwardWinners.entities {
      entity.source = name
      _ = sink(entity)
    }
    return SourceReport()
  }
}

extension SourceSpecification {
  /// A source that the server can create by itself: the built-in directory, or a list in the settings. Nil for all
  /// other kinds.
  package var heldInTheServer: (any LoadableSource)? {
    switch kind {
    case .demo: DemoSource(name: name)
    case .list(let items): ListSource(name: name, items: items)
    default: nil
    }
  }
}
