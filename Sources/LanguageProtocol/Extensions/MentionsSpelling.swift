import JSONText

/// `mentions/spelling`: where spell checking must stay off.
package typealias MentionsSpellingParams = TextDocumentParams

/// What `mentions/spelling` answers.
package struct MentionsSpellingResult: Structure {
  /// Mentions, and what is typed to make one; in the order of the text, disjoint.
  package var off: [Range]

  package init(off: [Range]) { self.off = off }
  package static let members = Members(Self.init, required("off", \.off))
}

/// `mentions/spelling`, to the client: the answer is another one now, by more than moving along with the text.
package struct MentionsSpellingChangeParams: Structure {
  package var textDocument: VersionedTextDocumentIdentifier
  package var off: [Range]

  package init(textDocument: VersionedTextDocumentIdentifier, off: [Range]) {
    (self.textDocument, self.off) = (textDocument, off)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("off", \.off))
}
