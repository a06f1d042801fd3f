import JSONText

extension Method {
  package static let completion = Method(rawValue: "textDocument/completion")
  package static let completionItemResolve = Method(rawValue: "completionItem/resolve")
  package static let inlineCompletion = Method(rawValue: "textDocument/inlineCompletion")
}

/// LSP: CompletionOptions.
package struct CompletionOptions: Structure {
  package var triggerCharacters: [String]?
  package var resolveProvider: Bool?
  package var completionItem: CompletionItemOptions?

  package init(
    triggerCharacters: [String]? = nil, resolveProvider: Bool? = nil,
    completionItem: CompletionItemOptions? = nil
  ) {
    (self.triggerCharacters, self.resolveProvider) = (triggerCharacters, resolveProvider)
    self.completionItem = completionItem
  }

  package static let members = Members(
    Self.init, optional("triggerCharacters", \.triggerCharacters),
    optional("resolveProvider", \.resolveProvider), optional("completionItem", \.completionItem))
}

/// LSP: CompletionOptions.completionItem.
package struct CompletionItemOptions: Structure {
  package var labelDetailsSupport: Bool?

  package init(labelDetailsSupport: Bool? = nil) { self.labelDetailsSupport = labelDetailsSupport }
  package static let members = Members(Self.init, optional("labelDetailsSupport", \.labelDetailsSupport))
}

/// `textDocument/completion`.
package struct CompletionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var position: Position
  package var context: CompletionContext?

  package init(textDocument: TextDocumentIdentifier, position: Position, context: CompletionContext? = nil) {
    (self.textDocument, self.position, self.context) = (textDocument, position, context)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position),
    optional("context", \.context))
}

// Implemented directly for speed: read after each keystroke.
extension CompletionParams {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (textDocument, position, context) = try reader.read("textDocument", "position", "context")
  }
}

/// The trigger of a completion, as reported by the client (LSP: CompletionContext).
package struct CompletionContext: Structure {
  package var triggerKind: CompletionTriggerKind
  package var triggerCharacter: String?

  package init(triggerKind: CompletionTriggerKind, triggerCharacter: String? = nil) {
    (self.triggerKind, self.triggerCharacter) = (triggerKind, triggerCharacter)
  }

  package static let members = Members(
    Self.init, required("triggerKind", \.triggerKind), optional("triggerCharacter", \.triggerCharacter))
}

extension CompletionContext {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (triggerKind, triggerCharacter) = try reader.read("triggerKind", "triggerCharacter")
  }
}

/// LSP: CompletionTriggerKind. Many clients send `invoked` for plain typing.
package struct CompletionTriggerKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let invoked = Self(rawValue: 1)
  package static let triggerCharacter = Self(rawValue: 2)
  package static let triggerForIncompleteCompletions = Self(rawValue: 3)
}

/// The result of a completion (LSP: CompletionList).
package struct CompletionList: Structure {
  /// Whether the client must request the list again when the user continues to type.
  package var isIncomplete: Bool
  package var itemDefaults: CompletionItemDefaults?
  package var items: [CompletionItem]

  package init(isIncomplete: Bool, itemDefaults: CompletionItemDefaults? = nil, items: [CompletionItem]) {
    (self.isIncomplete, self.itemDefaults, self.items) = (isIncomplete, itemDefaults, items)
  }

  package static let members = Members(
    Self.init, required("isIncomplete", \.isIncomplete), optional("itemDefaults", \.itemDefaults),
    required("items", \.items))
}

/// Defaults for all items (LSP: CompletionList.itemDefaults).
package struct CompletionItemDefaults: Structure {
  package var editRange: Range?
  package var data: JSONValue?

  package init(editRange: Range? = nil, data: JSONValue? = nil) {
    (self.editRange, self.data) = (editRange, data)
  }

  package static let members = Members(
    Self.init, optional("editRange", \.editRange), optional("data", \.data))
}

// MARK: - Items

/// One row of a completion list (LSP: CompletionItem).
package struct CompletionItem: Structure {
  package var label: String
  package var labelDetails: CompletionItemLabelDetails?
  package var kind: CompletionItemKind?
  package var tags: [CompletionItemTag]?
  package var detail: String?
  package var documentation: MarkupContent?
  /// Deprecated by LSP in favour of ``tags``, which older clients do not support.
  package var deprecated: Bool?
  package var preselect: Bool?
  package var sortText: String?
  package var filterText: String?
  package var insertText: String?
  package var insertTextFormat: Int?
  package var insertTextMode: Int?
  /// LSP also allows an InsertReplaceEdit here, but its two ranges would always be equal.
  package var textEdit: TextEdit?
  /// The new text if the edit range is taken from the list's defaults; nil means the label.
  package var textEditText: String?
  package var additionalTextEdits: [TextEdit]?
  package var commitCharacters: [String]?
  package var command: Command?
  /// Data of the server, which the client returns in `completionItem/resolve`.
  package var data: JSONValue?

  package static let members = Members(
    Self.init, required("label", \.label), optional("labelDetails", \.labelDetails),
    optional("kind", \.kind), optional("tags", \.tags), optional("detail", \.detail),
    optional("documentation", \.documentation), optional("deprecated", \.deprecated),
    optional("preselect", \.preselect), optional("sortText", \.sortText),
    optional("filterText", \.filterText), optional("insertText", \.insertText),
    optional("insertTextFormat", \.insertTextFormat), optional("insertTextMode", \.insertTextMode),
    optional("textEdit", \.textEdit), optional("textEditText", \.textEditText),
    optional("additionalTextEdits", \.additionalTextEdits),
    optional("commitCharacters", \.commitCharacters), optional("command", \.command),
    optional("data", \.data))
}

// Implemented directly for speed: a list has hundreds of items.
extension CompletionItem {
  package init(label: String) { self.init(label: label, labelDetails: nil) }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("label", label)
      $0.member("labelDetails", ifPresent: labelDetails)
      $0.member("kind", ifPresent: kind)
      $0.member("tags", ifPresent: tags)
      $0.member("detail", ifPresent: detail)
      $0.member("documentation", ifPresent: documentation)
      $0.member("deprecated", ifPresent: deprecated)
      $0.member("preselect", ifPresent: preselect)
      $0.member("sortText", ifPresent: sortText)
      $0.member("filterText", ifPresent: filterText)
      $0.member("insertText", ifPresent: insertText)
      $0.member("insertTextFormat", ifPresent: insertTextFormat)
      $0.member("insertTextMode", ifPresent: insertTextMode)
      $0.member("textEdit", ifPresent: textEdit)
      $0.member("textEditText", ifPresent: textEditText)
      $0.member("additionalTextEdits", ifPresent: additionalTextEdits)
      $0.member("commitCharacters", ifPresent: commitCharacters)
      $0.member("command", ifPresent: command)
      $0.member("data", ifPresent: data)
    }
  }
}

/// Additional, less prominent text of a label (LSP: CompletionItemLabelDetails).
package struct CompletionItemLabelDetails: Structure {
  /// Text displayed directly after the label.
  package var detail: String?
  /// Text displayed after the detail, at the end of the row.
  package var description: String?

  package init(detail: String? = nil, description: String? = nil) {
    (self.detail, self.description) = (detail, description)
  }

  package static let members = Members(
    Self.init, optional("detail", \.detail), optional("description", \.description))
}

// Implemented directly for speed: written with each item.
extension CompletionItemLabelDetails {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("detail", ifPresent: detail)
      $0.member("description", ifPresent: description)
    }
  }
}

/// The kind of an item, for which clients display an icon (LSP: CompletionItemKind).
package struct CompletionItemKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let reference = Self(rawValue: 18)
}

/// LSP: CompletionItemTag.
package struct CompletionItemTag: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Clients show the item struck through.
  package static let deprecated = Self(rawValue: 1)
}

// MARK: - Inline completion

/// `textDocument/inlineCompletion` (LSP 3.18). The `context` member of the request is ignored.
package typealias InlineCompletionParams = TextDocumentPositionParams

/// The result of `textDocument/inlineCompletion`, shown as ghost text (LSP: InlineCompletionList).
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
  /// The command that the client runs after the insertion.
  package var command: Command?

  package init(insertText: String, filterText: String? = nil, range: Range? = nil, command: Command? = nil) {
    (self.insertText, self.filterText) = (insertText, filterText)
    (self.range, self.command) = (range, command)
  }

  package static let members = Members(
    Self.init, required("insertText", \.insertText), optional("filterText", \.filterText),
    optional("range", \.range), optional("command", \.command))
}
