public import JSONText

extension SettingsDeclaration {
  /// The reference for people: Markdown tables of all keys and of the sorts of sources.
  public static func reference() -> String {
    var rows: [[String]] = []
    for key in record.keys where key.home != .files {
      SettingsReference.add(key, prefix: "", to: &rows)
    }
    let sources = SourceDeclaration.kinds.map { kind in
      [
        code(kind.name), kind.documentation + (kind.needsTrust ? " Needs trust." : ""),
        kind.record.keys.map(SettingsReference.member).joined(separator: "<br>"),
      ]
    }
    return SettingsReference.table(["key", "value", "default", "meaning"], rows)
      + "\nA source's `type` and its members:\n\n"
      + SettingsReference.table(["type", "entities from", "members"], sources)
  }

  fileprivate static func code(_ text: String) -> String { "`" + text + "`" }
}

/// Keys as rows of tables.
enum SettingsReference {
  static func add(_ key: SettingKey, prefix: String, to rows: inout [[String]]) {
    let name = prefix + key.name
    var text = key.documentation
    if case .choice(let choices) = key.shape {
      text += " " + choices.map { "`\($0.name)`: \($0.documentation)" }.joined(separator: "; ") + "."
    }
    if key.home == .initializationOptions { text += " Only in `initializationOptions`." }
    rows.append([SettingsDeclaration.code(name), value(of: key.shape), standard(of: key), text])
    switch key.shape {
    case .record(let record): for member in record.keys { add(member, prefix: name + ".", to: &rows) }
    case .list(.record(let record), _):
      for member in record.keys { add(member, prefix: name + "[].", to: &rows) }
    default: break
    }
  }

  /// `path` (required): … Default `2000`.
  static func member(_ key: SettingKey) -> String {
    var text = SettingsDeclaration.code(key.name) + (key.isRequired ? " (required)" : "") + ": "
    text += key.documentation
    if case .object(let object)? = key.standard, object.isEmpty { return text }
    if let standard = key.standard, standard != "" {
      text += " Default \(SettingsDeclaration.code(standard.description))."
    }
    return text
  }

  private static func value(of shape: SettingShape) -> String {
    switch shape {
    case .boolean: "`true`, `false`"
    case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .text: "text"
    case .choice(let choices): choices.map { "`\"\($0.name)\"`" }.joined(separator: ", ")
    case .list(.record, _): "list of objects"
    case .list: "list of texts"
    case .record, .anyObject: "object"
    case .named(let names, _): "object by \(names)"
    case .kinds(let tag, _): "object with `\(tag)`"
    case .either(let first, let second): "\(value(of: first)) or \(value(of: second))"
    }
  }

  /// Of longer lists only the beginning is shown.
  static let mostListed = 5

  /// Objects whose members have rows of their own show no default here.
  private static func standard(of key: SettingKey) -> String {
    guard let standard = key.standard else { return key.isRequired ? "required" : "" }
    switch key.shape {
    case .record: return ""
    case .list(.record(let record), _):
      let name = record.keys.first(where: \.isRequired)?.name ?? ""
      return (standard.arrayValue ?? []).compactMap { $0[name]?.stringValue }
        .map(SettingsDeclaration.code).joined(separator: ", ")
    case .named(_, .kinds):
      return (standard.objectValue?.members ?? []).map { SettingsDeclaration.code($0.name) }
        .joined(separator: ", ")
    case .list where (standard.arrayValue ?? []).count > mostListed:
      let first = JSONValue.array(Array((standard.arrayValue ?? []).prefix(mostListed)))
      return SettingsDeclaration.code(String(first.description.dropLast()) + ",…]")
    default: return SettingsDeclaration.code(standard.description)
    }
  }

  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows.map { $0.map { escaped($0) } }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A bar ends a cell, even in code.
  private static func escaped(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension SettingsDeclaration {
  /// What a schema is for.
  public enum SchemaUse: Sendable {
    /// Settings files and `workspace/configuration`.
    case settings
    /// `initializationOptions`, which hold some keys more.
    case initializationOptions
  }

  /// The settings as a JSON Schema (draft 2020-12).
  ///
  /// It says all that a schema can say of one file. That sources exist which a trigger names, that insert
  /// formats can be read, and that no two triggers have one character, only the server finds out.
  public static func schema(for use: SchemaUse = .settings) -> JSONValue {
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": use == .settings ? "Settings of mentions-lsp" : "initializationOptions of mentions-lsp",
    ]
    let keys = record.keys.filter {
      switch $0.home {
      case .anywhere, .personal: true
      case .initializationOptions: use == .initializationOptions
      case .files: use == .settings
      }
    }
    for (name, value) in SettingsSchema.record(SettingRecord(keys, fillsDefaults: false)).members {
      schema[name] = value
    }
    return .object(schema)
  }
}

/// Shapes as schemas.
enum SettingsSchema {
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
      // What editors show beside each choice.
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
    case .named(_, let item):
      return [
        "type": "object", "propertyNames": ["minLength": 1],
        "additionalProperties": .object(Self.schema(of: item)),
        "maxProperties": .integer(SettingShape.mostNames),
      ]
    case .kinds(let tag, let kinds):
      return ["type": "object", "oneOf": .array(kinds.map { .object(kind($0, tag: tag)) })]
    case .either(let first, let second):
      return ["anyOf": [.object(Self.schema(of: first)), .object(Self.schema(of: second))]]
    case .anyObject: return ["type": "object"]
    }
  }

  static func record(_ record: SettingRecord) -> JSONObject {
    var schema: JSONObject = [
      "type": "object",
      "properties": .object(JSONObject(record.keys.map { ($0.name, .object(property($0))) })),
    ]
    let required = record.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["additionalProperties"] = false
    return schema
  }

  private static func property(_ key: SettingKey) -> JSONObject {
    var schema = schema(of: key.shape)
    if key.merge == .byName, let item = schema["additionalProperties"] {
      schema["additionalProperties"] = ["anyOf": [item, ["type": "null"]]]
    }
    schema["description"] = .string(key.documentation)
    // A long list would fill the settings that editors show.
    if let standard = key.standard, (standard.arrayValue ?? []).count <= SettingsReference.mostListed {
      schema["default"] = standard
    }
    return schema
  }

  private static func kind(_ kind: SettingKind, tag: String) -> JSONObject {
    let inner = record(kind.record)
    var properties: JSONObject = [tag: ["const": .string(kind.name)]]
    for (name, value) in inner["properties"]?.objectValue?.members ?? [] { properties[name] = value }
    return [
      "title": .string(kind.name), "description": .string(kind.documentation), "type": "object",
      "properties": .object(properties),
      "required": .array([.string(tag)] + (inner["required"]?.arrayValue ?? [])),
      "additionalProperties": false,
    ]
  }
}
