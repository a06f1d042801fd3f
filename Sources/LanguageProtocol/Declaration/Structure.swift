import JSONText

/// An object of the protocol (LSP's meta model: a structure). Its members are declared once, and by that declaration it
/// is read, written and listed:
///
/// ```swift
/// package struct FileOperationPattern: Structure {
///   package var glob: String
///   package var matches: String?
///
///   package static let members = Members(Self.init, required("glob", \.glob), optional("matches", \.matches))
/// }
/// ```
///
/// Reading passes over members that are not declared, and of one that occurs twice keeps the last. Writing keeps the
/// declared order. What is read or written at each key or for each completion item implements `init(from:)` or
/// `write(to:)` itself, for reading by declaration takes about twice as long.
package protocol Structure: Hashable, Sendable, JSONReadable, JSONWritable {
  static var members: Members<Self> { get }
}

extension Structure {
  package init(from reader: inout JSONReader) throws(JSONError) {
    self = try Self.members.read(from: &reader)
  }

  package func write(to writer: inout JSONWriter) { Self.members.write(self, to: &writer) }

  /// A member that is a structure must be there.
  package static var absent: Self? { nil }
}

/// A string or number with known values (LSP's meta model: an enumeration). It is open: a value that we do not know is
/// kept, not refused.
package typealias Enumeration = RawRepresentable & Hashable & Sendable & JSONReadable & JSONWritable

/// What a member's value can be.
package typealias MemberValue = JSONReadable & JSONWritable & Sendable

// How a member is declared: its name and where its value is kept.
extension Structure {
  typealias Getter<Value> = @Sendable (Self) -> Value

  /// A member that must be there. Where it is missing, the error names it.
  static func required<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value>
  ) -> Member<Self, Value> {
    Member(name, read: { reader throws(JSONError) in try reader.read() }) { $1.member(name, value($0)) }
  }

  /// A member that may be absent or `null`, which both are nil. Nil is not written.
  static func optional<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value?>
  ) -> Member<Self, Value?> {
    Member(name, absent: .some(nil), read: { reader throws(JSONError) in try reader.read() }) {
      $1.member(name, ifPresent: value($0))
    }
  }

  /// A member that may be absent or `null`, which both are `missing`. It is always written.
  static func optional<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value>, default missing: Value
  ) -> Member<Self, Value> {
    Member(
      name, absent: missing, read: { reader throws(JSONError) in try reader.read(Value?.self) ?? missing }
    ) {
      $1.member(name, value($0))
    }
  }

  /// A member that may be absent or `null`, which both are nil. Nil is written as `null`, for LSP asks for the member.
  static func nullable<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value?>
  ) -> Member<Self, Value?> {
    Member(name, absent: .some(nil), read: { reader throws(JSONError) in try reader.read() }) {
      $1.member(name, value($0))
    }
  }

  /// As the other `required`, for text as UTF-8.
  static func required(_ name: StaticString, _ value: @escaping Getter<[UInt8]>) -> Member<Self, [UInt8]> {
    Member(name, read: { reader throws(JSONError) in try reader.readUTF8() }) { structure, writer in
      writer.member(name) { $0.string(utf8: value(structure)) }
    }
  }

  /// As the other `required`, for numbers that may be many.
  static func required(_ name: StaticString, _ value: @escaping Getter<[Int]>) -> Member<Self, [Int]> {
    Member(name, read: { reader throws(JSONError) in try reader.read() }) { structure, writer in
      writer.member(name) { $0.array(integers: value(structure)) }
    }
  }
}
