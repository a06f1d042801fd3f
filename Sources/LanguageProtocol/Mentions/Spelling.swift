import JSONText

extension Method {
  /// A request to the server, and also a notification to the client.
  package static let mentionsSpelling = Method(rawValue: "mentions/spelling")
}

/// `mentions/spelling`: the ranges where spell checking must be off.
package typealias MentionsSpellingParams = TextDocumentParams

/// The result of `mentions/spelling`.
package struct MentionsSpellingResult: Structure {
  /// The ranges of mentions, and of text that is being typed to create a mention; disjoint, in document order.
  package var off: [Range]

  package init(off: [Range]) { self.off = off }
  package static let members = Members(Self.init, required("off", \.off))
}

/// `mentions/spelling`, to the client: the ranges have changed other than by moving with the text.
package struct MentionsSpellingChangeParams: Structure {
  package var textDocument: VersionedTextDocumentIdentifier
  package var off: [Range]

  package init(textDocument: VersionedTextDocumentIdentifier, off: [Range]) {
    (self.textDocument, self.off) = (textDocument, off)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("off", \.off))
}
