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
