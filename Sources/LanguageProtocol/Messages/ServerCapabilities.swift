public import JSONText

/// What the server can do (LSP: ServerCapabilities).
public struct ServerCapabilities: Hashable, Sendable {
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
    self.positionEncoding = positionEncoding
    self.textDocumentSync = textDocumentSync
    self.completionProvider = completionProvider
    self.hoverProvider = hoverProvider
    self.documentHighlightProvider = documentHighlightProvider
    self.documentSymbolProvider = documentSymbolProvider
    self.codeActionProvider = codeActionProvider
    self.documentLinkProvider = documentLinkProvider
    self.executeCommandProvider = executeCommandProvider
    self.semanticTokensProvider = semanticTokensProvider
    self.inlayHintProvider = inlayHintProvider
    self.diagnosticProvider = diagnosticProvider
    self.workspace = workspace
    self.experimental = experimental
  }
}

extension ServerCapabilities: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var positionEncoding: PositionEncodingKind?
    var textDocumentSync: TextDocumentSyncOptions?
    var completionProvider: CompletionOptions?
    var hoverProvider: Bool?
    var documentHighlightProvider: Bool?
    var documentSymbolProvider: Bool?
    var codeActionProvider: CodeActionOptions?
    var documentLinkProvider: DocumentLinkOptions?
    var executeCommandProvider: ExecuteCommandOptions?
    var semanticTokensProvider: SemanticTokensOptions?
    var inlayHintProvider: Bool?
    var diagnosticProvider: DiagnosticOptions?
    var workspace: WorkspaceServerCapabilities?
    var experimental: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "positionEncoding": positionEncoding = try reader.read()
      case "textDocumentSync": textDocumentSync = try reader.read()
      case "completionProvider": completionProvider = try reader.read()
      case "hoverProvider": hoverProvider = try reader.read()
      case "documentHighlightProvider": documentHighlightProvider = try reader.read()
      case "documentSymbolProvider": documentSymbolProvider = try reader.read()
      case "codeActionProvider": codeActionProvider = try reader.read()
      case "documentLinkProvider": documentLinkProvider = try reader.read()
      case "executeCommandProvider": executeCommandProvider = try reader.read()
      case "semanticTokensProvider": semanticTokensProvider = try reader.read()
      case "inlayHintProvider": inlayHintProvider = try reader.read()
      case "diagnosticProvider": diagnosticProvider = try reader.read()
      case "workspace": workspace = try reader.read()
      case "experimental": experimental = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.positionEncoding = positionEncoding
    self.textDocumentSync = textDocumentSync
    self.completionProvider = completionProvider
    self.hoverProvider = hoverProvider
    self.documentHighlightProvider = documentHighlightProvider
    self.documentSymbolProvider = documentSymbolProvider
    self.codeActionProvider = codeActionProvider
    self.documentLinkProvider = documentLinkProvider
    self.executeCommandProvider = executeCommandProvider
    self.semanticTokensProvider = semanticTokensProvider
    self.inlayHintProvider = inlayHintProvider
    self.diagnosticProvider = diagnosticProvider
    self.workspace = workspace
    self.experimental = experimental
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("positionEncoding", ifPresent: positionEncoding)
      $0.member("textDocumentSync", ifPresent: textDocumentSync)
      $0.member("completionProvider", ifPresent: completionProvider)
      $0.member("hoverProvider", ifPresent: hoverProvider)
      $0.member("documentHighlightProvider", ifPresent: documentHighlightProvider)
      $0.member("documentSymbolProvider", ifPresent: documentSymbolProvider)
      $0.member("codeActionProvider", ifPresent: codeActionProvider)
      $0.member("documentLinkProvider", ifPresent: documentLinkProvider)
      $0.member("executeCommandProvider", ifPresent: executeCommandProvider)
      $0.member("semanticTokensProvider", ifPresent: semanticTokensProvider)
      $0.member("inlayHintProvider", ifPresent: inlayHintProvider)
      $0.member("diagnosticProvider", ifPresent: diagnosticProvider)
      $0.member("workspace", ifPresent: workspace)
      $0.member("experimental", ifPresent: experimental)
    }
  }
}
