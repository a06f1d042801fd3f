public import JSONText

/// What sort of thing an entity is. Open: a source may name any kind.
public struct EntityKind: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let person = EntityKind(rawValue: "person")
  public static let team = EntityKind(rawValue: "team")
  public static let issue = EntityKind(rawValue: "issue")
  public static let document = EntityKind(rawValue: "document")
}

/// Somebody or something that can be mentioned.
public struct Entity: Hashable, Sendable {
  /// Unique within its source. Never empty.
  public var id: String
  /// Never empty.
  public var name: String
  /// Unique across all sources, where the source knows such a thing.
  public var uniqueID: String?
  public var handle: String?
  public var aliases: [String] = []
  public var email: String?
  /// A line of description: a title, a team, a place.
  public var detail: String?
  public var kind: EntityKind = .person
  public var url: String?
  public var avatar: String?
  /// What a trimmed mention shows, where the first word of the name will not do.
  public var shortName: String?
  public var canTrim: Bool = true
  /// How much it counts beside others that match as well (a number of commits, say): more goes first, compared
  /// by powers of two. Nil counts as 1.
  public var weight: Double?
  /// Has left: still known where it is mentioned.
  public var gone: Bool = false
  public var metadata: JSONObject = JSONObject()
  /// The name of the source that it came from.
  public var source: String = ""

  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
