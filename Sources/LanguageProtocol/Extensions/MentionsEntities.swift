public import JSONText

/// `mentions/retrieveEntities`, to the client, which answers with a batch.
public struct MentionsRetrieveEntitiesParams: Structure {
  public var queryID: Int
  public var keyString: String
  public var searchType: MentionSearchType
  /// Whether the user asked, rather than typed.
  public var invoked: Bool
  public var controlCharacter: String?
  public var uri: DocumentURI
  public var languageId: String

  public init(
    queryID: Int, keyString: String, searchType: MentionSearchType, invoked: Bool,
    controlCharacter: String? = nil, uri: DocumentURI, languageId: String
  ) {
    (self.queryID, self.keyString, self.searchType, self.invoked) = (queryID, keyString, searchType, invoked)
    (self.controlCharacter, self.uri, self.languageId) = (controlCharacter, uri, languageId)
  }

  public static let members = Members(
    Self.init, required("queryID", \.queryID), required("keyString", \.keyString),
    required("searchType", \.searchType), required("invoked", \.invoked),
    optional("controlCharacter", \.controlCharacter), required("uri", \.uri),
    required("languageId", \.languageId))
}

/// What the client answers to `mentions/retrieveEntities`.
public struct MentionsRetrieveEntitiesResult: Structure {
  /// Null and nothing are an empty batch, which ends the query.
  public var entities: [JSONValue]
  /// Whether entities that were shown already are to be left out.
  public var dedupe: Bool
  /// Whether nothing follows.
  public var isComplete: Bool

  public static let members = Members(
    Self.init, optional("entities", \.entities, default: []), optional("dedupe", \.dedupe, default: false),
    optional("isComplete", \.isComplete, default: true))
}

/// `mentions/entities`, to the server: a further batch.
public struct MentionsEntitiesParams: Structure {
  public var queryID: Int
  public var entities: [JSONValue]
  public var dedupe: Bool
  public var isComplete: Bool

  public static let members = Members(
    Self.init, required("queryID", \.queryID), optional("entities", \.entities, default: []),
    optional("dedupe", \.dedupe, default: false), optional("isComplete", \.isComplete, default: false))
}

/// `mentions/resolveEntity`, to the client and back: details fetched when a row is about to be shown.
public struct MentionsResolveEntityParams: Structure {
  public var entity: JSONValue

  public init(entity: JSONValue) { self.entity = entity }
  public static let members = Members(Self.init, required("entity", \.entity))
}
