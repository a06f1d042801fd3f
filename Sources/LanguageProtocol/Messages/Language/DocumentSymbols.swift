import JSONText

/// `textDocument/documentLink`.
package typealias DocumentLinkParams = TextDocumentParams

/// A stretch that leads somewhere (LSP: DocumentLink).
package struct DocumentLink: Structure {
  package var range: Range
  /// Any URI, as it is written.
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

/// `textDocument/documentSymbol`.
package typealias DocumentSymbolParams = TextDocumentParams

/// A row of a document's outline (LSP: DocumentSymbol).
package struct DocumentSymbol: Structure {
  package var name: String
  package var detail: String?
  package var kind: SymbolKind
  package var range: Range
  /// Inside `range`.
  package var selectionRange: Range
  package var children: [DocumentSymbol]?

  package init(
    name: String, detail: String? = nil, kind: SymbolKind, range: Range, selectionRange: Range,
    children: [DocumentSymbol]? = nil
  ) {
    (self.name, self.detail, self.kind, self.range) = (name, detail, kind, range)
    (self.selectionRange, self.children) = (selectionRange, children)
  }

  package static let members = Members(
    Self.init, required("name", \.name), optional("detail", \.detail), required("kind", \.kind),
    required("range", \.range), required("selectionRange", \.selectionRange),
    optional("children", \.children))
}

/// A row of a flat outline (LSP: SymbolInformation).
package struct SymbolInformation: Structure {
  package var name: String
  package var kind: SymbolKind
  package var location: Location
  package var containerName: String?

  package init(name: String, kind: SymbolKind, location: Location, containerName: String? = nil) {
    (self.name, self.kind) = (name, kind)
    (self.location, self.containerName) = (location, containerName)
  }

  package static let members = Members(
    Self.init, required("name", \.name), required("kind", \.kind), required("location", \.location),
    optional("containerName", \.containerName))
}

/// What `textDocument/documentSymbol` answers (LSP: `DocumentSymbol[] | SymbolInformation[]`).
package enum DocumentSymbolResult: Hashable, Sendable, JSONWritable {
  case tree([DocumentSymbol])
  case flat([SymbolInformation])

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .tree(let symbols): symbols.write(to: &writer)
    case .flat(let symbols): symbols.write(to: &writer)
    }
  }
}

/// LSP: SymbolKind, as far as it fits what we show.
package struct SymbolKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let file = Self(rawValue: 1)
  package static let property = Self(rawValue: 7)
  package static let field = Self(rawValue: 8)
  package static let variable = Self(rawValue: 13)
  package static let string = Self(rawValue: 15)
  package static let array = Self(rawValue: 18)
  package static let object = Self(rawValue: 19)
  package static let key = Self(rawValue: 20)
  package static let event = Self(rawValue: 24)
}
