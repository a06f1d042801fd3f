public import JSONText

/// `textDocument/inlayHint`.
public struct InlayHintParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var range: Range

  public init(textDocument: TextDocumentIdentifier, range: Range) {
    self.textDocument = textDocument
    self.range = range
  }
}

extension InlayHintParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var range: Range?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "range": range = try reader.read(Range.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.range = try reader.require(range, "range", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("range", range)
    }
  }
}

/// Text shown between the text (LSP: InlayHint).
public struct InlayHint: Hashable, Sendable {
  public var position: Position
  public var label: String
  public var kind: InlayHintKind?
  public var textEdits: [TextEdit]?
  public var tooltip: MarkupContent?
  public var paddingLeft: Bool?
  public var paddingRight: Bool?
  public var data: JSONValue?

  public init(
    position: Position, label: String, kind: InlayHintKind? = nil, textEdits: [TextEdit]? = nil,
    tooltip: MarkupContent? = nil, paddingLeft: Bool? = nil, paddingRight: Bool? = nil, data: JSONValue? = nil
  ) {
    self.position = position
    self.label = label
    self.kind = kind
    self.textEdits = textEdits
    self.tooltip = tooltip
    self.paddingLeft = paddingLeft
    self.paddingRight = paddingRight
    self.data = data
  }
}

extension InlayHint: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var position: Position?
    var label: String?
    var kind: InlayHintKind?
    var textEdits: [TextEdit]?
    var tooltip: MarkupContent?
    var paddingLeft: Bool?
    var paddingRight: Bool?
    var data: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "position": position = try reader.read(Position.self)
      case "label": label = try reader.read(String.self)
      case "kind": kind = try reader.read()
      case "textEdits": textEdits = try reader.read()
      case "tooltip": tooltip = try reader.read()
      case "paddingLeft": paddingLeft = try reader.read()
      case "paddingRight": paddingRight = try reader.read()
      case "data": data = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.position = try reader.require(position, "position", of: object)
    self.label = try reader.require(label, "label", of: object)
    self.kind = kind
    self.textEdits = textEdits
    self.tooltip = tooltip
    self.paddingLeft = paddingLeft
    self.paddingRight = paddingRight
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("position", position)
      $0.member("label", label)
      $0.member("kind", ifPresent: kind)
      $0.member("textEdits", ifPresent: textEdits)
      $0.member("tooltip", ifPresent: tooltip)
      $0.member("paddingLeft", ifPresent: paddingLeft)
      $0.member("paddingRight", ifPresent: paddingRight)
      $0.member("data", ifPresent: data)
    }
  }
}

/// LSP: InlayHintKind.
public struct InlayHintKind: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let type = Self(rawValue: 1)
  public static let parameter = Self(rawValue: 2)
}
