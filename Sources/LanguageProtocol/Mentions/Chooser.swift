import JSONText

extension Method {
  package static let mentionsChooserItems = Method(rawValue: "mentions/chooserItems")
  package static let mentionsSelect = Method(rawValue: "mentions/select")
  package static let mentionsCancel = Method(rawValue: "mentions/cancel")
  package static let mentionsChooser = Method(rawValue: "mentions/chooser")
  package static let mentionsDidSelect = Method(rawValue: "mentions/didSelect")
  package static let mentionsRetrieveEntities = Method(rawValue: "mentions/retrieveEntities")
  package static let mentionsEntities = Method(rawValue: "mentions/entities")
  package static let mentionsResolveEntity = Method(rawValue: "mentions/resolveEntity")
}

/// `mentions/chooserItems`: rows of the chooser, for clients that draw the chooser themselves.
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

/// The result of `mentions/chooserItems`.
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
  /// The matches in the label, as pairs of start and end: UTF-8 offsets, regardless of the position encoding.
  package var matches: [[Int]]
  /// The matches in the entity's handle; absent if there are none.
  package var handleMatches: [[Int]]?

  package init(
    entity: JSONValue, label: String, detail: String? = nil, matches: [[Int]], handleMatches: [[Int]]? = nil
  ) {
    (self.entity, self.label, self.detail, self.matches) = (entity, label, detail, matches)
    self.handleMatches = handleMatches
  }

  package static let members = Members(
    Self.init, required("entity", \.entity), required("label", \.label), optional("detail", \.detail),
    required("matches", \.matches), optional("handleMatches", \.handleMatches))
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

/// The result of `mentions/select`. The client applies the edits; the server creates the annotation when it receives
/// the resulting change.
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

// MARK: - Notifications to the client

/// `mentions/chooser`, to the client: a change of the chooser's state.
package struct MentionsChooserParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var event: ChooserEventName
  package var range: Range?
  package var generation: Int
  package var count: Int
  package var loading: Bool
  package var borderMode: ChooserBorderMode
  package var background: String?

  package init(
    textDocument: TextDocumentIdentifier, event: ChooserEventName, range: Range? = nil, generation: Int,
    count: Int, loading: Bool, borderMode: ChooserBorderMode, background: String? = nil
  ) {
    (self.textDocument, self.event, self.range, self.generation) = (textDocument, event, range, generation)
    (self.count, self.loading, self.borderMode, self.background) = (count, loading, borderMode, background)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("event", \.event),
    optional("range", \.range), required("generation", \.generation), required("count", \.count),
    required("loading", \.loading), required("borderMode", \.borderMode),
    optional("background", \.background))
}

/// The state of the chooser: `willShow`, `shown`, `changed` or `hidden`.
package struct ChooserEventName: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The side of the chooser with a border: `top`, `bottom` or `none`.
package struct ChooserBorderMode: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// `mentions/didSelect`, to the client: the user chose an entity.
package struct MentionsDidSelectParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var entity: MentionEntity
  /// The index of the chosen row, from 0.
  package var index: Int

  package init(textDocument: TextDocumentIdentifier, entity: MentionEntity, index: Int) {
    (self.textDocument, self.entity, self.index) = (textDocument, entity, index)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("entity", \.entity),
    required("index", \.index))
}

// MARK: - Entities of the client

/// `mentions/retrieveEntities`, to the client: asks for the entities that match a key. The result is the first batch.
package struct MentionsRetrieveEntitiesParams: Structure {
  package var queryID: Int
  package var keyString: String
  package var searchType: MentionSearchType
  /// Whether the user invoked completion explicitly, rather than by typing.
  package var invoked: Bool
  package var controlCharacter: String?
  package var uri: DocumentURI
  package var languageId: String

  package init(
    queryID: Int, keyString: String, searchType: MentionSearchType, invoked: Bool,
    controlCharacter: String? = nil, uri: DocumentURI, languageId: String
  ) {
    (self.queryID, self.keyString, self.searchType, self.invoked) = (queryID, keyString, searchType, invoked)
    (self.controlCharacter, self.uri, self.languageId) = (controlCharacter, uri, languageId)
  }

  package static let members = Members(
    Self.init, required("queryID", \.queryID), required("keyString", \.keyString),
    required("searchType", \.searchType), required("invoked", \.invoked),
    optional("controlCharacter", \.controlCharacter), required("uri", \.uri),
    required("languageId", \.languageId))
}

/// The result of `mentions/retrieveEntities`.
package struct MentionsRetrieveEntitiesResult: Structure {
  /// The entities of the batch; null or absent means none. An empty batch ends the query.
  package var entities: [JSONValue]
  /// Whether to omit entities that are already shown.
  package var dedupe: Bool
  /// Whether this is the last batch.
  package var isComplete: Bool

  package static let members = Members(
    Self.init, optional("entities", \.entities, default: []), optional("dedupe", \.dedupe, default: false),
    optional("isComplete", \.isComplete, default: true))
}

/// `mentions/entities`, to the server: another batch for a query of `mentions/retrieveEntities`.
package struct MentionsEntitiesParams: Structure {
  package var queryID: Int
  package var entities: [JSONValue]
  package var dedupe: Bool
  package var isComplete: Bool

  package static let members = Members(
    Self.init, required("queryID", \.queryID), optional("entities", \.entities, default: []),
    optional("dedupe", \.dedupe, default: false), optional("isComplete", \.isComplete, default: false))
}

/// The parameters and also the result of `mentions/resolveEntity`, a request to the client for the details of an entity
/// that is about to be shown or trimmed.
package struct MentionsResolveEntityParams: Structure {
  package var entity: JSONValue

  package init(entity: JSONValue) { self.entity = entity }
  package static let members = Members(Self.init, required("entity", \.entity))
}
