/// `mentions/didChangeSelection`, to the server.
public struct MentionsDidChangeSelectionParams: Structure {
  public var textDocument: TextDocumentIdentifier
  /// The first is the primary one.
  public var selections: [Range]

  public init(textDocument: TextDocumentIdentifier, selections: [Range]) {
    (self.textDocument, self.selections) = (textDocument, selections)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("selections", \.selections))
}
