import JSONText

/// `initialize`.
package struct InitializeParams: Structure {
  /// The client's process, which the server outlives only by mistake.
  package var processId: Int?
  package var clientInfo: ClientInfo?
  /// Deprecated; a path, not a URI.
  package var rootPath: String?
  /// Deprecated; counts where there are no workspace folders.
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

/// What `initialize` answers.
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
