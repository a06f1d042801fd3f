public import JSONText

/// `textDocument/completion`.
public struct CompletionParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var position: Position
  public var context: CompletionContext?
  public var workDoneToken: ProgressToken?

  public init(
    textDocument: TextDocumentIdentifier, position: Position, context: CompletionContext? = nil,
    workDoneToken: ProgressToken? = nil
  ) {
    self.textDocument = textDocument
    self.position = position
    self.context = context
    self.workDoneToken = workDoneToken
  }
}

extension CompletionParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var position: Position?
    var context: CompletionContext?
    var workDoneToken: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "position": position = try reader.read(Position.self)
      case "context": context = try reader.read()
      case "workDoneToken": workDoneToken = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.position = try reader.require(position, "position", of: object)
    self.context = context
    self.workDoneToken = workDoneToken
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("position", position)
      $0.member("context", ifPresent: context)
      $0.member("workDoneToken", ifPresent: workDoneToken)
    }
  }
}

/// How a completion came about, as far as the client tells (LSP: CompletionContext).
public struct CompletionContext: Hashable, Sendable {
  public var triggerKind: CompletionTriggerKind
  public var triggerCharacter: String?

  public init(triggerKind: CompletionTriggerKind, triggerCharacter: String? = nil) {
    self.triggerKind = triggerKind
    self.triggerCharacter = triggerCharacter
  }
}

extension CompletionContext: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var triggerKind: CompletionTriggerKind?
    var triggerCharacter: String?
    while let member = try reader.nextName() {
      switch member {
      case "triggerKind": triggerKind = try reader.read(CompletionTriggerKind.self)
      case "triggerCharacter": triggerCharacter = try reader.read()
      default: break
      }
    }
    self.triggerKind = try reader.require(triggerKind, "triggerKind", of: object)
    self.triggerCharacter = triggerCharacter
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("triggerKind", triggerKind)
      $0.member("triggerCharacter", ifPresent: triggerCharacter)
    }
  }
}

/// LSP: CompletionTriggerKind. Many clients send `invoked` for plain typing.
public struct CompletionTriggerKind: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let invoked = Self(rawValue: 1)
  public static let triggerCharacter = Self(rawValue: 2)
  public static let triggerForIncompleteCompletions = Self(rawValue: 3)
}

/// What is offered (LSP: CompletionList).
public struct CompletionList: Hashable, Sendable {
  /// Whether the client must ask again when the user types on.
  public var isIncomplete: Bool
  public var itemDefaults: CompletionItemDefaults?
  public var items: [CompletionItem]

  public init(isIncomplete: Bool, itemDefaults: CompletionItemDefaults? = nil, items: [CompletionItem]) {
    self.isIncomplete = isIncomplete
    self.itemDefaults = itemDefaults
    self.items = items
  }
}

extension CompletionList: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var isIncomplete: Bool?
    var itemDefaults: CompletionItemDefaults?
    var items: [CompletionItem]?
    while let member = try reader.nextName() {
      switch member {
      case "isIncomplete": isIncomplete = try reader.read(Bool.self)
      case "itemDefaults": itemDefaults = try reader.read()
      case "items": items = try reader.read([CompletionItem].self)
      default: break
      }
    }
    self.isIncomplete = try reader.require(isIncomplete, "isIncomplete", of: object)
    self.itemDefaults = itemDefaults
    self.items = try reader.require(items, "items", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("isIncomplete", isIncomplete)
      $0.member("itemDefaults", ifPresent: itemDefaults)
      $0.member("items", items)
    }
  }
}

/// What holds for all items that do not say otherwise (LSP: CompletionList.itemDefaults).
public struct CompletionItemDefaults: Hashable, Sendable {
  public var commitCharacters: [String]?
  public var editRange: CompletionEditRange?
  public var insertTextFormat: InsertTextFormat?
  public var insertTextMode: InsertTextMode?
  public var data: JSONValue?

  public init(
    commitCharacters: [String]? = nil, editRange: CompletionEditRange? = nil,
    insertTextFormat: InsertTextFormat? = nil, insertTextMode: InsertTextMode? = nil, data: JSONValue? = nil
  ) {
    self.commitCharacters = commitCharacters
    self.editRange = editRange
    self.insertTextFormat = insertTextFormat
    self.insertTextMode = insertTextMode
    self.data = data
  }
}

extension CompletionItemDefaults: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var commitCharacters: [String]?
    var editRange: CompletionEditRange?
    var insertTextFormat: InsertTextFormat?
    var insertTextMode: InsertTextMode?
    var data: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "commitCharacters": commitCharacters = try reader.read()
      case "editRange": editRange = try reader.read()
      case "insertTextFormat": insertTextFormat = try reader.read()
      case "insertTextMode": insertTextMode = try reader.read()
      case "data": data = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.commitCharacters = commitCharacters
    self.editRange = editRange
    self.insertTextFormat = insertTextFormat
    self.insertTextMode = insertTextMode
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("commitCharacters", ifPresent: commitCharacters)
      $0.member("editRange", ifPresent: editRange)
      $0.member("insertTextFormat", ifPresent: insertTextFormat)
      $0.member("insertTextMode", ifPresent: insertTextMode)
      $0.member("data", ifPresent: data)
    }
  }
}
