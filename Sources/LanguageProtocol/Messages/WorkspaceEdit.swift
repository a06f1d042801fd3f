public import JSONText

/// Edits of several documents (LSP: WorkspaceEdit).
public struct WorkspaceEdit: Hashable, Sendable {
  /// Edits by document, for clients without `documentChanges`.
  public var changes: [Changes]?
  /// Versioned edits. Creating, renaming and deleting files is not among what we do.
  public var documentChanges: [TextDocumentEdit]?

  /// The edits of one document, of whatever version.
  public struct Changes: Hashable, Sendable {
    public var uri: DocumentURI
    public var edits: [TextEdit]

    public init(uri: DocumentURI, edits: [TextEdit]) {
      self.uri = uri
      self.edits = edits
    }
  }

  public init(changes: [Changes]? = nil, documentChanges: [TextDocumentEdit]? = nil) {
    self.changes = changes
    self.documentChanges = documentChanges
  }
}

extension WorkspaceEdit: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
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

  public func write(to writer: inout JSONWriter) {
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
