import JSONText

/// `mentions/add`: annotate text that is in the document already.
package struct MentionsAddParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var mentions: [MentionAddition]

  package init(textDocument: TextDocumentIdentifier, mentions: [MentionAddition]) {
    (self.textDocument, self.mentions) = (textDocument, mentions)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("mentions", \.mentions))
}

/// One annotation to be added.
package struct MentionAddition: Structure {
  package var range: Range
  /// What the range holds, as far as the client knows.
  package var text: String
  /// An entity with the fields that sources give too; `name` is required.
  package var entity: JSONValue

  package init(range: Range, text: String, entity: JSONValue) {
    (self.range, self.text, self.entity) = (range, text, entity)
  }

  package static let members = Members(
    Self.init, required("range", \.range), required("text", \.text), required("entity", \.entity))
}

/// What `mentions/add` answers.
package struct MentionsAddResult: Structure {
  package var added: Int
  package var refused: [MentionRefusal]

  package init(added: Int, refused: [MentionRefusal]) { (self.added, self.refused) = (added, refused) }
  package static let members = Members(Self.init, required("added", \.added), required("refused", \.refused))
}

/// Why an annotation was not added.
package struct MentionRefusal: Structure {
  /// Its place in `mentions`, from 0.
  package var index: Int
  package var reason: String

  package init(index: Int, reason: String) { (self.index, self.reason) = (index, reason) }
  package static let members = Members(Self.init, required("index", \.index), required("reason", \.reason))
}

/// `mentions/remove`: turn annotations back into plain text.
package struct MentionsRemoveParams: Structure {
  package var textDocument: TextDocumentIdentifier
  /// nil: all of them.
  package var ranges: [Range]?

  package init(textDocument: TextDocumentIdentifier, ranges: [Range]? = nil) {
    (self.textDocument, self.ranges) = (textDocument, ranges)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("ranges", \.ranges))
}

/// What `mentions/remove` answers.
package struct MentionsRemoveResult: Structure {
  package var removed: Int

  package init(removed: Int) { self.removed = removed }
  package static let members = Members(Self.init, required("removed", \.removed))
}
