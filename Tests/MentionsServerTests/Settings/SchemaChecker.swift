import Foundation
import JSONText

/// As much of JSON Schema (draft 2020-12) as our schema uses, written from the specification. Keywords it does not
/// know are an error, so that the schema cannot say what no test reads.
struct SchemaChecker {
  struct UnknownKeyword: Error { let keyword: String }

  private static let notes: Set<String> = [
    "$schema", "title", "description", "default", "enumDescriptions", "properties",
  ]

  func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    if let all = schema.boolValue { return all }
    var holds = true
    for (keyword, rule) in schema.objectValue?.members ?? [] {
      if try !check(value, keyword, rule, schema) { holds = false }
    }
    return holds
  }

  private func check(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue
  ) throws -> Bool {
    switch keyword {
    case "type": return rule.stringValue == type(of: value)
    case "const": return value == rule
    case "enum": return rule.arrayValue?.contains(value) == true
    case "minimum": return value.doubleValue.map { $0 >= rule.doubleValue ?? 0 } ?? true
    case "maximum": return value.doubleValue.map { $0 <= rule.doubleValue ?? 0 } ?? true
    case "minLength": return value.stringValue.map { $0.unicodeScalars.count >= rule.intValue ?? 0 } ?? true
    case "maxLength": return value.stringValue.map { $0.unicodeScalars.count <= rule.intValue ?? 0 } ?? true
    case "pattern":
      guard let text = value.stringValue else { return true }
      let pattern = try NSRegularExpression(pattern: rule.stringValue ?? "")
      return pattern.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    case "items": return try value.arrayValue?.allSatisfy { try accepts($0, rule) } ?? true
    case "minItems": return value.arrayValue.map { $0.count >= rule.intValue ?? 0 } ?? true
    case "maxProperties": return value.objectValue.map { $0.count <= rule.intValue ?? 0 } ?? true
    case "required":
      return value.objectValue.map { object in
        rule.arrayValue?.allSatisfy { object.contains($0.stringValue ?? "") } ?? true
      } ?? true
    case "propertyNames":
      return try value.objectValue?.members.allSatisfy { try accepts(.string($0.name), rule) } ?? true
    case "additionalProperties":
      return try value.objectValue?.members.allSatisfy { member in
        if let known = schema["properties"]?[member.name] { return try accepts(member.value, known) }
        return try accepts(member.value, rule)
      } ?? true
    case "anyOf": return try rule.arrayValue?.contains { try accepts(value, $0) } == true
    case "oneOf": return try rule.arrayValue?.filter { try accepts(value, $0) }.count == 1
    default:
      guard Self.notes.contains(keyword) else { throw UnknownKeyword(keyword: keyword) }
      // Every object that lists its properties also closes them, above.
      return keyword != "properties" || schema["additionalProperties"] != nil
    }
  }

  private func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .double: value.intValue == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
