import JSONText

extension Method {
  package static let mentionsEdit = Method(rawValue: "mentions/edit")
  package static let mentionsBackspace = Method(rawValue: "mentions/backspace")
  package static let mentionsTransform = Method(rawValue: "mentions/transform")
  package static let mentionsTransforms = Method(rawValue: "mentions/transforms")
}

/// `mentions/edit`: edits by the host, planned so that mentions are preserved.
package struct MentionsEditParams: Structure {
  /// The document; if a version is given, it must still be current.
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  /// The edits: disjoint, in any order, relative to the current text.
  package var edits: [TextEdit]
  /// If this is `mentions`, a mention stays whole when an edit touches only a part of it; if absent, such a mention
  /// changes as it does with any other edit.
  package var keep: KeptByEdit?

  package init(
    textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit], keep: KeptByEdit? = nil
  ) {
    (self.textDocument, self.edits, self.keep) = (textDocument, edits, keep)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("edits", \.edits), optional("keep", \.keep))
}

/// Text that an edit by the host preserves.
package struct KeptByEdit: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let mentions = Self(rawValue: "mentions")
}

/// The result of `mentions/edit` and `mentions/transform`. The document is unchanged: the client applies the edit.
package struct PlannedEditResult: Structure {
  /// One change of the document, bound to the document's version if the client supports versioned edits.
  package var edit: WorkspaceEdit
  /// All mentions of the document, in the order of the current text.
  package var mentions: [PlannedMention]
  /// The version of the document to which the edit applies.
  package var version: Int

  package init(edit: WorkspaceEdit, mentions: [PlannedMention], version: Int) {
    (self.edit, self.mentions, self.version) = (edit, mentions, version)
  }

  package static let members = Members(
    Self.init, required("edit", \.edit), required("mentions", \.mentions), required("version", \.version))
}

/// The effect of a planned edit on a mention.
package struct PlannedMention: Structure {
  /// The range in the current text.
  package var before: Range
  /// The range in the text after the edit; nil if the edit removes the mention or turns it into plain text.
  package var after: Range?
  package var fate: PlannedFate

  package init(before: Range, after: Range?, fate: PlannedFate) {
    (self.before, self.after, self.fate) = (before, after, fate)
  }

  package static let members = Members(
    Self.init, required("before", \.before), optional("after", \.after), required("fate", \.fate))
}

/// The fate of a mention: `moved`, `trimmed`, `plain` or `removed`.
package struct PlannedFate: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let moved = Self(rawValue: "moved")
}

// MARK: - Backspace

/// `mentions/backspace`: the effect of a backspace at a position.
package struct MentionsBackspaceParams: Structure {
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var position: Position

  package init(textDocument: OptionalVersionedTextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

/// The argument of the commands `mentions.restore`, `mentions.trim` and `mentions.delete`: the position of the
/// mention. If a version is given, it must still be current.
package typealias MentionsFixParams = MentionsBackspaceParams

/// The result of `mentions/backspace`.
package struct MentionsBackspaceResult: Structure {
  package var action: BackspaceAction
  package var edit: TextEdit?
  /// The cursor position after the edit.
  package var position: Position?
  /// The version of the document to which the edit applies.
  package var version: Int

  package init(action: BackspaceAction, edit: TextEdit? = nil, position: Position? = nil, version: Int) {
    (self.action, self.edit, self.position, self.version) = (action, edit, position, version)
  }

  package static let members = Members(
    Self.init, required("action", \.action), optional("edit", \.edit), optional("position", \.position),
    required("version", \.version))
}

/// The effect of a backspace.
package struct BackspaceAction: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The editor deletes text as usual.
  package static let none = Self(rawValue: "none")
  package static let lightUp = Self(rawValue: "lightUp")
  package static let trim = Self(rawValue: "trim")
  package static let delete = Self(rawValue: "delete")
}

// MARK: - Transforms

/// `mentions/transform`: transforms text and preserves the mentions in it. Also the argument of the command
/// `mentions.transform`, and the `data` of the code actions that offer transforms.
package struct MentionsTransformParams: Structure {
  /// The document; if a version is given, it must still be current.
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var range: Range
  /// The name of a transform, as listed by `mentions/transforms`.
  package var name: String
  /// The column at which `wrap` breaks lines, in terminal columns.
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

/// `mentions/transforms`: lists the available transforms.
package struct MentionsTransformsParams: Structure {
  /// The document whose settings and language apply; if absent, the settings that apply without a document are used.
  package var textDocument: TextDocumentIdentifier?

  package static let members = Members(Self.init, optional("textDocument", \.textDocument))
}

/// The result of `mentions/transforms`.
package struct MentionsTransformsResult: Structure {
  package var transforms: [TransformInfo]

  package init(transforms: [TransformInfo]) { self.transforms = transforms }
  package static let members = Members(Self.init, required("transforms", \.transforms))
}

/// A transform in messages to clients.
package struct TransformInfo: Structure {
  package var name: String
  /// The title for a menu.
  package var title: String
  /// The parts of the text that the transform changes.
  package var of: TransformSubject

  package init(name: String, title: String, of: TransformSubject) {
    (self.name, self.title, self.of) = (name, title, of)
  }

  package static let members = Members(
    Self.init, required("name", \.name), required("title", \.title), required("of", \.of))
}

/// The subject of a transform: the text except for mentions, or the mentions only.
package struct TransformSubject: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let text = Self(rawValue: "text")
  package static let mentions = Self(rawValue: "mentions")
}

/// The argument of the command `mentions.write`, and the `data` of code actions: replaces text with a mention.
package struct MentionsWriteParams: Structure {
  /// The document; if a version is given, it must still be current.
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  /// The text to replace.
  package var range: Range
  /// The fields of the entity to mention.
  package var entity: JSONValue
  /// The trigger that determines the format; if absent, the format of implicit mentions is used.
  package var trigger: String?
  /// Whether to replace all occurrences of the range's text as whole words.
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
