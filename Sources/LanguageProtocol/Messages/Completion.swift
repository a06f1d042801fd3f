public import JSONText

/// `textDocument/completion`.
public struct CompletionParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var position: Position
  public var context: CompletionContext?
  public var workDoneToken: ProgressToken?

  public init(
    textDocument: TextDocumentIdentifier, position: Position, context: CompletionContext? = nil,
    workDoneToken: ProgressToken? = nil
  ) {
    (self.textDocument, self.position, self.context) = (textDocument, position, context)
    self.workDoneToken = workDoneToken
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position),
    optional("context", \.context), optional("workDoneToken", \.workDoneToken))
}

/// How a completion came about, as far as the client tells (LSP: CompletionContext).
public struct CompletionContext: Structure {
  public var triggerKind: CompletionTriggerKind
  public var triggerCharacter: String?

  public init(triggerKind: CompletionTriggerKind, triggerCharacter: String? = nil) {
    (self.triggerKind, self.triggerCharacter) = (triggerKind, triggerCharacter)
  }

  public static let members = Members(
    Self.init, required("triggerKind", \.triggerKind), optional("triggerCharacter", \.triggerCharacter))
}

/// LSP: CompletionTriggerKind. Many clients send `invoked` for plain typing.
public struct CompletionTriggerKind: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let invoked = Self(rawValue: 1)
  public static let triggerCharacter = Self(rawValue: 2)
  public static let triggerForIncompleteCompletions = Self(rawValue: 3)
}

/// What is offered (LSP: CompletionList).
public struct CompletionList: Structure {
  /// Whether the client must ask again when the user types on.
  public var isIncomplete: Bool
  public var itemDefaults: CompletionItemDefaults?
  public var items: [CompletionItem]

  public init(isIncomplete: Bool, itemDefaults: CompletionItemDefaults? = nil, items: [CompletionItem]) {
    (self.isIncomplete, self.itemDefaults, self.items) = (isIncomplete, itemDefaults, items)
  }

  public static let members = Members(
    Self.init, required("isIncomplete", \.isIncomplete), optional("itemDefaults", \.itemDefaults),
    required("items", \.items))
}

/// What holds for all items that do not say otherwise (LSP: CompletionList.itemDefaults).
public struct CompletionItemDefaults: Structure {
  public var commitCharacters: [String]?
  public var editRange: CompletionEditRange?
  public var insertTextFormat: InsertTextFormat?
  public var insertTextMode: InsertTextMode?
  public var data: JSONValue?

  public init(
    commitCharacters: [String]? = nil, editRange: CompletionEditRange? = nil,
    insertTextFormat: InsertTextFormat? = nil, insertTextMode: InsertTextMode? = nil, data: JSONValue? = nil
  ) {
    (self.commitCharacters, self.editRange) = (commitCharacters, editRange)
    (self.insertTextFormat, self.insertTextMode, self.data) = (insertTextFormat, insertTextMode, data)
  }

  public static let members = Members(
    Self.init, optional("commitCharacters", \.commitCharacters), optional("editRange", \.editRange),
    optional("insertTextFormat", \.insertTextFormat), optional("insertTextMode", \.insertTextMode),
    optional("data", \.data))
}
