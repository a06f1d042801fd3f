import JSONText

/// An object of the protocol (LSP's meta model: a structure). A single declaration of its members defines how it is
/// read, written and listed:
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
/// Reading skips members that are not declared; if a member occurs twice, the last one counts. Writing keeps the
/// declared order. Structures that are read or written at each keystroke or for each completion item implement
/// `init(from:)` or `write(to:)` themselves, because the generic implementation takes about twice as long.
package protocol Structure: Hashable, Sendable, JSONReadable, JSONWritable {
  static var members: Members<Self> { get }
}

extension Structure {
  package init(from reader: inout JSONReader) throws(JSONError) {
    self = try Self.members.read(from: &reader)
  }

  package func write(to writer: inout JSONWriter) { Self.members.write(self, to: &writer) }

  /// nil, so that a member of structure type is required.
  package static var absent: Self? { nil }
}

// Declarations of members by name and by the function that returns the value.
extension Structure {
  package typealias Getter<Value> = @Sendable (Self) -> Value

  /// A required member. If it is missing, the error names it.
  package static func required<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value>
  ) -> Member<Self, Value> {
    Member(name, read: { reader throws(JSONError) in try reader.read() }) { $1.member(name, value($0)) }
  }

  /// An optional member. An absent member and `null` are both read as nil. Nil is not written.
  package static func optional<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value?>
  ) -> Member<Self, Value?> {
    Member(name, absent: .some(nil), read: { reader throws(JSONError) in try reader.read() }) {
      $1.member(name, ifPresent: value($0))
    }
  }

  /// A member with a default. An absent member and `null` are both read as `missing`. The member is always written.
  package static func optional<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value>, default missing: Value
  ) -> Member<Self, Value> {
    Member(
      name, absent: missing, read: { reader throws(JSONError) in try reader.read(Value?.self) ?? missing }
    ) {
      $1.member(name, value($0))
    }
  }

  /// A nullable member. An absent member and `null` are both read as nil. Nil is written as `null`, because LSP
  /// requires the member.
  package static func nullable<Value: MemberValue>(
    _ name: StaticString, _ value: @escaping Getter<Value?>
  ) -> Member<Self, Value?> {
    Member(name, absent: .some(nil), read: { reader throws(JSONError) in try reader.read() }) {
      $1.member(name, value($0))
    }
  }

  /// A required member whose value is text, as UTF-8.
  package static func required(_ name: StaticString, _ value: @escaping Getter<[UInt8]>) -> Member<
    Self, [UInt8]
  > {
    Member(name, read: { reader throws(JSONError) in try reader.readUTF8() }) { structure, writer in
      writer.member(name) { $0.string(utf8: value(structure)) }
    }
  }

  /// A required member whose value is an array of integers, possibly a long one.
  package static func required(_ name: StaticString, _ value: @escaping Getter<[Int]>) -> Member<Self, [Int]>
  {
    Member(name, read: { reader throws(JSONError) in try reader.read() }) { structure, writer in
      writer.member(name) { $0.array(integers: value(structure)) }
    }
  }
}

/// A string or number with known values (LSP's meta model: an enumeration). It is open: an unknown value is kept, not
/// rejected.
package typealias Enumeration = RawRepresentable & Hashable & Sendable & JSONReadable & JSONWritable

/// The requirements for a member's value.
package typealias MemberValue = JSONReadable & JSONWritable & Sendable

/// The members of a ``Structure``, in the order in which they are written.
package struct Members<Owner>: Sendable {
  /// Reads a value into a box, so that values of different types can be stored together until the object ends.
  package typealias Reader = @Sendable (inout JSONReader) throws(JSONError) -> AnyObject
  package typealias Writer = @Sendable (Owner, inout JSONWriter) -> Void

  package let names: [String]
  private let readers: [Reader]
  private let writers: [Writer]
  private let maker: any Making<Owner>

  /// - Parameters:
  ///   - make: an initializer that takes the members' values in the order of their declarations.
  ///   - members: the declarations by `required`, `optional` and `nullable`.
  package init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Owner, _ members: repeat Member<Owner, each Value>
  ) {
    var (names, readers, writers): ([String], [Reader], [Writer]) = ([], [], [])
    for member in repeat each members {
      names.append(member.name)
      readers.append(member.read)
      writers.append(member.write)
    }
    (self.names, self.readers, self.writers) = (names, readers, writers)
    maker = Maker(make, repeat (each members).unpack)
  }

  /// Reads an object. Members that are not declared are skipped.
  ///
  /// - Complexity: linear in the bytes, plus the number of declared members for each member read.
  package func read(from reader: inout JSONReader) throws(JSONError) -> Owner {
    let object = try reader.beginObject()
    var values = [AnyObject?](repeating: nil, count: names.count)
    while let name = try reader.nextName() {
      if let index = names.firstIndex(of: name.text) { values[index] = try readers[index](&reader) }
    }
    return try maker.make(values, object, reader)
  }

  package func write(_ owner: Owner, to writer: inout JSONWriter) {
    writer.object { writer in
      for write in writers { write(owner, &writer) }
    }
  }
}

/// One member of a ``Structure``.
package struct Member<Owner, Value>: Sendable {
  let name: String
  let read: Members<Owner>.Reader
  /// Returns the value in the box. Without a box, returns the value of an absent member, or throws an error if the
  /// member is required.
  let unpack: @Sendable (AnyObject?, _ object: Int, JSONReader) throws(JSONError) -> Value
  let write: Members<Owner>.Writer

  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// - Parameter absent: the value of an absent member; nil for a required member.
  init(
    _ name: StaticString, absent: Value? = nil,
    read: @escaping @Sendable (inout JSONReader) throws(JSONError) -> Value,
    write: @escaping Members<Owner>.Writer
  ) where Value: Sendable {
    let text = name.description
    self.name = text
    self.read = { reader throws(JSONError) in Box(try read(&reader)) }
    unpack = { box, object, reader throws(JSONError) in
      if let box = box as? Box { return box.value }
      return try reader.require(absent, text, of: object)
    }
    self.write = write
  }
}

/// Creates a structure from the boxed values of its members, in the order of their declarations; the box of an absent
/// member is nil.
private protocol Making<Owner>: Sendable {
  associatedtype Owner
  func make(_ values: [AnyObject?], _ object: Int, _ reader: JSONReader) throws(JSONError) -> Owner
}

// A type instead of a closure, because the optimizer of Swift 6.3.1 crashes on a closure that calls `initialize`.
private struct Maker<Owner, each Value>: Making {
  let initialize: @Sendable (repeat each Value) -> Owner
  let unpack: (repeat @Sendable (AnyObject?, _ object: Int, JSONReader) throws(JSONError) -> each Value)

  init(
    _ initialize: @escaping @Sendable (repeat each Value) -> Owner,
    _ unpack: repeat
      @escaping @Sendable (AnyObject?, _ object: Int, JSONReader) throws(JSONError) -> each Value
  ) {
    self.initialize = initialize
    self.unpack = (repeat each unpack)
  }

  func make(_ values: [AnyObject?], _ object: Int, _ reader: JSONReader) throws(JSONError) -> Owner {
    var index = -1
    func next() -> AnyObject? {
      index += 1
      return values[index]
    }
    return initialize(repeat try (each unpack)(next(), object, reader))
  }
}
