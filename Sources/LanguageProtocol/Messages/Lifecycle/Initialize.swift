public import JSONText

/// `initialize`.
public struct InitializeParams: Structure {
  /// The client's process, which the server outlives only by mistake.
  public var processId: Int?
  public var clientInfo: ClientInfo?
  /// Deprecated; a path, not a URI.
  public var rootPath: String?
  /// Deprecated; counts where there are no workspace folders.
  public var rootUri: DocumentURI?
  public var initializationOptions: JSONValue?
  public var capabilities: ClientCapabilities
  public var trace: TraceValue?
  public var workspaceFolders: [WorkspaceFolder]?

  public init(
    processId: Int?, clientInfo: ClientInfo? = nil, rootPath: String? = nil, rootUri: DocumentURI?,
    initializationOptions: JSONValue? = nil, capabilities: ClientCapabilities = ClientCapabilities(),
    trace: TraceValue? = nil, workspaceFolders: [WorkspaceFolder]? = nil
  ) {
    (self.processId, self.clientInfo, self.rootPath) = (processId, clientInfo, rootPath)
    (self.rootUri, self.initializationOptions) = (rootUri, initializationOptions)
    (self.capabilities, self.trace, self.workspaceFolders) = (capabilities, trace, workspaceFolders)
  }

  public static let members = Members(
    Self.init, nullable("processId", \.processId), optional("clientInfo", \.clientInfo),
    optional("rootPath", \.rootPath), nullable("rootUri", \.rootUri),
    optional("initializationOptions", \.initializationOptions),
    optional("capabilities", \.capabilities, default: ClientCapabilities()), optional("trace", \.trace),
    optional("workspaceFolders", \.workspaceFolders))
}

/// LSP: InitializeParams.clientInfo.
public struct ClientInfo: Structure {
  public var name: String
  public var version: String?

  public init(name: String, version: String? = nil) { (self.name, self.version) = (name, version) }
  public static let members = Members(Self.init, required("name", \.name), optional("version", \.version))
}

/// What `initialize` answers.
public struct InitializeResult: Structure {
  public var capabilities: ServerCapabilities
  public var serverInfo: ServerInfo?

  public init(capabilities: ServerCapabilities, serverInfo: ServerInfo? = nil) {
    (self.capabilities, self.serverInfo) = (capabilities, serverInfo)
  }

  public static let members = Members(
    Self.init, required("capabilities", \.capabilities), optional("serverInfo", \.serverInfo))
}

/// LSP: InitializeResult.serverInfo.
public typealias ServerInfo = ClientInfo
