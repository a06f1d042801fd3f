public import JSONText

/// `textDocument/documentLink`.
public struct DocumentLinkParams: Structure {
  public var textDocument: TextDocumentIdentifier

  public static let members = Members(Self.init, required("textDocument", \.textDocument))
}

/// A stretch that leads somewhere (LSP: DocumentLink).
public struct DocumentLink: Structure {
  public var range: Range
  /// Any URI, as it is written.
  public var target: String?
  public var tooltip: String?
  public var data: JSONValue?

  public init(range: Range, target: String? = nil, tooltip: String? = nil, data: JSONValue? = nil) {
    (self.range, self.target, self.tooltip, self.data) = (range, target, tooltip, data)
  }

  public static let members = Members(
    Self.init, required("range", \.range), optional("target", \.target), optional("tooltip", \.tooltip),
    optional("data", \.data))
}
