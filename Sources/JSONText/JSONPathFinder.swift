/// Finds out which value of a JSON text is at an offset. Forgiving: what comes before may be wrong too.
struct JSONPathFinder {
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

  /// The path of the value that begins where `head` ends.
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

  /// Leaves `at` on the closing quote.
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
