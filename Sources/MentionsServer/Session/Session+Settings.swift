import JSONText
import LanguageProtocol
import Mentions

/// Reading settings, and living with new ones.
extension Session {
  /// The second half of `initialize`.
  func finishInitialize(_ id: RPCID, _ params: InitializeParams) {
    client = ClientFeatures(params, settings: settings.current)
    triggers = AnnouncedTriggers(ServerCapabilities.triggerCharacters(settings.all))
    lifecycle = .running
    answer(
      id,
      InitializeResult(
        capabilities: .announced(to: client, settings: settings.all),
        serverInfo: ServerInfo(name: "mentions-lsp", version: options.version)))
  }

  /// The policy in a document, for this client: one that cannot be trusted with edits of the server gets none.
  func policy(for document: DocumentURI) -> MentionsPolicy {
    var policy = settings.policy(for: document)
    if !client.takesServerEdits { policy.deletion = .plain }
    return policy
  }

  /// The settings files were read.
  func receive(_ files: [SettingsFile]) {
    settings.take(files)
    if case .initializing(let id, let params) = lifecycle {
      settings.resolve()
      let stopped = sources.configure(settings.all)
      Bug.check(stopped.isEmpty, "sources before initialize")
      // A first look remembers how the files are now.
      perform(.checkFiles(settings.paths))
      finishInitialize(id, params)
    } else {
      applySettings()
      askHeldQueries()
    }
  }

  /// Resolves the layers anew and changes what must change, without a restart.
  func applySettings() {
    settings.resolve()
    reportSettingsProblems()
    announceTriggers()
    client.wantsNotifications = settings.current.notifications
    for gone in sources.configure(settings.all) where !gone.isInMemory {
      perform(.stopProvider(source: gone.key))
    }
    loadSources()
    stepKeeping(.placesChanged)
    for key in documents.keys.sorted(by: { $0.key < $1.key }) {
      guard let document = documents[key] else { continue }
      let policy = policy(for: document.uri)
      if policy != document.mentions.policy {
        update(key) { $0.setPolicy(policy, now: now) }
        readBack(key)
      }
    }
  }

  /// Tells the client what is wrong: a diagnostic in each file, a message for everything.
  func reportSettingsProblems() {
    messages.keep(settings.problems.map(\.description), about: .settings)
    for problem in settings.problems {
      tellUser(
        problem.severity == .error ? .error : .warning, problem.description, about: .settings)
    }
    let problems = Dictionary(grouping: settings.problems) { $0.origin.path ?? "" }
    for path in settings.paths {
      let here = (problems[path] ?? []).map { SettingsTranslation.diagnostic($0, positions.encoding) }
      let uri = DocumentURI(filePath: path)
      guard here != publishedSettings[uri] ?? [] else { continue }
      publishedSettings[uri] = here.isEmpty ? nil : here
      notify(.publishDiagnostics, PublishDiagnosticsParams(uri: uri, diagnostics: here))
    }
  }

  // MARK: Files

  /// Files are now different from what was read of them; with none, all of them are as they were.
  func filesChanged(_ paths: [String]) {
    let changed = Set(paths)
    if !changed.isEmpty {
      for source in Set(sources.watched.filter { changed.contains($0.path) }.map(\.source)).sorted() {
        load(source)
      }
    }
    // What the files say comes with an event of its own.
    if settings.paths.contains(where: changed.contains) { return perform(.readSettings(settings.paths)) }
    askHeldQueries()
  }

  /// Clients that cannot watch files have them looked at before each query, which waits for that.
  func holdsBack(_ query: Query, in key: DocumentURI) -> Bool {
    guard !client.watchesFiles else { return false }
    heldQueries[key] = (query, [])
    perform(.checkFiles(settings.paths + sources.watched.map(\.path)))
    return true
  }

  /// The files have been looked at.
  private func askHeldQueries() {
    let held = heldQueries
    heldQueries = [:]
    for key in held.keys.sorted(by: { $0.key < $1.key }) {
      guard let (query, events) = held[key], query.generation == documents[key]?.mentions.query?.generation
      else { continue }
      put(query, in: key)
      for event in events { tell(event, in: key) }
    }
  }

  func registerWatchers() {
    guard client.registersWatchers else { return }
    let patterns = [
      "**/.mentions.json", "**/people.{jsonl,json,csv,vcf}", "**/CODEOWNERS", "**/.mailmap",
    ]
    let own = settings.paths + sources.entries.compactMap(\.specification.watchedFile)
    let options = DidChangeWatchedFilesRegistrationOptions(
      watchers: (patterns + own).map { FileSystemWatcher(globPattern: $0) })
    let registration = Registration(
      id: "mentions-files", method: .didChangeWatchedFiles, registerOptions: RPCPayload(options).tree)
    ask(.registerCapability, RegistrationParams(registrations: [registration])) { session, result in
      if case .success = result { session.client.watchesFiles = true }
    }
  }

  func registerConfigurationChanges() {
    guard client.registersConfiguration else { return }
    let registration = Registration(id: "mentions-settings", method: .didChangeConfiguration)
    ask(.registerCapability, RegistrationParams(registrations: [registration])) { _, _ in }
  }

  func askForConfiguration() {
    guard client.answersConfiguration else { return }
    ask(.configuration, ConfigurationParams(items: [ConfigurationItem(section: "mentions")])) {
      session, result in
      guard let values = try? result.get().read([JSONValue].self), let value = values.first else { return }
      session.settings.configuration = value
      session.applySettings()
    }
  }
}
