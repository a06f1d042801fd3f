public import JSONText

/// `textDocument/inlayHint`.
public typealias InlayHintParams = TextDocumentRangeParams

/// Text shown between the text (LSP: InlayHint).
public struct InlayHint: Structure {
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
    tooltip: MarkupContent? = nil, paddingLeft: Bool? = nil, paddingRight: Bool? = nil,
    data: JSONValue? = nil
  ) {
    (self.position, self.label, self.kind, self.textEdits) = (position, label, kind, textEdits)
    (self.tooltip, self.paddingLeft, self.paddingRight) = (tooltip, paddingLeft, paddingRight)
    self.data = data
  }

  public static let members = Members(
    Self.init, required("position", \.position), required("label", \.label), optional("kind", \.kind),
    optional("textEdits", \.textEdits), optional("tooltip", \.tooltip),
    optional("paddingLeft", \.paddingLeft), optional("paddingRight", \.paddingRight),
    optional("data", \.data))
}

/// LSP: InlayHintKind.
public struct InlayHintKind: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let type = Self(rawValue: 1)
  public static let parameter = Self(rawValue: 2)
}
