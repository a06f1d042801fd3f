import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// The state of each configured source of each workspace folder, by key: its content and its pending queries.
struct SourceRegistry {
  /// A query on its way to a source that answers by itself.
  struct SentQuery: Hashable, Sendable {
    let document: DocumentURI
    let languageID: String
    let query: Query
  }

  struct Entry {
    let specification: SourceSpecification
    var state: State
    /// Counts readings (or launches of a provider), so that what belongs to an older one is recognised.
    var runID: Int
    /// Queries of the documents to this source.
    var schedule: SourceSchedule<DocumentURI, SentQuery>
    var watchedPaths: [String] = []
    /// When a list is to be fetched again; nil while it is being read.
    var staleAt: Instant?
    /// Whether its catalog holds everybody whom it knows.
    var isWhole = false
    /// Problems of the last read.
    var problems: [SourceProblem] = []
    /// Whether its program has been started before it was asked.
    var isStarted = false
    /// Whether it has said itself, since its last answer, what is wrong with it.
    var hasExplained = false

    var key: String { specification.key }
    /// Matched here, as opposed to answering queries itself.
    var isInMemory: Bool { specification.isInMemory }
    /// Whether the query of that number may still be answered.
    func awaits(_ number: Int) -> Bool { schedule.isOpen(number) }
  }

  enum State {
    case unread
    /// The catalog of the reading before goes on serving.
    case loading(EntityCatalog?)
    case loaded(EntityCatalog)
    /// Answers queries itself.
    case answering

    var catalog: EntityCatalog? {
      switch self {
      case .loading(let catalog): catalog
      case .loaded(let catalog): catalog
      case .unread, .answering: nil
      }
    }

    /// Whether a query that is put now has not heard all that there is.
    var isIncomplete: Bool {
      switch self {
      case .unread, .loading: true
      case .loaded, .answering: false
      }
    }
  }

  /// After a failure of a source; doubled with each further one.
  private static let firstBackOff = 500
  private static let longestBackOff = 60_000

  private(set) var entries: [Entry] = []
  /// Where each is in ``entries``, by its key.
  private var indices: [String: Int] = [:]
  private var merges = CatalogMerges()
  /// Whether catalogs of large sources are kept as files.
  private var usesCache = true
  /// How many sources have been gone through.
  private(set) var steps = 0

  subscript(key: String) -> Entry? { indices[key].map { entries[$0] } }

  /// Changes an entry in place; nil when there is none of the name.
  @discardableResult
  mutating func update<Result>(_ key: String, _ body: (inout Entry) -> Result) -> Result? {
    guard let at = indices[key] else { return nil }
    return body(&entries[at])
  }

  /// Takes over the sources of new settings, those of each folder. Sources that did not change keep what they
  /// have. Returns those that are gone or changed.
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

  /// The sources that a trigger's or the implicit list of names means in a folder, in the list's order.
  func selected(by names: [String], in settings: ServerSettings) -> [Entry] {
    settings.sources(named: names).compactMap { self[$0.key] }
  }

  // MARK: Reading

  /// Begins a reading; nil for a source that is not read.
  mutating func beginLoad(_ key: String) -> ServerEffect? {
    guard let at = indices[key], entries[at].isInMemory else { return nil }
    entries[at].state = .loading(entries[at].state.catalog)
    return read(at)
  }

  /// Fetches a list again that is used, where it was fetched long ago. Until it has come, what is there is all there is.
  mutating func beginRefresh(_ key: String, now: Instant) -> ServerEffect? {
    guard let at = indices[key], let due = entries[at].staleAt, due <= now else { return nil }
    return read(at)
  }

  private mutating func read(_ at: Int) -> ServerEffect {
    entries[at].staleAt = nil
    entries[at].runID += 1
    return .load(entries[at].specification, load: entries[at].runID, usesCache: usesCache)
  }

  /// The effect of a read.
  enum Reading {
    /// Nothing: a later one has begun, or it is no better than what serves.
    case overtaken
    /// Nobody has come or gone.
    case same
    case new
  }

  /// May be called several times for one read.
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
    entries[at].state = loaded.isPreliminary ? .loading(catalog) : .loaded(catalog)
    entries[at].watchedPaths = loaded.watchedPaths
    // A forge knows others than those of the project.
    entries[at].isWhole = loaded.isWhole && !source.isForge
    merges.noteChange(of: key)
    return .new
  }

  /// The files whose change means a new reading, and the source that each belongs to.
  var watched: [(path: String, source: String)] {
    entries.flatMap { entry in entry.watchedPaths.map { ($0, entry.key) } }
  }

  // MARK: Merging

  /// Everything read so far from these sources as one catalog, and the effect that makes it where that takes long.
  mutating func catalog(of names: [String]) -> (catalog: EntityCatalog, effect: ServerEffect?) {
    let (entries, indices) = (entries, indices)
    let (catalog, work) = merges.catalog(of: names) { key in
      indices[key].flatMap { entries[$0].state.catalog }
    }
    return (
      catalog, work.map { .merge($0.catalogs, names: $0.names, mergeID: $0.mergeID, usesCache: usesCache) }
    )
  }

  /// Whether a merge of these sources is being made elsewhere.
  func isMerging(_ names: [String]) -> Bool { merges.isMerging(names) }

  /// False if the merge was overtaken by a newer one.
  mutating func finishMerge(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) -> Bool {
    merges.finish(names, mergeID: mergeID, catalog)
  }
}

// MARK: - Queries

/// Effects of querying a source that answers by itself.
enum SourceEffect {
  case perform(ServerEffect)
  /// The client serves these entities itself; its answer carries the number.
  case askClient(SourceRegistry.SentQuery, source: String, number: Int)
  /// The source failed in a way that was not reported to the user before.
  case tell(source: String, fault: String)
}

/// Asking: when a source may be asked, what is under way, and what an answer belongs to.
extension SourceRegistry {
  mutating func submit(_ query: SentQuery, to key: String, now: Instant) -> [SourceEffect] {
    effects(
      update(key) { $0.schedule.submit(query, by: query.document, now: Int(now.milliseconds)) }, of: key)
  }

  /// Sends what has waited for the end of a source's cooldown.
  mutating func tick(now: Instant) -> [SourceEffect] {
    onAnsweringSources { $0.tick(now: Int(now.milliseconds)) }
  }

  /// Nobody waits for the answers to this query, and to earlier ones of the document, any more.
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

  /// Takes an answer. Returns the query that it belongs to, whether it is the last, and what follows; nil where nobody
  /// waits for it.
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

  /// A query will not be answered. Returns it, if its answer was still wanted, and what follows.
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
        // Clients are not notified: they answer their own questions.
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

/// The content of several sources as one catalog, for each list of sources.
struct CatalogMerges {
  /// A merge to be made elsewhere, because it takes long.
  struct Work {
    let names: [String]
    let mergeID: Int
    let catalogs: [EntityCatalog]
  }

  private struct Merge {
    /// Nil while the first is being made.
    var catalog: EntityCatalog?
    /// Counts the makings, so that one that was overtaken is recognised.
    var mergeID = 0
    /// The making that ``catalog`` came from.
    var made = 0
    /// Whether nothing has changed since the last making began.
    var isFresh = false
  }

  /// Up to so many entities are merged at once: some milliseconds.
  private static let mergedAtOnce = 10_000

  /// By the keys of the sources in them.
  private var merges: [[String]: Merge] = [:]

  mutating func removeAll() { merges = [:] }

  /// A source holds something else now.
  mutating func noteChange(of key: String) {
    for names in merges.keys where names.contains(key) { merges[names]?.isFresh = false }
  }

  /// The catalogs as one, duplicates merged; kept until one of them changes. Where merging takes long, it is work to
  /// be done elsewhere, and what was there before serves meanwhile.
  mutating func catalog(
    of names: [String], _ read: (String) -> EntityCatalog?
  ) -> (catalog: EntityCatalog, work: Work?) {
    var merge = merges[names] ?? Merge()
    if merge.isFresh, let catalog = merge.catalog { return (catalog, nil) }
    let catalogs = names.compactMap(read).filter { $0.count > 0 }
    let largest = catalogs.max { $0.count < $1.count } ?? .empty
    if merge.isFresh { return (largest, nil) }
    // The whole of it follows soon, and would be merged again.
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

  /// Whether a merge of these sources is being made elsewhere.
  func isMerging(_ names: [String]) -> Bool {
    guard let merge = merges[names] else { return false }
    return merge.isFresh && merge.made < merge.mergeID
  }

  /// False if the merge was overtaken by a newer one.
  mutating func finish(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) -> Bool {
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
  /// A source that needs nothing from outside: the built-in directory, a list in the settings.
  package var heldInTheServer: (any LoadableSource)? {
    switch kind {
    case .demo: DemoSource(name: name)
    case .list(let items): ListSource(name: name, items: items)
    default: nil
    }
  }
}
