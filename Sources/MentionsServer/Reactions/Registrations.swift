import EntitySources
import JSONText
import LanguageProtocol

/// What is registered with the client besides what `initialize` announced.
extension Session {
  func registerWatchers() {
    guard client.registersWatchers else { return }
    let patterns = ["**/\(SettingsPaths.workspaceFileName)"] + DefaultSources.watchedGlobs
    let own = settings.paths + sources.entries.compactMap(\.specification.watchedFile)
    let options = DidChangeWatchedFilesRegistrationOptions(
      watchers: (patterns + own).map { FileSystemWatcher(globPattern: $0) })
    let registration = Registration(
      id: "mentions-files", method: .didChangeWatchedFiles, registerOptions: RPCPayload(options).tree)
    ask(.registerCapability, RegistrationParams(registrations: [registration])) { session, result in
      if case .success = result { session.client.watchesFiles = true }
    }
  }

  /// All files of the workspace, once somebody has asked who is mentioned in them.
  func watchWorkspace() {
    guard client.registersWatchers, !indexing.isWatched else { return }
    indexing.isWatched = true
    let options = DidChangeWatchedFilesRegistrationOptions(watchers: [FileSystemWatcher(globPattern: "**/*")])
    let registration = Registration(
      id: "mentions-workspace", method: .didChangeWatchedFiles, registerOptions: RPCPayload(options).tree)
    ask(.registerCapability, RegistrationParams(registrations: [registration])) { session, result in
      if case .failure = result { session.indexing.isWatched = false }
    }
  }

  func registerConfigurationChanges() {
    guard client.registersConfiguration else { return }
    let registration = Registration(id: "mentions-settings", method: .didChangeConfiguration)
    ask(.registerCapability, RegistrationParams(registrations: [registration])) { _, _ in }
  }

  // MARK: Trigger characters

  /// Registers what new settings ask for besides what `initialize` announced, each character for itself. A second
  /// provider for all of them would have editors ask twice, and show each item twice.
  func announceTriggers() {
    let (new, gone) = triggers.change(to: ServerCapabilities.triggerCharacters(settings.all))
    guard client.registersCompletion else { return tellUnannounced(new) }
    if !gone.isEmpty {
      let old = gone.map { Unregistration(id: Self.registration($0), method: .completion) }
      ask(.unregisterCapability, UnregistrationParams(unregisterations: old)) { _, _ in }
    }
    guard !new.isEmpty else { return }
    let registrations = new.map { character in
      Registration(
        id: Self.registration(character), method: .completion,
        registerOptions: .object([
          "documentSelector": .null, "triggerCharacters": [.string(character)], "resolveProvider": true,
        ]))
    }
    ask(.registerCapability, RegistrationParams(registrations: registrations)) { session, result in
      guard case .failure = result else { return }
      session.triggers.forget(new)
      session.tellUnannounced(new)
    }
  }

  private static func registration(_ character: String) -> String { "mentions-trigger-\(character)" }

  private func tellUnannounced(_ new: [String]) {
    guard !new.isEmpty else { return }
    let characters = new.map { "`\($0)`" }.joined(separator: ", ")
    tellUser(
      .info,
      "the editor does not ask by itself at \(characters) before the server is started again;"
        + " `triggers` in .mentions.json or in the initialization options are known from the start",
      about: .triggers)
  }
}
