/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// UTF-8 offset in the bytes that were given.
  public var offset: Int
  /// From 1. Lines end at `\n`, `\r\n` or a lone `\r`.
  public var line: Int
  /// From 1, counted in Unicode scalars.
  public var column: Int
  /// Where in the value: `textDocument.uri`, `items[3].label`; empty at the top.
  public var path: String
  /// What is wrong, in words that can follow the place: `expected a string, found null`.
  public var reason: String

  public init(offset: Int, line: Int, column: Int, path: String, reason: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }

  /// Path and reason without the place in the text: what the sender of a message can act on.
  public var message: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(message)" }
}

extension JSONError {
  /// A fault at an offset of `bytes`. Line, column and path are found only now, by reading again from the start:
  /// reading pays nothing for them until something is wrong.
  ///
  /// - Complexity: linear in `offset`.
  init(_ reason: String, at offset: Int, in bytes: ArraySlice<UInt8>, member: String? = nil) {
    let end = min(max(offset, 0), bytes.count)
    let head = bytes.prefix(end)
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in head {
      switch byte {
      case UInt8(ascii: "\n"):
        if previous != UInt8(ascii: "\r") { line += 1 }
        column = 1
      case UInt8(ascii: "\r"):
        line += 1
        column = 1
      default:
        if byte & 0xC0 != 0x80 { column += 1 }
      }
      previous = byte
    }
    var path = JSONPathFinder.path(atEndOf: head)
    if let member {
      path += path.isEmpty ? member : ".\(member)"
    }
    self.init(offset: end, line: line, column: column, path: path, reason: reason)
  }
}
