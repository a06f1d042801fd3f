/// A root of the workspace (LSP: WorkspaceFolder).
package struct WorkspaceFolder: Structure {
  package var uri: DocumentURI
  package var name: String

  package init(uri: DocumentURI, name: String = "") { (self.uri, self.name) = (uri, name) }
  package static let members = Members(
    Self.init, required("uri", \.uri), optional("name", \.name, default: ""))
}

/// `workspace/didChangeWorkspaceFolders`.
package struct DidChangeWorkspaceFoldersParams: Structure {
  package var event: WorkspaceFoldersChangeEvent

  package static let members = Members(Self.init, required("event", \.event))
}

/// LSP: WorkspaceFoldersChangeEvent.
package struct WorkspaceFoldersChangeEvent: Structure {
  package var added: [WorkspaceFolder]
  package var removed: [WorkspaceFolder]

  package static let members = Members(
    Self.init, optional("added", \.added, default: []), optional("removed", \.removed, default: []))
}
