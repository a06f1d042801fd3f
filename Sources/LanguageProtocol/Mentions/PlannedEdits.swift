import JSONText

extension Method {
  package static let mentionsEdit = Method(rawValue: "mentions/edit")
  package static let mentionsBackspace = Method(rawValue: "mentions/backspace")
  package static let mentionsTransform = Method(rawValue: "mentions/transform")
  package static let mentionsTransforms = Method(rawValue: "mentions/transforms")
}

/// `mentions/edit`: the host's own edits, planned so that the mentions live.
package struct MentionsEditParams: Structure {
  /// With a version, only if the document still has it.
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  /// Disjoint, in any order, in the text as it is.
  package var edits: [TextEdit]
  /// Whether mentions that an edit only reaches into are left whole; absent: they become what they become by any edit.
  package var keep: KeptByEdit?

  package init(
    textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit], keep: KeptByEdit? = nil
  ) {
    (self.textDocument, self.edits, self.keep) = (textDocument, edits, keep)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("edits", \.edits), optional("keep", \.keep))
}

/// What an edit of the host leaves whole.
package struct KeptByEdit: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let mentions = Self(rawValue: "mentions")
}

/// What `mentions/edit` and `mentions/transform` answer. Nothing has changed yet: the client makes the edit.
package struct PlannedEditResult: Structure {
  /// One change of the document, bound to its version where the client can tell versions.
  package var edit: WorkspaceEdit
  /// All mentions of the document, in the order of the text as it is.
  package var mentions: [PlannedMention]
  /// The version for which this holds.
  package var version: Int

  package init(edit: WorkspaceEdit, mentions: [PlannedMention], version: Int) {
    (self.edit, self.mentions, self.version) = (edit, mentions, version)
  }

  package static let members = Members(
    Self.init, required("edit", \.edit), required("mentions", \.mentions), required("version", \.version))
}

/// What becomes of a mention by a planned edit.
package struct PlannedMention: Structure {
  /// In the text as it is.
  package var before: Range
  /// In the text after the edit; nil where it is no mention any more.
  package var after: Range?
  package var fate: PlannedFate

  package init(before: Range, after: Range?, fate: PlannedFate) {
    (self.before, self.after, self.fate) = (before, after, fate)
  }

  package static let members = Members(
    Self.init, required("before", \.before), optional("after", \.after), required("fate", \.fate))
}

/// How a mention fares: `moved`, `trimmed`, `plain` or `removed`.
package struct PlannedFate: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let moved = Self(rawValue: "moved")
}

// MARK: - Backspace

/// `mentions/backspace`: what a backspace at this place should do.
package struct MentionsBackspaceParams: Structure {
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var position: Position

  package init(textDocument: OptionalVersionedTextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

/// The argument of the commands `mentions.restore`, `mentions.trim` and `mentions.delete`: the mention at this place. With
/// a version, only if the document still has it.
package typealias MentionsFixParams = MentionsBackspaceParams

/// What `mentions/backspace` answers.
package struct MentionsBackspaceResult: Structure {
  package var action: BackspaceAction
  package var edit: TextEdit?
  /// Where the cursor belongs afterwards.
  package var position: Position?
  /// The version for which this holds.
  package var version: Int

  package init(action: BackspaceAction, edit: TextEdit? = nil, position: Position? = nil, version: Int) {
    (self.action, self.edit, self.position, self.version) = (action, edit, position, version)
  }

  package static let members = Members(
    Self.init, required("action", \.action), optional("edit", \.edit), optional("position", \.position),
    required("version", \.version))
}

/// What a backspace does.
package struct BackspaceAction: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The editor's own deletion is right.
  package static let none = Self(rawValue: "none")
  package static let lightUp = Self(rawValue: "lightUp")
  package static let trim = Self(rawValue: "trim")
  package static let delete = Self(rawValue: "delete")
}

// MARK: - Transforms

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
