import JSONText

/// What `textDocument/hover` answers (LSP: Hover).
package struct Hover: Structure {
  package var contents: MarkupContent
  package var range: Range?

  package init(contents: MarkupContent, range: Range? = nil) {
    (self.contents, self.range) = (contents, range)
  }

  package static let members = Members(
    Self.init, required("contents", \.contents), optional("range", \.range))
}

/// What `textDocument/documentHighlight` answers, one of (LSP: DocumentHighlight).
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
  package static let read = Self(rawValue: 2)
  package static let write = Self(rawValue: 3)
}
