/// The parameters of `workspace/symbol`.
package struct WorkspaceSymbolParams: Structure {
  package var query: String
  package var workDoneToken: ProgressToken?
  package var partialResultToken: ProgressToken?

  package static let members = Members(
    Self.init, required("query", \.query), optional("workDoneToken", \.workDoneToken),
    optional("partialResultToken", \.partialResultToken))
}

/// What `workspace/symbol` answers, one of (LSP: WorkspaceSymbol).
package struct WorkspaceSymbol: Structure {
  package var name: String
  package var kind: SymbolKind
  package var containerName: String?
  package var location: Location

  package init(name: String, kind: SymbolKind, containerName: String? = nil, location: Location) {
    (self.name, self.kind) = (name, kind)
    (self.containerName, self.location) = (containerName, location)
  }

  package static let members = Members(
    Self.init, required("name", \.name), required("kind", \.kind),
    optional("containerName", \.containerName), required("location", \.location))
}
