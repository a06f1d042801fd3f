import JSONText

/// The settings as a JSON Schema (draft 2020-12).
///
/// It expresses everything that a schema can express about one file. Only the server checks that the sources named in a
/// trigger exist, that insert formats are valid, and that no two triggers have the same character.
package enum SettingsSchema {
  /// The consumer of a schema.
  package enum Use: Sendable {
    /// Settings files and `workspace/configuration`.
    case settings
    /// `initializationOptions`, which allow some additional keys.
    case initializationOptions
  }

  package static func schema(for use: Use = .settings) -> JSONValue {
    let keys = ServerSettings.keys.filter {
      switch $0.home {
      case .anywhere, .personal: true
      case .initializationOptions: use == .initializationOptions
      case .files: use == .settings
      }
    }
    let head: [(String, JSONValue)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", use == .settings ? "Settings of mentions-lsp" : "initializationOptions of mentions-lsp"),
    ]
    return .object(JSONObject(head + record(keys).members.map { ($0.name, $0.value) }))
  }

  static func schema(of shape: SettingShape) -> JSONObject {
    switch shape {
    case .boolean: return ["type": "boolean"]
    case .whole(let range):
      return [
        "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
      ]
    case .text(let rule):
      var schema: JSONObject = ["type": "string"]
      if let length = rule.length {
        schema["minLength"] = .integer(length.lowerBound)
        if length.upperBound < Int.max { schema["maxLength"] = .integer(length.upperBound) }
      }
      if let pattern = rule.pattern { schema["pattern"] = .string(pattern) }
      return schema
    case .choice(let choices):
      var schema: JSONObject = ["enum": .array(choices.map { .string($0.name) })]
      // Editors show these texts next to the choices.
      let words = choices.map { JSONValue.string($0.documentation) }
      if choices.contains(where: { !$0.documentation.isEmpty }) {
        schema["enumDescriptions"] = .array(words)
      }
      return schema
    case .list(let item, let rule):
      var schema: JSONObject = ["type": "array", "items": .object(Self.schema(of: item))]
      if rule.minimum > 0 { schema["minItems"] = .integer(rule.minimum) }
      return schema
    case .record(let inner): return record(inner)
    case .named(_, let item, let isRemovable):
      let item = JSONValue.object(Self.schema(of: item))
      return [
        "type": "object", "propertyNames": ["minLength": 1],
        "additionalProperties": isRemovable ? ["anyOf": [item, ["type": "null"]]] : item,
        "maxProperties": .integer(SettingShape.mostNames),
      ]
    case .kinds(let kinds):
      return ["type": "object", "oneOf": .array(kinds.map { .object(source($0)) })]
    case .either(let first, let second):
      return ["anyOf": [.object(Self.schema(of: first)), .object(Self.schema(of: second))]]
    case .anyObject: return ["type": "object"]
    }
  }

  private static func record(_ keys: [SettingKey]) -> JSONObject {
    var schema: JSONObject = [
      "type": "object",
      "properties": .object(JSONObject(keys.map { ($0.name, .object(property($0))) })),
    ]
    let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["additionalProperties"] = false
    return schema
  }

  private static func property(_ key: SettingKey) -> JSONObject {
    var schema = schema(of: key.shape)
    schema["description"] = .string(key.documentation)
    schema["default"] = key.standard
    return schema
  }

  private static func source(_ kind: SourceKind) -> JSONObject {
    let inner = record(kind.keys)
    let tag = SourceKind.tag
    var properties: JSONObject = [tag: ["const": .string(kind.name)]]
    properties.take(inner["properties"] ?? [:])
    return [
      "title": .string(kind.name), "description": .string(kind.documentation), "type": "object",
      "properties": .object(properties),
      "required": .array([.string(tag)] + (inner["required"]?.arrayValue ?? [])),
      "additionalProperties": false,
    ]
  }
}
