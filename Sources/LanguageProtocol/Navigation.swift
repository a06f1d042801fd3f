import JSONText

extension Method {
  package static let hover = Method(rawValue: "textDocument/hover")
  package static let documentHighlight = Method(rawValue: "textDocument/documentHighlight")
  package static let definition = Method(rawValue: "textDocument/definition")
  package static let declaration = Method(rawValue: "textDocument/declaration")
  package static let references = Method(rawValue: "textDocument/references")
  package static let documentLink = Method(rawValue: "textDocument/documentLink")
  package static let documentLinkResolve = Method(rawValue: "documentLink/resolve")
}

/// The result of `textDocument/hover` (LSP: Hover).
package struct Hover: Structure {
  package var contents: MarkupContent
  package var range: Range?

  package init(contents: MarkupContent, range: Range? = nil) {
    (self.contents, self.range) = (contents, range)
  }

  package static let members = Members(
    Self.init, required("contents", \.contents), optional("range", \.range))
}

/// An item in the result of `textDocument/documentHighlight` (LSP: DocumentHighlight).
package struct DocumentHighlight: Structure {
  package var range: Range
  package var kind: DocumentHighlightKind?

  package init(range: Range, kind: DocumentHighlightKind? = nil) { (self.range, self.kind) = (range, kind) }
  package static let members = Members(Self.init, required("range", \.range), optional("kind", \.kind))
}

/// LSP: DocumentHighlightKind.
package struct DocumentHighlightKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let text = Self(rawValue: 1)
}

// MARK: - Definition and references

/// The result of `textDocument/definition` and `textDocument/declaration`, unless it is `null` (LSP: `Definition |
/// LocationLink[]`).
package enum DefinitionResult: Hashable, Sendable, JSONWritable {
  /// A single location is written without brackets.
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

/// A link from a range of this document to a range of any document (LSP: LocationLink).
package struct LocationLink: Structure {
  package var originSelectionRange: Range?
  package var targetUri: DocumentURI
  package var targetRange: Range
  /// The range to select, inside `targetRange`.
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

// MARK: - Links

/// `textDocument/documentLink`.
package typealias DocumentLinkParams = TextDocumentParams

/// A range that links to a target (LSP: DocumentLink).
package struct DocumentLink: Structure {
  package var range: Range
  /// The target, a URI of any scheme, which is not normalized.
  package var target: String?
  package var tooltip: String?
  package var data: JSONValue?

  package init(range: Range, target: String? = nil, tooltip: String? = nil, data: JSONValue? = nil) {
    (self.range, self.target, self.tooltip, self.data) = (range, target, tooltip, data)
  }

  package static let members = Members(
    Self.init, required("range", \.range), optional("target", \.target), optional("tooltip", \.tooltip),
    optional("data", \.data))
}
