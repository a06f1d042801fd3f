public import JSONText

/// `mentions/retrieveEntities`, to the client, which answers with a batch.
public struct MentionsRetrieveEntitiesParams: Hashable, Sendable {
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
    self.queryID = queryID
    self.keyString = keyString
    self.searchType = searchType
    self.invoked = invoked
    self.controlCharacter = controlCharacter
    self.uri = uri
    self.languageId = languageId
  }
}

extension MentionsRetrieveEntitiesParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var queryID: Int?
    var keyString: String?
    var searchType: MentionSearchType?
    var invoked: Bool?
    var controlCharacter: String?
    var uri: DocumentURI?
    var languageId: String?
    while let member = try reader.nextName() {
      switch member {
      case "queryID": queryID = try reader.read(Int.self)
      case "keyString": keyString = try reader.read(String.self)
      case "searchType": searchType = try reader.read(MentionSearchType.self)
      case "invoked": invoked = try reader.read(Bool.self)
      case "controlCharacter": controlCharacter = try reader.read()
      case "uri": uri = try reader.read(DocumentURI.self)
      case "languageId": languageId = try reader.read(String.self)
      default: break
      }
    }
    self.queryID = try reader.require(queryID, "queryID", of: object)
    self.keyString = try reader.require(keyString, "keyString", of: object)
    self.searchType = try reader.require(searchType, "searchType", of: object)
    self.invoked = try reader.require(invoked, "invoked", of: object)
    self.controlCharacter = controlCharacter
    self.uri = try reader.require(uri, "uri", of: object)
    self.languageId = try reader.require(languageId, "languageId", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("queryID", queryID)
      $0.member("keyString", keyString)
      $0.member("searchType", searchType)
      $0.member("invoked", invoked)
      $0.member("controlCharacter", ifPresent: controlCharacter)
      $0.member("uri", uri)
      $0.member("languageId", languageId)
    }
  }
}

/// What the client answers to `mentions/retrieveEntities`.
public struct MentionsRetrieveEntitiesResult: Hashable, Sendable {
  /// Null and nothing are an empty batch, which ends the query.
  public var entities: [JSONValue]
  /// Whether entities that were shown already are to be left out.
  public var dedupe: Bool
  /// Whether nothing follows.
  public var isComplete: Bool

  public init(entities: [JSONValue] = [], dedupe: Bool = false, isComplete: Bool = true) {
    self.entities = entities
    self.dedupe = dedupe
    self.isComplete = isComplete
  }
}

extension MentionsRetrieveEntitiesResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var entities: [JSONValue] = []
    var dedupe: Bool = false
    var isComplete: Bool = true
    while let member = try reader.nextName() {
      switch member {
      case "entities": entities = try reader.read([JSONValue]?.self) ?? []
      case "dedupe": dedupe = try reader.read(Bool?.self) ?? false
      case "isComplete": isComplete = try reader.read(Bool?.self) ?? true
      default: break
      }
    }
    self.entities = entities
    self.dedupe = dedupe
    self.isComplete = isComplete
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("entities", entities)
      $0.member("dedupe", dedupe)
      $0.member("isComplete", isComplete)
    }
  }
}

/// `mentions/entities`, to the server: a further batch.
public struct MentionsEntitiesParams: Hashable, Sendable {
  public var queryID: Int
  public var entities: [JSONValue]
  public var dedupe: Bool
  public var isComplete: Bool

  public init(queryID: Int, entities: [JSONValue] = [], dedupe: Bool = false, isComplete: Bool = false) {
    self.queryID = queryID
    self.entities = entities
    self.dedupe = dedupe
    self.isComplete = isComplete
  }
}

extension MentionsEntitiesParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var queryID: Int?
    var entities: [JSONValue] = []
    var dedupe: Bool = false
    var isComplete: Bool = false
    while let member = try reader.nextName() {
      switch member {
      case "queryID": queryID = try reader.read(Int.self)
      case "entities": entities = try reader.read([JSONValue]?.self) ?? []
      case "dedupe": dedupe = try reader.read(Bool?.self) ?? false
      case "isComplete": isComplete = try reader.read(Bool?.self) ?? false
      default: break
      }
    }
    self.queryID = try reader.require(queryID, "queryID", of: object)
    self.entities = entities
    self.dedupe = dedupe
    self.isComplete = isComplete
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("queryID", queryID)
      $0.member("entities", entities)
      $0.member("dedupe", dedupe)
      $0.member("isComplete", isComplete)
    }
  }
}

/// `mentions/resolveEntity`, to the client and back: details fetched when a row is about to be shown.
public struct MentionsResolveEntityParams: Hashable, Sendable {
  public var entity: JSONValue

  public init(entity: JSONValue) {
    self.entity = entity
  }
}

extension MentionsResolveEntityParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var entity: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "entity": entity = try reader.read(JSONValue.self)
      default: break
      }
    }
    self.entity = try reader.require(entity, "entity", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("entity", entity)
    }
  }
}
