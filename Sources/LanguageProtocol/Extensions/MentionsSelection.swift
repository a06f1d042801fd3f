public import JSONText

/// `mentions/didChangeSelection`, to the server.
public struct MentionsDidChangeSelectionParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  /// The first is the primary one.
  public var selections: [Range]

  public init(textDocument: TextDocumentIdentifier, selections: [Range]) {
    self.textDocument = textDocument
    self.selections = selections
  }
}

extension MentionsDidChangeSelectionParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var selections: [Range]?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "selections": selections = try reader.read([Range].self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.selections = try reader.require(selections, "selections", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("selections", selections)
    }
  }
}
