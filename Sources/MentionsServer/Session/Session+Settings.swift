import JSONText
import LanguageProtocol
import Mentions

/// Reading settings, and living with new ones.
extension Session {
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
    }
  }

  /// Resolves the layers anew and changes what must change, without a restart.
  func applySettings() {
    settings.resolve()
    reportSettingsProblems()
    reportUnannouncedTriggers()
    client.wantsNotifications = settings.current.notifications
    for gone in sources.configure(settings.all) where !gone.isInMemory {
      perform(.stopProvider(source: gone.key))
    }
    loadSources()
    reopenStores()
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
    for path in settings.paths {
      let here = settings.problems.filter { $0.origin.path == path }
      let uri = DocumentURI(filePath: path)
      guard !here.isEmpty || publishedSettings.contains(uri) else { continue }
      if here.isEmpty { publishedSettings.remove(uri) } else { publishedSettings.insert(uri) }
      notify(
        .publishDiagnostics,
        PublishDiagnosticsParams(
          uri: uri, diagnostics: here.map { SettingsTranslation.diagnostic($0, positions.encoding) }))
    }
  }

  /// A client asks by itself at the characters that the answer to `initialize` named. LSP can add to them only for
  /// a second provider beside the first, which editors then ask as well: each item would be shown twice.
  private func reportUnannouncedTriggers() {
    let new = ServerCapabilities.triggerCharacters(settings.all).filter { !announcedTriggers.contains($0) }
    guard !new.isEmpty else { return }
    let characters = new.map { "`\($0)`" }.joined(separator: ", ")
    tellUser(
      .info,
      "the editor does not ask by itself at \(characters) before the server is started again;"
        + " `triggers` in .mentions.json or in the initialization options are known from the start",
      about: .triggers)
  }

  // MARK: Files

  func filesChanged(_ paths: [String]) {
    if paths.contains(where: settings.paths.contains) { perform(.readSettings(settings.paths)) }
    let changed = Set(paths)
    for source in Set(sources.watched.filter { changed.contains($0.path) }.map(\.source)).sorted() {
      load(source)
    }
  }

  func registerWatchers() {
    guard client.registersWatchers else { return }
    let patterns = [
      "**/.mentions.json", "**/people.{jsonl,json,csv,vcf}", "**/CODEOWNERS", "**/.mailmap",
    ]
    let own = settings.paths + sources.entries.compactMap(\.specification.watchedFile)
    let options = DidChangeWatchedFilesRegistrationOptions(
      watchers: (patterns + own).map { FileSystemWatcher(globPattern: .pattern($0)) })
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
