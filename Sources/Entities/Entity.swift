public import JSONText

/// The kind of an entity. The set of kinds is open: a source may define its own.
public struct EntityKind: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let person = EntityKind(rawValue: "person")
  public static let team = EntityKind(rawValue: "team")
  public static let issue = EntityKind(rawValue: "issue")
  public static let document = EntityKind(rawValue: "document")
}

/// A person or thing that can be mentioned.
public struct Entity: Hashable, Sendable {
  /// An identifier that is unique within the source. A catalog replaces an empty one with the handle, else the e-mail
  /// address, else the name.
  public var id: String
  /// The name. A catalog refuses an entity whose name is empty or blank.
  public var name: String
  /// An identifier that is unique across all sources, if the source provides one.
  public var uniqueID: String?
  /// The short name that is typed after a trigger, such as `ada` in `@ada`. Nil if there is none.
  public var handle: String?
  /// Other names. An alias that begins with `@` is another handle; one that is an e-mail address is matched as such.
  public var aliases: [String] = []
  public var email: String?
  /// A line of description: a title, a team, a place.
  public var detail: String?
  public var kind: EntityKind = .person
  public var url: String?
  /// The address of a picture.
  public var avatar: String?
  /// The text of a trimmed mention, if it differs from the first word of the name.
  public var shortName: String?
  /// Whether a mention may be shortened to ``shortName`` or, without one, to the first word of the name.
  public var canTrim: Bool = true
  /// A number, such as a count of commits, that ranks the entity among others that match equally well. Greater weights
  /// rank first; they are compared by powers of two. Nil counts as 1.
  public var weight: Double?
  /// Whether the entity has left, as a former member of a team has. It still matches keys and existing mentions.
  public var gone: Bool = false
  /// Additional JSON members for insert formats, styles and plug-ins. They are not searched.
  public var metadata: JSONObject = JSONObject()
  /// The name of the source of this entity.
  public var source: String = ""

  /// Creates an entity of the kind ``EntityKind/person``, without a source.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

// MARK: - Keys

/// Identifies an entity: its `uniqueID`, else its `id` within its source.
///
/// Keys are compared byte by byte, without regard to Unicode's canonical equivalence.
public struct EntityKey: Hashable, Sendable {
  /// The source's name; nil for the key of a `uniqueID`.
  let source: [UInt8]?
  /// The `uniqueID` or the `id`.
  let text: [UInt8]

  /// The key of an entity that has this `uniqueID`.
  public init(uniqueID: String) {
    source = nil
    text = Array(uniqueID.utf8)
  }

  /// The key of an entity without a `uniqueID`.
  public init(source: String, id: String) {
    self.source = Array(source.utf8)
    text = Array(id.utf8)
  }

  /// A checksum that is stable across runs and machines. Different keys may collide.
  package var checksum: UInt64 {
    var checksum = Checksum()
    if let source { checksum.add(source.span) }
    checksum.add(text.span)
    return checksum.value
  }

  package init(_ entity: Entity) {
    if let uniqueID = entity.uniqueID {
      self.init(uniqueID: uniqueID)
    } else {
      self.init(source: entity.source, id: entity.id)
    }
  }
}

extension Entity {
  /// The key that identifies this entity.
  public var key: EntityKey { EntityKey(self) }
}

// MARK: - Demonstration

/// The built-in directory of people for demonstrations: the 25 earliest winners of the Turing Award, 1966 to 1986.
public enum TuringAwardWinners {
  /// The name of the built-in source.
  public static let source = "demo"

  /// The winners by year, and within a year in the award's order.
  public static let entities: [Entity] = list.map { winner in
    var entity = Entity(id: winner.handle, name: winner.name)
    entity.handle = winner.handle
    entity.detail = "\(winner.year), \(winner.work)"
    entity.source = source
    return entity
  }

  private static let list: [(name: String, handle: String, year: Int, work: String)] = [
    ("Alan Perlis", "perlis", 1966, "programming techniques and compilers"),
    ("Maurice Wilkes", "wilkes", 1967, "the stored-program computer EDSAC"),
    ("Richard Hamming", "hamming", 1968, "numerical methods and error-correcting codes"),
    ("Marvin Minsky", "minsky", 1969, "artificial intelligence"),
    ("James H. Wilkinson", "wilkinson", 1970, "numerical analysis and backward error analysis"),
    ("John McCarthy", "mccarthy", 1971, "artificial intelligence"),
    ("Edsger W. Dijkstra", "dijkstra", 1972, "programming as a high, intellectual challenge"),
    ("Charles Bachman", "bachman", 1973, "database technology"),
    ("Donald Knuth", "knuth", 1974, "the analysis of algorithms"),
    ("Allen Newell", "newell", 1975, "artificial intelligence and human cognition"),
    ("Herbert A. Simon", "simon", 1975, "artificial intelligence and human cognition"),
    ("Michael O. Rabin", "rabin", 1976, "nondeterministic machines"),
    ("Dana Scott", "scott", 1976, "nondeterministic machines"),
    ("John Backus", "backus", 1977, "high-level programming systems, FORTRAN"),
    ("Robert W. Floyd", "floyd", 1978, "methods for efficient and reliable software"),
    ("Kenneth E. Iverson", "iverson", 1979, "programming languages and notation, APL"),
    ("Tony Hoare", "hoare", 1980, "the definition and design of programming languages"),
    ("Edgar F. Codd", "codd", 1981, "relational databases"),
    ("Stephen Cook", "cook", 1982, "the complexity of computation"),
    ("Ken Thompson", "thompson", 1983, "generic operating systems theory, UNIX"),
    ("Dennis Ritchie", "ritchie", 1983, "generic operating systems theory, UNIX"),
    ("Niklaus Wirth", "wirth", 1984, "innovative programming languages"),
    ("Richard M. Karp", "karp", 1985, "the theory of algorithms"),
    ("John Hopcroft", "hopcroft", 1986, "the design and analysis of algorithms and data structures"),
    ("Robert Tarjan", "tarjan", 1986, "the design and analysis of algorithms and data structures"),
  ]
}
