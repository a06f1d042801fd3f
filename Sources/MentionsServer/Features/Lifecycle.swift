import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `initialize`, `initialized`, `shutdown`, `exit`, and the `$/` notifications.
extension Session {
  /// Answers once the settings files are read, because they define the characters that trigger completion.
  func initialize(_ params: InitializeParams) async throws(RPCError) -> InitializeResult {
    lifecycle = .initializing
    hasReadSettings = false
    settings.initializationOptions = params.initializationOptions
    settings.locate(roots: Self.roots(of: params), environment: options.environment)
    if let process = params.processId { perform(.watchParent(Int32(clamping: process))) }
    if let trace = params.trace { isTraced = trace != .off }
    perform(.readSettings(settings.paths))
    do throws(RPCError) {
      try await until(.settingsRead)
    } catch {
      // The client may send `initialize` again.
      if case .initializing = lifecycle { lifecycle = .created }
      throw error
    }
    settings.resolve()
    let stopped = sources.configure(settings.all)
    Bug.check(stopped.isEmpty, "sources before initialize")
    applyPlugins()
    // The first check records the current state of the files.
    perform(.checkFiles(settings.paths))
    client = ClientFeatures(params, settings: settings.current)
    _ = tokens.styleNames.setSettings(settings.styles)
    lifecycle = .running
    let capabilities = ServerCapabilities.announced(to: client, settings: settings.all)
    registrations = Registrations(
      triggers: ServerCapabilities.triggerCharacters(settings.all), capabilities)
    return InitializeResult(
      capabilities: capabilities, serverInfo: ServerInfo(name: "mentions-lsp", version: options.version))
  }

  func initialized(_ params: NoParams) {
    registerWatchers()
    registerConfigurationChanges()
    askForConfiguration()
    reportSettingsProblems()
    loadSources()
  }

  func shutdown(_ params: NoParams) async throws(RPCError) -> JSONValue {
    lifecycle = .shutDown
    loop.endWaits()
    // Waiting requests are answered first.
    await turn()
    cancelIndexing()
    for entry in sources.entries where !entry.isInMemory { perform(.stopProvider(source: entry.key)) }
    endPlugins()
    learnAccepted()
    keepAll()
    return .null
  }

  func exitNotification(_ params: NoParams) {
    if case .shutDown = lifecycle { exit(status: 0) } else { exit(status: 1) }
  }

  func exit(status: Int32) {
    learnAccepted()
    keepAll()
    endPlugins()
    for key in openKeys { cleanUpPlugins(of: key) }
    lifecycle = .exited
    loop.endWaits()
    perform(.exit(status))
  }

  /// Ends the server for a reason other than the `exit` notification.
  func end(_ reason: EndReason) {
    if let (level, line) = reason.complaint { log(level, line) }
    switch lifecycle {
    // Some clients close the connection after the answer to `shutdown`, without sending `exit`.
    case .shutDown: exit(status: 0)
    case .exited: break
    case .created, .initializing, .running: exit(status: 1)
    }
  }

  /// Cancels a request; unknown ids are ignored.
  func cancelRequest(_ params: CancelParams) {
    requests.cancel(params.id)
  }

  func setTrace(_ params: SetTraceParams) { isTraced = params.value != .off }

  func cancelProgress(_ params: WorkDoneProgressCancelParams) {
    if indexing.progress?.token == params.token { cancelIndexing() } else { cancelSearch(params.token) }
  }

  private static func roots(of params: InitializeParams) -> [String] {
    let folders = params.workspaceFolders ?? []
    let paths = folders.isEmpty ? [params.rootUri?.filePath ?? params.rootPath] : folders.map(\.uri.filePath)
    return paths.compactMap(\.self).map(FolderPath.plain)
  }
}

/// Parameters of messages that have none. Any value is accepted.
struct NoParams: JSONReadable {
  init(from reader: inout JSONReader) throws(JSONError) { try reader.skip() }
}

// MARK: - Capabilities

extension ServerCapabilities {
  /// The capabilities in the answer to `initialize`. Nearly all are announced regardless of the client's declarations,
  /// since many clients support more than they declare. Hints and lenses cost a request after each edit and are mostly
  /// empty, so they are registered once there is something to show, unless the settings enable them or the client
  /// cannot register them later. `settings` contains the settings of each workspace folder.
  fileprivate static func announced(
    to client: ClientFeatures, settings: [ServerSettings]
  ) -> ServerCapabilities {
    ServerCapabilities(
      positionEncoding: PositionEncodingKind(rawValue: client.positionEncoding.rawValue),
      textDocumentSync: TextDocumentSyncOptions(openClose: true, change: .incremental, save: SaveOptions()),
      completionProvider: CompletionOptions(
        triggerCharacters: triggerCharacters(settings), resolveProvider: true,
        completionItem: CompletionItemOptions(labelDetailsSupport: true)),
      hoverProvider: true,
      definitionProvider: true,
      declarationProvider: true,
      referencesProvider: ProgressOptions(workDoneProgress: true),
      documentHighlightProvider: true,
      documentSymbolProvider: true,
      codeActionProvider: CodeActionOptions(
        codeActionKinds: [.quickFix, .mentionsRewrite], resolveProvider: true),
      documentLinkProvider: ResolvingOptions(resolveProvider: true),
      selectionRangeProvider: true,
      foldingRangeProvider: true,
      linkedEditingRangeProvider: true,
      inlineCompletionProvider: client.navigation.inlineCompletion ? true : nil,
      executeCommandProvider: ExecuteCommandOptions(commands: CommandName.all),
      // LSP allows options only for clients with `prepareSupport`.
      renameProvider: client.preparesRenames
        ? .options(RenameOptions(prepareProvider: true, workDoneProgress: true)) : .plain(true),
      workspaceSymbolProvider: ProgressOptions(workDoneProgress: true),
      semanticTokensProvider: SemanticTokensOptions(
        legend: SemanticTokensLegend(
          tokenTypes: [client.tokenType, TokenLegend.attributeType],
          tokenModifiers: TokenLegend.modifiers),
        range: !client.mixesTokenAnswers, full: SemanticTokensFullOptions(delta: true)),
      inlayHintProvider: client.inlayHints.isAnnounced(
        isWanted: settings.contains { $0.inlayHint != nil || $0.nameHints && client.inlayHints.isKnown })
        ? ResolvingOptions(resolveProvider: true) : nil,
      codeLensProvider: client.codeLenses.isAnnounced(isWanted: settings.contains { $0.codeLens != .off })
        ? ResolvingOptions(resolveProvider: true) : nil,
      diagnosticProvider: DiagnosticOptions(
        identifier: "mentions", interFileDependencies: false, workspaceDiagnostics: false),
      workspace: WorkspaceServerCapabilities(
        workspaceFolders: WorkspaceFoldersServerCapabilities(supported: true, changeNotifications: true),
        fileOperations: FileOperationOptions(
          didRename: FileOperationRegistrationOptions(filters: [
            FileOperationFilter(scheme: "file", pattern: FileOperationPattern(glob: "**"))
          ])),
        textDocumentContent: client.navigation.virtualDocuments
          ? TextDocumentContentOptions(schemes: [CardDocuments.scheme]) : nil))
  }

  /// The triggers' characters, and characters inside names at which clients would otherwise close the list. Letters are
  /// included only if the settings request them, because they would suppress other completion providers.
  fileprivate static func triggerCharacters(_ settings: [ServerSettings]) -> [String] {
    var characters: [String] = []
    func add(_ text: String) {
      if !characters.contains(text) { characters.append(text) }
    }
    // Clients compare only the typed character, so a trigger of several characters is registered by its last one.
    for trigger in settings.flatMap(\.policy.triggers) {
      if let last = trigger.character.last { add(String(last)) }
    }
    for inside in ["-", ".", "/", " ", "'", "’"] { add(inside) }
    if settings.contains(where: \.triggerLetters) {
      for scalar in UnicodeScalar("A").value...UnicodeScalar("Z").value {
        guard let scalar = UnicodeScalar(scalar) else { continue }
        add(String(scalar))
        add(String(scalar).lowercased())
      }
    }
    return characters
  }
}

// MARK: - Registrations

/// Registrations with the client, in addition to the capabilities in the answer to `initialize`.
extension Session {
  private func registerWatchers() {
    guard client.registersWatchers else { return }
    let patterns = [
      "**/\(SettingsPaths.workspaceFileName)", WellKnownPeopleFiles.watchedGlob, CodeownersSource.watchedGlob,
      GitSource.watchedGlob,
    ]
    let own = settings.paths + sources.entries.compactMap(\.specification.watchedFile)
    let options = DidChangeWatchedFilesRegistrationOptions(
      watchers: (patterns + own).map { FileSystemWatcher(globPattern: $0) })
    let registration = Registration(
      id: "mentions-files", method: .didChangeWatchedFiles, registerOptions: RPCPayload(options).tree)
    let request = ask(.registerCapability, RegistrationParams(registrations: [registration]))
    start { session async throws(RPCError) in
      if case .success = try await session.answer(to: request) { session.client.watchesFiles = true }
    }
  }

  /// Watches all files of the workspace, once a request has searched them.
  func watchWorkspace() {
    guard client.registersWatchers, !indexing.isWatched else { return }
    indexing.isWatched = true
    let options = DidChangeWatchedFilesRegistrationOptions(watchers: [FileSystemWatcher(globPattern: "**/*")])
    let registration = Registration(
      id: "mentions-workspace", method: .didChangeWatchedFiles, registerOptions: RPCPayload(options).tree)
    let request = ask(.registerCapability, RegistrationParams(registrations: [registration]))
    start { session async throws(RPCError) in
      if case .failure = try await session.answer(to: request) { session.indexing.isWatched = false }
    }
  }

  private func registerConfigurationChanges() {
    guard client.registersConfiguration else { return }
    let registration = Registration(id: "mentions-settings", method: .didChangeConfiguration)
    ask(.registerCapability, RegistrationParams(registrations: [registration]))
  }

  /// Registers a feature once it has content, unless it was announced by `initialize`.
  func announce(_ method: Method, _ feature: ClientFeatures.RefreshableFeature) {
    guard feature.registers, registrations.announce(method) else { return }
    let registration = Registration(
      id: "mentions-\(method.rawValue)", method: method,
      registerOptions: .object(["documentSelector": .null, "resolveProvider": true]))
    ask(.registerCapability, RegistrationParams(registrations: [registration]))
  }

  // MARK: Trigger characters

  /// Registers the trigger characters that new settings need in addition to those announced by `initialize`, each
  /// separately. A second provider for all characters would make editors send each request, and show each item, twice.
  func announceTriggers() {
    let (new, gone) = registrations.triggers.change(to: ServerCapabilities.triggerCharacters(settings.all))
    guard client.registersCompletion else { return tellUnannounced(new) }
    if !gone.isEmpty {
      let old = gone.map { Unregistration(id: Self.registration($0), method: .completion) }
      ask(.unregisterCapability, UnregistrationParams(unregisterations: old))
    }
    guard !new.isEmpty else { return }
    let registrations = new.map { character in
      Registration(
        id: Self.registration(character), method: .completion,
        registerOptions: .object([
          "documentSelector": .null, "triggerCharacters": [.string(character)], "resolveProvider": true,
        ]))
    }
    let request = ask(.registerCapability, RegistrationParams(registrations: registrations))
    start { session async throws(RPCError) in
      guard case .failure = try await session.answer(to: request) else { return }
      session.registrations.triggers.forget(new)
      session.tellUnannounced(new)
    }
  }

  private static func registration(_ character: String) -> String { "mentions-trigger-\(character)" }

  private func tellUnannounced(_ new: [String]) {
    guard !new.isEmpty else { return }
    let characters = new.map { "`\($0)`" }.joined(separator: ", ")
    tellUser(
      .info,
      "the editor does not offer completions automatically after \(characters) until the server is restarted;"
        + " to have them from the start, set `triggers` in .mentions.json or in the initialization options",
      about: .triggers)
  }
}

/// Capabilities known to the client, from the answer to `initialize` or registered since.
struct Registrations {
  fileprivate var triggers = AnnouncedTriggers()
  /// The methods of hints and lenses that were announced by `initialize` or registered since.
  fileprivate var announced: Set<Method> = []

  init() {}

  /// - Parameter capabilities: the capabilities in the answer to `initialize`.
  init(triggers: [String], _ capabilities: ServerCapabilities) {
    self.triggers = AnnouncedTriggers(triggers)
    if capabilities.inlayHintProvider != nil { announced.insert(.inlayHint) }
    if capabilities.codeLensProvider != nil { announced.insert(.codeLens) }
  }

  /// Records that a method is to be registered. Returns false if the client knew it already.
  fileprivate mutating func announce(_ method: Method) -> Bool { announced.insert(method).inserted }
}

/// The characters at which the client requests completion automatically.
struct AnnouncedTriggers {
  /// Characters in the answer to `initialize`, which cannot be unregistered.
  private var first: Set<String> = []
  /// Characters that were registered since, one by one.
  private var later: Set<String> = []

  init(_ characters: [String] = []) { first = Set(characters) }

  /// Returns the characters to register and to unregister, so that the client requests completion at the `wanted`
  /// characters and at no others except those in the answer to `initialize`.
  mutating func change(to wanted: [String]) -> (new: [String], gone: [String]) {
    let missing = Set(wanted).subtracting(first)
    let change = (new: missing.subtracting(later).sorted(), gone: later.subtracting(missing).sorted())
    later = missing
    return change
  }

  /// Drops characters whose registration the client refused.
  mutating func forget(_ characters: [String]) { later.subtract(characters) }
}
