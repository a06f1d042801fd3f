/// Something that writes itself as JSON.
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

/// nil is `null`.
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
