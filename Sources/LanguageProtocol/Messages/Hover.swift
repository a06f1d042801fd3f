public import JSONText

/// What `textDocument/hover` answers (LSP: Hover).
public struct Hover: Hashable, Sendable {
  public var contents: MarkupContent
  public var range: Range?

  public init(contents: MarkupContent, range: Range? = nil) {
    self.contents = contents
    self.range = range
  }
}

extension Hover: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var contents: MarkupContent?
    var range: Range?
    while let member = try reader.nextName() {
      switch member {
      case "contents": contents = try reader.read(MarkupContent.self)
      case "range": range = try reader.read()
      default: break
      }
    }
    self.contents = try reader.require(contents, "contents", of: object)
    self.range = range
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("contents", contents)
      $0.member("range", ifPresent: range)
    }
  }
}

/// What `textDocument/documentHighlight` answers, one of (LSP: DocumentHighlight).
public struct DocumentHighlight: Hashable, Sendable {
  public var range: Range
  public var kind: DocumentHighlightKind?

  public init(range: Range, kind: DocumentHighlightKind? = nil) {
    self.range = range
    self.kind = kind
  }
}

extension DocumentHighlight: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var kind: DocumentHighlightKind?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read(Range.self)
      case "kind": kind = try reader.read()
      default: break
      }
    }
    self.range = try reader.require(range, "range", of: object)
    self.kind = kind
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("kind", ifPresent: kind)
    }
  }
}

/// LSP: DocumentHighlightKind.
public struct DocumentHighlightKind: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let text = Self(rawValue: 1)
  public static let read = Self(rawValue: 2)
  public static let write = Self(rawValue: 3)
}
