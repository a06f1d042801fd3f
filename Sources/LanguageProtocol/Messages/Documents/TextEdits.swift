public import JSONText

/// A replacement (LSP: TextEdit).
public struct TextEdit: Hashable, Sendable {
  public var range: Range
  public var newText: String

  public init(range: Range, newText: String) { (self.range, self.newText) = (range, newText) }
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
public struct InsertReplaceEdit: Structure {
  public var newText: String
  /// Up to the cursor.
  public var insert: Range
  /// Up to the end of the word.
  public var replace: Range

  public init(newText: String, insert: Range, replace: Range) {
    (self.newText, self.insert, self.replace) = (newText, insert, replace)
  }

  public static let members = Members(
    Self.init, required("newText", \.newText), required("insert", \.insert), required("replace", \.replace))
}

/// Edits of one document at one version (LSP: TextDocumentEdit).
public struct TextDocumentEdit: Structure {
  public var textDocument: OptionalVersionedTextDocumentIdentifier
  public var edits: [TextEdit]

  public init(textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit]) {
    (self.textDocument, self.edits) = (textDocument, edits)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("edits", \.edits))
}

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

    public init(uri: DocumentURI, edits: [TextEdit]) { (self.uri, self.edits) = (uri, edits) }
  }

  public init(changes: [Changes]? = nil, documentChanges: [TextDocumentEdit]? = nil) {
    (self.changes, self.documentChanges) = (changes, documentChanges)
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
