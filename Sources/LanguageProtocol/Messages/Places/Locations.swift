import JSONText

/// A stretch of some document that a stretch of this one leads to (LSP: LocationLink).
package struct LocationLink: Structure {
  package var originSelectionRange: Range?
  package var targetUri: DocumentURI
  package var targetRange: Range
  /// Inside `targetRange`.
  package var targetSelectionRange: Range

  package init(
    originSelectionRange: Range? = nil, targetUri: DocumentURI, targetRange: Range,
    targetSelectionRange: Range
  ) {
    (self.originSelectionRange, self.targetUri) = (originSelectionRange, targetUri)
    (self.targetRange, self.targetSelectionRange) = (targetRange, targetSelectionRange)
  }

  package static let members = Members(
    Self.init, optional("originSelectionRange", \.originSelectionRange), required("targetUri", \.targetUri),
    required("targetRange", \.targetRange), required("targetSelectionRange", \.targetSelectionRange))
}

/// What `textDocument/definition` and `textDocument/declaration` answer where there is something (LSP: `Definition |
/// LocationLink[]`).
package enum DefinitionResult: Hashable, Sendable, JSONWritable {
  /// One of them is written without brackets.
  case locations([Location])
  case links([LocationLink])

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .locations(let locations) where locations.count == 1: locations[0].write(to: &writer)
    case .locations(let locations): locations.write(to: &writer)
    case .links(let links): links.write(to: &writer)
    }
  }
}
