import JSONText

/// A value as it stands in a message: JSON on one line, cut where it gets long.
enum JSONExcerpt {
  static let longest = 40

  static func of(_ value: JSONValue) -> String {
    switch value {
    case .string(let text):
      let head = text.unicodeScalars.prefix(longest + 1)
      guard head.count > longest else { return value.description }
      return JSONValue.string(String(String.UnicodeScalarView(head.prefix(longest))) + "…").description
    case .array(let items) where items.isEmpty: return "[]"
    case .array: return "a list"
    case .object(let object) where object.isEmpty: return "{}"
    case .object: return "an object"
    case .null, .bool, .integer, .double: return value.description
    }
  }
}
