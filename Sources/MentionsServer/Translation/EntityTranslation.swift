import Entities
import EntitySources
import JSONText
import LanguageProtocol

/// Entities as the wire's JSON, with the field names that every source uses.
package enum EntityTranslation {
  package struct ReadingError: Error, CustomStringConvertible {
    package let description: String
    /// It is an entity, with a text that is longer than may be.
    var isTooLong = false
  }

  /// Reads an object of entity fields, or a string, which is a name. Unknown fields are passed over, and what may be
  /// neither shown nor inserted is taken out (`ShownText`).
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

  /// All that is known of it.
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

  /// An entity as every message of ours carries it.
  static func whole(_ entity: Entity) -> MentionEntity { MentionEntity(fields: fields(entity)) }
}
