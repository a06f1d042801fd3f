import Entities
import EntitySources
import JSONText
import LanguageProtocol

/// Converts entities from and to JSON, with the same field names as in sources.
package enum EntityTranslation {
  package struct ReadingError: Error, CustomStringConvertible {
    package let description: String
    /// Whether it is an entity with a text that exceeds the length limit.
    var isTooLong = false
  }

  /// Reads an object of entity fields, or a string, which is a name. Unknown fields are ignored, and characters that
  /// must not be displayed or inserted are removed (`ShownText`).
  package static func read(_ value: JSONValue, source: String) -> Result<Entity, ReadingError> {
    var record = EntityRecord()
    switch value {
    case .string(let name): record.name = name
    case .object(let object):
      for (name, value) in object.members {
        guard let field = EntityField(header: name.utf8) else { continue }
        if let complaint = record.set(field, json: value) {
          return .failure(ReadingError(description: ".\(field.rawValue): \(complaint)"))
        }
      }
    default: return .failure(ReadingError(description: ": expected an object"))
    }
    guard let entity = record.entity(source: source) else {
      return .failure(ReadingError(description: ".name: expected a name"))
    }
    if let excess = entity.excess {
      let limit = ShownText.longestName
      return .failure(
        ReadingError(
          description: ".\(excess.field) has \(excess.bytes) bytes, expected at most \(limit)",
          isTooLong: true))
    }
    return .success(entity)
  }

  /// All fields of the entity.
  private static func fields(_ entity: Entity) -> JSONObject {
    var object = JSONObject()
    object["id"] = .string(entity.id)
    object["name"] = .string(entity.name)
    let texts: [(String, String?)] = [
      ("uniqueID", entity.uniqueID), ("handle", entity.handle), ("email", entity.email),
      ("detail", entity.detail), ("url", entity.url), ("avatar", entity.avatar),
      ("shortName", entity.shortName),
    ]
    for (name, text) in texts { object[name] = text.map { .string($0) } }
    if !entity.aliases.isEmpty { object["aliases"] = .array(entity.aliases.map { .string($0) }) }
    object["kind"] = .string(entity.kind.rawValue)
    if !entity.canTrim { object["canTrim"] = .bool(false) }
    if let weight = entity.weight {
      object["weight"] = Int(exactly: weight).map { .integer($0) } ?? .double(weight)
    }
    if entity.gone { object["gone"] = .bool(true) }
    if !entity.metadata.isEmpty { object["metadata"] = .object(entity.metadata) }
    object["source"] = .string(entity.source)
    return object
  }

  package static func json(_ entity: Entity) -> JSONValue { .object(fields(entity)) }

  /// An entity in the form used in our messages.
  static func whole(_ entity: Entity) -> MentionEntity { MentionEntity(fields: fields(entity)) }
}

extension RPCPayload {
  /// The value as a JSON tree, for the few members of the protocol that accept any value.
  var tree: JSONValue {
    do {
      return try value()
    } catch {
      Bug.report("the server wrote invalid JSON: \(error)")
      return .null
    }
  }
}
