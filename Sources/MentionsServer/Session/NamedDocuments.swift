import LanguageProtocol

/// The documents that requests name.
extension Session {
  func openDocument(_ identifier: TextDocumentIdentifier) throws(RPCError) -> OpenDocument {
    guard let document = documents[identifier.uri] else {
      throw RPCError(.invalidParams, "textDocument.uri: \(identifier.uri) is not open")
    }
    return document
  }

  /// The document, if it is what the client had before it when it asked.
  func currentDocument(
    _ identifier: OptionalVersionedTextDocumentIdentifier
  ) throws(RPCError) -> OpenDocument {
    let document = try openDocument(TextDocumentIdentifier(uri: identifier.uri))
    if let version = identifier.version, version != document.version {
      throw RPCError(
        .contentModified, "the document is at version \(document.version), not at \(version)")
    }
    return document
  }
}
