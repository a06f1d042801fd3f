import JSONText

/// Which document (LSP: TextDocumentIdentifier).
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

/// Which document, at which version (LSP: VersionedTextDocumentIdentifier).
package struct VersionedTextDocumentIdentifier: Structure {
  package var uri: DocumentURI
  package var version: Int

  package init(uri: DocumentURI, version: Int) { (self.uri, self.version) = (uri, version) }
  package static let members = Members(Self.init, required("uri", \.uri), required("version", \.version))
}

// Read at each key.
extension VersionedTextDocumentIdentifier {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (uri, version) = try reader.read("uri", "version")
  }
}

/// Which document, at which version if that matters (LSP: OptionalVersionedTextDocumentIdentifier).
package struct OptionalVersionedTextDocumentIdentifier: Structure {
  package var uri: DocumentURI
  /// nil: whatever is on disk.
  package var version: Int?

  package init(uri: DocumentURI, version: Int?) { (self.uri, self.version) = (uri, version) }
  package static let members = Members(Self.init, required("uri", \.uri), nullable("version", \.version))
}

/// A document that comes over the wire (LSP: TextDocumentItem).
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

/// The parameters of requests about a place (LSP: TextDocumentPositionParams).
package struct TextDocumentPositionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var position: Position

  package init(textDocument: TextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

// Read at each move of a cursor.
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
