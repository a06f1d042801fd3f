import JSONText

/// `mentions/retrieveEntities`, to the client, which answers with a batch.
package struct MentionsRetrieveEntitiesParams: Structure {
  package var queryID: Int
  package var keyString: String
  package var searchType: MentionSearchType
  /// Whether the user asked, rather than typed.
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

/// What the client answers to `mentions/retrieveEntities`.
package struct MentionsRetrieveEntitiesResult: Structure {
  /// Null and nothing are an empty batch, which ends the query.
  package var entities: [JSONValue]
  /// Whether entities that were shown already are to be left out.
  package var dedupe: Bool
  /// Whether nothing follows.
  package var isComplete: Bool

  package static let members = Members(
    Self.init, optional("entities", \.entities, default: []), optional("dedupe", \.dedupe, default: false),
    optional("isComplete", \.isComplete, default: true))
}

/// `mentions/entities`, to the server: a further batch.
package struct MentionsEntitiesParams: Structure {
  package var queryID: Int
  package var entities: [JSONValue]
  package var dedupe: Bool
  package var isComplete: Bool

  package static let members = Members(
    Self.init, required("queryID", \.queryID), optional("entities", \.entities, default: []),
    optional("dedupe", \.dedupe, default: false), optional("isComplete", \.isComplete, default: false))
}

/// `mentions/resolveEntity`, to the client and back: details fetched when a row is about to be shown.
package struct MentionsResolveEntityParams: Structure {
  package var entity: JSONValue

  package init(entity: JSONValue) { self.entity = entity }
  package static let members = Members(Self.init, required("entity", \.entity))
}
