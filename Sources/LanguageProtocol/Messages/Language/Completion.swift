import JSONText

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

// Read after each key.
extension CompletionParams {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (textDocument, position, context) = try reader.read("textDocument", "position", "context")
  }
}

/// How a completion came about, as far as the client tells (LSP: CompletionContext).
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

/// What is offered (LSP: CompletionList).
package struct CompletionList: Structure {
  /// Whether the client must ask again when the user types on.
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

/// What holds for all items that do not say otherwise (LSP: CompletionList.itemDefaults).
package struct CompletionItemDefaults: Structure {
  package var editRange: Range?
  package var data: JSONValue?

  package init(editRange: Range? = nil, data: JSONValue? = nil) {
    (self.editRange, self.data) = (editRange, data)
  }

  package static let members = Members(
    Self.init, optional("editRange", \.editRange), optional("data", \.data))
}
