import Entities
import JSONText

/// A placeholder of an insert template.
public enum FormatField: Hashable, Sendable {
  case name, shortName, handle, id, email, detail, url, kind, trigger
  /// A member of the entity's metadata that is a string, a number or a truth value.
  case metadata(String)

  /// `word` is the text between the braces.
  init?(word: String) {
    switch word {
    case "name": self = .name
    case "shortName": self = .shortName
    case "handle": self = .handle
    case "id": self = .id
    case "email": self = .email
    case "detail": self = .detail
    case "url": self = .url
    case "kind": self = .kind
    case "trigger": self = .trigger
    default:
      guard word.hasPrefix("metadata."), word.utf8.count > 9 else { return nil }
      self = .metadata(String(word.dropFirst(9)))
    }
  }

  static let allWords = "name, shortName, handle, id, email, detail, url, kind, trigger or metadata.KEY"

  /// Whether a value of this field can point at an entity.
  var identifies: Bool {
    switch self {
    case .name, .handle, .id, .email, .url: true
    case .shortName, .detail, .kind, .trigger, .metadata: false
    }
  }

  /// Whether values hold whitespace.
  var mayHoldSpaces: Bool {
    switch self {
    case .name, .shortName, .id, .detail, .metadata: true
    case .handle, .email, .url, .kind, .trigger: false
    }
  }

  /// Nil if the entity has none or an empty one.
  public func value(of entity: Entity, trigger: String) -> String? {
    let value: String? =
      switch self {
      case .name: entity.name
      case .shortName: entity.shortName
      case .handle: entity.handle
      case .id: entity.id
      case .email: entity.email
      case .detail: entity.detail
      case .url: entity.url
      case .kind: entity.kind.rawValue
      case .trigger: trigger
      case .metadata(let key): Self.text(entity.metadata[key])
      }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?: text
    case .integer(let number)?: String(number)
    case .double(let number)?: String(number)
    case .bool(let flag)?: flag ? "true" : "false"
    case .null?, .array?, .object?, nil: nil
    }
  }
}

/// A part of an insert template.
enum FormatPiece: Hashable, Sendable {
  case literal([UInt8])
  /// The first that the entity has.
  case field([FormatField])

  /// Whether it says something of the entity, the trigger apart.
  var isOfEntity: Bool {
    if case .field(let fields) = self { fields != [.trigger] } else { false }
  }
}
