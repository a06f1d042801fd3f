/// An error in a JSON text, with its location.
public struct JSONError: Error, Hashable, Sendable {
  /// UTF-8 offset in the input.
  public var offset: Int
  /// The line, from 1. Lines end at `\n`, `\r\n` or a lone `\r`.
  public var line: Int
  /// The column, from 1, counted in Unicode scalars.
  public var column: Int
  /// The path of the faulty value, such as `textDocument.uri` or `items[3].label`; empty for the top-level value.
  public var path: String
  /// The reason, worded to follow the location: `expected a string, found null`.
  public var reason: String

  package init(offset: Int, line: Int, column: Int, path: String, reason: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }

  /// The path and the reason, without line and column: the part that is useful to the sender of a message.
  public var message: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(message)" }
}

extension JSONError {
  /// An error at an offset of `bytes`. Line, column and path are computed here, by reading `bytes` again from their
  /// start, so that successful reads do not pay for them.
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

// MARK: - Paths

/// Finds the path of the value at an offset of a JSON text. Tolerates malformed text before the offset.
private struct JSONPathFinder {
  private enum Frame {
    case array(index: Int)
    case object(name: String, isNamed: Bool)
  }

  private var frames: [Frame] = []
  private var at: Int
  private let bytes: ArraySlice<UInt8>

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// The path of the value that begins at the end of `head`.
  static func path(atEndOf head: ArraySlice<UInt8>) -> String {
    var finder = JSONPathFinder(head)
    finder.run()
    return finder.path
  }

  private var path: String {
    var path = ""
    for frame in frames {
      switch frame {
      case .array(let index): path += "[\(index)]"
      case .object(let name, true): path += path.isEmpty ? name : ".\(name)"
      case .object(_, false): break
      }
    }
    return path
  }

  private mutating func run() {
    while at < bytes.endIndex {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "{"): frames.append(.object(name: "", isNamed: false))
      case UInt8(ascii: "["): frames.append(.array(index: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
      case UInt8(ascii: ","): step()
      case UInt8(ascii: "\""): string()
      case UInt8(ascii: "/"): comment()
      default: break
      }
      at += 1
    }
  }

  private mutating func step() {
    switch frames.last {
    case .array(let index): frames[frames.count - 1] = .array(index: index &+ 1)
    case .object: frames[frames.count - 1] = .object(name: "", isNamed: false)
    case nil: break
    }
  }

  /// Moves `at` from the opening quote to the closing one. Records the string as the name of a member if the current
  /// object expects a name.
  private mutating func string() {
    let start = at + 1
    at = start
    while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard at < bytes.endIndex else { return }
    if case .object(_, false) = frames.last {
      let name = String(decoding: bytes[start..<at], as: UTF8.self)
      frames[frames.count - 1] = .object(name: name, isNamed: true)
    }
  }

  private mutating func comment() {
    guard at + 1 < bytes.endIndex else { return }
    if bytes[at + 1] == UInt8(ascii: "/") {
      while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    } else if bytes[at + 1] == UInt8(ascii: "*") {
      at += 3
      while at < bytes.endIndex, !(bytes[at] == UInt8(ascii: "/") && bytes[at - 1] == UInt8(ascii: "*")) {
        at += 1
      }
    }
  }
}
