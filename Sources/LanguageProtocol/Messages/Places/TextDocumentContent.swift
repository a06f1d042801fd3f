import JSONText

/// `workspace/textDocumentContent`: the text of a document that only the server has (LSP 3.18).
package struct TextDocumentContentParams: Structure {
  package var uri: DocumentURI

  package init(uri: DocumentURI) { self.uri = uri }
  package static let members = Members(Self.init, required("uri", \.uri))
}

/// LSP: TextDocumentContentResult.
package struct TextDocumentContentResult: Structure {
  package var text: String

  package init(text: String) { self.text = text }
  package static let members = Members(Self.init, required("text", \.text))
}

/// LSP: TextDocumentContentOptions.
package struct TextDocumentContentOptions: Structure {
  package var schemes: [String]

  package init(schemes: [String]) { self.schemes = schemes }
  package static let members = Members(Self.init, required("schemes", \.schemes))
}
