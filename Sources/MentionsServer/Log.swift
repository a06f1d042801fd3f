/// The verbosity of the log.
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
  case error = 1
  case warning, info, debug

  /// Creates the level with this name, as used on the command line; nil if there is none.
  ///
  /// - Parameter name: `error`, `warning`, `info` or `debug`.
  public init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  /// The name used on the command line and in the log.
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

/// A line of the log. Document text and names of people must be interpolated with the label `personal:`; only their
/// length is logged, unless the user asked to see them.
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

    /// Appends document text, a name or a search key, which is logged only with `--show-text`.
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

/// A record of the faults shown to the user, so that each distinct fault is shown once, not at each keystroke.
struct MessageLog {
  /// The subject of a fault.
  enum Subject: Hashable {
    case settings
    /// Trigger characters that were not registered at the start.
    case triggers
    /// A source, by its key.
    case source(String)
    /// A plug-in, by its key.
    case plugin(String)
    /// The files in which mentions are stored.
    case store
    /// Removed mentions that may be restored later.
    case memory
    /// The limits of the workspace search.
    case index
  }

  private var told: [Subject: Set<String>] = [:]

  /// Records that a fault is shown. Returns false if it was shown before.
  mutating func isNews(_ fault: String, about subject: Subject) -> Bool {
    told[subject, default: []].insert(fault).inserted
  }

  /// Forgets all faults about a subject except `faults`. The others have been resolved, and are shown again if they
  /// recur.
  mutating func keep(_ faults: some Sequence<String>, about subject: Subject) {
    told[subject]?.formIntersection(faults)
  }
}

/// Reports violated invariants. In debug builds, and therefore in tests, a violation is fatal. In release builds, it is
/// only logged, because the user's editing session matters more.
package enum Bug {
  /// The prefix of the log lines that report a violated invariant.
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
