import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Capabilities of the client, evaluated once from `initialize`.
struct ClientFeatures {
  private(set) var positionEncoding = PositionEncoding.utf16
  private(set) var name: String?

  // Completion
  private(set) var completionEditRangeDefaults = false
  private(set) var completionLabelDetails = false
  /// The way in which an item can indicate that its person has left; nil if there is none.
  private(set) var deprecation: Deprecation?
  /// Whether the main edit of a completion item, instead of an additional edit, removes the word after the cursor.
  private(set) var completionReplacesWordBehind = false
  /// Whether the server can register completion dynamically, besides declaring it in the answer to `initialize`.
  private(set) var registersCompletion = false
  /// The best documentation format that the client supports; nil if it declares none.
  private(set) var documentationFormat: MarkupKind?
  /// Whether documentation can be resolved by `completionItem/resolve`.
  private(set) var resolvesDocumentation = false
  /// Whether the client can run an item's command after inserting the item.
  private(set) var runsItemCommands = true
  /// Whether the trigger kind `Invoked` means an explicit request by the user, unless something has just been typed.
  private(set) var invokedMeansAsked = false
  /// Whether several keystrokes may arrive as one insertion (Behaviour, section 11).
  private(set) var gathersTyping = false

  private(set) var hoverFormat: MarkupKind?
  private(set) var navigation = NavigationFeatures()

  // Tokens
  private(set) var tokenType = "decorator"
  private(set) var refreshesSemanticTokens = false
  /// Whether the client confuses answers for tokens: after a refresh, Neovim 0.12 requests a range and a delta at the
  /// same time, and applies the delta to the range's answer.
  private(set) var mixesTokenAnswers = false

  // Inlay hints and code lenses
  private(set) var inlayHints = RefreshableFeature()
  private(set) var codeLenses = RefreshableFeature()
  /// Whether the tooltip of a hint can be resolved by `inlayHint/resolve`.
  private(set) var resolvesHints = false

  // Workspace
  private(set) var registersWatchers = false
  /// Whether the client has agreed to watch files.
  var watchesFiles = false
  private(set) var answersConfiguration = false
  private(set) var registersConfiguration = false
  private(set) var appliesEdits = false
  /// Whether edits can be bound to a version of the document.
  private(set) var takesVersionedEdits = false
  /// Whether edits can be marked as requiring confirmation by the user.
  private(set) var annotatesChanges = false
  /// Whether the client supports `textDocument/prepareRename`.
  private(set) var preparesRenames = false
  /// Whether an edit may create files.
  private(set) var createsFiles = false
  /// Whether the server may edit without a request (Behaviour, section 6).
  var takesServerEdits: Bool { appliesEdits && takesVersionedEdits }

  // Diagnostics and code actions
  /// Whether the client pulls diagnostics; if so, the server pushes none.
  var pullsDiagnostics = false
  private(set) var takesDiagnostics = false
  /// Whether pushed diagnostics may contain a version.
  private(set) var versionsDiagnostics = false
  private(set) var refreshesDiagnostics = false
  /// Whether diagnostics may have the tag for deprecated elements.
  private(set) var tagsDiagnostics = false
  /// Whether diagnostics may contain related information.
  private(set) var relatesDiagnostics = false
  private(set) var takesCodeActions = false
  /// Whether the edit of a code action can be resolved by `codeAction/resolve`.
  private(set) var resolvesCodeActions = false

  // Window
  private(set) var showsProgress = false

  /// Whether the client can display ghost text only if the ghost text continues the typed text, as in VS Code and
  /// editors based on it.
  private(set) var ghostTextOnlyAdds = false

  // Our own messages
  /// Whether the host requested notifications of events (Behaviour, section 10).
  var wantsNotifications = false
  /// Whether the host requested notifications of all text changes by the user.
  private(set) var wantsTextEvents = false
  /// Whether the host requested the ranges in which spell checking must stay off.
  private(set) var wantsSpelling = false

  init() {}

  init(_ params: InitializeParams, settings: ServerSettings) {
    let capabilities = params.capabilities
    name = params.clientInfo?.name
    // The client's first choice is the cheapest encoding for the client; for the server, all cost about the same.
    positionEncoding =
      capabilities.positionEncodings.lazy.compactMap { PositionEncoding(rawValue: $0.rawValue) }.first
      ?? .utf16

    let completion = "textDocument.completion."
    // yegappan/lsp declares support for a default edit range, but inserts the item's label there instead of its
    // `textEditText`.
    completionEditRangeDefaults =
      name != "Vim"
      && capabilities.strings(completion + "completionList.itemDefaults").contains("editRange")
    completionLabelDetails = capabilities.flag(completion + "completionItem.labelDetailsSupport")
    if capabilities.numbers(completion + "completionItem.tagSupport.valueSet")
      .contains(CompletionItemTag.deprecated.rawValue)
    {
      deprecation = .tag
    } else if capabilities.flag(completion + "completionItem.deprecatedSupport") {
      deprecation = .flag
    }
    runsItemCommands = name != "helix" && name != "Eglot"
    completionReplacesWordBehind = settings.replacesWordBehind
    registersCompletion = capabilities.flag(completion + "dynamicRegistration")
    documentationFormat = Self.best(capabilities.strings(completion + "completionItem.documentationFormat"))
    resolvesDocumentation = capabilities.strings(completion + "completionItem.resolveSupport.properties")
      .contains("documentation")
    hoverFormat = Self.best(capabilities.strings("textDocument.hover.contentFormat"))
    navigation = NavigationFeatures(capabilities, clientName: name)
    invokedMeansAsked = name == "Neovim"
    gathersTyping = name == "Neovim" || name == "Eglot"
    ghostTextOnlyAdds = name != "Neovim"

    let types = capabilities.strings("textDocument.semanticTokens.tokenTypes")
    tokenType = settings.tokenType ?? (types.contains("mention") ? "mention" : "decorator")
    refreshesSemanticTokens = capabilities.flag("workspace.semanticTokens.refreshSupport")
    mixesTokenAnswers = name == "Neovim"

    inlayHints = RefreshableFeature("inlayHint", capabilities)
    codeLenses = RefreshableFeature("codeLens", capabilities)
    resolvesHints = capabilities.strings("textDocument.inlayHint.resolveSupport.properties").contains(
      "tooltip")

    registersWatchers = capabilities.flag("workspace.didChangeWatchedFiles.dynamicRegistration")
    answersConfiguration = capabilities.flag("workspace.configuration")
    registersConfiguration = capabilities.flag("workspace.didChangeConfiguration.dynamicRegistration")
    appliesEdits = capabilities.flag("workspace.applyEdit")
    // Neovim supports versioned edits without declaring them.
    takesVersionedEdits = capabilities.flag("workspace.workspaceEdit.documentChanges") || name == "Neovim"
    annotatesChanges = capabilities.has("workspace.workspaceEdit.changeAnnotationSupport")
    preparesRenames = capabilities.flag("textDocument.rename.prepareSupport")
    createsFiles =
      takesVersionedEdits
      && capabilities.strings("workspace.workspaceEdit.resourceOperations").contains("create")
    pullsDiagnostics = capabilities.has("textDocument.diagnostic")
    takesDiagnostics = capabilities.has("textDocument.publishDiagnostics")
    versionsDiagnostics = capabilities.flag("textDocument.publishDiagnostics.versionSupport")
    refreshesDiagnostics = capabilities.flag("workspace.diagnostics.refreshSupport")
    // Before LSP 3.18, the capabilities of pushed diagnostics apply to pulled ones too.
    let diagnostics = ["textDocument.diagnostic.", "textDocument.publishDiagnostics."]
    tagsDiagnostics = diagnostics.contains {
      capabilities.numbers($0 + "tagSupport.valueSet").contains(DiagnosticTag.deprecated.rawValue)
    }
    relatesDiagnostics = diagnostics.contains { capabilities.flag($0 + "relatedInformation") }
    takesCodeActions = capabilities.has("textDocument.codeAction.codeActionLiteralSupport")
    resolvesCodeActions =
      capabilities.flag("textDocument.codeAction.dataSupport")
      && capabilities.strings("textDocument.codeAction.resolveSupport.properties").contains("edit")
    showsProgress = capabilities.flag("window.workDoneProgress")
    wantsNotifications = settings.notifications
    wantsTextEvents = settings.textEvents
    wantsSpelling = settings.spelling
  }

  /// The way to mark an item as deprecated.
  enum Deprecation {
    case tag
    /// `CompletionItem.deprecated`, from before LSP 3.15.
    case flag
  }

  /// Capabilities of the client for inlay hints or code lenses.
  struct RefreshableFeature {
    /// Whether the client declares the feature.
    var isKnown = false
    /// Whether the server can register the feature dynamically, besides declaring it in the answer to `initialize`.
    var registers = false
    var refreshes = false

    init() {}

    init(_ name: String, _ capabilities: ClientCapabilities) {
      isKnown = capabilities.has("textDocument.\(name)")
      registers = capabilities.flag("textDocument.\(name).dynamicRegistration")
      refreshes = capabilities.flag("workspace.\(name).refreshSupport")
    }

    /// Whether the answer to `initialize` declares the feature: if the settings enable it, or if the client supports it
    /// but does not allow the server to register it later.
    func isAnnounced(isWanted: Bool) -> Bool { isWanted || isKnown && !registers }
  }

  private static func best(_ formats: [String]) -> MarkupKind? {
    formats.contains("markdown") ? .markdown : formats.contains("plaintext") ? .plaintext : nil
  }

  /// The minimum number of milliseconds that a person needs to request completion after typing. Completion plug-ins of
  /// Neovim (nvim-cmp, blink.cmp) also send Invoked automatically, with the change or within 80 ms.
  private static let timeToAsk = 200

  /// Whether the user explicitly requested completion, as far as can be determined with this client.
  func asked(_ context: CompletionContext?, at now: Instant, lastChange: Instant?) -> AskedHint {
    guard invokedMeansAsked, let context else { return .unknown }
    guard context.triggerKind == .invoked else { return .no }
    if let lastChange, now < lastChange.advanced(by: Self.timeToAsk) { return .unknown }
    return .yes
  }
}

/// Capabilities of the client for requests about positions in a document. The features of LSP 3.17 are available to
/// every client, because Helix and Kate use some that they do not declare. Features of LSP 3.18 are available to
/// clients that declare them.
struct NavigationFeatures {
  /// Whether the answer to a definition request may be a link that includes the range of the mention.
  var definitionLinks = false
  var declarationLinks = false
  /// Whether the client can show virtual documents provided by the server.
  var virtualDocuments = false

  // Outline
  /// Whether symbols may have children and details.
  var nestsSymbols = false
  /// The kinds that symbols of a document and of the workspace may have.
  var symbolKinds = KnownSymbolKinds()
  var workspaceSymbolKinds = KnownSymbolKinds()
  var linkTooltips = false
  /// Whether the client resolves a link before it follows the link. Neovim's `gx` uses the targets directly.
  var resolvesLinks = true
  /// Whether the server may provide the text that replaces a folded range.
  var collapsedText = false
  var inlineCompletion = false

  init() {}

  init(_ capabilities: ClientCapabilities, clientName: String?) {
    definitionLinks = capabilities.flag("textDocument.definition.linkSupport")
    declarationLinks = capabilities.flag("textDocument.declaration.linkSupport")
    nestsSymbols = capabilities.flag("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport")
    symbolKinds = KnownSymbolKinds(capabilities, "textDocument.documentSymbol")
    workspaceSymbolKinds = KnownSymbolKinds(capabilities, "workspace.symbol")
    linkTooltips = capabilities.flag("textDocument.documentLink.tooltipSupport")
    resolvesLinks = clientName != "Neovim"
    collapsedText = capabilities.flag("textDocument.foldingRange.foldingRange.collapsedText")
    inlineCompletion = capabilities.has("textDocument.inlineCompletion")
    virtualDocuments = capabilities.has("workspace.textDocumentContent")
  }
}

/// The symbol kinds that a client can display.
struct KnownSymbolKinds {
  /// The kinds of LSP's first version, unless the client declares others.
  private var known = Set(SymbolKind.file.rawValue...SymbolKind.array.rawValue)

  init() {}

  init(_ capabilities: ClientCapabilities, _ request: String) {
    let told = capabilities.numbers(request + ".symbolKind.valueSet")
    if !told.isEmpty { known = Set(told) }
  }

  /// Returns this kind if the client supports it, else `variable`, which every client supports.
  func best(_ kind: SymbolKind) -> SymbolKind { known.contains(kind.rawValue) ? kind : .variable }
}
