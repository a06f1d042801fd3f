import Entities
import EntitySources
import MentionsServer
import SystemCalls

/// Performs slow effects on separate threads and posts their results.
final class EffectWorker {
  private let events: Mailbox<ServerEvent>
  private let logger: Logger
  private var providers: [String: any AnsweringSource] = [:]
  private var plugins: [String: PluginProcess] = [:]
  /// Programs that were stopped and may still be running.
  private var endingPlugins: [PluginProcess] = []
  private let storeWriter: StoreWriter
  private let choices: ChoiceFile
  private let loader: CatalogLoader
  private let scanner: WorkspaceScanner
  private let nearness: QuestionStack<(question: NearQuestion, number: Int)>
  private var stamps: [String: FileStamp?] = [:]

  /// The maximum number of requests for nearby people that run at the same time, each using Git; others wait.
  private static let nearThreads = 2
  private static let nearQuestions = 32

  init(events: Mailbox<ServerEvent>, logger: Logger) {
    self.events = events
    self.logger = logger
    storeWriter = StoreWriter(events: events)
    choices = ChoiceFile(events: events, logger: logger)
    let git = Nearness()
    nearness = QuestionStack(width: Self.nearThreads, limit: Self.nearQuestions) { asked in
      events.post(.near(number: asked.number, git.people(near: asked.question)))
    } refuse: { asked in
      events.post(.near(number: asked.number, NearPeople(problem: "too many requests are waiting")))
    }
    let cache = UserFolders.cache(Platform.environment())
    loader = CatalogLoader(cache: cache.map { CatalogCache($0) }) { events.post($0) }
    scanner = WorkspaceScanner(cache: cache.map { IndexCache($0) }) { events.post($0) }
  }

  func perform(_ effect: ServerEffect) {
    switch effect {
    case .load(let specification, let load, let usesCache):
      loader.load(specification, load: load, usesCache: usesCache)
    case .merge(let catalogs, let names, let mergeID, let usesCache):
      loader.merge(catalogs, names: names, mergeID: mergeID, usesCache: usesCache)
    case .askProvider(let specification, let start, let query):
      provider(specification, start: start)?.send(query)
    case .keepChoices(let path, let changes): choices.keep(changes, in: path)
    case .startProvider(let specification, let start): provider(specification, start: start)?.start()
    case .cancelProviderQuery(let source, let query): providers[source]?.cancel(query)
    case .stopProvider(let source): providers.removeValue(forKey: source)?.stop()
    case .startPlugin(let specification, let key, let start): startPlugin(specification, key, start: start)
    case .tellPlugin(let key, let line): plugins[key]?.send(line)
    case .stopPlugin(let key):
      if let plugin = plugins.removeValue(forKey: key) { end(plugin) }
    case .locate(let entity, let sources, let everywhere, let number):
      Platform.startThread { [events] in
        let definitions = SourceFactory.definitions(of: entity, in: sources)
        events.post(.located(number: number, everywhere ? Array(definitions) : Array(definitions.prefix(1))))
      }
    case .writeStore(let writing): storeWriter.write(writing)
    case .scanWorkspace(let scan): scanner.start(scan)
    case .reread(let scan, let number): scanner.reread(scan, number: number)
    case .cancelScan(let number): scanner.cancel(number)
    case .askWhoIsNear(let question, let number):
      nearness.ask((question, number))
    case .readSettings, .checkFiles, .readStore, .searchStore, .mark, .wake, .watchParent, .log, .exit: break
    }
  }

  /// Reloads sources whose catalog files were truncated while in use.
  func renewDamagedCatalogs() {
    let count = loader.renewDamaged()
    if count > 0 {
      logger.write(
        .warning, "cached catalogs were truncated while in use: \(count); their sources are read again")
    }
  }

  func stop() {
    for provider in providers.values { provider.stop() }
    providers = [:]
    for plugin in plugins.values { end(plugin) }
    plugins = [:]
    scanner.stop()
    loader.finish()
  }

  /// Reads settings files, which are small, on the calling thread.
  func readSettings(_ paths: [String]) -> [SettingsFile] { paths.map(SettingsFile.init(reading:)) }

  /// Reads the file of the store for a document that was opened, on the calling thread.
  func readStore(_ path: String) -> SettingsFile.Contents {
    storeWriter.visit(StoreFiles.split(path).folder)
    return StoreFiles.use(path)
  }

  /// Creates an empty file. Returns false if the file existed already; true even if it cannot be created.
  func mark(_ path: String) -> Bool {
    let (folder, name) = StoreFiles.split(path)
    guard let folder = try? GuardedFolder(folder, makes: true) else { return true }
    if folder.facts(of: name) != nil { return false }
    if let file = try? folder.create(name) { Platform.closeDescriptor(file) }
    return true
  }

  /// The documents whose mentions are stored in a folder, and whose names begin with one of the prefixes. Reads the
  /// beginning of each file in the folder, on the calling thread.
  func searchStore(_ folder: String, _ prefixes: [String]) -> [String] {
    StoreFiles.documents(in: folder, below: prefixes)
  }

  /// Waits until all content of the store is on disk, and logs failures. Gives up if no file is completed within a
  /// number of milliseconds.
  func finishWriting(patience milliseconds: Int) {
    scanner.finish(patience: milliseconds)
    choices.finish()
    let (events, left) = storeWriter.finish(patience: milliseconds)
    for case .storeWritten(_, let fault?) in events {
      logger.write(.warning, "mentions cannot be stored: \(personal: fault)")
    }
    if left > 0 { logger.write(.error, "the mentions of \(left) documents could not be written in time") }
  }

  private func provider(_ specification: SourceSpecification, start: Int) -> (any AnsweringSource)? {
    if let running = providers[specification.key] { return running }
    let events = events
    let key = specification.key
    let made = SourceFactory.answering(specification) {
      events.post(.provider(source: key, start: start, $0))
    }
    guard let provider = made else { return nil }
    providers[key] = provider
    return provider
  }

  /// Waits until the programs of plug-ins have received their last lines, or until `end` on the monotonic clock (in
  /// milliseconds).
  func finishPlugins(until end: Int) { for plugin in endingPlugins { plugin.waitForEnd(until: end) } }

  private func end(_ plugin: PluginProcess) {
    plugin.stop()
    endingPlugins.append(plugin)
  }

  private func startPlugin(_ specification: PluginSpecification, _ key: String, start: Int) {
    let events = events
    let directory = specification.baseDirectory.isEmpty ? nil : specification.baseDirectory
    let plugin = PluginProcess(
      command: ChildCommand(specification.command, directory: directory), policy: .init()
    ) { events.post(.plugin(key: key, start: start, $0)) }
    if let old = plugins.updateValue(plugin, forKey: key) { end(old) }
    plugin.start()
  }

  /// Returns the files that have changed since the last call. The first call only records their state.
  func changedFiles(_ paths: [String]) -> [String] {
    var changed: [String] = []
    for path in paths {
      let stamp = Platform.stamp(path)
      if let known = stamps.updateValue(stamp, forKey: path), known != stamp { changed.append(path) }
    }
    return changed
  }
}
