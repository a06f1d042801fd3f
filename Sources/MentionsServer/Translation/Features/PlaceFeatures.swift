import LanguageProtocol

/// What the client can do with requests about places of a document. Those of LSP 3.17 are offered to every client: Helix
/// and Kate send some that they do not declare. What is new in LSP 3.18 is offered to those that declare it.
struct PlaceFeatures {
  /// Whether the answer may say what leads to a definition.
  var definitionLinks = false
  var declarationLinks = false
  /// Whether it shows documents that only the server has.
  var virtualDocuments = false

  // What a document consists of
  /// Whether symbols may have children and details.
  var nestsSymbols = false
  /// The kinds that a symbol of a document may have, and one of the workspace.
  var symbolKinds = KnownSymbolKinds()
  var workspaceSymbolKinds = KnownSymbolKinds()
  var linkTooltips = false
  /// Whether a link is resolved before it is followed. Neovim's `gx` takes targets as they come.
  var resolvesLinks = true
  /// Whether a folded range may say what it is.
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

/// The kinds of symbols that a client can show.
struct KnownSymbolKinds {
  /// Those of LSP's first version, unless the client says otherwise.
  private var known = Set(SymbolKind.file.rawValue...SymbolKind.array.rawValue)

  init() {}

  init(_ capabilities: ClientCapabilities, _ request: String) {
    let told = capabilities.numbers(request + ".symbolKind.valueSet")
    if !told.isEmpty { known = Set(told) }
  }

  /// This kind, or one that every client knows.
  func best(_ kind: SymbolKind) -> SymbolKind { known.contains(kind.rawValue) ? kind : .variable }
}
