public import JSONText

/// `textDocument/didOpen`.
public struct DidOpenTextDocumentParams: Hashable, Sendable {
  public var textDocument: TextDocumentItem

  public init(textDocument: TextDocumentItem) {
    self.textDocument = textDocument
  }
}

extension DidOpenTextDocumentParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentItem?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentItem.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
    }
  }
}

/// `textDocument/didChange`.
public struct DidChangeTextDocumentParams: Hashable, Sendable {
  public var textDocument: VersionedTextDocumentIdentifier
  /// To be applied one after the other, each to the outcome of the one before.
  public var contentChanges: [TextDocumentContentChangeEvent]

  public init(textDocument: VersionedTextDocumentIdentifier, contentChanges: [TextDocumentContentChangeEvent])
  {
    self.textDocument = textDocument
    self.contentChanges = contentChanges
  }
}

extension DidChangeTextDocumentParams: JSONReadable, JSONWritable {
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

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("contentChanges", contentChanges)
    }
  }
}

/// One change of a document (LSP: TextDocumentContentChangeEvent).
public struct TextDocumentContentChangeEvent: Hashable, Sendable {
  /// nil: the whole document.
  public var range: Range?
  /// Deprecated, and wrong in some clients; nothing should trust it.
  public var rangeLength: Int?
  /// What stands there afterwards, as UTF-8.
  public var text: [UInt8]

  public init(range: Range? = nil, rangeLength: Int? = nil, text: [UInt8]) {
    self.range = range
    self.rangeLength = rangeLength
    self.text = text
  }
}

extension TextDocumentContentChangeEvent: JSONReadable, JSONWritable {
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

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", ifPresent: range)
      $0.member("rangeLength", ifPresent: rangeLength)
      $0.member("text") { $0.string(utf8: text) }
    }
  }
}

/// `textDocument/willSave`.
public struct WillSaveTextDocumentParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  /// 1 = by hand, 2 = after a pause, 3 = focus went away.
  public var reason: Int?

  public init(textDocument: TextDocumentIdentifier, reason: Int? = nil) {
    self.textDocument = textDocument
    self.reason = reason
  }
}

extension WillSaveTextDocumentParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var reason: Int?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "reason": reason = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.reason = reason
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("reason", ifPresent: reason)
    }
  }
}

/// `textDocument/didSave`.
public struct DidSaveTextDocumentParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  /// The text as UTF-8, where the server asked for it.
  public var text: [UInt8]?

  public init(textDocument: TextDocumentIdentifier, text: [UInt8]? = nil) {
    self.textDocument = textDocument
    self.text = text
  }
}

extension DidSaveTextDocumentParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var text: [UInt8]?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "text": text = try reader.readNull() ? nil : reader.readUTF8()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.text = text
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      if let text { $0.member("text") { $0.string(utf8: text) } }
    }
  }
}

/// `textDocument/didClose`.
public struct DidCloseTextDocumentParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

extension DidCloseTextDocumentParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
    }
  }
}
