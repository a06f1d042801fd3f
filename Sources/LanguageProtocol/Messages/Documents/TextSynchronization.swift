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

// Read at each key.
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
  /// What stands there afterwards, as UTF-8.
  public var text: [UInt8]

  public init(range: Range? = nil, text: [UInt8]) { (self.range, self.text) = (range, text) }
  public static let members = Members(Self.init, optional("range", \.range), required("text", \.text))
}

// Read at each key.
extension TextDocumentContentChangeEvent {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var text: [UInt8]?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read()
      case "text": text = try reader.readUTF8()
      default: break
      }
    }
    self.range = range
    self.text = try reader.require(text, "text", of: object)
  }
}

/// `textDocument/didSave`.
public typealias DidSaveTextDocumentParams = TextDocumentParams

/// `textDocument/didClose`.
public typealias DidCloseTextDocumentParams = TextDocumentParams
