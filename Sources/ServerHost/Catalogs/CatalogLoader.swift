import Entities
import EntitySources
import JSONText
import MentionsServer
import Synchronization
import SystemCalls

/// Loads and merges sources on separate threads, or takes the results from the cache if these are up to date.
final class CatalogLoader: Sendable {
  private let cache: CatalogCache?
  /// The time in milliseconds below which the result of loading or merging is not cached, unless it is large.
  private let quick: Int
  /// The minimum number of entities of a catalog that is cached even if it was read quickly, because the disk may be
  /// slower the next time.
  private static let manyEntities = 20_000
  private let executor = ThreadExecutor()
  private let post: @Sendable (ServerEvent) -> Void
  private let mapped = Mutex(MappedCatalogs())

  /// - Parameters:
  ///   - cache: the cache; nil if there is no directory for it.
  ///   - quick: the time in milliseconds below which a result is not cached, unless it is large.
  ///   - post: receives the results; called on separate threads.
  init(
    cache: CatalogCache?, quick: Int = 100, post: @escaping @Sendable (ServerEvent) -> Void
  ) {
    self.cache = cache
    self.quick = quick
    self.post = post
  }

  /// Closes the cache, as part of a normal exit.
  func finish() { cache?.finish() }

  // MARK: Sources

  /// Loads a source and posts ``ServerEvent/loaded(source:load:_:)``, several times if better results follow.
  func load(_ specification: SourceSpecification, load: Int, usesCache: Bool) {
    Platform.startThread { [self] in
      let mapping = run(specification, usesCache: usesCache) { [post] in
        post(.loaded(source: specification.key, load: load, $0))
      }
      watch(mapping) { $0.load(specification, load: load, usesCache: usesCache) }
    }
  }

  /// Loads a source on the current thread.
  ///
  /// - Returns: the mapped file of the last catalog; nil if the catalog is in memory.
  @discardableResult
  func run(
    _ specification: SourceSpecification, usesCache: Bool = true, _ tell: @escaping (LoadedSource) -> Void
  ) -> Platform.Mapping? {
    let origin = Self.origin(of: specification)
    guard usesCache, let cache,
      var source = SourceFactory.loadable(specification, memory: cache.memory(of: origin))
    else {
      tell(SourceFactory.load(specification, early: tell))
      return nil
    }
    let name = CatalogCache.name(of: origin)
    if let list = source as? any FetchingSource { return fetch(list, origin, name, cache, tell) }
    var known: KnownCatalog?
    var isDamaged = false
    if let entry = cache.open(name), let notes = try? CacheNotes(json: entry.stored.notes),
      notes.origin == origin
    {
      var loaded = LoadedSource(
        catalog: entry.stored.catalog, problems: notes.problems, watchedPaths: notes.watchedPaths)
      let inputs = source.inputs
      let isCurrent = notes.isCurrent(inputs)
      loaded.isPreliminary = !isCurrent
      tell(loaded)
      isDamaged = !isIntact(entry)
      if !isDamaged {
        if isCurrent { return entry.mapping }
        known = KnownCatalog(entry: entry, notes: notes)
        if var versioned = source as? any VersionedSource {
          versioned.knownVersion = notes.version
          source = versioned
        }
        // The files may have been rewritten with equal contents, for instance by a checkout or a copy.
        let now = CacheNotes.Input.all(inputs)
        if let now, let before = notes.inputs, now.map(\.path) == before.map(\.path),
          zip(now, before).allSatisfy({ $0.hasContents(of: $1) })
        {
          loaded.isPreliminary = false
          tell(loaded)
          var notes = notes
          notes.inputs = now
          _ = cache.store(loaded.catalog, notes)
          return entry.mapping
        }
      }
    }
    let isSame = read(source, origin, known: known, wasDamaged: isDamaged, cache, tell)
    return isSame ? known?.entry.mapping : nil
  }

  /// Fetches a list, unless the cached one is recent enough. One server fetches it for all servers on this machine.
  ///
  /// - Returns: the mapped file of the last catalog; nil if the catalog is in memory.
  private func fetch(
    _ source: any FetchingSource, _ origin: String, _ name: String, _ cache: CatalogCache,
    _ tell: @escaping (LoadedSource) -> Void
  ) -> Platform.Mapping? {
    var list = source
    var known: KnownCatalog?
    /// Passes on the cached list, and returns whether it is recent enough.
    func lookUp() -> Bool {
      guard let entry = cache.open(name), let notes = try? CacheNotes(json: entry.stored.notes),
        notes.origin == origin
      else { return false }
      list.isKept = true
      let age = list.age ?? .max
      var loaded = LoadedSource(catalog: entry.stored.catalog, problems: notes.problems)
      loaded.isPreliminary = age >= list.refresh
      loaded.age = min(age, list.refresh)
      tell(loaded)
      list.isKept = isIntact(entry)
      if list.isKept { known = KnownCatalog(entry: entry, notes: notes) }
      return list.isKept && age < list.refresh
    }
    if lookUp() { return known?.entry.mapping }
    return cache.alone(name, within: list.timeout) { isFirst in
      if !isFirst, lookUp() { return known?.entry.mapping }
      let isSame = read(list, origin, known: known, wasDamaged: false, cache, tell)
      return isSame ? known?.entry.mapping : nil
    }
  }

  /// The cached content of a fetched list. Sends no requests; for a forge, runs programs such as Git to determine the
  /// remote.
  ///
  /// - Parameter cache: the cache; nil if there is none.
  static func kept(_ specification: SourceSpecification, in cache: CatalogCache?) -> LoadedSource {
    defer { cache?.finish() }
    if let absence = (SourceFactory.loadable(specification) as? any FetchingSource)?.absence {
      return absence
    }
    let origin = origin(of: specification)
    guard let entry = cache?.open(CatalogCache.name(of: origin)),
      let notes = try? CacheNotes(json: entry.stored.notes), notes.origin == origin,
      entry.stored.catalog.isIntact()
    else {
      let problem = SourceProblem(
        .note, source: specification.name,
        "no list is cached yet; it is fetched when an editor first uses the source", leavesOut: true)
      return LoadedSource(catalog: .empty, problems: [problem])
    }
    return LoadedSource(catalog: entry.stored.catalog, problems: notes.problems)
  }

  /// The number of seconds since the cached content of a list was fetched; nil if there is none, or if the source is
  /// not a fetched list. For a forge, runs programs such as Git to determine the remote.
  static func age(of specification: SourceSpecification, in cache: CatalogCache?) -> Int? {
    guard let cache, specification.isFetched else { return nil }
    defer { cache.finish() }
    let source = SourceFactory.loadable(specification, memory: cache.memory(of: origin(of: specification)))
    guard var list = source as? any FetchingSource else { return nil }
    list.isKept = true
    return list.age
  }

  /// Loads a source again, and caches its catalog if that saves time: if it was cached before, was fetched, is large,
  /// or took long to load.
  ///
  /// - Returns: whether the last reported catalog is the one of `known`.
  private func read(
    _ source: any LoadableSource, _ origin: String, known: KnownCatalog?, wasDamaged: Bool,
    _ cache: CatalogCache, _ tell: @escaping (LoadedSource) -> Void
  ) -> Bool {
    let name = CatalogCache.name(of: origin)
    let stamps = source.inputs.map { $0.map { Platform.stamp($0) } }
    let begin = Platform.milliseconds()
    // A partial result that is smaller than the known catalog is not reported, because people would disappear for a
    // while.
    let least = known?.entry.stored.catalog.count ?? 0
    var loaded = source.load(on: executor) { if $0.catalog.count >= least { tell($0) } }
    if loaded.keepsKnown {
      if let known {
        loaded.catalog = known.entry.stored.catalog
        // If the version is unchanged, the known problems still apply; a failed fetch has problems of its own.
        if loaded.version != nil { loaded.problems = known.notes.problems }
      }
      tell(loaded)
      return known != nil
    }
    let isWorthKeeping =
      known != nil || source is any FetchingSource || isWorthKeeping(loaded.catalog, since: begin)
    if wasDamaged {
      cache.remove(name)
      loaded.problems.append(
        SourceProblem(.note, source: source.name, "its cache file was damaged; the source is read again"))
    }
    if let known, known.entry.stored.catalog.identity == loaded.catalog.identity {
      // Keeps the mapped catalog, which has the same content and does not use memory of this process.
      loaded.catalog = known.entry.stored.catalog
    }
    tell(loaded)
    let isSame = known?.entry.stored.catalog === loaded.catalog
    var notes = CacheNotes(origin: origin, inputs: CacheNotes.Input.all(source.inputs))
    // The content is not cached if its files have changed since the source began to read them.
    guard isWorthKeeping, loaded.catalog.count > 0, notes.inputs?.map(\.stamp) == stamps else {
      cache.remove(name)
      return isSame
    }
    notes.problems = loaded.problems
    notes.watchedPaths = loaded.watchedPaths
    notes.version = loaded.version
    if isSame, notes.inputs == nil, notes.version == nil { return true }
    if let fault = cache.store(loaded.catalog, notes) {
      // A full disk is only a note here, because a cache only saves time. A warning follows when
      // mentions cannot be stored.
      loaded.problems.append(
        SourceProblem(
          fault.isFullDisk ? .note : .warning, source: source.name,
          "its entities cannot be cached", details: fault.reason))
      tell(loaded)
    }
    return isSame
  }

  /// Whether a catalog should be cached, because it is large or took long to load or merge.
  ///
  /// - Parameter begin: the time in milliseconds at which loading or merging began.
  private func isWorthKeeping(_ catalog: EntityCatalog, since begin: Int) -> Bool {
    catalog.count >= Self.manyEntities || Platform.milliseconds() - begin >= quick
  }

  /// Verifies a whole file, and releases the memory used for that.
  private func isIntact(_ entry: CatalogCache.Entry) -> Bool {
    defer { entry.mapping.releasePages() }
    return entry.stored.catalog.isIntact()
  }

  // MARK: Merging

  /// Merges catalogs and posts ``ServerEvent/merged(names:mergeID:_:)``.
  func merge(_ catalogs: [EntityCatalog], names: [String], mergeID: Int, usesCache: Bool) {
    Platform.startThread { [self] in
      let mapping = run(catalogs, names, usesCache: usesCache) {
        post(.merged(names: names, mergeID: mergeID, $0))
      }
      watch(mapping) { $0.merge(catalogs, names: names, mergeID: mergeID, usesCache: usesCache) }
    }
  }

  /// Merges catalogs on the current thread.
  ///
  /// - Parameters:
  ///   - usesCache: false to merge again, neither reading nor writing the cache.
  ///   - tell: receives the result before it is checked or stored, so that queries do not wait for the disk.
  /// - Returns: the mapped file of the merged catalog; nil if the catalog is in memory.
  @discardableResult
  func run(
    _ catalogs: [EntityCatalog], _ names: [String], usesCache: Bool = true, _ tell: (EntityCatalog) -> Void
  ) -> Platform.Mapping? {
    // A merge of a single catalog is not cached.
    guard usesCache, let cache, catalogs.count > 1 else {
      tell(merged(catalogs))
      return nil
    }
    let origin = Self.text(["merge"] + names)
    let name = CatalogCache.name(of: origin)
    let parts = catalogs.map(\.identity)
    if let entry = cache.open(name), let notes = try? CacheNotes(json: entry.stored.notes),
      notes.origin == origin, notes.parts == parts
    {
      tell(entry.stored.catalog)
      if isIntact(entry) { return entry.mapping }
      cache.remove(name)
    }
    let faults = Platform.mappingFaults
    let begin = Platform.milliseconds()
    let merged = merged(catalogs)
    let isWorthKeeping = isWorthKeeping(merged, since: begin)
    tell(merged)
    guard isWorthKeeping else { return nil }
    // If a catalog file was truncated during the merge, the result is not cached: the merge is repeated after the file
    // has been read again.
    guard faults == Platform.mappingFaults else { return nil }
    var notes = CacheNotes(origin: origin, inputs: nil)
    notes.parts = parts
    // A failed write only makes the next merge slower, so it is not reported.
    _ = cache.store(merged, notes)
    return nil
  }

  /// Merges the intact catalogs. A damaged one is excluded until it has been loaded again.
  private func merged(_ catalogs: [EntityCatalog]) -> EntityCatalog {
    CatalogMerge.merge(catalogs.filter { $0.isIntact(on: executor) }, on: executor)
  }

  // MARK: Damage

  /// Watches a mapped file, so that ``renewDamaged()`` creates its catalog again if the file was truncated.
  ///
  /// - Parameter renew: creates the catalog again.
  func watch(_ mapping: Platform.Mapping?, _ renew: @escaping @Sendable (CatalogLoader) -> Void) {
    if let mapping { mapped.withLock { $0.add(mapping, renew) } }
  }

  /// Recreates the catalogs whose files were truncated while in use: the missing part of such a file reads as zeros.
  /// O(1) if there was no fault since the last call.
  ///
  /// - Returns: the number of these catalogs.
  func renewDamaged() -> Int {
    let renewals = mapped.withLock { $0.takeDamaged() }
    for renew in renewals { renew(self) }
    return renewals.count
  }

  // MARK: Origins

  /// Everything that determines the content of a source, apart from the files that it reads.
  private static func origin(of specification: SourceSpecification) -> String {
    var words = [specification.type, specification.name]
    switch specification.kind {
    case .file(let path), .directory(let path): words.append(path)
    case .people(let root), .codeowners(let root): words.append(root)
    case .git(let directory, let coauthors): words += [directory, coauthors ? "coauthors" : ""]
    case .list(let items):
      words.append(String(decoding: JSONWriter.bytes(of: JSONValue.array(items)), as: UTF8.self))
    // Arguments, URLs and headers may contain a token, which must not be stored, so only their hash is included.
    case .command(let command, let format, _):
      words.append(UserFolders.hash(of: text(command + [specification.baseDirectory, format.rawValue])))
    case .http(let service):
      let map = service.map.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      let headers = service.headers.flatMap { [$0.name, $0.value] }
      words.append(
        UserFolders.hash(of: text([service.url, service.items, service.format.rawValue] + map + headers)))
    case .forge(let directory, let list, let host, let forges):
      words += [
        directory, list.rawValue, host ?? "",
        forges.presets == JSONObject()
          ? "" : UserFolders.hash(of: JSONValue.object(forges.presets).description),
      ]
      words += forges.hosts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    case .demo, .process, .client: break
    }
    if case .inside(let folder) = specification.reach { words.append(folder) }
    return text(words)
  }

  private static func text(_ words: [String]) -> String {
    String(decoding: JSONWriter.bytes(of: JSONValue.array(words.map { .string($0) })), as: UTF8.self)
  }
}

/// A cached catalog, with the metadata of its file.
private struct KnownCatalog {
  let entry: CatalogCache.Entry
  let notes: CacheNotes
}

/// The catalogs in use that are mapped from files, each with a function that creates it again.
private struct MappedCatalogs {
  private struct Entry {
    weak let mapping: Platform.Mapping?
    let renew: @Sendable (CatalogLoader) -> Void
  }

  private var entries: [Entry] = []
  /// The value of ``Platform/mappingFaults`` at the last check for damage.
  private var faults = 0

  mutating func add(_ mapping: Platform.Mapping, _ renew: @escaping @Sendable (CatalogLoader) -> Void) {
    entries.removeAll { $0.mapping == nil || $0.mapping === mapping }
    entries.append(Entry(mapping: mapping, renew: renew))
    // The file may have been damaged before it was added.
    if mapping.isDamaged { faults = -1 }
  }

  mutating func takeDamaged() -> [@Sendable (CatalogLoader) -> Void] {
    guard faults != Platform.mappingFaults else { return [] }
    faults = Platform.mappingFaults
    let damaged = entries.filter { $0.mapping?.isDamaged == true }
    entries.removeAll { $0.mapping?.isDamaged != false }
    return damaged.map(\.renew)
  }
}
