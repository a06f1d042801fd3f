import JSONText
import LanguageProtocol
import TextModel

/// Places in the JSON of a script, outside of its strings: `0:4` is a position, `0:4-8` and `0:4-1:8` are ranges, and
/// `a.md:0:4-8` is a location. Files are below `/w`, or named from the root: `/d` is `file:///d`.
enum PlaceNotation {
  static func uri(_ file: some StringProtocol) -> String {
    file.hasPrefix("/") ? "file://\(file)" : "file:///w/\(file)"
  }

  static func path(_ file: String) -> String { file.hasPrefix("/") ? file : "/w/\(file)" }

  /// JSON proper.
  ///
  /// - Complexity: O(*n*).
  static func expanded(_ text: String) -> String {
    var result: [UInt8] = []
    var word: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if isQuoted {
        result.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if "\" ,[]{}".utf8.contains(byte) {
        result += json(of: word) + [byte]
        word = []
        isQuoted = byte == UInt8(ascii: "\"")
      } else {
        word.append(byte)
      }
    }
    return String(decoding: result + json(of: word), as: UTF8.self)
  }

  private static func json(of word: [UInt8]) -> [UInt8] {
    guard word.count > 2, word.contains(UInt8(ascii: ":")) else { return word }
    let text = String(decoding: word, as: UTF8.self)
    if let position = position(text[...]) { return Array(json(position).utf8) }
    if let range = range(text[...]) { return Array(json(range).utf8) }
    // The colon before the last one but one, or before the last one where the range is on one line.
    let colons = text.indices.filter { text[$0] == ":" }
    for colon in colons.suffix(3) {
      guard let range = range(text[text.index(after: colon)...]), colon > text.startIndex else { continue }
      return Array("{\"uri\": \"\(uri(text[..<colon]))\", \"range\": \(json(range))}".utf8)
    }
    return word
  }

  /// `0:4`.
  static func position(_ text: Substring) -> Position? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let line = number(parts[0]), let column = number(parts[1]) else { return nil }
    return Position(line: line, character: column)
  }

  /// `0:4-8` or `0:4-1:8`.
  static func range(_ text: Substring) -> Range? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = position(ends[0]) else { return nil }
    let end = position(ends[1]) ?? number(ends[1]).map { Position(line: start.line, character: $0) }
    return end.map { Range(start: start, end: $0) }
  }

  private static func number(_ text: Substring) -> Int? {
    text.isEmpty || !text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? nil : Int(text)
  }

  static func json(_ position: Position) -> String {
    #"{"line": \#(position.line), "character": \#(position.character)}"#
  }

  static func json(_ range: Range) -> String {
    #"{"start": \#(json(range.start)), "end": \#(json(range.end))}"#
  }

  // MARK: - Writing

  /// A position, a range or a location as scripts write it; nil for any other object.
  static func text(of object: JSONObject) -> String? {
    guard object.count == 2 else { return nil }
    if let line = object["line"]?.intValue, let column = object["character"]?.intValue {
      return "\(line):\(column)"
    }
    if case .object(let first)? = object["start"], case .object(let last)? = object["end"],
      let start = text(of: first), let end = text(of: last), start.contains(":"), end.contains(":")
    {
      let line = start.prefix { $0 != ":" } + ":"
      return "\(start)-\(end.hasPrefix(line) ? end.dropFirst(line.count) : end[...])"
    }
    if let uri = object["uri"]?.stringValue, case .object(let range)? = object["range"],
      uri.hasPrefix("file:///"), let range = text(of: range), range.contains("-")
    {
      let path = uri.dropFirst("file://".count)
      return "\(path.hasPrefix("/w/") ? path.dropFirst(3) : path):\(range)"
    }
    return nil
  }
}

/// What the text of a file says of the places in it: `«…»` are those that are expected, `|` is where a script asks.
struct MarkedFile {
  let uri: String
  let text: String
  let ranges: [Range]
  let cursor: Position?

  init(_ file: String, _ marked: String) {
    let lines = marked.replacing("\\n", with: "\n").replacing("⏎", with: "\n")
    let text = MarkedText(lines)
    uri = PlaceNotation.uri(file)
    self.text = text.text
    func position(_ offset: TextOffset) -> Position {
      let before = text.bytes[..<offset.utf8]
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let line = String(decoding: before[start...], as: UTF8.self)
      return Position(line: before.count { $0 == 0x0A }, character: line.utf16.count)
    }
    ranges = text.annotations.map { Range(start: position($0.start), end: position($0.end)) }
    cursor = text.cursor.map(position)
  }
}
