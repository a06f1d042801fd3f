/// How much is logged.
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
package struct LogLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    var open = ""
    var redacted = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      open += literal
      redacted += literal
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }

    /// Document text, names, keys: shown only with `--show-text`.
    package mutating func appendInterpolation(personal value: String) {
      open += value
      redacted += "<\(value.utf8.count) bytes>"
    }
  }

  private let open: String
  private let redacted: String

  package init(stringLiteral value: String) {
    open = value
    redacted = value
  }

  package init(stringInterpolation: StringInterpolation) {
    open = stringInterpolation.open
    redacted = stringInterpolation.redacted
  }

  package func text(showingText: Bool) -> String { showingText ? open : redacted }
}

/// Faults that were shown to the user: each distinct one is one message, not one for each keystroke.
struct MessageLog {
  /// The subject of a fault.
  enum Subject: Hashable {
    case settings
    /// Trigger characters that were not registered at the start.
    case triggers
    /// A source, by its key.
    case source(String)
    /// A plug-in, by its name.
    case plugin(String)
    /// The files in which mentions are kept.
    case store
    /// Removed mentions that may be restored later.
    case memory
    /// How much of the workspace is looked at.
    case index
  }

  private var told: [Subject: Set<String>] = [:]

  /// True the first time.
  mutating func isNews(_ fault: String, about subject: Subject) -> Bool {
    told[subject, default: []].insert(fault).inserted
  }

  /// Keeps only these faults: the others were resolved and may be reported again.
  mutating func keep(_ faults: some Sequence<String>, about subject: Subject) {
    told[subject]?.formIntersection(faults)
  }
}

/// Reports something that cannot happen: fatal in debug builds and so under test, survived and
/// logged in release builds, where a person's editing session is worth more than our pride.
package enum Bug {
  /// The prefix of its lines in the log.
  package static let mark = "bug:"

  package static func check(
    _ holds: Bool, _ what: @autoclosure () -> String, log: (String) -> Void = { _ in }
  ) {
    if !holds { report(what(), log: log) }
  }

  package static func report(_ what: @autoclosure () -> String, log: (String) -> Void = { _ in }) {
    #if DEBUG
    preconditionFailure("bug: \(what())")
    #else
    log("\(mark) \(what())")
    #endif
  }
}
