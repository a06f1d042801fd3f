// MARK: - Reading

/// A type that can be read from JSON.
public protocol JSONReadable {
  /// Reads one value. An error includes the path and the expected type.
  init(from reader: inout JSONReader) throws(JSONError)

  /// The value that a member of this type has when it is absent from its object; nil if its absence is an error.
  static var absent: Self? { get }
}

extension JSONReadable {
  /// Default: nil, so that a member of this type is required.
  @inlinable
  public static var absent: Self? { nil }

  /// Reads a JSON text that consists of this value only.
  ///
  /// - Throws: the first fault of the text, or of the value in it.
  /// - Complexity: O(bytes).
  public init(json bytes: ArraySlice<UInt8>, options: JSONParser.Options = .init()) throws(JSONError) {
    var reader = JSONReader(bytes, options: options)
    let value = try Self(from: &reader)
    try reader.finish()
    self = value
  }

  /// Reads a JSON text that consists of this value only.
  ///
  /// - Throws: the first fault of the text, or of the value in it.
  /// - Complexity: O(bytes).
  public init(json bytes: [UInt8], options: JSONParser.Options = .init()) throws(JSONError) {
    try self.init(json: bytes[...], options: options)
  }

  /// Reads the value from a tree.
  ///
  /// - Throws: the first fault of the value.
  /// - Complexity: linear in the length of the value's JSON text.
  public init(json value: JSONValue) throws(JSONError) {
    try self.init(
      json: JSONWriter.bytes(of: value)[...], options: .init(maximumDepth: JSONParser.Options.depthBound))
  }
}

extension Bool: JSONReadable {
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readBool() }
}

extension Int: JSONReadable {
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readInt() }
}

extension Double: JSONReadable {
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readDouble() }
}

extension String: JSONReadable {
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readString() }
}

extension JSONValue: JSONReadable {
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readValue() }
}

extension JSONObject: JSONReadable {
  public init(from reader: inout JSONReader) throws(JSONError) {
    guard try reader.peekKind() == .object, case .object(let object) = try reader.readValue() else {
      throw reader.mismatch(.object)
    }
    self = object
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  @inlinable
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginArray()
    while try reader.nextElement() { append(try Element(from: &reader)) }
  }
}

/// Reads `null` as nil.
extension Optional: JSONReadable where Wrapped: JSONReadable {
  @inlinable
  public init(from reader: inout JSONReader) throws(JSONError) {
    self = try reader.readNull() ? nil : Wrapped(from: &reader)
  }

  /// An absent member reads as nil, as `null` does.
  @inlinable
  public static var absent: Self? { .some(nil) }
}

extension RawRepresentable where Self: JSONReadable, RawValue: JSONReadable {
  /// Reads the raw value. Throws an error if the type has no value with that raw value.
  public init(from reader: inout JSONReader) throws(JSONError) {
    _ = try reader.peekKind()
    let start = reader.offset
    let raw = try RawValue(from: &reader)
    guard let value = Self(rawValue: raw) else { throw reader.fault("unknown value \(raw)", at: start) }
    self = value
  }
}

// MARK: - Writing

/// A type that can be written as JSON.
public protocol JSONWritable {
  /// Writes exactly one value.
  func write(to writer: inout JSONWriter)
}

extension Bool: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension String: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) { writer.array(self) }
}

/// Writes nil as `null`.
extension Optional: JSONWritable where Wrapped: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.null() }
  }
}

extension JSONValue: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .double(let value): writer.double(value)
    case .string(let value): writer.string(value)
    case .array(let value): writer.array(value)
    case .object(let value): value.write(to: &writer)
    }
  }
}

extension JSONObject: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.object {
      for member in members { $0.member(named: member.name, member.value) }
    }
  }
}

extension RawRepresentable where Self: JSONWritable, RawValue: JSONWritable {
  public func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }
}
