import JSONText

/// The id of a request, given back in its answer as it came.
package enum RPCID: Hashable, Sendable {
  case integer(Int)
  case string(String)
  /// A number that is not an `Int` (`1.5`, `1e3`), as it was written.
  case number(String)
  /// In answers to what could not be read.
  case null
}

extension RPCID: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.peekKind() {
    case .string: self = .string(try reader.readString())
    case .number:
      let text = String(decoding: try reader.readRaw(), as: UTF8.self)
      self = Int(text).map { .integer($0) } ?? .number(text)
    case .null:
      _ = try reader.readNull()
      self = .null
    default: throw reader.mismatch("a number or a string")
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .integer(let value): writer.integer(value)
    case .string(let value): writer.string(value)
    case .number(let text): writer.raw(text.utf8)
    case .null: writer.null()
    }
  }
}

extension RPCID: CustomStringConvertible {
  package var description: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}

extension RPCID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .string(value) }
}
