import JSONText

extension Method {
  package static let initialize = Method(rawValue: "initialize")
  package static let initialized = Method(rawValue: "initialized")
  package static let shutdown = Method(rawValue: "shutdown")
  package static let exit = Method(rawValue: "exit")
  package static let setTrace = Method(rawValue: "$/setTrace")
  package static let logTrace = Method(rawValue: "$/logTrace")
  package static let cancelRequest = Method(rawValue: "$/cancelRequest")
  package static let registerCapability = Method(rawValue: "client/registerCapability")
  package static let unregisterCapability = Method(rawValue: "client/unregisterCapability")
}

/// `initialize`.
package struct InitializeParams: Structure {
  /// The id of the client's process, which the server should not outlive.
  package var processId: Int?
  package var clientInfo: ClientInfo?
  /// Deprecated; a path, not a URI.
  package var rootPath: String?
  /// Deprecated; used if there are no workspace folders.
  package var rootUri: DocumentURI?
  package var initializationOptions: JSONValue?
  package var capabilities: ClientCapabilities
  package var trace: TraceValue?
  package var workspaceFolders: [WorkspaceFolder]?

  package init(
    processId: Int?, clientInfo: ClientInfo? = nil, rootPath: String? = nil, rootUri: DocumentURI?,
    initializationOptions: JSONValue? = nil, capabilities: ClientCapabilities = ClientCapabilities(),
    trace: TraceValue? = nil, workspaceFolders: [WorkspaceFolder]? = nil
  ) {
    (self.processId, self.clientInfo, self.rootPath) = (processId, clientInfo, rootPath)
    (self.rootUri, self.initializationOptions) = (rootUri, initializationOptions)
    (self.capabilities, self.trace, self.workspaceFolders) = (capabilities, trace, workspaceFolders)
  }

  package static let members = Members(
    Self.init, nullable("processId", \.processId), optional("clientInfo", \.clientInfo),
    optional("rootPath", \.rootPath), nullable("rootUri", \.rootUri),
    optional("initializationOptions", \.initializationOptions),
    optional("capabilities", \.capabilities, default: ClientCapabilities()), optional("trace", \.trace),
    optional("workspaceFolders", \.workspaceFolders))
}

/// LSP: InitializeParams.clientInfo.
package struct ClientInfo: Structure {
  package var name: String
  package var version: String?

  package init(name: String, version: String? = nil) { (self.name, self.version) = (name, version) }
  package static let members = Members(Self.init, required("name", \.name), optional("version", \.version))
}

/// The result of `initialize`.
package struct InitializeResult: Structure {
  package var capabilities: ServerCapabilities
  package var serverInfo: ServerInfo?

  package init(capabilities: ServerCapabilities, serverInfo: ServerInfo? = nil) {
    (self.capabilities, self.serverInfo) = (capabilities, serverInfo)
  }

  package static let members = Members(
    Self.init, required("capabilities", \.capabilities), optional("serverInfo", \.serverInfo))
}

/// LSP: InitializeResult.serverInfo.
package typealias ServerInfo = ClientInfo

/// LSP: TraceValue.
package struct TraceValue: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let off = Self(rawValue: "off")
}

/// `$/setTrace`.
package struct SetTraceParams: Structure {
  package var value: TraceValue

  package static let members = Members(Self.init, required("value", \.value))
}

/// `$/logTrace`, server to client.
package struct LogTraceParams: Structure {
  package var message: String

  package init(message: String) { self.message = message }
  package static let members = Members(Self.init, required("message", \.message))
}

/// `$/cancelRequest`.
package struct CancelParams: Structure {
  package var id: RPCID

  package init(id: RPCID) { self.id = id }
  package static let members = Members(Self.init, required("id", \.id))
}

// MARK: - Capabilities

/// The client's capabilities (LSP: ClientCapabilities), unparsed. Each capability is looked up by its path; one that is
/// absent or of the wrong type counts as unsupported, so that a malformed capability cannot make `initialize` fail.
package struct ClientCapabilities: Hashable, Sendable {
  package var tree: JSONValue

  package init(_ tree: JSONValue = .object([:])) { self.tree = tree }

  /// The value at a dotted path, such as `textDocument.completion.completionItem.snippetSupport`; nil if it is absent
  /// or `null`.
  package func value(_ path: String) -> JSONValue? {
    var value = tree
    for name in path.utf8.split(separator: UInt8(ascii: ".")) {
      guard let next = value[String(Substring(name))] else { return Optional.none }
      value = next
    }
    return value.isNull ? Optional.none : value
  }

  /// Whether there is a value at the path that is neither `false` nor `null`; an object counts as support.
  package func has(_ path: String) -> Bool {
    switch value(path) {
    case nil, .bool(false)?: false
    default: true
    }
  }

  /// Whether the value at the path is `true`.
  package func flag(_ path: String) -> Bool { value(path)?.boolValue ?? false }

  /// The strings in the array at the path, without elements of other kinds; empty if there is no array.
  package func strings(_ path: String) -> [String] {
    value(path)?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// The whole numbers in the array at the path, without other elements; empty if there is no array.
  package func numbers(_ path: String) -> [Int] {
    value(path)?.arrayValue?.compactMap(\.intValue) ?? []
  }

  /// The position encodings in the client's order of preference; only UTF-16 if the client names none.
  package var positionEncodings: [PositionEncodingKind] {
    let named = strings("general.positionEncodings").map(PositionEncodingKind.init(rawValue:))
    return named.isEmpty ? [.utf16] : named
  }
}

extension ClientCapabilities: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) { tree = try reader.readValue() }

  package func write(to writer: inout JSONWriter) { tree.write(to: &writer) }
}

/// The server's capabilities (LSP: ServerCapabilities).
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

/// LSP: CodeLensOptions, DocumentLinkOptions and InlayHintOptions, which have the same members.
package struct ResolvingOptions: Structure {
  package var resolveProvider: Bool?

  package init(resolveProvider: Bool? = nil) { self.resolveProvider = resolveProvider }
  package static let members = Members(Self.init, optional("resolveProvider", \.resolveProvider))
}

// MARK: - Dynamic registration

/// `client/registerCapability`, server to client.
package struct RegistrationParams: Structure {
  package var registrations: [Registration]

  package init(registrations: [Registration]) { self.registrations = registrations }
  package static let members = Members(Self.init, required("registrations", \.registrations))
}

/// A capability that the server adds while running (LSP: Registration).
package struct Registration: Structure {
  package var id: String
  package var method: Method
  package var registerOptions: JSONValue?

  package init(id: String, method: Method, registerOptions: JSONValue? = nil) {
    (self.id, self.method, self.registerOptions) = (id, method, registerOptions)
  }

  package static let members = Members(
    Self.init, required("id", \.id), required("method", \.method),
    optional("registerOptions", \.registerOptions))
}

/// `client/unregisterCapability`, server to client. The protocol itself misspells `unregisterations`.
package struct UnregistrationParams: Structure {
  package var unregisterations: [Unregistration]

  package init(unregisterations: [Unregistration]) { self.unregisterations = unregisterations }
  package static let members = Members(Self.init, required("unregisterations", \.unregisterations))
}

/// LSP: Unregistration.
package struct Unregistration: Structure {
  package var id: String
  package var method: Method

  package init(id: String, method: Method) { (self.id, self.method) = (id, method) }
  package static let members = Members(Self.init, required("id", \.id), required("method", \.method))
}
