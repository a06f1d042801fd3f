import JSONText

/// A replacement (LSP: TextEdit).
package struct TextEdit: Hashable, Sendable {
  package var range: Range
  package var newText: String

  package init(range: Range, newText: String) { (self.range, self.newText) = (range, newText) }
}

extension TextEdit: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (range, newText) = try reader.read("range", "newText")
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("newText", newText)
    }
  }
}

/// Edits of one document at one version (LSP: TextDocumentEdit).
package struct TextDocumentEdit: Structure {
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var edits: [TextEdit]

  package init(textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit]) {
    (self.textDocument, self.edits) = (textDocument, edits)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("edits", \.edits))
}

/// Edits of several documents (LSP: WorkspaceEdit).
package struct WorkspaceEdit: Hashable, Sendable {
  /// Edits by document, for clients without `documentChanges`.
  package var changes: [Changes]?
  /// Versioned edits. Creating, renaming and deleting files is not among what we do.
  package var documentChanges: [TextDocumentEdit]?

  /// The edits of one document, of whatever version.
  package struct Changes: Hashable, Sendable {
    package var uri: DocumentURI
    package var edits: [TextEdit]

    package init(uri: DocumentURI, edits: [TextEdit]) { (self.uri, self.edits) = (uri, edits) }
  }

  package init(changes: [Changes]? = nil, documentChanges: [TextDocumentEdit]? = nil) {
    (self.changes, self.documentChanges) = (changes, documentChanges)
  }
}

extension WorkspaceEdit: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name {
      case "changes":
        if try reader.readNull() { continue }
        var changes: [Changes] = []
        try reader.beginObject()
        while let name = try reader.nextName() {
          changes.append(Changes(uri: DocumentURI(name.text), edits: try reader.read()))
        }
        self.changes = changes
      case "documentChanges": documentChanges = try reader.read()
      default: break
      }
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      if let changes {
        $0.member("changes") {
          $0.object {
            for change in changes { $0.member(named: change.uri.text, change.edits) }
          }
        }
      }
      $0.member("documentChanges", ifPresent: documentChanges)
    }
  }
}
