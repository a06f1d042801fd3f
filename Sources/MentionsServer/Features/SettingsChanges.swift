import JSONText
import LanguageProtocol
import Mentions

/// Reading settings, and applying changes.
extension Session {
  /// The policy for a document with this client. If the client does not support versioned edits by the server, a partly
  /// deleted mention becomes plain text, regardless of the settings: trimming or deleting it would require such an
  /// edit.
  func policy(for document: DocumentURI) -> MentionsPolicy {
    var policy = settings.policy(for: document)
    if !client.takesServerEdits { policy.deletion = .plain }
    return policy
  }

  func settingsRead(_ files: [SettingsFile]) {
    settings.take(files)
    guard hasReadSettings else {
      // `initialize` waits for this, and applies the settings itself.
      hasReadSettings = true
      return
    }
    applySettings()
    searches.looks += 1
  }

  /// Resolves the layers again and applies the differences without a restart.
  func applySettings() {
    let (hints, lenses) = (settings.inlayHints, settings.codeLenses)
    people.noteChange()
    settings.resolve()
    reportSettingsProblems()
    announceTriggers()
    if tokens.styleNames.setSettings(settings.styles) { refreshTokens() }
    if settings.inlayHints != hints { refreshInlayHints() }
    if settings.codeLenses != lenses { refreshCodeLenses() }
    client.wantsNotifications = settings.current.notifications
    for gone in sources.configure(settings.all) where !gone.isInMemory {
      perform(.stopProvider(source: gone.key))
      searches.forgetAnswers()
    }
    loadSources()
    updateLearning()
    indexing.settingsHaveChanged = true
    applyPlugins()
    moveKept()
    rescheduleFindings()
    for key in openKeys {
      setUpNearness(of: key)
      guard let document = documents[key] else { continue }
      let policy = policy(for: document.uri)
      if policy != document.mentions.policy {
        update(key) { $0.setPolicy(policy, now: now) }
        readAnew(key)
      }
      startProviders(of: key)
    }
  }

  /// Reports settings problems: as diagnostics in the files, and with a message for each problem that was not shown
  /// before.
  func reportSettingsProblems() {
    messages.keep(settings.problems.map(\.description), about: .settings)
    for problem in settings.problems {
      tellUser(
        problem.severity == .error ? .error : .warning, problem.description, about: .settings)
    }
    for (uri, diagnostics) in settings.changedDiagnostics(positions.encoding) {
      notify(.publishDiagnostics, PublishDiagnosticsParams(uri: uri, diagnostics: diagnostics))
    }
  }

  // MARK: Files

  /// Handles the result of a check of files, or the client's report of changes. An empty list only records that the
  /// check has ended.
  func filesChanged(_ paths: [String]) {
    guard !paths.isEmpty else {
      searches.looks += 1
      return
    }
    let changed = Set(paths)
    for source in Set(sources.watched.filter { changed.contains($0.path) }.map(\.source)).sorted() {
      load(source)
    }
    // The content of settings files arrives with a separate event.
    if settings.paths.contains(where: changed.contains) { return perform(.readSettings(settings.paths)) }
    searches.looks += 1
  }

  func askForConfiguration() {
    guard client.answersConfiguration else { return }
    let request = ask(.configuration, ConfigurationParams(items: [ConfigurationItem(section: "mentions")]))
    start { session async throws(RPCError) in
      let answer = try await session.answer(to: request)
      guard let values = try? answer.get().read([JSONValue].self), let value = values.first else { return }
      session.settings.configuration = value
      session.applySettings()
    }
  }
}
