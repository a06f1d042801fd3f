import JSONText

extension Method {
  package static let didOpen = Method(rawValue: "textDocument/didOpen")
  package static let didChange = Method(rawValue: "textDocument/didChange")
  package static let didSave = Method(rawValue: "textDocument/didSave")
  package static let didClose = Method(rawValue: "textDocument/didClose")
}

// MARK: - Positions

/// A position in a document (LSP: Position).
package struct Position: Hashable, Sendable {
  /// The line, from 0.
  package var line: Int
  /// The column, from 0, in units of UTF-8, UTF-16 or UTF-32 as negotiated. A column past the end of the line means the
  /// end of the line.
  package var character: Int

  package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }
}

extension Position: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let object = try reader.beginObject()
    var line: Int?
    var character: Int?
    while let member = try reader.nextName() {
      switch member {
      case "line": line = try reader.readUInteger()
      case "character": character = try reader.readUInteger()
      default: break
      }
    }
    self.line = try reader.require(line, "line", of: object)
    self.character = try reader.require(character, "character", of: object)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("line", line)
      $0.member("character", character)
    }
  }
}

/// The units of `character` (LSP: PositionEncodingKind).
package struct PositionEncodingKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let utf8 = Self(rawValue: "utf-8")
  /// The default.
  package static let utf16 = Self(rawValue: "utf-16")
  package static let utf32 = Self(rawValue: "utf-32")
}

extension JSONReader {
  /// Reads an LSP `uinteger`. Also accepts numbers above the maximum in LSP (2³¹ - 1).
  mutating func readUInteger() throws(JSONError) -> Int {
    _ = try peekKind()
    let start = offset
    let value = try readInt()
    guard value >= 0 else { throw fault("expected a non-negative number, found \(value)", at: start) }
    return value
  }
}

/// A range of a document (LSP: Range). Files that also use the standard library's type refer to the latter as
/// `Swift.Range`.
package struct Range: Hashable, Sendable {
  package var start: Position
  /// The end position, which is exclusive.
  package var end: Position

  package init(start: Position, end: Position) { (self.start, self.end) = (start, end) }
}

extension Range: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (start, end) = try reader.read("start", "end")
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("start", start)
      $0.member("end", end)
    }
  }
}

/// A range of any document (LSP: Location).
package struct Location: Structure {
  package var uri: DocumentURI
  package var range: Range

  package init(uri: DocumentURI, range: Range) { (self.uri, self.range) = (uri, range) }

  package static let members = Members(Self.init, required("uri", \.uri), required("range", \.range))
}

// MARK: - Documents

/// A reference to a document (LSP: TextDocumentIdentifier).
package struct TextDocumentIdentifier: Hashable, Sendable {
  package var uri: DocumentURI

  package init(uri: DocumentURI) { self.uri = uri }
}

extension TextDocumentIdentifier: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
    }
  }
}

/// A reference to a version of a document (LSP: VersionedTextDocumentIdentifier).
package struct VersionedTextDocumentIdentifier: Structure {
  package var uri: DocumentURI
  package var version: Int

  package init(uri: DocumentURI, version: Int) { (self.uri, self.version) = (uri, version) }
  package static let members = Members(Self.init, required("uri", \.uri), required("version", \.version))
}

// Implemented directly for speed: read at each keystroke.
extension VersionedTextDocumentIdentifier {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (uri, version) = try reader.read("uri", "version")
  }
}

/// A reference to a document and optionally its version (LSP: OptionalVersionedTextDocumentIdentifier).
package struct OptionalVersionedTextDocumentIdentifier: Structure {
  package var uri: DocumentURI
  /// In an edit sent to the client, nil means the file on disk; in a request to the server, any version.
  package var version: Int?

  package init(uri: DocumentURI, version: Int?) { (self.uri, self.version) = (uri, version) }
  package static let members = Members(Self.init, required("uri", \.uri), nullable("version", \.version))
}

/// A document sent by the client (LSP: TextDocumentItem).
package struct TextDocumentItem: Structure {
  package var uri: DocumentURI
  package var languageId: String
  package var version: Int
  /// The whole text as UTF-8.
  package var text: [UInt8]

  package init(uri: DocumentURI, languageId: String, version: Int, text: [UInt8]) {
    (self.uri, self.languageId, self.version, self.text) = (uri, languageId, version, text)
  }

  package static let members = Members(
    Self.init, required("uri", \.uri), required("languageId", \.languageId), required("version", \.version),
    required("text", \.text))
}

/// The parameters of requests about a whole document.
package struct TextDocumentParams: Structure {
  package var textDocument: TextDocumentIdentifier

  package init(textDocument: TextDocumentIdentifier) { self.textDocument = textDocument }

  package static let members = Members(Self.init, required("textDocument", \.textDocument))
}

/// The parameters of requests about a position (LSP: TextDocumentPositionParams).
package struct TextDocumentPositionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var position: Position

  package init(textDocument: TextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

// Implemented directly for speed: read at each cursor movement.
extension TextDocumentPositionParams {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (textDocument, position) = try reader.read("textDocument", "position")
  }
}

/// The parameters of requests about a part of a document.
package struct TextDocumentRangeParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var range: Range

  package init(textDocument: TextDocumentIdentifier, range: Range) {
    (self.textDocument, self.range) = (textDocument, range)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range))
}

/// Text to display (LSP: MarkupContent), or its older form, a plain string.
package struct MarkupContent: Hashable, Sendable {
  /// The format of the text; nil for a plain string, which is sent to clients that declare no format.
  package var kind: MarkupKind?
  package var value: String

  package init(kind: MarkupKind?, value: String) { (self.kind, self.value) = (kind, value) }
}

extension MarkupContent: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    kind = nil
    if try reader.peekKind() == .string {
      value = try reader.readString()
      return
    }
    let object = try reader.beginObject()
    kind = .plaintext
    var value: String?
    while let name = try reader.nextName() {
      switch name {
      case "kind": kind = try reader.read()
      case "value": value = try reader.read(String.self)
      default: break
      }
    }
    self.value = try reader.require(value, "value", of: object)
  }

  package func write(to writer: inout JSONWriter) {
    guard let kind else { return writer.string(value) }
    writer.object {
      $0.member("kind", kind)
      $0.member("value", value)
    }
  }
}

/// LSP: MarkupKind.
package struct MarkupKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let plaintext = Self(rawValue: "plaintext")
  package static let markdown = Self(rawValue: "markdown")
}

// MARK: - Synchronization

/// The synchronization of documents (LSP: TextDocumentSyncOptions).
package struct TextDocumentSyncOptions: Structure {
  package var openClose: Bool?
  package var change: TextDocumentSyncKind?
  package var save: SaveOptions?

  package init(openClose: Bool? = nil, change: TextDocumentSyncKind? = nil, save: SaveOptions? = nil) {
    (self.openClose, self.change, self.save) = (openClose, change, save)
  }

  package static let members = Members(
    Self.init, optional("openClose", \.openClose), optional("change", \.change), optional("save", \.save))
}

/// LSP: TextDocumentSyncKind.
package struct TextDocumentSyncKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let incremental = Self(rawValue: 2)
}

/// LSP: SaveOptions.
package struct SaveOptions: Structure {
  package var includeText: Bool?

  package init(includeText: Bool? = nil) { self.includeText = includeText }
  package static let members = Members(Self.init, optional("includeText", \.includeText))
}

/// `textDocument/didOpen`.
package struct DidOpenTextDocumentParams: Structure {
  package var textDocument: TextDocumentItem

  package init(textDocument: TextDocumentItem) { self.textDocument = textDocument }
  package static let members = Members(Self.init, required("textDocument", \.textDocument))
}

/// `textDocument/didChange`.
package struct DidChangeTextDocumentParams: Structure {
  package var textDocument: VersionedTextDocumentIdentifier
  /// The changes, to be applied in order, each to the result of the previous one.
  package var contentChanges: [TextDocumentContentChangeEvent]

  package init(
    textDocument: VersionedTextDocumentIdentifier, contentChanges: [TextDocumentContentChangeEvent]
  ) {
    (self.textDocument, self.contentChanges) = (textDocument, contentChanges)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("contentChanges", \.contentChanges))
}

// Implemented directly for speed: read at each keystroke.
extension DidChangeTextDocumentParams {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (textDocument, contentChanges) = try reader.read("textDocument", "contentChanges")
  }
}

/// One change of a document (LSP: TextDocumentContentChangeEvent).
package struct TextDocumentContentChangeEvent: Structure {
  /// The range to replace; nil means the whole document.
  package var range: Range?
  /// The new text of the range, or of the document, as UTF-8.
  package var text: [UInt8]

  package init(range: Range? = nil, text: [UInt8]) { (self.range, self.text) = (range, text) }
  package static let members = Members(Self.init, optional("range", \.range), required("text", \.text))
}

// Implemented directly for speed: read at each keystroke.
extension TextDocumentContentChangeEvent {
  package init(from reader: inout JSONReader) throws(JSONError) {
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
package typealias DidSaveTextDocumentParams = TextDocumentParams

/// `textDocument/didClose`.
package typealias DidCloseTextDocumentParams = TextDocumentParams
