import JSONText

/// `textDocument/codeLens`.
package typealias CodeLensParams = TextDocumentParams

/// A line of text above a line of the document (LSP: CodeLens).
package struct CodeLens: Structure {
  package var range: Range
  /// What it says and does; nil until it is resolved.
  package var command: Command?
  package var data: JSONValue?

  package init(range: Range, command: Command? = nil, data: JSONValue? = nil) {
    (self.range, self.command, self.data) = (range, command, data)
  }

  package static let members = Members(
    Self.init, required("range", \.range), optional("command", \.command), optional("data", \.data))
}
