public import JSONText

/// `initialize`.
public struct InitializeParams: Hashable, Sendable {
  /// The client's process, which the server outlives only by mistake.
  public var processId: Int?
  public var clientInfo: ClientInfo?
  public var locale: String?
  /// Deprecated; a path, not a URI.
  public var rootPath: String?
  /// Deprecated; counts where there are no workspace folders.
  public var rootUri: DocumentURI?
  public var initializationOptions: JSONValue?
  public var capabilities: ClientCapabilities
  public var trace: TraceValue?
  public var workspaceFolders: [WorkspaceFolder]?
  public var workDoneToken: ProgressToken?

  public init(
    processId: Int?, clientInfo: ClientInfo? = nil, locale: String? = nil, rootPath: String? = nil,
    rootUri: DocumentURI?, initializationOptions: JSONValue? = nil,
    capabilities: ClientCapabilities = ClientCapabilities(), trace: TraceValue? = nil,
    workspaceFolders: [WorkspaceFolder]? = nil, workDoneToken: ProgressToken? = nil
  ) {
    self.processId = processId
    self.clientInfo = clientInfo
    self.locale = locale
    self.rootPath = rootPath
    self.rootUri = rootUri
    self.initializationOptions = initializationOptions
    self.capabilities = capabilities
    self.trace = trace
    self.workspaceFolders = workspaceFolders
    self.workDoneToken = workDoneToken
  }
}

extension InitializeParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var processId: Int?
    var clientInfo: ClientInfo?
    var locale: String?
    var rootPath: String?
    var rootUri: DocumentURI?
    var initializationOptions: JSONValue?
    var capabilities: ClientCapabilities = ClientCapabilities()
    var trace: TraceValue?
    var workspaceFolders: [WorkspaceFolder]?
    var workDoneToken: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "processId": processId = try reader.read()
      case "clientInfo": clientInfo = try reader.read()
      case "locale": locale = try reader.read()
      case "rootPath": rootPath = try reader.read()
      case "rootUri": rootUri = try reader.read()
      case "initializationOptions": initializationOptions = try reader.read(JSONValue?.self)
      case "capabilities": capabilities = try reader.read(ClientCapabilities?.self) ?? ClientCapabilities()
      case "trace": trace = try reader.read()
      case "workspaceFolders": workspaceFolders = try reader.read()
      case "workDoneToken": workDoneToken = try reader.read()
      default: break
      }
    }
    self.processId = processId
    self.clientInfo = clientInfo
    self.locale = locale
    self.rootPath = rootPath
    self.rootUri = rootUri
    self.initializationOptions = initializationOptions
    self.capabilities = capabilities
    self.trace = trace
    self.workspaceFolders = workspaceFolders
    self.workDoneToken = workDoneToken
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("processId", processId)
      $0.member("clientInfo", ifPresent: clientInfo)
      $0.member("locale", ifPresent: locale)
      $0.member("rootPath", ifPresent: rootPath)
      $0.member("rootUri", rootUri)
      $0.member("initializationOptions", ifPresent: initializationOptions)
      $0.member("capabilities", capabilities)
      $0.member("trace", ifPresent: trace)
      $0.member("workspaceFolders", ifPresent: workspaceFolders)
      $0.member("workDoneToken", ifPresent: workDoneToken)
    }
  }
}

/// LSP: InitializeParams.clientInfo.
public struct ClientInfo: Hashable, Sendable {
  public var name: String
  public var version: String?

  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

extension ClientInfo: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var name: String?
    var version: String?
    while let member = try reader.nextName() {
      switch member {
      case "name": name = try reader.read(String.self)
      case "version": version = try reader.read()
      default: break
      }
    }
    self.name = try reader.require(name, "name", of: object)
    self.version = version
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("version", ifPresent: version)
    }
  }
}

/// What `initialize` answers.
public struct InitializeResult: Hashable, Sendable {
  public var capabilities: ServerCapabilities
  public var serverInfo: ServerInfo?

  public init(capabilities: ServerCapabilities, serverInfo: ServerInfo? = nil) {
    self.capabilities = capabilities
    self.serverInfo = serverInfo
  }
}

extension InitializeResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var capabilities: ServerCapabilities?
    var serverInfo: ServerInfo?
    while let member = try reader.nextName() {
      switch member {
      case "capabilities": capabilities = try reader.read(ServerCapabilities.self)
      case "serverInfo": serverInfo = try reader.read()
      default: break
      }
    }
    self.capabilities = try reader.require(capabilities, "capabilities", of: object)
    self.serverInfo = serverInfo
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("capabilities", capabilities)
      $0.member("serverInfo", ifPresent: serverInfo)
    }
  }
}

/// LSP: InitializeResult.serverInfo.
public struct ServerInfo: Hashable, Sendable {
  public var name: String
  public var version: String?

  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

extension ServerInfo: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var name: String?
    var version: String?
    while let member = try reader.nextName() {
      switch member {
      case "name": name = try reader.read(String.self)
      case "version": version = try reader.read()
      default: break
      }
    }
    self.name = try reader.require(name, "name", of: object)
    self.version = version
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("version", ifPresent: version)
    }
  }
}
