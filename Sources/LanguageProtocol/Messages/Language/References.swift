/// The parameters of `textDocument/references`.
package struct ReferenceParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var position: Position
  package var context: ReferenceContext
  package var workDoneToken: ProgressToken?
  package var partialResultToken: ProgressToken?

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position),
    required("context", \.context), optional("workDoneToken", \.workDoneToken),
    optional("partialResultToken", \.partialResultToken))
}

/// LSP: ReferenceContext.
package struct ReferenceContext: Structure {
  package var includeDeclaration: Bool

  package static let members = Members(Self.init, required("includeDeclaration", \.includeDeclaration))
}
