import JSONText

/// `textDocument/selectionRange`.
package struct SelectionRangeParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var positions: [Position]

  package init(textDocument: TextDocumentIdentifier, positions: [Position]) {
    (self.textDocument, self.positions) = (textDocument, positions)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("positions", \.positions))
}

/// What a selection grows to, step by step (LSP: SelectionRange, which nests each step in the one before).
package struct SelectionRange: Hashable, Sendable, JSONWritable {
  /// The innermost first, each inside the next. Not empty.
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
  /// What is shown in their place.
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

/// What is edited together (LSP: LinkedEditingRanges).
package struct LinkedEditingRanges: Structure {
  /// Disjoint, with the same text in each.
  package var ranges: [Range]
  /// A regular expression for what the text may become while it is edited so.
  package var wordPattern: String?

  package init(ranges: [Range], wordPattern: String? = nil) {
    (self.ranges, self.wordPattern) = (ranges, wordPattern)
  }

  package static let members = Members(
    Self.init, required("ranges", \.ranges), optional("wordPattern", \.wordPattern))
}
