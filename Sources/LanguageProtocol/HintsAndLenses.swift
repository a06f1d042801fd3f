import JSONText

extension Method {
  package static let inlayHint = Method(rawValue: "textDocument/inlayHint")
  package static let inlayHintResolve = Method(rawValue: "inlayHint/resolve")
  package static let inlayHintRefresh = Method(rawValue: "workspace/inlayHint/refresh")
  package static let codeLens = Method(rawValue: "textDocument/codeLens")
  package static let codeLensResolve = Method(rawValue: "codeLens/resolve")
  package static let codeLensRefresh = Method(rawValue: "workspace/codeLens/refresh")
}

/// `textDocument/inlayHint`.
package typealias InlayHintParams = TextDocumentRangeParams

/// Additional text displayed within a line (LSP: InlayHint).
package struct InlayHint: Structure {
  package var position: Position
  package var label: InlayHintLabel
  package var kind: InlayHintKind?
  package var textEdits: [TextEdit]?
  package var tooltip: MarkupContent?
  package var paddingLeft: Bool?
  package var paddingRight: Bool?
  package var data: JSONValue?

  package init(
    position: Position, label: InlayHintLabel, kind: InlayHintKind? = nil, textEdits: [TextEdit]? = nil,
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
}

/// LSP: `string | InlayHintLabelPart[]`.
package enum InlayHintLabel: Hashable, Sendable {
  case text(String)
  case parts([InlayHintLabelPart])
}

extension InlayHintLabel: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    self = try reader.peekKind() == .string ? .text(reader.readString()) : .parts(reader.read())
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): text.write(to: &writer)
    case .parts(let parts): parts.write(to: &writer)
    }
  }
}

/// A part of a hint's label, with its own tooltip and command (LSP: InlayHintLabelPart).
package struct InlayHintLabelPart: Structure {
  package var value: String
  package var tooltip: MarkupContent?
  package var command: Command?

  package init(value: String, tooltip: MarkupContent? = nil, command: Command? = nil) {
    (self.value, self.tooltip, self.command) = (value, tooltip, command)
  }

  package static let members = Members(
    Self.init, required("value", \.value), optional("tooltip", \.tooltip), optional("command", \.command))
}

// MARK: - Code lenses

/// `textDocument/codeLens`.
package typealias CodeLensParams = TextDocumentParams

/// A line of text above a line of the document (LSP: CodeLens).
package struct CodeLens: Structure {
  package var range: Range
  /// The title and the command to run when the user clicks it; nil until the lens is resolved.
  package var command: Command?
  package var data: JSONValue?

  package init(range: Range, command: Command? = nil, data: JSONValue? = nil) {
    (self.range, self.command, self.data) = (range, command, data)
  }

  package static let members = Members(
    Self.init, required("range", \.range), optional("command", \.command), optional("data", \.data))
}
