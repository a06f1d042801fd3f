import JSONText
public import TextModel

/// Something wrong with a setting: where, and what to do about it.
public struct SettingsProblem: Hashable, Sendable {
  public enum Severity: Hashable, Sendable { case error, warning }

  /// What sort of problem, for the diagnostic's code.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case unreadable, notJSON, badValue, missing, unknownKey, misplaced, unknownSource, duplicate, untrusted
  }

  public var code: Code
  public var origin: SettingsOrigin
  /// `triggers[0].character`; empty for the file as a whole.
  public var keyPath: String
  /// Where in the file; nil for settings that are none, and for a file that cannot be read.
  public var location: SettingsLocation?
  /// Names key, value and what is expected; not the file.
  public var message: String
  public var severity: Severity

  public init(
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
  public var description: String {
    guard let location else { return "\(origin): \(message)" }
    return "\(origin):\(location.line):\(location.column): \(message)"
  }
}

/// The way to a value in a settings file: `triggers[0].character`.
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

  var parent: SettingsPath { SettingsPath(Array(steps.dropLast())) }

  /// Names that are more than a word are written in brackets and quotes: `sources["people.json"]`.
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

/// A stretch of a settings file.
public struct SettingsLocation: Hashable, Sendable {
  /// UTF-8 offsets.
  public let range: Range<Int>
  private let start: Place
  private let end: Place

  /// From zero, in the units of `encoding`: ready for a diagnostic.
  public func start(in encoding: PositionEncoding) -> TextPosition { start.position(in: encoding) }
  public func end(in encoding: PositionEncoding) -> TextPosition { end.position(in: encoding) }

  /// From one, as editors count.
  public var line: Int { start.line + 1 }
  /// From one, in scalars.
  public var column: Int { start.utf32 + 1 }

  /// Offsets outside `bytes` mean the nearest inside.
  ///
  /// - Complexity: linear in the range's end.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let lower = min(max(range.lowerBound, 0), bytes.count)
    let upper = min(max(range.upperBound, lower), bytes.count)
    self.range = lower..<upper
    var place = Place()
    for at in 0..<lower { place.step(over: bytes[at], before: at + 1 < bytes.count ? bytes[at + 1] : nil) }
    start = place
    for at in lower..<upper {
      place.step(over: bytes[at], before: at + 1 < bytes.count ? bytes[at + 1] : nil)
    }
    end = place
  }

  /// A place in all three encodings at once.
  private struct Place: Hashable, Sendable {
    var line = 0
    var utf8 = 0
    var utf16 = 0
    var utf32 = 0

    /// Lines end at `\n`, `\r\n` or a lone `\r`.
    mutating func step(over byte: UInt8, before next: UInt8?) {
      let isEnd = byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n"))
      guard !isEnd else {
        self = Place(line: line + 1)
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
