public import JSONText

/// LSP: ServerCapabilities.workspace.
public struct WorkspaceServerCapabilities: Hashable, Sendable {
  public var workspaceFolders: WorkspaceFoldersServerCapabilities?
  public var fileOperations: FileOperationOptions?

  public init(
    workspaceFolders: WorkspaceFoldersServerCapabilities? = nil, fileOperations: FileOperationOptions? = nil
  ) {
    self.workspaceFolders = workspaceFolders
    self.fileOperations = fileOperations
  }
}

extension WorkspaceServerCapabilities: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var workspaceFolders: WorkspaceFoldersServerCapabilities?
    var fileOperations: FileOperationOptions?
    while let member = try reader.nextName() {
      switch member {
      case "workspaceFolders": workspaceFolders = try reader.read()
      case "fileOperations": fileOperations = try reader.read()
      default: break
      }
    }
    self.workspaceFolders = workspaceFolders
    self.fileOperations = fileOperations
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("workspaceFolders", ifPresent: workspaceFolders)
      $0.member("fileOperations", ifPresent: fileOperations)
    }
  }
}

/// LSP: WorkspaceFoldersServerCapabilities.
public struct WorkspaceFoldersServerCapabilities: Hashable, Sendable {
  public var supported: Bool?
  public var changeNotifications: Bool?

  public init(supported: Bool? = nil, changeNotifications: Bool? = nil) {
    self.supported = supported
    self.changeNotifications = changeNotifications
  }
}

extension WorkspaceFoldersServerCapabilities: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var supported: Bool?
    var changeNotifications: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "supported": supported = try reader.read()
      case "changeNotifications": changeNotifications = try reader.read()
      default: break
      }
    }
    self.supported = supported
    self.changeNotifications = changeNotifications
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("supported", ifPresent: supported)
      $0.member("changeNotifications", ifPresent: changeNotifications)
    }
  }
}

/// LSP: FileOperationOptions.
public struct FileOperationOptions: Hashable, Sendable {
  public var didCreate: FileOperationRegistrationOptions?
  public var didRename: FileOperationRegistrationOptions?
  public var didDelete: FileOperationRegistrationOptions?

  public init(
    didCreate: FileOperationRegistrationOptions? = nil, didRename: FileOperationRegistrationOptions? = nil,
    didDelete: FileOperationRegistrationOptions? = nil
  ) {
    self.didCreate = didCreate
    self.didRename = didRename
    self.didDelete = didDelete
  }
}

extension FileOperationOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var didCreate: FileOperationRegistrationOptions?
    var didRename: FileOperationRegistrationOptions?
    var didDelete: FileOperationRegistrationOptions?
    while let member = try reader.nextName() {
      switch member {
      case "didCreate": didCreate = try reader.read()
      case "didRename": didRename = try reader.read()
      case "didDelete": didDelete = try reader.read()
      default: break
      }
    }
    self.didCreate = didCreate
    self.didRename = didRename
    self.didDelete = didDelete
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("didCreate", ifPresent: didCreate)
      $0.member("didRename", ifPresent: didRename)
      $0.member("didDelete", ifPresent: didDelete)
    }
  }
}
