import JSONText

extension Method {
  package static let documentSymbol = Method(rawValue: "textDocument/documentSymbol")
  package static let workspaceSymbol = Method(rawValue: "workspace/symbol")
  package static let selectionRange = Method(rawValue: "textDocument/selectionRange")
  package static let foldingRange = Method(rawValue: "textDocument/foldingRange")
}

/// `textDocument/documentSymbol`.
package typealias DocumentSymbolParams = TextDocumentParams

/// The result of `textDocument/documentSymbol` (LSP: `DocumentSymbol[] | SymbolInformation[]`).
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

/// A row of a document's outline (LSP: DocumentSymbol).
package struct DocumentSymbol: Structure {
  package var name: String
  package var detail: String?
  package var kind: SymbolKind
  package var range: Range
  /// The range to select, inside `range`.
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

/// LSP: SymbolKind, limited to the kinds in use.
package struct SymbolKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let file = Self(rawValue: 1)
  package static let variable = Self(rawValue: 13)
  package static let string = Self(rawValue: 15)
  package static let array = Self(rawValue: 18)
  package static let object = Self(rawValue: 19)
  package static let event = Self(rawValue: 24)
}

/// The parameters of `workspace/symbol`.
package struct WorkspaceSymbolParams: Structure {
  package var query: String
  package var workDoneToken: ProgressToken?
  package var partialResultToken: ProgressToken?

  package static let members = Members(
    Self.init, required("query", \.query), optional("workDoneToken", \.workDoneToken),
    optional("partialResultToken", \.partialResultToken))
}

/// An item in the result of `workspace/symbol` (LSP: WorkspaceSymbol).
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

// MARK: - Selection and folding

/// `textDocument/selectionRange`.
package struct SelectionRangeParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var positions: [Position]

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("positions", \.positions))
}

/// Ranges for expanding a selection step by step (LSP: SelectionRange, an object that contains its parent).
package struct SelectionRange: Hashable, Sendable, JSONWritable {
  /// The ranges, the innermost first, each inside the next; never empty.
  package var steps: [Range]

  package init(steps: [Range]) { self.steps = steps }

  package func write(to writer: inout JSONWriter) { write(steps[...], to: &writer) }

  private func write(_ steps: ArraySlice<Range>, to writer: inout JSONWriter) {
    writer.object { writer in
      guard let first = steps.first else { return }
      writer.member("range", first)
      if steps.count > 1 {
        writer.name("parent")
        write(steps.dropFirst(), to: &writer)
      }
    }
  }
}

/// `textDocument/foldingRange`.
package typealias FoldingRangeParams = TextDocumentParams

/// Lines that can be folded (LSP: FoldingRange).
package struct FoldingRange: Structure {
  package var startLine: Int
  package var endLine: Int
  package var kind: FoldingRangeKind?
  /// The text shown instead of the lines.
  package var collapsedText: String?

  package init(
    startLine: Int, endLine: Int, kind: FoldingRangeKind? = nil, collapsedText: String? = nil
  ) {
    (self.startLine, self.endLine) = (startLine, endLine)
    (self.kind, self.collapsedText) = (kind, collapsedText)
  }

  package static let members = Members(
    Self.init, required("startLine", \.startLine), required("endLine", \.endLine), optional("kind", \.kind),
    optional("collapsedText", \.collapsedText))
}

/// LSP: FoldingRangeKind.
package struct FoldingRangeKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let region = Self(rawValue: "region")
}
