/// The kind of a value, with the word for it in messages.
public enum JSONKind: String, Hashable, Sendable {
  case null, bool, number, string, array, object

  /// The kind with its article: "a string", "null".
  public var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
