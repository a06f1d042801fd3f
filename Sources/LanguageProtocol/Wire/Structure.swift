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

/// A string or number with known values (LSP's meta model: an enumeration). It is open: a value that we do not know is
/// kept, not refused.
package typealias Enumeration = RawRepresentable & Hashable & Sendable & JSONReadable & JSONWritable

/// What a member's value can be.
package typealias MemberValue = JSONReadable & JSONWritable & Sendable

/// The members of a ``Structure``, in the order in which they are written.
package struct Members<Owner>: Sendable {
  /// Reads a value into a box, so that values of all types can wait side by side until the object ends.
  package typealias Reader = @Sendable (inout JSONReader) throws(JSONError) -> AnyObject
  package typealias Writer = @Sendable (Owner, inout JSONWriter) -> Void

  package let names: [String]
  private let readers: [Reader]
  private let writers: [Writer]
  private let maker: any Making<Owner>

  /// - Parameters:
  ///   - make: an initializer that takes the members' values in the order of their declarations.
  ///   - members: what `required`, `optional` and `nullable` declare.
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

  /// - Complexity: the bytes, and for each member of the object the number of declared ones.
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
  /// The value in the box, or what counts where there is none.
  let unpack: @Sendable (AnyObject?, _ object: Int, JSONReader) throws(JSONError) -> Value
  let write: Members<Owner>.Writer

  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// - Parameter absent: what an object without the member has; nil for a member that is required.
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

/// Makes a structure of the values read, which are in the order of its members; nil for what was absent.
private protocol Making<Owner>: Sendable {
  associatedtype Owner
  func make(_ values: [AnyObject?], _ object: Int, _ reader: JSONReader) throws(JSONError) -> Owner
}

// A type, for the optimizer of Swift 6.3.1 crashes over a closure that calls `initialize`.
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
