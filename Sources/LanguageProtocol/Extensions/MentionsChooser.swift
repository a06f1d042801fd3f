import JSONText

/// `mentions/chooserItems`: rows of the chooser, for clients that draw their own.
package struct MentionsChooserItemsParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var start: Int
  package var count: Int

  package init(textDocument: TextDocumentIdentifier, start: Int, count: Int) {
    (self.textDocument, self.start, self.count) = (textDocument, start, count)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("start", \.start),
    required("count", \.count))
}

/// What `mentions/chooserItems` answers.
package struct MentionsChooserItemsResult: Structure {
  package var generation: Int
  package var items: [ChooserItem]
  package var total: Int
  package var loading: Bool

  package init(generation: Int, items: [ChooserItem], total: Int, loading: Bool) {
    (self.generation, self.items, self.total, self.loading) = (generation, items, total, loading)
  }

  package static let members = Members(
    Self.init, required("generation", \.generation), required("items", \.items), required("total", \.total),
    required("loading", \.loading))
}

/// A row of the chooser.
package struct ChooserItem: Structure {
  package var entity: JSONValue
  package var label: String
  package var detail: String?
  /// What of the label matched, as pairs of start and end: UTF-8 offsets, whatever the position encoding.
  package var matches: [[Int]]

  package init(entity: JSONValue, label: String, detail: String? = nil, matches: [[Int]]) {
    (self.entity, self.label, self.detail, self.matches) = (entity, label, detail, matches)
  }

  package static let members = Members(
    Self.init, required("entity", \.entity), required("label", \.label), optional("detail", \.detail),
    required("matches", \.matches))
}

/// `mentions/select`: the user chose a row.
package struct MentionsSelectParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var generation: Int
  package var index: Int

  package init(textDocument: TextDocumentIdentifier, generation: Int, index: Int) {
    (self.textDocument, self.generation, self.index) = (textDocument, generation, index)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("generation", \.generation),
    required("index", \.index))
}

/// What `mentions/select` answers; the client applies it, and the annotation follows from the change.
package struct MentionsSelectResult: Structure {
  package var edit: TextEdit
  package var additionalEdits: [TextEdit]
  package var version: Int

  package init(edit: TextEdit, additionalEdits: [TextEdit], version: Int) {
    (self.edit, self.additionalEdits, self.version) = (edit, additionalEdits, version)
  }

  package static let members = Members(
    Self.init, required("edit", \.edit), required("additionalEdits", \.additionalEdits),
    required("version", \.version))
}

/// `mentions/cancel`, to the server: the user closed the chooser.
package typealias MentionsCancelParams = TextDocumentParams
