/// What the server can do (LSP: ServerCapabilities).
package struct ServerCapabilities: Structure {
  package var positionEncoding: PositionEncodingKind?
  package var textDocumentSync: TextDocumentSyncOptions?
  package var completionProvider: CompletionOptions?
  package var hoverProvider: Bool?
  package var definitionProvider: Bool?
  package var declarationProvider: Bool?
  package var referencesProvider: ProgressOptions?
  package var documentHighlightProvider: Bool?
  package var documentSymbolProvider: Bool?
  package var codeActionProvider: CodeActionOptions?
  package var documentLinkProvider: ResolvingOptions?
  package var selectionRangeProvider: Bool?
  package var foldingRangeProvider: Bool?
  package var linkedEditingRangeProvider: Bool?
  package var inlineCompletionProvider: Bool?
  package var executeCommandProvider: ExecuteCommandOptions?
  package var renameProvider: RenameProvider?
  package var workspaceSymbolProvider: ProgressOptions?
  package var semanticTokensProvider: SemanticTokensOptions?
  package var inlayHintProvider: ResolvingOptions?
  package var codeLensProvider: ResolvingOptions?
  package var diagnosticProvider: DiagnosticOptions?
  package var workspace: WorkspaceServerCapabilities?

  package init(
    positionEncoding: PositionEncodingKind? = nil, textDocumentSync: TextDocumentSyncOptions? = nil,
    completionProvider: CompletionOptions? = nil, hoverProvider: Bool? = nil,
    definitionProvider: Bool? = nil, declarationProvider: Bool? = nil,
    referencesProvider: ProgressOptions? = nil,
    documentHighlightProvider: Bool? = nil, documentSymbolProvider: Bool? = nil,
    codeActionProvider: CodeActionOptions? = nil, documentLinkProvider: ResolvingOptions? = nil,
    selectionRangeProvider: Bool? = nil, foldingRangeProvider: Bool? = nil,
    linkedEditingRangeProvider: Bool? = nil, inlineCompletionProvider: Bool? = nil,
    executeCommandProvider: ExecuteCommandOptions? = nil,
    renameProvider: RenameProvider? = nil, workspaceSymbolProvider: ProgressOptions? = nil,
    semanticTokensProvider: SemanticTokensOptions? = nil, inlayHintProvider: ResolvingOptions? = nil,
    codeLensProvider: ResolvingOptions? = nil, diagnosticProvider: DiagnosticOptions? = nil,
    workspace: WorkspaceServerCapabilities? = nil
  ) {
    (self.positionEncoding, self.textDocumentSync) = (positionEncoding, textDocumentSync)
    (self.completionProvider, self.hoverProvider) = (completionProvider, hoverProvider)
    (self.definitionProvider, self.declarationProvider) = (definitionProvider, declarationProvider)
    (self.referencesProvider, self.documentHighlightProvider) = (
      referencesProvider, documentHighlightProvider
    )
    (self.documentSymbolProvider, self.codeActionProvider) = (documentSymbolProvider, codeActionProvider)
    (self.selectionRangeProvider, self.foldingRangeProvider) = (selectionRangeProvider, foldingRangeProvider)
    (self.linkedEditingRangeProvider, self.inlineCompletionProvider) = (
      linkedEditingRangeProvider, inlineCompletionProvider
    )
    (self.documentLinkProvider, self.executeCommandProvider) = (documentLinkProvider, executeCommandProvider)
    (self.renameProvider, self.workspaceSymbolProvider) = (renameProvider, workspaceSymbolProvider)
    (self.semanticTokensProvider, self.inlayHintProvider) = (semanticTokensProvider, inlayHintProvider)
    (self.codeLensProvider, self.diagnosticProvider) = (codeLensProvider, diagnosticProvider)
    self.workspace = workspace
  }

  package static let members = Members(
    Self.init, optional("positionEncoding", \.positionEncoding),
    optional("textDocumentSync", \.textDocumentSync), optional("completionProvider", \.completionProvider),
    optional("hoverProvider", \.hoverProvider),
    optional("definitionProvider", \.definitionProvider),
    optional("declarationProvider", \.declarationProvider),
    optional("referencesProvider", \.referencesProvider),
    optional("documentHighlightProvider", \.documentHighlightProvider),
    optional("documentSymbolProvider", \.documentSymbolProvider),
    optional("codeActionProvider", \.codeActionProvider),
    optional("documentLinkProvider", \.documentLinkProvider),
    optional("selectionRangeProvider", \.selectionRangeProvider),
    optional("foldingRangeProvider", \.foldingRangeProvider),
    optional("linkedEditingRangeProvider", \.linkedEditingRangeProvider),
    optional("inlineCompletionProvider", \.inlineCompletionProvider),
    optional("executeCommandProvider", \.executeCommandProvider),
    optional("renameProvider", \.renameProvider),
    optional("workspaceSymbolProvider", \.workspaceSymbolProvider),
    optional("semanticTokensProvider", \.semanticTokensProvider),
    optional("inlayHintProvider", \.inlayHintProvider), optional("codeLensProvider", \.codeLensProvider),
    optional("diagnosticProvider", \.diagnosticProvider), optional("workspace", \.workspace))
}

/// LSP: ServerCapabilities.workspace.
package struct WorkspaceServerCapabilities: Structure {
  package var workspaceFolders: WorkspaceFoldersServerCapabilities?
  package var fileOperations: FileOperationOptions?
  package var textDocumentContent: TextDocumentContentOptions?

  package init(
    workspaceFolders: WorkspaceFoldersServerCapabilities? = nil, fileOperations: FileOperationOptions? = nil,
    textDocumentContent: TextDocumentContentOptions? = nil
  ) {
    (self.workspaceFolders, self.fileOperations) = (workspaceFolders, fileOperations)
    self.textDocumentContent = textDocumentContent
  }

  package static let members = Members(
    Self.init, optional("workspaceFolders", \.workspaceFolders),
    optional("fileOperations", \.fileOperations),
    optional("textDocumentContent", \.textDocumentContent))
}

/// LSP: WorkspaceFoldersServerCapabilities.
package struct WorkspaceFoldersServerCapabilities: Structure {
  package var supported: Bool?
  package var changeNotifications: Bool?

  package init(supported: Bool? = nil, changeNotifications: Bool? = nil) {
    (self.supported, self.changeNotifications) = (supported, changeNotifications)
  }

  package static let members = Members(
    Self.init, optional("supported", \.supported), optional("changeNotifications", \.changeNotifications))
}
