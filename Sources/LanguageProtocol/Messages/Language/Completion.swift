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
  package var editRange: CompletionEditRange?
  package var data: JSONValue?

  package init(editRange: CompletionEditRange? = nil, data: JSONValue? = nil) {
    (self.editRange, self.data) = (editRange, data)
  }

  package static let members = Members(
    Self.init, optional("editRange", \.editRange), optional("data", \.data))
}

/// The range that all items of a list share (LSP: CompletionList.itemDefaults.editRange).
package enum CompletionEditRange: Hashable, Sendable {
  case range(Range)
  case insertReplace(insert: Range, replace: Range)
}

extension CompletionEditRange: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let object = try reader.beginObject()
    var start: Position?
    var end: Position?
    var insert: Range?
    var replace: Range?
    while let name = try reader.nextName() {
      switch name {
      case "start": start = try reader.read()
      case "end": end = try reader.read()
      case "insert": insert = try reader.read()
      case "replace": replace = try reader.read()
      default: break
      }
    }
    if let insert, let replace {
      self = .insertReplace(insert: insert, replace: replace)
    } else {
      self = .range(
        Range(
          start: try reader.require(start, "start", of: object),
          end: try reader.require(end, "end", of: object)))
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .range(let range): range.write(to: &writer)
    case .insertReplace(let insert, let replace):
      writer.object {
        $0.member("insert", insert)
        $0.member("replace", replace)
      }
    }
  }
}
