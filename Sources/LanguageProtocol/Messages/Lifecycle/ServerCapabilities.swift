/// What the server can do (LSP: ServerCapabilities).
public struct ServerCapabilities: Structure {
  public var positionEncoding: PositionEncodingKind?
  public var textDocumentSync: TextDocumentSyncOptions?
  public var completionProvider: CompletionOptions?
  public var hoverProvider: Bool?
  public var documentHighlightProvider: Bool?
  public var documentSymbolProvider: Bool?
  public var codeActionProvider: CodeActionOptions?
  public var documentLinkProvider: DocumentLinkOptions?
  public var executeCommandProvider: ExecuteCommandOptions?
  public var semanticTokensProvider: SemanticTokensOptions?
  public var inlayHintProvider: Bool?
  public var diagnosticProvider: DiagnosticOptions?
  public var workspace: WorkspaceServerCapabilities?

  public init(
    positionEncoding: PositionEncodingKind? = nil, textDocumentSync: TextDocumentSyncOptions? = nil,
    completionProvider: CompletionOptions? = nil, hoverProvider: Bool? = nil,
    documentHighlightProvider: Bool? = nil, documentSymbolProvider: Bool? = nil,
    codeActionProvider: CodeActionOptions? = nil, documentLinkProvider: DocumentLinkOptions? = nil,
    executeCommandProvider: ExecuteCommandOptions? = nil,
    semanticTokensProvider: SemanticTokensOptions? = nil, inlayHintProvider: Bool? = nil,
    diagnosticProvider: DiagnosticOptions? = nil, workspace: WorkspaceServerCapabilities? = nil
  ) {
    (self.positionEncoding, self.textDocumentSync) = (positionEncoding, textDocumentSync)
    (self.completionProvider, self.hoverProvider) = (completionProvider, hoverProvider)
    self.documentHighlightProvider = documentHighlightProvider
    (self.documentSymbolProvider, self.codeActionProvider) = (documentSymbolProvider, codeActionProvider)
    (self.documentLinkProvider, self.executeCommandProvider) = (documentLinkProvider, executeCommandProvider)
    (self.semanticTokensProvider, self.inlayHintProvider) = (semanticTokensProvider, inlayHintProvider)
    (self.diagnosticProvider, self.workspace) = (diagnosticProvider, workspace)
  }

  public static let members = Members(
    Self.init, optional("positionEncoding", \.positionEncoding),
    optional("textDocumentSync", \.textDocumentSync), optional("completionProvider", \.completionProvider),
    optional("hoverProvider", \.hoverProvider),
    optional("documentHighlightProvider", \.documentHighlightProvider),
    optional("documentSymbolProvider", \.documentSymbolProvider),
    optional("codeActionProvider", \.codeActionProvider),
    optional("documentLinkProvider", \.documentLinkProvider),
    optional("executeCommandProvider", \.executeCommandProvider),
    optional("semanticTokensProvider", \.semanticTokensProvider),
    optional("inlayHintProvider", \.inlayHintProvider),
    optional("diagnosticProvider", \.diagnosticProvider), optional("workspace", \.workspace))
}

/// LSP: ServerCapabilities.workspace.
public struct WorkspaceServerCapabilities: Structure {
  public var workspaceFolders: WorkspaceFoldersServerCapabilities?
  public var fileOperations: FileOperationOptions?

  public init(
    workspaceFolders: WorkspaceFoldersServerCapabilities? = nil, fileOperations: FileOperationOptions? = nil
  ) {
    (self.workspaceFolders, self.fileOperations) = (workspaceFolders, fileOperations)
  }

  public static let members = Members(
    Self.init, optional("workspaceFolders", \.workspaceFolders),
    optional("fileOperations", \.fileOperations))
}

/// LSP: WorkspaceFoldersServerCapabilities.
public struct WorkspaceFoldersServerCapabilities: Structure {
  public var supported: Bool?
  public var changeNotifications: Bool?

  public init(supported: Bool? = nil, changeNotifications: Bool? = nil) {
    (self.supported, self.changeNotifications) = (supported, changeNotifications)
  }

  public static let members = Members(
    Self.init, optional("supported", \.supported), optional("changeNotifications", \.changeNotifications))
}
