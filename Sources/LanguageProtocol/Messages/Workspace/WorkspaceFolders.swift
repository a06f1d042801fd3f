/// A root of the workspace (LSP: WorkspaceFolder).
public struct WorkspaceFolder: Structure {
  public var uri: DocumentURI
  public var name: String

  public init(uri: DocumentURI, name: String = "") { (self.uri, self.name) = (uri, name) }
  public static let members = Members(
    Self.init, required("uri", \.uri), optional("name", \.name, default: ""))
}

/// `workspace/didChangeWorkspaceFolders`.
public struct DidChangeWorkspaceFoldersParams: Structure {
  public var event: WorkspaceFoldersChangeEvent

  public static let members = Members(Self.init, required("event", \.event))
}

/// LSP: WorkspaceFoldersChangeEvent.
public struct WorkspaceFoldersChangeEvent: Structure {
  public var added: [WorkspaceFolder]
  public var removed: [WorkspaceFolder]

  public static let members = Members(
    Self.init, optional("added", \.added, default: []), optional("removed", \.removed, default: []))
}
