public import JSONText

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
  public var experimental: JSONValue?

  public init(
    positionEncoding: PositionEncodingKind? = nil, textDocumentSync: TextDocumentSyncOptions? = nil,
    completionProvider: CompletionOptions? = nil, hoverProvider: Bool? = nil,
    documentHighlightProvider: Bool? = nil, documentSymbolProvider: Bool? = nil,
    codeActionProvider: CodeActionOptions? = nil, documentLinkProvider: DocumentLinkOptions? = nil,
    executeCommandProvider: ExecuteCommandOptions? = nil,
    semanticTokensProvider: SemanticTokensOptions? = nil, inlayHintProvider: Bool? = nil,
    diagnosticProvider: DiagnosticOptions? = nil, workspace: WorkspaceServerCapabilities? = nil,
    experimental: JSONValue? = nil
  ) {
    (self.positionEncoding, self.textDocumentSync) = (positionEncoding, textDocumentSync)
    (self.completionProvider, self.hoverProvider) = (completionProvider, hoverProvider)
    self.documentHighlightProvider = documentHighlightProvider
    (self.documentSymbolProvider, self.codeActionProvider) = (documentSymbolProvider, codeActionProvider)
    (self.documentLinkProvider, self.executeCommandProvider) = (documentLinkProvider, executeCommandProvider)
    (self.semanticTokensProvider, self.inlayHintProvider) = (semanticTokensProvider, inlayHintProvider)
    (self.diagnosticProvider, self.workspace) = (diagnosticProvider, workspace)
    self.experimental = experimental
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
    optional("diagnosticProvider", \.diagnosticProvider), optional("workspace", \.workspace),
    optional("experimental", \.experimental))
}
