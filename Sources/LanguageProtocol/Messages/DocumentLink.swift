public import JSONText

/// `textDocument/documentLink`.
public struct DocumentLinkParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

extension DocumentLinkParams: JSONReadable, JSONWritable {
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

/// A stretch that leads somewhere (LSP: DocumentLink).
public struct DocumentLink: Hashable, Sendable {
  public var range: Range
  /// Any URI, as it is written.
  public var target: String?
  public var tooltip: String?
  public var data: JSONValue?

  public init(range: Range, target: String? = nil, tooltip: String? = nil, data: JSONValue? = nil) {
    self.range = range
    self.target = target
    self.tooltip = tooltip
    self.data = data
  }
}

extension DocumentLink: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var target: String?
    var tooltip: String?
    var data: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read(Range.self)
      case "target": target = try reader.read()
      case "tooltip": tooltip = try reader.read()
      case "data": data = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.range = try reader.require(range, "range", of: object)
    self.target = target
    self.tooltip = tooltip
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("target", ifPresent: target)
      $0.member("tooltip", ifPresent: tooltip)
      $0.member("data", ifPresent: data)
    }
  }
}
