/// Takes typed fields out of an object that is a tree already, such as settings, with faults that name the path.
///
/// `null` counts as absent.
public struct JSONFields: Sendable {
  public let object: JSONObject
  /// Where the object is: `sources.team`; empty at the top.
  public let path: String

  public init(_ object: JSONObject, path: String = "") {
    self.object = object
    self.path = path
  }

  /// The fields of a value that must be an object.
  public init(of value: JSONValue, path: String = "") throws(JSONFieldError) {
    guard let object = value.objectValue else {
      throw JSONFieldError(path: path, expected: JSONKind.object.phrase, found: value.kind.phrase)
    }
    self.init(object, path: path)
  }

  /// The path of a field.
  public func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// The value of a field; nil where it is absent or `null`.
  public func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return Optional.none }
    return value
  }

  // MARK: Fields that may be absent

  public func string(_ name: String) throws(JSONFieldError) -> String? {
    try field(name, JSONKind.string.phrase, \.stringValue)
  }

  public func int(_ name: String) throws(JSONFieldError) -> Int? {
    try field(name, "a whole number", \.intValue)
  }

  public func double(_ name: String) throws(JSONFieldError) -> Double? {
    try field(name, JSONKind.number.phrase, \.doubleValue)
  }

  public func bool(_ name: String) throws(JSONFieldError) -> Bool? {
    try field(name, JSONKind.bool.phrase, \.boolValue)
  }

  public func array(_ name: String) throws(JSONFieldError) -> [JSONValue]? {
    try field(name, JSONKind.array.phrase, \.arrayValue)
  }

  public func strings(_ name: String) throws(JSONFieldError) -> [String]? {
    guard let array = try array(name) else { return nil }
    var strings: [String] = []
    for (index, element) in array.enumerated() {
      guard let string = element.stringValue else {
        throw JSONFieldError(
          path: "\(path(of: name))[\(index)]", expected: JSONKind.string.phrase, found: element.kind.phrase)
      }
      strings.append(string)
    }
    return strings
  }

  public func fields(_ name: String) throws(JSONFieldError) -> JSONFields? {
    guard let object = try field(name, JSONKind.object.phrase, \.objectValue) else { return nil }
    return JSONFields(object, path: path(of: name))
  }

  // MARK: Fields that must be there

  /// The value, or the fault that the field is missing: `try fields.require("name", fields.string("name"))`.
  public func require<Value>(_ name: String, _ value: Value?) throws(JSONFieldError) -> Value {
    if let value { return value }
    throw JSONFieldError(path: path(of: name), expected: "a value", found: "nothing")
  }

  private func field<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(JSONFieldError) -> Value? {
    guard let value = value(name) else { return nil }
    if let field = read(value) { return field }
    throw JSONFieldError(path: path(of: name), expected: expected, found: value.kind.phrase)
  }
}

/// A field that is not what it should be.
public struct JSONFieldError: Error, Hashable, Sendable, CustomStringConvertible {
  public let path: String
  /// With its article: "a string".
  public let expected: String
  public let found: String

  public init(path: String, expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  /// `sources.team.path: expected a string, found null`
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    return "\(place)expected \(expected), found \(found)"
  }
}
