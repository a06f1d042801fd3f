import JSONText

/// A place in a document (LSP: Position).
package struct Position: Hashable, Sendable {
  /// From 0.
  package var line: Int
  /// From 0, in the units that `initialize` settled: UTF-8, UTF-16 or UTF-32. Past the line's end means its end.
  package var character: Int

  package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }
}

extension Position: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let object = try reader.beginObject()
    var line: Int?
    var character: Int?
    while let member = try reader.nextName() {
      switch member {
      case "line": line = try reader.readUInteger()
      case "character": character = try reader.readUInteger()
      default: break
      }
    }
    self.line = try reader.require(line, "line", of: object)
    self.character = try reader.require(character, "character", of: object)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("line", line)
      $0.member("character", character)
    }
  }
}

extension JSONReader {
  /// A number that LSP calls `uinteger`; numbers beyond its bound are taken all the same.
  mutating func readUInteger() throws(JSONError) -> Int {
    _ = try peekKind()
    let start = offset
    let value = try readInt()
    guard value >= 0 else { throw fault("expected a number from 0, found \(value)", at: start) }
    return value
  }
}

/// A stretch of a document (LSP: Range). In a file that needs Swift's own type too, that one is `Swift.Range`.
package struct Range: Hashable, Sendable {
  package var start: Position
  /// Not included.
  package var end: Position

  package init(start: Position, end: Position) { (self.start, self.end) = (start, end) }
}

extension Range: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (start, end) = try reader.read("start", "end")
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("start", start)
      $0.member("end", end)
    }
  }
}

/// In which units `character` counts (LSP: PositionEncodingKind).
package struct PositionEncodingKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let utf8 = Self(rawValue: "utf-8")
  /// What counts where nothing was agreed.
  package static let utf16 = Self(rawValue: "utf-16")
  package static let utf32 = Self(rawValue: "utf-32")
}
