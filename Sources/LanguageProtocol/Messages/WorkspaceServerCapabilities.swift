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

/// LSP: FileOperationOptions.
public struct FileOperationOptions: Structure {
  public var didCreate: FileOperationRegistrationOptions?
  public var didRename: FileOperationRegistrationOptions?
  public var didDelete: FileOperationRegistrationOptions?

  public init(
    didCreate: FileOperationRegistrationOptions? = nil, didRename: FileOperationRegistrationOptions? = nil,
    didDelete: FileOperationRegistrationOptions? = nil
  ) {
    (self.didCreate, self.didRename, self.didDelete) = (didCreate, didRename, didDelete)
  }

  public static let members = Members(
    Self.init, optional("didCreate", \.didCreate), optional("didRename", \.didRename),
    optional("didDelete", \.didDelete))
}
