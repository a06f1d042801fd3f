import JSONText

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

/// How a mention fares.
package struct PlannedFate: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let moved = Self(rawValue: "moved")
  package static let trimmed = Self(rawValue: "trimmed")
  package static let plain = Self(rawValue: "plain")
  package static let removed = Self(rawValue: "removed")
}
