import JSONText

/// `textDocument/inlayHint`.
package typealias InlayHintParams = TextDocumentRangeParams

/// Text shown between the text (LSP: InlayHint).
package struct InlayHint: Structure {
  package var position: Position
  package var label: String
  package var kind: InlayHintKind?
  package var textEdits: [TextEdit]?
  package var tooltip: MarkupContent?
  package var paddingLeft: Bool?
  package var paddingRight: Bool?
  package var data: JSONValue?

  package init(
    position: Position, label: String, kind: InlayHintKind? = nil, textEdits: [TextEdit]? = nil,
    tooltip: MarkupContent? = nil, paddingLeft: Bool? = nil, paddingRight: Bool? = nil,
    data: JSONValue? = nil
  ) {
    (self.position, self.label, self.kind, self.textEdits) = (position, label, kind, textEdits)
    (self.tooltip, self.paddingLeft, self.paddingRight) = (tooltip, paddingLeft, paddingRight)
    self.data = data
  }

  package static let members = Members(
    Self.init, required("position", \.position), required("label", \.label), optional("kind", \.kind),
    optional("textEdits", \.textEdits), optional("tooltip", \.tooltip),
    optional("paddingLeft", \.paddingLeft), optional("paddingRight", \.paddingRight),
    optional("data", \.data))
}

/// LSP: InlayHintKind.
package struct InlayHintKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let type = Self(rawValue: 1)
  package static let parameter = Self(rawValue: 2)
}
