public import JSONText

/// `mentions/chooserItems`: rows of the chooser, for clients that draw their own.
public struct MentionsChooserItemsParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var start: Int
  public var count: Int

  public init(textDocument: TextDocumentIdentifier, start: Int, count: Int) {
    (self.textDocument, self.start, self.count) = (textDocument, start, count)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("start", \.start),
    required("count", \.count))
}

/// What `mentions/chooserItems` answers.
public struct MentionsChooserItemsResult: Structure {
  public var generation: Int
  public var items: [ChooserItem]
  public var total: Int
  public var loading: Bool

  public init(generation: Int, items: [ChooserItem], total: Int, loading: Bool) {
    (self.generation, self.items, self.total, self.loading) = (generation, items, total, loading)
  }

  public static let members = Members(
    Self.init, required("generation", \.generation), required("items", \.items), required("total", \.total),
    required("loading", \.loading))
}

/// A row of the chooser.
public struct ChooserItem: Structure {
  public var entity: JSONValue
  public var label: String
  public var detail: String?
  /// What of the label matched, as pairs of start and end: UTF-8 offsets, whatever the position encoding.
  public var matches: [[Int]]

  public init(entity: JSONValue, label: String, detail: String? = nil, matches: [[Int]]) {
    (self.entity, self.label, self.detail, self.matches) = (entity, label, detail, matches)
  }

  public static let members = Members(
    Self.init, required("entity", \.entity), required("label", \.label), optional("detail", \.detail),
    required("matches", \.matches))
}

/// `mentions/select`: the user chose a row.
public struct MentionsSelectParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var generation: Int
  public var index: Int

  public init(textDocument: TextDocumentIdentifier, generation: Int, index: Int) {
    (self.textDocument, self.generation, self.index) = (textDocument, generation, index)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("generation", \.generation),
    required("index", \.index))
}

/// What `mentions/select` answers; the client applies it, and the annotation follows from the change.
public struct MentionsSelectResult: Structure {
  public var edit: TextEdit
  public var additionalEdits: [TextEdit]
  public var version: Int

  public init(edit: TextEdit, additionalEdits: [TextEdit], version: Int) {
    (self.edit, self.additionalEdits, self.version) = (edit, additionalEdits, version)
  }

  public static let members = Members(
    Self.init, required("edit", \.edit), required("additionalEdits", \.additionalEdits),
    required("version", \.version))
}

/// `mentions/cancel`, to the server: the user closed the chooser.
public typealias MentionsCancelParams = TextDocumentParams
