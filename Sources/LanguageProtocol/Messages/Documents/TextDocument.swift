public import JSONText

/// Which document (LSP: TextDocumentIdentifier).
public struct TextDocumentIdentifier: Hashable, Sendable {
  public var uri: DocumentURI

  public init(uri: DocumentURI) { self.uri = uri }
}

extension TextDocumentIdentifier: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
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

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
    }
  }
}

/// Which document, at which version (LSP: VersionedTextDocumentIdentifier).
public struct VersionedTextDocumentIdentifier: Structure {
  public var uri: DocumentURI
  public var version: Int

  public init(uri: DocumentURI, version: Int) { (self.uri, self.version) = (uri, version) }
  public static let members = Members(Self.init, required("uri", \.uri), required("version", \.version))
}

// Read at each key.
extension VersionedTextDocumentIdentifier {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var version: Int?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "version": version = try reader.read(Int.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.version = try reader.require(version, "version", of: object)
  }
}

/// Which document, at which version if that matters (LSP: OptionalVersionedTextDocumentIdentifier).
public struct OptionalVersionedTextDocumentIdentifier: Structure {
  public var uri: DocumentURI
  /// nil: whatever is on disk.
  public var version: Int?

  public init(uri: DocumentURI, version: Int?) { (self.uri, self.version) = (uri, version) }
  public static let members = Members(Self.init, required("uri", \.uri), nullable("version", \.version))
}

/// A document that comes over the wire (LSP: TextDocumentItem).
public struct TextDocumentItem: Structure {
  public var uri: DocumentURI
  public var languageId: String
  public var version: Int
  /// The whole text as UTF-8.
  public var text: [UInt8]

  public init(uri: DocumentURI, languageId: String, version: Int, text: [UInt8]) {
    (self.uri, self.languageId, self.version, self.text) = (uri, languageId, version, text)
  }

  public static let members = Members(
    Self.init, required("uri", \.uri), required("languageId", \.languageId), required("version", \.version),
    required("text", \.text))
}

/// The parameters of requests about a whole document.
public struct TextDocumentParams: Structure {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) { self.textDocument = textDocument }

  public static let members = Members(Self.init, required("textDocument", \.textDocument))
}

/// The parameters of requests about a place (LSP: TextDocumentPositionParams).
public struct TextDocumentPositionParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var position: Position

  public init(textDocument: TextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

/// The parameters of requests about a part of a document.
public struct TextDocumentRangeParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var range: Range

  public init(textDocument: TextDocumentIdentifier, range: Range) {
    (self.textDocument, self.range) = (textDocument, range)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range))
}
