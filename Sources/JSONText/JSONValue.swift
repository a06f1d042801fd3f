/// A JSON value whose objects keep the order of their members.
///
/// Strings are compared by their bytes, so that precomposed and decomposed `"é"` differ, unlike with `==` of `String`.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction or an exponent that fits `Int`.
  case integer(Int)
  /// Any other number; also `-0`, which `Int` cannot represent.
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

/// Whether two strings have equal bytes. `==` of `String` is not enough, because canonically equivalent strings may
/// have different bytes.
private func sameBytes(_ a: String, _ b: String) -> Bool {
  a == b && (a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8))
}

// MARK: Contents

extension JSONValue {
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean; nil for a value of another kind. Numbers are not converted.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number, if it is whole and fits `Int`: `2`, but also `2.0`.
  public var intValue: Int? {
    switch self {
    case .integer(let value): value
    case .double(let value): wholeNumber(value)
    default: nil
    }
  }

  /// The number; nil for a value of another kind. An integer beyond ±2⁵³ is rounded.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The string; nil for a value of another kind, which is not converted.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements; nil for a value of another kind.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The object; nil for a value of another kind.
  public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of the member with this name; nil if this is not an object or has no member of that name. A member that
  /// is `null` yields ``null``, which is not nil.
  ///
  /// - Complexity: O(1) on average.
  public subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element at this index, counted from 0; nil if this is not an array or the index is out of range.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The kind of the value; ``integer(_:)`` and ``double(_:)`` are both numbers.
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
  /// Creates a ``double(_:)``, even for a whole number: `2.0` differs from `2`.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// The literal `nil` is `null`. In `condition ? nil : value` of type `JSONValue?`, write `Optional.none` for the
/// absence of a value, because `nil` may mean `null` there.
extension JSONValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object. If a name occurs twice, the later value takes the position of the earlier one.
  ///
  /// - Complexity: linear in the number of members.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}

// MARK: - Objects

/// The members of a JSON object in their order. If a name occurs twice, the later member takes the position of the
/// earlier one.
///
/// Names are compared by their bytes. An object with `indexedFrom` or more members has an index and is built in linear
/// time; a smaller one is searched linearly.
public struct JSONObject: Sendable {
  /// The members in their order. No name occurs twice.
  public private(set) var members: [(name: String, value: JSONValue)] = []
  private var places: [Name: Int]?

  /// The minimum number of members of an object that maintains an index.
  private static let indexedFrom = 12

  public init() {}

  /// Creates an object. If a name occurs twice, the later value takes the position of the earlier one.
  ///
  /// - Complexity: linear in the number of members.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (name, value) in members { self[name] = value }
  }

  public var isEmpty: Bool { members.isEmpty }
  public var count: Int { members.count }

  /// The value of a member; nil if there is none. Setting nil removes the member.
  ///
  /// - Complexity: constant on average; removal of a member is linear.
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let at?, let value?):
        members[at].value = value
      case (nil, let value?):
        append(name, value)
      case (let at?, nil):
        members.remove(at: at)
        places = nil
        if members.count >= Self.indexedFrom { index() }
      case (nil, nil):
        break
      }
    }
  }

  /// Whether there is a member with this name, even if its value is `null`.
  ///
  /// - Complexity: O(1) on average.
  public func contains(_ name: String) -> Bool { place(of: name) != nil }

  private func place(of name: String) -> Int? {
    if let places { return places[Name(text: name)] }
    return members.firstIndex { sameBytes($0.name, name) }
  }

  private mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
    if places != nil {
      places?[Name(text: name)] = members.count - 1
    } else if members.count >= Self.indexedFrom {
      index()
    }
  }

  private mutating func index() {
    var places: [Name: Int] = [:]
    places.reserveCapacity(members.count * 2)
    for (at, member) in members.enumerated() { places[Name(text: member.name)] = at }
    self.places = places
  }

  /// A name, compared by its bytes.
  private struct Name: Hashable, Sendable {
    let text: String

    static func == (a: Name, b: Name) -> Bool { sameBytes(a.text, b.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
}

extension JSONObject: Hashable {
  /// Whether both have equal members in the same order.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.members.elementsEqual(b.members) { sameBytes($0.name, $1.name) && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object. If a name occurs twice, the later value takes the position of the earlier one.
  ///
  /// - Complexity: linear in the number of members.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

// MARK: - Reading into a tree

/// Reads a whole JSON text into a tree (RFC 8259).
///
/// The parser is strict. Where the RFC leaves a choice, the parser behaves as follows: a byte order mark at the start
/// is skipped; if a name occurs twice in an object, the later value counts; a surrogate escape without its counterpart
/// becomes U+FFFD; a number that is too large for `Double` is an error; ill-formed UTF-8 is an error.
public enum JSONParser {
  /// The syntax extensions that a reader accepts, and its nesting limit.
  public struct Options: Hashable, Sendable {
    /// The maximum nesting of arrays and objects; at most 512, which the stack of any thread supports. A
    /// greater value counts as 512, a negative one as 0, which allows neither arrays nor objects.
    public var maximumDepth: Int
    /// Whether `// …` and `/* … */` count as whitespace.
    public var allowsComments: Bool
    /// Whether `[1, 2,]` is allowed.
    public var allowsTrailingCommas: Bool

    static let depthBound = 512

    /// Creates options; the defaults accept exactly RFC 8259, up to a depth of 128.
    public init(maximumDepth: Int = 128, allowsComments: Bool = false, allowsTrailingCommas: Bool = false) {
      self.maximumDepth = maximumDepth
      self.allowsComments = allowsComments
      self.allowsTrailingCommas = allowsTrailingCommas
    }

    /// The options for files edited by people, which may contain comments and trailing commas.
    public static let handwritten = Options(allowsComments: true, allowsTrailingCommas: true)
  }

  /// Reads a JSON text. Offsets in errors are relative to its first byte.
  ///
  /// - Complexity: linear in the bytes.
  /// - Throws: the first fault of the text.
  public static func parse(_ bytes: [UInt8], options: Options = .init()) throws(JSONError) -> JSONValue {
    try JSONValue(json: bytes[...], options: options)
  }

  /// Reads a slice without copying it. Offsets in errors are relative to its first byte.
  ///
  /// - Throws: the first fault of the text.
  /// - Complexity: linear in the bytes.
  public static func parse(
    _ bytes: ArraySlice<UInt8>, options: Options = .init()
  ) throws(JSONError) -> JSONValue {
    try JSONValue(json: bytes, options: options)
  }

  /// Reads a JSON text.
  ///
  /// - Throws: the first fault of the text.
  /// - Complexity: linear in the text.
  public static func parse(_ text: String, options: Options = .init()) throws(JSONError) -> JSONValue {
    try JSONValue(json: [UInt8](text.utf8)[...], options: options)
  }
}
