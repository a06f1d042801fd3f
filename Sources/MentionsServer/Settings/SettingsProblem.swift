import JSONText
import TextModel

/// A problem with a setting, with its location and a message that explains how to fix it.
package struct SettingsProblem: Hashable, Sendable {
  package enum Severity: Hashable, Sendable { case error, warning }

  /// The kind of problem, used as the code of the diagnostic.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unreadable, notJSON, badValue, missing, unknownKey, misplaced, unknownSource, duplicate, untrusted
  }

  package var code: Code
  package var origin: SettingsOrigin
  /// The path of the setting, such as `triggers[0].character`; empty for the whole file.
  package var keyPath: String
  /// The location in the file; nil for settings that are not from a file, and for a file that cannot be read.
  package var location: SettingsLocation?
  /// The message, which names the key, the value and what is expected, but not the file.
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
  static let sources = root.member("sources")
  static let triggers = root.member("triggers")
  static let plugins = root.member("plugins")

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

extension JSONValue {
  /// The value at a path, if there is one.
  func at(_ path: SettingsPath) -> JSONValue? {
    path.steps.reduce(self) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .item(let index): value?[index]
      }
    }
  }
}

/// A range in a settings file.
package struct SettingsLocation: Hashable, Sendable {
  /// The range in UTF-8 offsets.
  package let range: Range<Int>
  private let start: Point
  private let end: Point

  /// The start of the range, for a diagnostic: line and column from 0, in the units of `encoding`.
  package func start(in encoding: PositionEncoding) -> TextPosition { start.position(in: encoding) }
  package func end(in encoding: PositionEncoding) -> TextPosition { end.position(in: encoding) }

  /// The line, from 1, as displayed in editors.
  package var line: Int { start.line + 1 }
  /// The column, from 1, in scalars.
  package var column: Int { start.utf32 + 1 }

  /// Creates the location of a range of UTF-8 offsets. Offsets outside of `bytes` are clamped.
  ///
  /// - Complexity: O(upper bound of the range).
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

/// Locates the names and values in the text of a settings file.
struct SettingsLocator {
  /// The part of a setting that a diagnostic covers.
  enum Part { case name, value }

  private struct Place {
    /// The name with its quotes; nil for items of lists.
    var name: Range<Int>?
    var value: Range<Int>
  }

  private let bytes: [UInt8]
  /// The location of each value by its path; for several members with the same name, that of the last one.
  private var places: [SettingsPath: Place] = [:]
  /// The members whose names occur more than once in an object, in the order of the repetitions.
  private(set) var duplicates: [SettingsPath] = []

  /// Locates all values up to the first syntax error, except those that contain the error.
  ///
  /// - Complexity: linear in the bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var reader = JSONReader(bytes, options: .handwritten)
    try? read(&reader, at: .root, name: nil)
  }

  private mutating func read(
    _ reader: inout JSONReader, at path: SettingsPath, name: Range<Int>?
  ) throws(JSONError) {
    let kind = try reader.peekKind()
    let start = reader.offset
    switch kind {
    case .object:
      var counts: [[UInt8]: Int] = [:]
      try reader.beginObject()
      while let (name, range) = try reader.nextNameAndRange() {
        let member = path.member(name.text)
        counts[Array(name.text.utf8), default: 0] += 1
        if counts[Array(name.text.utf8)] == 2 { duplicates.append(member) }
        try read(&reader, at: member, name: range)
      }
    case .array:
      var index = 0
      try reader.beginArray()
      while try reader.nextElement() {
        try read(&reader, at: path.item(index), name: nil)
        index += 1
      }
    default: try reader.skip()
    }
    places[path] = Place(name: name, value: start..<reader.offset)
  }

  /// The location of a part of a setting. Nil if there is no value at the path, or if a syntax error precedes its end.
  fileprivate func location(of path: SettingsPath, _ part: Part) -> SettingsLocation? {
    guard let place = places[path] else { return nil }
    return SettingsLocation(part == .name ? place.name ?? place.value : place.value, in: bytes)
  }

  /// The source text at a path; nil if it is longer than the limit.
  func text(of path: SettingsPath, atMost limit: Int) -> String? {
    guard let range = places[path]?.value, range.count <= limit else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
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

  /// The problem with its location in the file.
  ///
  /// - Parameter locator: finds locations in the file; nil if the origin is not a file.
  func located(in origin: SettingsOrigin, _ locator: SettingsLocator?) -> SettingsProblem {
    let location =
      if let anchor { locator?.location(of: anchor, .name) } else { locator?.location(of: path, part) }
    return SettingsProblem(
      code: code, origin: origin, keyPath: path.description, location: location, message: message,
      severity: severity)
  }
}
