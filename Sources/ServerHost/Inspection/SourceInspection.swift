import Entities
import EntitySources
import JSONText
import MentionsServer
import SystemCalls

/// The result of trying a source: its content, the time that it took, and its problems.
package struct SourceInspection: Sendable {
  package enum Outcome: Sendable {
    /// The source is held in memory.
    case read(EntityCatalog)
    /// The source answered a query, possibly without results. `dedupe`: whether results that the list already contains
    /// are to be removed.
    case answered([Entity], dedupe: Bool)
    /// The source was queried but did not answer.
    case failed
    /// The source was not tried, because it needs an editor.
    case notTried
  }

  package let specification: SourceSpecification
  package let outcome: Outcome
  package let milliseconds: Int
  package let problems: [SourceProblem]
  /// For a fetched list: how many requests its service still permits, in words. ``age`` is the number of seconds since
  /// an editor's server fetched the list.
  package let requestsLeft: String?
  package let age: Int?
  /// Whether there is nothing to list, as in a repository without a remote at a known forge.
  private let isAbsent: Bool

  package var name: String { specification.name }

  /// Whether all people of the source are held in memory.
  var isWhole: Bool {
    guard case .read = outcome, !specification.isForge || isAbsent else { return false }
    return !problems.contains(where: \.hidesPeople)
  }

  /// The number of entities.
  package var count: Int {
    switch outcome {
    case .read(let catalog): catalog.count
    case .answered(let entities, _): entities.count
    case .failed, .notTried: 0
    }
  }

  private enum Event: Sendable {
    case loaded(Int, LoadedSource, age: Int?, at: Int)
    case said(Int, ProviderEvent, at: Int)
  }

  /// Tries all sources at the same time, each on a separate thread, and returns the results in the same order.
  /// Answering sources receive `query`; a source that takes longer than `patience` milliseconds to answer counts as
  /// failed.
  ///
  /// - Parameters:
  ///   - sources: the sources to try.
  ///   - query: the query for answering sources.
  ///   - fetches: whether to fetch lists instead of using their cached content.
  ///   - patience: the timeout in milliseconds.
  package static func tryAll(
    _ sources: [SourceSpecification], asking query: ProviderQuery, fetches: Bool = true, patience: Int = 5000
  ) -> [SourceInspection] {
    guard let mailbox = Mailbox<Event>() else { return [] }
    let start = HostProcess.milliseconds()
    var trials = sources.map(Trial.init)
    var running: [any AnsweringSource] = []
    for (index, source) in sources.enumerated() {
      if source.isInMemory {
        HostProcess.startThread {
          func cache() -> CatalogCache? {
            UserFolders.cache(Platform.environment()).map { CatalogCache($0) }
          }
          let age = CatalogLoader.age(of: source, in: cache())
          let loaded =
            fetches || !source.isFetched
            ? SourceFactory.load(source) : CatalogLoader.kept(source, in: cache())
          mailbox.post(.loaded(index, loaded, age: age, at: HostProcess.milliseconds()))
        }
      } else if let provider = SourceFactory.answering(
        source,
        tell: { mailbox.post(.said(index, $0, at: HostProcess.milliseconds())) })
      {
        running.append(provider)
        provider.send(query)
      } else {
        trials[index].outcome = .notTried
      }
    }
    while true {
      let now = HostProcess.milliseconds()
      for index in trials.indices where trials[index].isOverdue(now - start, patience) {
        trials[index].fail("no answer within \(patience) ms", milliseconds: now - start)
      }
      guard trials.contains(where: { $0.outcome == nil }) else { break }
      for event in mailbox.take(waitingAtMost: 100) {
        switch event {
        case .loaded(let index, let loaded, let age, let at):
          trials[index].take(loaded, age: age, milliseconds: at - start)
        case .said(let index, let event, let at): trials[index].take(event, milliseconds: at - start)
        }
      }
    }
    for provider in running { provider.stop() }
    return trials.map(\.inspection)
  }

  /// A source that is being tried.
  private struct Trial {
    let specification: SourceSpecification
    var outcome: Outcome?
    private var entities: [Entity] = []
    private var dedupe = true
    private var problems: [SourceProblem] = []
    private var milliseconds = 0
    private var requestsLeft: String?
    private var age: Int?
    private var isAbsent = false

    init(_ specification: SourceSpecification) { self.specification = specification }

    var inspection: SourceInspection {
      SourceInspection(
        specification: specification, outcome: outcome ?? .failed, milliseconds: milliseconds,
        problems: problems, requestsLeft: requestsLeft, age: age, isAbsent: isAbsent)
    }

    func isOverdue(_ elapsed: Int, _ patience: Int) -> Bool {
      outcome == nil && !specification.isInMemory && elapsed >= patience
    }

    mutating func take(_ loaded: LoadedSource, age: Int?, milliseconds: Int) {
      self.age = age
      isAbsent = loaded.isAbsent
      requestsLeft = loaded.requestsLeft
      outcome = .read(loaded.catalog)
      problems = loaded.problems
      self.milliseconds = milliseconds
    }

    mutating func take(_ event: ProviderEvent, milliseconds: Int) {
      guard outcome == nil else { return }
      switch event {
      case .batch(let batch):
        entities += batch.entities
        dedupe = dedupe && batch.dedupe
        if batch.isComplete {
          outcome = .answered(entities, dedupe: dedupe)
          self.milliseconds = milliseconds
        }
      case .problem(let problem): problems.append(problem)
      case .timedOut: fail("no answer in time", milliseconds: milliseconds)
      // A program that could not be started has already reported a problem.
      case .died(let status, _): fail(status == nil ? nil : "the program ended", milliseconds: milliseconds)
      case .started, .log: break
      }
    }

    mutating func fail(_ reason: String?, milliseconds: Int) {
      outcome = .failed
      self.milliseconds = milliseconds
      if let reason, problems.isEmpty {
        problems.append(SourceProblem(.error, source: specification.name, reason))
      }
    }
  }
}

/// The settings of a workspace folder as the server would use them, read without a client.
package struct SettingsInspection: Sendable {
  /// The absolute path of the workspace folder.
  package let root: String
  package let settings: ServerSettings
  package let problems: [SettingsProblem]
  /// The possible settings files, lowest layer first, whether they exist or not.
  package let files: [(origin: SettingsOrigin, file: SettingsFile)]

  /// Reads the settings files of the user and the workspace. Blocks.
  ///
  /// - Parameters:
  ///   - root: the path of the workspace folder, absolute or relative to the current directory; nil for the
  ///     nearest folder upward with `.mentions.json` or `.git`, else the current one.
  ///   - initializationOptions: as an editor would send them in its `initialize` request; nil for none.
  package init(root: String?, initializationOptions: JSONValue? = nil) {
    let environment = Platform.environment()
    let current = Platform.currentDirectory()
    let root =
      root.map { FolderPath.resolve($0, in: current, home: environment["HOME"]) }
      ?? Self.workspace(of: current, home: environment["HOME"])
    let origins = SettingsPaths.files(
      home: environment["HOME"], xdgConfigHome: environment["XDG_CONFIG_HOME"], folders: [root])
    let files = origins.compactMap { origin in
      origin.path.map { (origin, SettingsFile(reading: $0)) }
    }
    let (settings, problems) = ServerSettings.resolve(
      layers: files.map { SettingsLayer($0.1, origin: $0.0) } + [
        SettingsLayer(client: initializationOptions, origin: .initializationOptions)
      ],
      context: SettingsContext(folder: root, home: environment["HOME"]))
    self.root = root
    self.files = files.map { (origin: $0.0, file: $0.1) }
    self.settings = settings
    self.problems = problems
  }

  /// The nearest folder upward that has settings or is a Git work tree; else the folder itself. The search ends below
  /// the home folder, which may be a repository of configuration files.
  private static func workspace(of folder: String, home: String?) -> String {
    let home = home.flatMap(Platform.realPath)
    let upward = FolderPath(folder, home: nil)?.ancestors.reversed().map(\.path) ?? []
    let marks = [SettingsPaths.workspaceFileName, ".git"]
    return upward.prefix { $0 != home }
      .first { path in marks.contains { Platform.kind(of: "\(path)/\($0)") != nil } } ?? folder
  }

  /// Whether the folder exists.
  package var hasRoot: Bool { Platform.kind(of: root) == .directory }
}

/// The files of a folder that are searched for mentions.
package struct WorkspaceInspection: Sendable {
  package let means: ListedFiles.Means
  /// The number of files searched. Deleted files that Git still lists are not counted.
  package private(set) var searched = 0
  /// The number of files skipped according to `TextFileRule`, because they are too long or binary.
  package private(set) var leftOut = 0
  package private(set) var unreadable = 0
  /// The number of files beyond the limit of the index.
  package let tooMany: Int

  /// Lists a folder and reads each file. Blocks; O(bytes of the files).
  package init(_ folder: String) {
    let listed = ListedFiles(folder)
    let paths = listed.paths.prefix(WorkspaceIndex.Limit.standard.files)
    means = listed.means
    tooMany = listed.paths.count - paths.count
    let outcomes = ThreadExecutor().map(paths.count) { at -> TextFileRule.Outcome? in
      let path = "\(folder)/\(paths[at])"
      guard Platform.stamp(path) != nil else { return nil }
      let outcome = TextFileRule.read(path)
      // Only the outcome is needed, not the text.
      if case .text = outcome { return .text([]) }
      return outcome
    }
    for outcome in outcomes {
      switch outcome {
      case nil: break
      case .text?: searched += 1
      case .binary?, .tooLong?: leftOut += 1
      case .unreadable?: unreadable += 1
      }
    }
  }
}

/// The result of trying a plug-in's program: whether it answers, the time that it took, and its problem.
package struct PluginInspection: Sendable {
  package let specification: PluginSpecification
  /// The time in milliseconds from the start of the program to its answer to `setUp`, or to the timeout.
  package private(set) var milliseconds = 0
  /// Whether the program requests to control mentions (`"controls": "mentions"` in its answer).
  package private(set) var decides = false
  /// The problem, as a sentence without its final period; nil if there is none.
  package private(set) var problem: String?

  package var name: String { specification.name }

  private init(_ specification: PluginSpecification) { self.specification = specification }

  private struct Event: Sendable {
    let index: Int
    let event: PluginEvent
    let time: Int
  }

  /// The URI of the empty document that the programs receive. It has no file.
  private static let document = "untitled:doctor"

  /// Tries all programs at the same time and returns the results in the same order: each is asked to set up an empty
  /// document and to clean up. A program that has not answered after `patience` milliseconds counts as failed.
  package static func tryAll(_ plugins: [PluginSpecification], patience: Int = 5000) -> [PluginInspection] {
    guard !plugins.isEmpty, let mailbox = Mailbox<Event>() else { return [] }
    let start = HostProcess.milliseconds()
    var tried = plugins.map(PluginInspection.init)
    var isOpen = plugins.map { _ in true }
    let running = plugins.enumerated().map { index, plugin in
      let directory = plugin.baseDirectory.isEmpty ? nil : plugin.baseDirectory
      let process = PluginProcess(
        command: ChildCommand(plugin.command, directory: directory), policy: .init()
      ) { mailbox.post(Event(index: index, event: $0, time: HostProcess.milliseconds())) }
      process.start()
      process.send(
        line([
          "event": "setUp",
          "document": ["uri": .string(document), "languageId": "plaintext", "version": 0, "text": ""],
          "positionEncoding": "utf-16",
        ]))
      return process
    }
    while isOpen.contains(true), HostProcess.milliseconds() - start < patience {
      for event in mailbox.take(waitingAtMost: 100) where isOpen[event.index] {
        tried[event.index].milliseconds = event.time - start
        if tried[event.index].take(event.event) { isOpen[event.index] = false }
      }
    }
    for index in tried.indices where isOpen[index] {
      tried[index].milliseconds = HostProcess.milliseconds() - start
      tried[index].problem = "no answer to setUp within \(patience) ms"
    }
    for process in running {
      process.send(line(["event": "cleanUp", "document": ["uri": .string(document)]]))
      process.stop()
    }
    for process in running { process.waitForEnd(until: HostProcess.milliseconds() + 1000) }
    return tried
  }

  private static func line(_ message: JSONObject) -> [UInt8] {
    JSONWriter.bytes(of: JSONValue.object(message)) + [0x0A]
  }

  /// Handles an event; returns whether the result is final.
  private mutating func take(_ event: PluginEvent) -> Bool {
    switch event {
    case .lines(let lines):
      guard let first = lines.first else { return false }
      guard let answer = (try? JSONParser.parse(first))?.objectValue else {
        problem = "did not answer setUp with a JSON object"
        return true
      }
      if let controls = answer["controls"] {
        decides = controls == "mentions"
        if !decides { problem = "controls: expected “mentions”" }
      }
    case .flooded: problem = "sends too much output"
    case .stuck: problem = "does not read its input"
    case .ended(let reason): problem = reason
    case .log: return false
    }
    return true
  }
}
