import JSONText
import TextModel

/// A problem with a setting: its location, and how to fix it.
package struct SettingsProblem: Hashable, Sendable {
  package enum Severity: Hashable, Sendable { case error, warning }

  /// The kind of problem, used as the code of the diagnostic.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unreadable, notJSON, badValue, missing, unknownKey, misplaced, unknownSource, duplicate, untrusted
  }

  package var code: Code
  package var origin: SettingsOrigin
  /// `triggers[0].character`; empty for the whole file.
  package var keyPath: String
  /// The location in the file; nil for settings that are not from a file, and for a file that cannot be read.
  package var location: SettingsLocation?
  /// Names the key, the value and what is expected, but not the file.
  package var message: String
  package var severity: Severity

  package init(
    code: Code, origin: SettingsOrigin, keyPath: String, location: SettingsLocation?, message: String,
    severity: Severity
  ) {
    self.code = code
    self.origin = origin
    self.keyPath = keyPath
    self.location = location
    self.message = message
    self.severity = severity
  }
}

extension SettingsProblem: CustomStringConvertible {
  /// One line with file, line and column: `/w/.mentions.json:3:12: limit is 0, expected …`.
  package var description: String {
    guard let location else { return "\(origin): \(message)" }
    return "\(origin):\(location.line):\(location.column): \(message)"
  }
}

/// The path of a value in a settings file: `triggers[0].character`.
struct SettingsPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case member(String)
    case item(Int)
  }

  var steps: [Step]

  init(_ steps: [Step] = []) { self.steps = steps }

  static let root = SettingsPath()

  func member(_ name: String) -> SettingsPath { SettingsPath(steps + [.member(name)]) }
  func item(_ index: Int) -> SettingsPath { SettingsPath(steps + [.item(index)]) }

  /// The path in text form. Names that are not a single word are in brackets and quotes: `sources["people.json"]`.
  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .item(let index): text += "[\(index)]"
      case .member(let name) where Self.isWord(name): text += text.isEmpty ? name : "." + name
      case .member(let name): text += "[\(JSONExcerpt.of(.string(name)))]"
      }
    }
    return text
  }

  private static func isWord(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"):
          true
        default: false
        }
      }
  }
}

/// A range in a settings file.
package struct SettingsLocation: Hashable, Sendable {
  /// UTF-8 offsets.
  package let range: Range<Int>
  private let start: Point
  private let end: Point

  /// From 0, in the units of `encoding`, for a diagnostic.
  package func start(in encoding: PositionEncoding) -> TextPosition { start.position(in: encoding) }
  package func end(in encoding: PositionEncoding) -> TextPosition { end.position(in: encoding) }

  /// From 1, as displayed in editors.
  package var line: Int { start.line + 1 }
  /// From 1, in scalars.
  package var column: Int { start.utf32 + 1 }

  /// Offsets outside of `bytes` are clamped.
  ///
  /// - Complexity: linear in the end of the range.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let lower = min(max(range.lowerBound, 0), bytes.count)
    let upper = min(max(range.upperBound, lower), bytes.count)
    self.range = lower..<upper
    var point = Point()
    for at in 0..<lower { point.step(over: bytes[at], before: at + 1 < bytes.count ? bytes[at + 1] : nil) }
    start = point
    for at in lower..<upper {
      point.step(over: bytes[at], before: at + 1 < bytes.count ? bytes[at + 1] : nil)
    }
    end = point
  }

  /// A position in all three encodings at once.
  private struct Point: Hashable, Sendable {
    var line = 0
    var utf8 = 0
    var utf16 = 0
    var utf32 = 0

    /// Advances over a byte. Lines end at `\n`, `\r\n` or a lone `\r`.
    mutating func step(over byte: UInt8, before next: UInt8?) {
      let isEnd = byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n"))
      guard !isEnd else {
        self = Point(line: line + 1)
        return
      }
      utf8 += 1
      guard byte & 0xC0 != 0x80 else { return }
      utf32 += 1
      utf16 += byte >= 0xF0 ? 2 : 1
    }

    func position(in encoding: PositionEncoding) -> TextPosition {
      switch encoding {
      case .utf8: TextPosition(line: line, column: utf8)
      case .utf16: TextPosition(line: line, column: utf16)
      case .utf32: TextPosition(line: line, column: utf32)
      }
    }
  }
}

// MARK: - Places in files

/// Finds the location of a value in the bytes of a settings file.
struct SettingsLocator {
  /// The part of a setting that a diagnostic covers.
  enum Part { case name, value }

  let bytes: [UInt8]

  /// Nil if the path does not exist, or the text is not JSON. If two members have the same name, the later one is used,
  /// as for the value.
  ///
  /// - Complexity: linear in the bytes.
  func location(of path: SettingsPath, _ part: Part) -> SettingsLocation? {
    guard let range = try? range(of: path, part) else { return nil }
    return SettingsLocation(range, in: bytes)
  }

  /// The source text at a path; nil if it is longer than the limit.
  func text(of path: SettingsPath, atMost limit: Int) -> String? {
    guard let range = try? range(of: path, .value), range.count <= limit else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The members whose names occur more than once in an object, in the order of the repetitions.
  ///
  /// - Complexity: linear in the bytes.
  func duplicateNames(atMost limit: Int) -> [SettingsPath] {
    var reader = JSONReader(bytes, options: .handwritten)
    var found: [SettingsPath] = []
    try? Self.addDuplicateNames(in: &reader, at: .root, atMost: limit, to: &found)
    return found
  }

  private static func addDuplicateNames(
    in reader: inout JSONReader, at path: SettingsPath, atMost limit: Int, to found: inout [SettingsPath]
  ) throws(JSONError) {
    switch try reader.peekKind() {
    case .object:
      var counts: [[UInt8]: Int] = [:]
      try reader.beginObject()
      while let name = try reader.nextName() {
        counts[Array(name.text.utf8), default: 0] += 1
        let member = path.member(name.text)
        if counts[Array(name.text.utf8)] == 2, found.count < limit { found.append(member) }
        try addDuplicateNames(in: &reader, at: member, atMost: limit, to: &found)
      }
    case .array:
      var index = 0
      try reader.beginArray()
      while try reader.nextElement() {
        try addDuplicateNames(in: &reader, at: path.item(index), atMost: limit, to: &found)
        index += 1
      }
    default: try reader.skip()
    }
  }

  private func range(of path: SettingsPath, _ part: Part) throws(JSONError) -> Range<Int>? {
    var reader = JSONReader(bytes, options: .handwritten)
    var name: Range<Int>?
    for step in path.steps {
      switch step {
      case .member(let wanted):
        guard let found = try member(wanted, of: reader) else { return nil }
        (name, reader) = (found.name, found.value)
      case .item(let index):
        guard let found = try item(index, of: reader) else { return nil }
        (name, reader) = (nil, found)
      }
    }
    if part == .name, let name { return name }
    _ = try reader.peekKind()
    let start = reader.offset
    try reader.skip()
    return start..<reader.offset
  }

  private func member(
    _ wanted: String, of start: JSONReader
  ) throws(JSONError) -> (name: Range<Int>, value: JSONReader)? {
    var reader = start
    var found: (Range<Int>, JSONReader)?
    guard try reader.peekKind() == .object else { return nil }
    try reader.beginObject()
    while true {
      let before = reader.offset
      guard let name = try reader.nextName() else { return found }
      if name.text.utf8.elementsEqual(wanted.utf8) { found = (try quoted(after: before), reader) }
      try reader.skip()
    }
  }

  private func item(_ index: Int, of start: JSONReader) throws(JSONError) -> JSONReader? {
    var reader = start
    guard try reader.peekKind() == .array else { return nil }
    try reader.beginArray()
    var at = 0
    while try reader.nextElement() {
      if at == index { return reader }
      try reader.skip()
      at += 1
    }
    return nil
  }

  /// The next string literal, after a comma, whitespace and comments.
  private func quoted(after offset: Int) throws(JSONError) -> Range<Int> {
    var reader = JSONReader(bytes[offset...], options: .handwritten)
    var start = offset
    if start < bytes.count, bytes[start] != UInt8(ascii: "\"") {
      // Whitespace and comments may come before the comma and after it.
      while start < bytes.count, bytes[start] != UInt8(ascii: ","), bytes[start] != UInt8(ascii: "\"") {
        start = bytes[start] == UInt8(ascii: "/") ? endOfComment(at: start) : start + 1
      }
      if start < bytes.count, bytes[start] == UInt8(ascii: ",") { start += 1 }
      reader = JSONReader(bytes[start...], options: .handwritten)
    }
    _ = try reader.peekKind()
    let from = start + reader.offset
    try reader.skip()
    return from..<start + reader.offset
  }

  private func endOfComment(at start: Int) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    var at = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
      return at
    }
    at += 1
    while at < bytes.count, !(bytes[at] == UInt8(ascii: "/") && bytes[at - 1] == UInt8(ascii: "*")) {
      at += 1
    }
    return min(at + 1, bytes.count)
  }
}

/// A problem before its location in the file has been determined.
struct UnlocatedProblem {
  var code: SettingsProblem.Code
  var path: SettingsPath
  /// The part to underline; by default the value.
  var part = SettingsLocator.Part.value
  /// The object to underline if the path does not exist, such as for a missing key.
  var anchor: SettingsPath?
  var message: String
  var severity = SettingsProblem.Severity.error

  static func bad(_ path: SettingsPath, is value: String, expected: String) -> UnlocatedProblem {
    UnlocatedProblem(
      code: .badValue, path: path,
      message: path.steps.isEmpty
        ? "the settings are \(value), expected \(expected)" : "\(path) is \(value), expected \(expected)")
  }

  func located(in origin: SettingsOrigin, _ bytes: [UInt8]?) -> SettingsProblem {
    let locator = bytes.map(SettingsLocator.init)
    let location =
      if let anchor { locator?.location(of: anchor, .name) } else { locator?.location(of: path, part) }
    return SettingsProblem(
      code: code, origin: origin, keyPath: path.description, location: location, message: message,
      severity: severity)
  }
}
