import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// What is known of each configured source of each workspace folder, by its key: what it holds, and what it is asked.
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
    var schedule: SourceSchedule<SentQuery>
    /// Queries that may still be answered, by the number that the answer carries.
    var inFlight: [Int: SentQuery] = [:]
    var watchedPaths: [String] = []
    /// Whether its catalog holds everybody whom it knows.
    var isWhole = false
    /// Whether it has said itself, since its last answer, what is wrong with it.
    var hasExplained = false

    var key: String { specification.key }
    /// Matched here, as opposed to answering queries itself.
    var isInMemory: Bool { specification.isInMemory }
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
  private var places: [String: Int] = [:]
  private var merges = CatalogMerges()
  /// Whether catalogs of large sources are kept as files.
  private var usesCache = true
  /// How many sources have been gone through.
  private(set) var steps = 0

  subscript(key: String) -> Entry? { places[key].map { entries[$0] } }

  /// Changes an entry in place; nil when there is none of the name.
  @discardableResult
  mutating func update<Result>(_ key: String, _ body: (inout Entry) -> Result) -> Result? {
    guard let at = places[key] else { return nil }
    return body(&entries[at])
  }

  /// Takes over the sources of new settings, those of each folder. Sources that did not change keep what they
  /// have. Returns those that are gone or changed.
  mutating func configure(_ settings: [ServerSettings]) -> [Entry] {
    let (old, before) = (entries, places)
    usesCache = settings.allSatisfy(\.cache)
    entries = []
    places = [:]
    for settings in settings {
      for specification in settings.sources where places[specification.key] == nil {
        steps += 1
        let policy = SourceSchedule<SentQuery>.Policy(
          cooldown: settings.cooldown(of: specification), firstBackOff: Self.firstBackOff,
          longestBackOff: Self.longestBackOff)
        let known = before[specification.key].map { old[$0] }
        places[specification.key] = entries.count
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
    guard let at = places[key], entries[at].isInMemory else { return nil }
    entries[at].state = .loading(entries[at].state.catalog)
    entries[at].runID += 1
    return .load(entries[at].specification, load: entries[at].runID, usesCache: usesCache)
  }

  /// False if the reading is not the last one that was begun, or yields what is no better than what serves. It may be
  /// told several times.
  mutating func finishLoad(_ key: String, load: Int, _ loaded: LoadedSource) -> Bool {
    guard let at = places[key], entries[at].runID == load, entries[at].isInMemory else { return false }
    if loaded.isPreliminary, entries[at].state.catalog != nil { return false }
    entries[at].state = loaded.isPreliminary ? .loading(loaded.catalog) : .loaded(loaded.catalog)
    entries[at].watchedPaths = loaded.watchedPaths
    entries[at].isWhole = loaded.isWhole
    merges.noteChange(of: key)
    return true
  }

  /// The files whose change means a new reading, and the source that each belongs to.
  var watched: [(path: String, source: String)] {
    entries.flatMap { entry in entry.watchedPaths.map { ($0, entry.key) } }
  }

  // MARK: Merging

  /// Everything read so far from these sources as one catalog, and the effect that makes it where that takes long.
  mutating func catalog(of names: [String]) -> (catalog: EntityCatalog, effect: ServerEffect?) {
    let (entries, places) = (entries, places)
    let (catalog, work) = merges.catalog(of: names) { key in places[key].flatMap { entries[$0].state.catalog }
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
