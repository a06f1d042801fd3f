import LanguageProtocol
import Mentions
import TextModel

extension ServerCapabilities {
  /// What the server tells a client in the answer to `initialize`: everything, whatever the client declares, since many
  /// clients do more than they say. Only what costs a request after each edit and has mostly nothing to show, hints and
  /// lenses, waits until there is something. The settings are those of each workspace folder.
  static func announced(to client: ClientFeatures, settings: [ServerSettings]) -> ServerCapabilities {
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
      inlineCompletionProvider: client.places.inlineCompletion ? true : nil,
      executeCommandProvider: ExecuteCommandOptions(commands: CommandName.all),
      // Options are allowed for clients alone that can prepare one.
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
        textDocumentContent: client.places.virtualDocuments
          ? TextDocumentContentOptions(schemes: [CardDocuments.scheme]) : nil))
  }

  /// The triggers' characters, and those that occur inside names and close popups otherwise. Letters only where
  /// the client asked for them: elsewhere they would push other completion providers aside.
  static func triggerCharacters(_ settings: [ServerSettings]) -> [String] {
    var characters: [String] = []
    func add(_ text: String) {
      if !characters.contains(text) { characters.append(text) }
    }
    // A client compares one typed character: of a sequence, the last.
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
