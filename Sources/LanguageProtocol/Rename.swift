import JSONText

extension Method {
  package static let prepareRename = Method(rawValue: "textDocument/prepareRename")
  package static let rename = Method(rawValue: "textDocument/rename")
  package static let linkedEditingRange = Method(rawValue: "textDocument/linkedEditingRange")
}

/// LSP: `boolean | RenameOptions`, the latter for clients with support for `textDocument/prepareRename`.
package enum RenameProvider: Hashable, Sendable {
  case plain(Bool)
  case options(RenameOptions)
}

extension RenameProvider: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    self = try reader.peekKind() == .object ? .options(reader.read()) : .plain(reader.read())
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .plain(let value): value.write(to: &writer)
    case .options(let options): options.write(to: &writer)
    }
  }
}

/// LSP: RenameOptions.
package struct RenameOptions: Structure {
  package var prepareProvider: Bool?
  package var workDoneProgress: Bool?

  package init(prepareProvider: Bool? = nil, workDoneProgress: Bool? = nil) {
    (self.prepareProvider, self.workDoneProgress) = (prepareProvider, workDoneProgress)
  }

  package static let members = Members(
    Self.init, optional("prepareProvider", \.prepareProvider),
    optional("workDoneProgress", \.workDoneProgress))
}

/// The result of `textDocument/prepareRename` where a rename is possible (LSP: PrepareRenameResult, the variant with
/// a placeholder).
package struct PrepareRenameResult: Structure {
  package var range: Range
  package var placeholder: String

  package init(range: Range, placeholder: String) { (self.range, self.placeholder) = (range, placeholder) }
  package static let members = Members(
    Self.init, required("range", \.range), required("placeholder", \.placeholder))
}

/// The parameters of `textDocument/rename`.
package struct RenameParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var position: Position
  package var newName: String
  package var workDoneToken: ProgressToken?

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position),
    required("newName", \.newName), optional("workDoneToken", \.workDoneToken))
}

// MARK: - Linked editing

/// Ranges that are edited together (LSP: LinkedEditingRanges).
package struct LinkedEditingRanges: Structure {
  /// The ranges, which are disjoint and all contain the same text.
  package var ranges: [Range]
  /// A regular expression that the text must match during linked editing.
  package var wordPattern: String?

  package init(ranges: [Range], wordPattern: String? = nil) {
    (self.ranges, self.wordPattern) = (ranges, wordPattern)
  }

  package static let members = Members(
    Self.init, required("ranges", \.ranges), optional("wordPattern", \.wordPattern))
}
