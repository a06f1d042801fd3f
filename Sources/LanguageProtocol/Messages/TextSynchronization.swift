public import JSONText

/// `textDocument/didOpen`.
public struct DidOpenTextDocumentParams: Structure {
  public var textDocument: TextDocumentItem

  public init(textDocument: TextDocumentItem) { self.textDocument = textDocument }
  public static let members = Members(Self.init, required("textDocument", \.textDocument))
}

/// `textDocument/didChange`.
public struct DidChangeTextDocumentParams: Structure {
  public var textDocument: VersionedTextDocumentIdentifier
  /// To be applied one after the other, each to the outcome of the one before.
  public var contentChanges: [TextDocumentContentChangeEvent]

  public init(
    textDocument: VersionedTextDocumentIdentifier, contentChanges: [TextDocumentContentChangeEvent]
  ) {
    (self.textDocument, self.contentChanges) = (textDocument, contentChanges)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("contentChanges", \.contentChanges))
}

extension DidChangeTextDocumentParams {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: VersionedTextDocumentIdentifier?
    var contentChanges: [TextDocumentContentChangeEvent]?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(VersionedTextDocumentIdentifier.self)
      case "contentChanges": contentChanges = try reader.read([TextDocumentContentChangeEvent].self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.contentChanges = try reader.require(contentChanges, "contentChanges", of: object)
  }
}

/// One change of a document (LSP: TextDocumentContentChangeEvent).
public struct TextDocumentContentChangeEvent: Structure {
  /// nil: the whole document.
  public var range: Range?
  /// Deprecated, and wrong in some clients; nothing should trust it.
  public var rangeLength: Int?
  /// What stands there afterwards, as UTF-8.
  public var text: [UInt8]

  public init(range: Range? = nil, rangeLength: Int? = nil, text: [UInt8]) {
    (self.range, self.rangeLength, self.text) = (range, rangeLength, text)
  }

  public static let members = Members(
    Self.init, optional("range", \.range), optional("rangeLength", \.rangeLength), required("text", \.text))
}

extension TextDocumentContentChangeEvent {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var rangeLength: Int?
    var text: [UInt8]?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read()
      case "rangeLength": rangeLength = try reader.read()
      case "text": text = try reader.readUTF8()
      default: break
      }
    }
    self.range = range
    self.rangeLength = rangeLength
    self.text = try reader.require(text, "text", of: object)
  }
}

/// `textDocument/willSave`.
public struct WillSaveTextDocumentParams: Structure {
  public var textDocument: TextDocumentIdentifier
  /// 1 = by hand, 2 = after a pause, 3 = focus went away.
  public var reason: Int?

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("reason", \.reason))
}

/// `textDocument/didSave`.
public struct DidSaveTextDocumentParams: Structure {
  public var textDocument: TextDocumentIdentifier
  /// The text as UTF-8, where the server asked for it.
  public var text: [UInt8]?

  public init(textDocument: TextDocumentIdentifier, text: [UInt8]? = nil) {
    (self.textDocument, self.text) = (textDocument, text)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("text", \.text))
}

/// `textDocument/didClose`.
public struct DidCloseTextDocumentParams: Structure {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) { self.textDocument = textDocument }
  public static let members = Members(Self.init, required("textDocument", \.textDocument))
}
