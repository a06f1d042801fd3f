import JSONText

/// `textDocument/inlineCompletion` (LSP 3.18). How it came about is of no interest here.
package typealias InlineCompletionParams = TextDocumentPositionParams

/// What is shown as ghost text (LSP: InlineCompletionList).
package struct InlineCompletionList: Structure {
  package var items: [InlineCompletionItem]

  package init(items: [InlineCompletionItem]) { self.items = items }
  package static let members = Members(Self.init, required("items", \.items))
}

/// LSP: InlineCompletionItem.
package struct InlineCompletionItem: Structure {
  package var insertText: String
  package var filterText: String?
  package var range: Range?
  /// Runs after it was inserted.
  package var command: Command?

  package init(insertText: String, filterText: String? = nil, range: Range? = nil, command: Command? = nil) {
    (self.insertText, self.filterText) = (insertText, filterText)
    (self.range, self.command) = (range, command)
  }

  package static let members = Members(
    Self.init, required("insertText", \.insertText), optional("filterText", \.filterText),
    optional("range", \.range), optional("command", \.command))
}
