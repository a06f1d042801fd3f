/// How much the log tells.
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
  case error = 1
  case warning, info, debug

  /// The names used on the command line.
  public init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  public var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A line for the log. People's text and names go in by `personal(_:)` only and come out as a
/// length unless the user asked to see them.
public struct LogLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    var open = ""
    var redacted = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      open += literal
      redacted += literal
    }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }

    /// Document text, names, keys: shown only with `--show-text`.
    public mutating func appendInterpolation(personal value: String) {
      open += value
      redacted += "<\(value.utf8.count) bytes>"
    }
  }

  private let open: String
  private let redacted: String

  public init(stringLiteral value: String) {
    open = value
    redacted = value
  }

  public init(stringInterpolation: StringInterpolation) {
    open = stringInterpolation.open
    redacted = stringInterpolation.redacted
  }

  public func text(showingText: Bool) -> String { showingText ? open : redacted }
}
