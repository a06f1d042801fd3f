import JSONText

/// `textDocument/didOpen`.
package struct DidOpenTextDocumentParams: Structure {
  package var textDocument: TextDocumentItem

  package init(textDocument: TextDocumentItem) { self.textDocument = textDocument }
  package static let members = Members(Self.init, required("textDocument", \.textDocument))
}

/// `textDocument/didChange`.
package struct DidChangeTextDocumentParams: Structure {
  package var textDocument: VersionedTextDocumentIdentifier
  /// To be applied one after the other, each to the outcome of the one before.
  package var contentChanges: [TextDocumentContentChangeEvent]

  package init(
    textDocument: VersionedTextDocumentIdentifier, contentChanges: [TextDocumentContentChangeEvent]
  ) {
    (self.textDocument, self.contentChanges) = (textDocument, contentChanges)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("contentChanges", \.contentChanges))
}

// Read at each key.
extension DidChangeTextDocumentParams {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (textDocument, contentChanges) = try reader.read("textDocument", "contentChanges")
  }
}

/// One change of a document (LSP: TextDocumentContentChangeEvent).
package struct TextDocumentContentChangeEvent: Structure {
  /// nil: the whole document.
  package var range: Range?
  /// What the range, or the document, holds afterwards, as UTF-8.
  package var text: [UInt8]

  package init(range: Range? = nil, text: [UInt8]) { (self.range, self.text) = (range, text) }
  package static let members = Members(Self.init, optional("range", \.range), required("text", \.text))
}

// Read at each key.
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
