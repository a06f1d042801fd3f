/// A JSON value whose objects keep the order of their members.
///
/// Two values are equal where their strings are the same bytes: unlike `String`, `"é"` in one scalar and in two
/// are different texts here.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits `Int`.
  case integer(Int)
  /// Any other number; also `-0`, which has no `Int`.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue: Hashable {
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): sameBytes(a, b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

/// Whether two strings are the same bytes. `==` on `String` alone is canonical equivalence.
func sameBytes(_ a: String, _ b: String) -> Bool {
  a == b && (a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8))
}

// MARK: What it holds

extension JSONValue {
  public var isNull: Bool { if case .null = self { true } else { false } }

  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number, where it is whole and fits: `2`, but also `2.0`.
  public var intValue: Int? {
    switch self {
    case .integer(let value): value
    case .double(let value): wholeNumber(value)
    default: nil
    }
  }

  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member of that name, where this is an object that has one.
  public subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element at that place, where this is an array that long.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The value at the end of a path of member names; nil where the path leaves the tree.
  public func at(_ path: String...) -> JSONValue? {
    var value = self
    for name in path {
      guard let next = value[name] else { return nil }
      value = next
    }
    return value
  }

  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .double: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

// MARK: Literals

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// `nil` is `null`. Mind `condition ? nil : value` where a `JSONValue?` is meant: write `Optional.none` there.
extension JSONValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}
