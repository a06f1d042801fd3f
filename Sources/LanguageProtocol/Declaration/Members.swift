import JSONText

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
