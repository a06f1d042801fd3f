/// One thing that is wrong with a source, told to a person: where it is and what was expected.
public struct SourceProblem: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// Nothing is lost; worth a line in the log.
    case note
    /// Something was left out or mended, the rest is there.
    case warning
    /// The source, or one of its files, yields nothing (more).
    case error
  }

  public var severity: Severity
  /// The source's name in the settings.
  public var source: String
  /// The path as it was given to the source.
  public var file: String?
  /// Counted from 1.
  public var line: Int?
  /// The entity's field, or the setting's key, that is meant.
  public var field: String?
  public var message: String
  /// What is different each time that it happens: numbers, what a program printed.
  public var details: String?

  public init(
    _ severity: Severity = .warning, source: String, file: String? = nil, line: Int? = nil,
    field: String? = nil, _ message: String, details: String? = nil
  ) {
    self.severity = severity
    self.source = source
    self.file = file
    self.line = line
    self.field = field
    self.message = message
    self.details = details
  }

  /// The same for one fault each time that it happens. A place in a file is part of it; a place in the stream of a
  /// program's answers is not.
  public var fault: String {
    var fault = self
    fault.details = nil
    if file == nil {
      fault.line = nil
      fault.field = field.map { String($0.filter { !("0"..."9").contains($0) }) }
    }
    return fault.description
  }
}

extension SourceProblem: CustomStringConvertible {
  /// `team: people.csv:12: email: …`, the parts that are not known left out.
  public var description: String {
    var text = source
    if let file {
      text += ": \(file)"
      if let line { text += ":\(line)" }
    } else if let line {
      text += ": line \(line)"
    }
    if let field { text += ": \(field)" }
    text += ": " + message
    if let details { text += ": \(details)" }
    return text
  }
}

/// Gathers the problems of one load: the first ones whole, the others counted.
public struct SourceProblems: Sendable {
  public let source: String
  /// How many are kept.
  public let limit: Int
  public private(set) var kept: [SourceProblem] = []
  public private(set) var more = 0

  public init(source: String, limit: Int = 20) {
    self.source = source
    self.limit = limit
  }

  public var isEmpty: Bool { kept.isEmpty }

  public mutating func add(_ problem: SourceProblem) {
    if kept.count < limit { kept.append(problem) } else { more += 1 }
  }

  public mutating func add(
    _ severity: SourceProblem.Severity = .warning, file: String? = nil, line: Int? = nil,
    field: String? = nil, _ message: String, details: String? = nil
  ) {
    guard kept.count < limit else {
      more += 1
      return
    }
    kept.append(
      .init(severity, source: source, file: file, line: line, field: field, message, details: details))
  }

  /// The kept ones and, where there were more, one that says how many.
  public var list: [SourceProblem] {
    guard more > 0 else { return kept }
    return kept + [.init(.note, source: source, "and \(more) more")]
  }
}
