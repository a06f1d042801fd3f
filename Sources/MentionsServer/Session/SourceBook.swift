import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// What the session knows of each configured source of each workspace folder, by its key.
struct SourceBook {
  /// A query on its way to a source that answers by itself.
  struct Asked: Hashable, Sendable {
    let document: DocumentURI
    let query: Query
  }

  struct Entry {
    let specification: SourceSpecification
    var state: State
    /// Counts readings (or lives of a provider), so that what belongs to an older one is recognised.
    var turn: Int
    var schedule: SourceSchedule<Asked>
    /// What was asked, by the number that the answer carries.
    var asked: [Int: Asked] = [:]
    var watchedPaths: [String] = []
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

  /// What several sources hold, as one catalog without duplicates.
  private struct Merge {
    /// Nil while the first is being made.
    var catalog: EntityCatalog?
    /// Counts the makings, so that one that was overtaken is recognised.
    var turn = 0
    /// The making that ``catalog`` came from.
    var made = 0
    /// Whether nothing has changed since the last making began.
    var isFresh = false
  }

  /// A merge to be made elsewhere, because it takes long.
  struct MergeWork {
    let names: [String]
    let turn: Int
    let catalogs: [EntityCatalog]
  }

  /// Up to so many entities are merged at once: some milliseconds.
  private static let mergedAtOnce = 10_000

  private(set) var entries: [Entry] = []
  /// Where each is in ``entries``, by its key.
  private var places: [String: Int] = [:]
  /// How many sources have been gone through.
  private(set) var steps = 0
  /// By the keys of the sources in them.
  private var merges: [[String]: Merge] = [:]

  subscript(key: String) -> Entry? { places[key].map { entries[$0] } }

  /// Changes an entry in place; nil when there is none of the name.
  mutating func update<Result>(_ key: String, _ body: (inout Entry) -> Result) -> Result? {
    guard let at = places[key] else { return nil }
    return body(&entries[at])
  }

  /// Takes over the sources of new settings, those of each folder. Sources that did not change keep what they
  /// have. Returns those that are gone or changed.
  mutating func configure(_ settings: [ServerSettings]) -> [Entry] {
    let (old, before) = (entries, places)
    entries = []
    places = [:]
    for settings in settings {
      for specification in settings.sources where places[specification.key] == nil {
        steps += 1
        let policy = SourceSchedule<Asked>.Policy(
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
              turn: (known?.turn ?? 0) + 1, schedule: SourceSchedule(policy: policy)))
        }
      }
    }
    steps += old.count
    if entries.map(\.specification) != old.map(\.specification) { merges = [:] }
    return old.filter { self[$0.key]?.specification != $0.specification }
  }

  /// Begins a reading and returns its number; nil for a source that is not read.
  mutating func beginLoad(_ key: String) -> Int? {
    guard let at = places[key], entries[at].isInMemory else { return nil }
    entries[at].state = .loading(entries[at].state.catalog)
    entries[at].turn += 1
    return entries[at].turn
  }

  /// False if the reading is not the one that is awaited.
  mutating func finishLoad(_ key: String, turn: Int, _ loaded: LoadedSource) -> Bool {
    guard let at = places[key], entries[at].turn == turn,
      case .loading = entries[at].state
    else { return false }
    entries[at].state = .loaded(loaded.catalog)
    entries[at].watchedPaths = loaded.watchedPaths
    for names in merges.keys where names.contains(key) { merges[names]?.isFresh = false }
    return true
  }

  /// The sources that a trigger's or the implicit list of names means in a folder, in the list's order.
  func selected(by names: [String], in settings: ServerSettings) -> [Entry] {
    settings.sources(named: names).compactMap { self[$0.key] }
  }

  /// Everything read so far from these sources as one catalog, duplicates merged; kept until one of them
  /// changes. Where merging takes long, it is work to be done elsewhere, and what was there before serves meanwhile.
  mutating func catalog(of names: [String]) -> (catalog: EntityCatalog, work: MergeWork?) {
    var merge = merges[names] ?? Merge()
    if merge.isFresh, let catalog = merge.catalog { return (catalog, nil) }
    let catalogs = names.compactMap { self[$0]?.state.catalog }.filter { $0.count > 0 }
    let largest = catalogs.max { $0.count < $1.count } ?? .empty
    if merge.isFresh { return (largest, nil) }
    defer { merges[names] = merge }
    merge.isFresh = true
    merge.turn += 1
    if catalogs.count <= 1 || catalogs.reduce(0, { $0 + $1.count }) <= Self.mergedAtOnce {
      let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
      merge.catalog = catalog
      merge.made = merge.turn
      return (catalog, nil)
    }
    return (merge.catalog ?? largest, MergeWork(names: names, turn: merge.turn, catalogs: catalogs))
  }

  /// Whether a merge of these sources is being made elsewhere.
  func isMerging(_ names: [String]) -> Bool {
    guard let merge = merges[names] else { return false }
    return merge.isFresh && merge.made < merge.turn
  }

  /// False if the merge was overtaken by a newer one.
  mutating func finishMerge(_ names: [String], turn: Int, _ catalog: EntityCatalog) -> Bool {
    guard let merge = merges[names], merge.turn == turn else { return false }
    merges[names]?.catalog = catalog
    merges[names]?.made = turn
    return true
  }

  /// The files whose change means a new reading, and the source that each belongs to.
  var watched: [(path: String, source: String)] {
    entries.flatMap { entry in entry.watchedPaths.map { ($0, entry.key) } }
  }
}
