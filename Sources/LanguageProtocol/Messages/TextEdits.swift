public import JSONText

/// A replacement (LSP: TextEdit).
public struct TextEdit: Hashable, Sendable {
  public var range: Range
  public var newText: String

  public init(range: Range, newText: String) {
    self.range = range
    self.newText = newText
  }
}

extension TextEdit: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var newText: String?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read(Range.self)
      case "newText": newText = try reader.read(String.self)
      default: break
      }
    }
    self.range = try reader.require(range, "range", of: object)
    self.newText = try reader.require(newText, "newText", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("newText", newText)
    }
  }
}

/// A replacement with two ranges to choose from (LSP: InsertReplaceEdit).
public struct InsertReplaceEdit: Hashable, Sendable {
  public var newText: String
  /// Up to the cursor.
  public var insert: Range
  /// Up to the end of the word.
  public var replace: Range

  public init(newText: String, insert: Range, replace: Range) {
    self.newText = newText
    self.insert = insert
    self.replace = replace
  }
}

extension InsertReplaceEdit: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var newText: String?
    var insert: Range?
    var replace: Range?
    while let member = try reader.nextName() {
      switch member {
      case "newText": newText = try reader.read(String.self)
      case "insert": insert = try reader.read(Range.self)
      case "replace": replace = try reader.read(Range.self)
      default: break
      }
    }
    self.newText = try reader.require(newText, "newText", of: object)
    self.insert = try reader.require(insert, "insert", of: object)
    self.replace = try reader.require(replace, "replace", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("newText", newText)
      $0.member("insert", insert)
      $0.member("replace", replace)
    }
  }
}

/// Edits of one document at one version (LSP: TextDocumentEdit).
public struct TextDocumentEdit: Hashable, Sendable {
  public var textDocument: OptionalVersionedTextDocumentIdentifier
  public var edits: [TextEdit]

  public init(textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit]) {
    self.textDocument = textDocument
    self.edits = edits
  }
}

extension TextDocumentEdit: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: OptionalVersionedTextDocumentIdentifier?
    var edits: [TextEdit]?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(OptionalVersionedTextDocumentIdentifier.self)
      case "edits": edits = try reader.read([TextEdit].self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.edits = try reader.require(edits, "edits", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("edits", edits)
    }
  }
}
