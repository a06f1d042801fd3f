/// What the server can do (LSP: ServerCapabilities).
package struct ServerCapabilities: Structure {
  package var positionEncoding: PositionEncodingKind?
  package var textDocumentSync: TextDocumentSyncOptions?
  package var completionProvider: CompletionOptions?
  package var hoverProvider: Bool?
  package var documentHighlightProvider: Bool?
  package var documentSymbolProvider: Bool?
  package var codeActionProvider: CodeActionOptions?
  package var documentLinkProvider: ResolvingOptions?
  package var executeCommandProvider: ExecuteCommandOptions?
  package var semanticTokensProvider: SemanticTokensOptions?
  package var inlayHintProvider: ResolvingOptions?
  package var codeLensProvider: ResolvingOptions?
  package var diagnosticProvider: DiagnosticOptions?
  package var workspace: WorkspaceServerCapabilities?

  package init(
    positionEncoding: PositionEncodingKind? = nil, textDocumentSync: TextDocumentSyncOptions? = nil,
    completionProvider: CompletionOptions? = nil, hoverProvider: Bool? = nil,
    documentHighlightProvider: Bool? = nil, documentSymbolProvider: Bool? = nil,
    codeActionProvider: CodeActionOptions? = nil, documentLinkProvider: ResolvingOptions? = nil,
    executeCommandProvider: ExecuteCommandOptions? = nil,
    semanticTokensProvider: SemanticTokensOptions? = nil, inlayHintProvider: ResolvingOptions? = nil,
    codeLensProvider: ResolvingOptions? = nil, diagnosticProvider: DiagnosticOptions? = nil,
    workspace: WorkspaceServerCapabilities? = nil
  ) {
    (self.positionEncoding, self.textDocumentSync) = (positionEncoding, textDocumentSync)
    (self.completionProvider, self.hoverProvider) = (completionProvider, hoverProvider)
    self.documentHighlightProvider = documentHighlightProvider
    (self.documentSymbolProvider, self.codeActionProvider) = (documentSymbolProvider, codeActionProvider)
    (self.documentLinkProvider, self.executeCommandProvider) = (documentLinkProvider, executeCommandProvider)
    (self.semanticTokensProvider, self.inlayHintProvider) = (semanticTokensProvider, inlayHintProvider)
    (self.codeLensProvider, self.diagnosticProvider) = (codeLensProvider, diagnosticProvider)
    self.workspace = workspace
  }

  package static let members = Members(
    Self.init, optional("positionEncoding", \.positionEncoding),
    optional("textDocumentSync", \.textDocumentSync), optional("completionProvider", \.completionProvider),
    optional("hoverProvider", \.hoverProvider),
    optional("documentHighlightProvider", \.documentHighlightProvider),
    optional("documentSymbolProvider", \.documentSymbolProvider),
    optional("codeActionProvider", \.codeActionProvider),
    optional("documentLinkProvider", \.documentLinkProvider),
    optional("executeCommandProvider", \.executeCommandProvider),
    optional("semanticTokensProvider", \.semanticTokensProvider),
    optional("inlayHintProvider", \.inlayHintProvider), optional("codeLensProvider", \.codeLensProvider),
    optional("diagnosticProvider", \.diagnosticProvider), optional("workspace", \.workspace))
}

/// LSP: ServerCapabilities.workspace.
package struct WorkspaceServerCapabilities: Structure {
  package var workspaceFolders: WorkspaceFoldersServerCapabilities?
  package var fileOperations: FileOperationOptions?

  package init(
    workspaceFolders: WorkspaceFoldersServerCapabilities? = nil, fileOperations: FileOperationOptions? = nil
  ) {
    (self.workspaceFolders, self.fileOperations) = (workspaceFolders, fileOperations)
  }

  package static let members = Members(
    Self.init, optional("workspaceFolders", \.workspaceFolders),
    optional("fileOperations", \.fileOperations))
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
