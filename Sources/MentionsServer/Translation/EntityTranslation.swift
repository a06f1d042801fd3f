import Entities
import EntitySources
import JSONText
import LanguageProtocol

/// Entities as the wire's JSON, with the field names that every source uses.
package enum EntityTranslation {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads an object of entity fields, or a string, which is a name. Unknown fields are passed over.
  static func read(_ value: JSONValue, source: String) -> Result<Entity, Fault> {
    var record = EntityRecord()
    switch value {
    case .string(let name): record.name = name
    case .object(let object):
      for (name, value) in object.members {
        guard let field = EntityField(header: name.utf8) else { continue }
        if let complaint = record.set(field, json: value) {
          return .failure(Fault(description: ".\(field.rawValue): \(complaint)"))
        }
      }
    default: return .failure(Fault(description: ": expected an object"))
    }
    guard let entity = record.entity(source: source) else {
      return .failure(Fault(description: ".name: expected a name"))
    }
    return .success(entity)
  }

  package static func json(_ entity: Entity) -> JSONValue {
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
    return .object(object)
  }

  /// The short form that lists of mentions carry.
  static func reference(_ entity: Entity) -> MentionEntity {
    MentionEntity(id: entity.id, uniqueID: entity.uniqueID, name: entity.name, source: entity.source)
  }
}
