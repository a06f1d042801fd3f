import JSONText

/// `mentions/transform`: a transform of a stretch of text that keeps the mentions in it. Also the argument of the command
/// `mentions.transform`, and the `data` of the code actions.
package struct MentionsTransformParams: Structure {
  /// With a version, only if the document still has it.
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var range: Range
  /// One of those that `mentions/transforms` lists.
  package var name: String
  /// Where `wrap` breaks lines, in columns of a terminal.
  package var column: Int?

  package init(
    textDocument: OptionalVersionedTextDocumentIdentifier, range: Range, name: String, column: Int? = nil
  ) {
    (self.textDocument, self.range) = (textDocument, range)
    (self.name, self.column) = (name, column)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range), required("name", \.name),
    optional("column", \.column))
}

/// `mentions/transforms`: which transforms there are.
package struct MentionsTransformsParams: Structure {
  /// Whose settings and language count; absent: those of no document.
  package var textDocument: TextDocumentIdentifier?

  package init(textDocument: TextDocumentIdentifier? = nil) { self.textDocument = textDocument }
  package static let members = Members(Self.init, optional("textDocument", \.textDocument))
}

/// What `mentions/transforms` answers.
package struct MentionsTransformsResult: Structure {
  package var transforms: [TransformInfo]

  package init(transforms: [TransformInfo]) { self.transforms = transforms }
  package static let members = Members(Self.init, required("transforms", \.transforms))
}

/// A transform as clients see it.
package struct TransformInfo: Structure {
  package var name: String
  /// For a menu.
  package var title: String
  /// What it changes.
  package var of: TransformSubject

  package init(name: String, title: String, of: TransformSubject) {
    (self.name, self.title, self.of) = (name, title, of)
  }

  package static let members = Members(
    Self.init, required("name", \.name), required("title", \.title), required("of", \.of))
}

/// What a transform changes: the text, and no mention; or the mentions, and nothing else.
package struct TransformSubject: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let text = Self(rawValue: "text")
  package static let mentions = Self(rawValue: "mentions")
}

/// The argument of the command `mentions.write`, and the `data` of code actions: puts a mention in place of text.
package struct MentionsWriteParams: Structure {
  /// With a version, only if the document still has it.
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  /// What to replace.
  package var range: Range
  /// Fields of an entity.
  package var entity: JSONValue
  /// The trigger by whose format it is written; absent: as implicit mentions are.
  package var trigger: String?
  /// Whether all places are replaced where the text of the range stands as words.
  package var everywhere: Bool?

  package init(
    textDocument: OptionalVersionedTextDocumentIdentifier, range: Range, entity: JSONValue,
    trigger: String? = nil, everywhere: Bool? = nil
  ) {
    (self.textDocument, self.range, self.entity) = (textDocument, range, entity)
    (self.trigger, self.everywhere) = (trigger, everywhere)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range),
    required("entity", \.entity), optional("trigger", \.trigger), optional("everywhere", \.everywhere))
}
