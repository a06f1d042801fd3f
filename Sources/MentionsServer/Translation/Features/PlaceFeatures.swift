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
    linkTooltips = capabilities.flag("textDocument.documentLink.tooltipSupport")
    resolvesLinks = clientName != "Neovim"
    collapsedText = capabilities.flag("textDocument.foldingRange.foldingRange.collapsedText")
    inlineCompletion = capabilities.has("textDocument.inlineCompletion")
    virtualDocuments = capabilities.has("workspace.textDocumentContent")
  }
}
