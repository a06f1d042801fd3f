import Entities

/// An error in a source, described for the user by its location and the expected input.
package struct SourceProblem: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// Nothing is lost; the problem is only logged.
    case note
    /// Something was skipped or corrected; the rest is available.
    case warning
    /// The source, or one of its files, yields no (further) entities.
    case error
  }

  package var severity: Severity
  /// The source's name in the settings.
  package var source: String
  /// The path as configured.
  package var file: String?
  /// The line number, counted from 1.
  package var line: Int?
  /// The field of the entity, or the key of the setting, that is wrong.
  package var field: String?
  package var message: String
  /// The part of the message that varies: numbers, the output of a program.
  package var details: String?
  /// Whether an entity was skipped.
  package var leavesOut: Bool

  package init(
    _ severity: Severity = .warning, source: String, file: String? = nil, line: Int? = nil,
    field: String? = nil, _ message: String, details: String? = nil, leavesOut: Bool = false
  ) {
    self.severity = severity
    self.source = source
    self.file = file
    self.line = line
    self.field = field
    self.message = message
    self.details = details
    self.leavesOut = leavesOut
  }

  /// Whether the source may know people that it has not yielded.
  package var hidesPeople: Bool { leavesOut || severity == .error }

  /// The problem with its line number increased.
  func moved(by lines: Int) -> SourceProblem {
    var moved = self
    moved.line = line.map { $0 + lines }
    return moved
  }

  /// Identifies a recurring fault. Includes the line of a file, but not the position in a program's stream of answers.
  package var fault: String {
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
  /// The problem in the form `team: people.csv:12: email: …`, without unknown parts.
  package var description: String {
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

/// Collects the problems of one load: the first ones in full, the others as a count.
package struct SourceProblems: Sendable {
  package let source: String
  /// The maximum number of problems kept.
  package let limit: Int
  package private(set) var kept: [SourceProblem] = []
  package private(set) var more = 0
  private var tooLong: (first: SourceProblem, count: Int)?
  private var hidden: (first: SourceProblem, names: [String], count: Int)?

  package init(source: String, limit: Int = 20) {
    self.source = source
    self.limit = limit
  }

  /// Whether further problems are only counted.
  var isFull: Bool { kept.count >= limit }

  /// Counts problems that are not kept.
  mutating func count(_ number: Int) { more += number }

  /// Adds the summaries of a later part of the same file.
  ///
  /// - Parameter lines: the number of lines before that part.
  mutating func addSummaries(of later: SourceProblems, after lines: Int) {
    if let later = later.tooLong {
      tooLong = (tooLong?.first ?? later.first.moved(by: lines), (tooLong?.count ?? 0) + later.count)
    }
    if let later = later.hidden {
      let names = (hidden?.names ?? []) + later.names
      hidden = (
        hidden?.first ?? later.first.moved(by: lines), Array(names.prefix(Self.mostNamed)),
        (hidden?.count ?? 0) + later.count
      )
    }
  }

  package mutating func add(_ problem: SourceProblem) {
    if kept.count < limit { kept.append(problem) } else { more += 1 }
  }

  package mutating func add(
    _ severity: SourceProblem.Severity = .warning, file: String? = nil, line: Int? = nil,
    field: String? = nil, _ message: String, details: String? = nil, leavesOut: Bool = false
  ) {
    guard kept.count < limit else {
      more += 1
      return
    }
    kept.append(
      .init(
        severity, source: source, file: file, line: line, field: field, message, details: details,
        leavesOut: leavesOut))
  }

  /// Reports an entity that was skipped because one of its texts is too long. All such entities of a load are reported
  /// as one problem, at the location of the first.
  mutating func addTooLong(
    _ field: String, bytes: Int, of entity: Entity, file: String?, line: Int?, place: String?
  ) {
    guard tooLong == nil else {
      tooLong?.count += 1
      return
    }
    let path = [place, field].compactMap { $0 }.joined(separator: ".")
    let problem = SourceProblem(
      source: source, file: file, line: line, field: path,
      "has \(bytes) bytes, expected at most \(ShownText.longestName) "
        + "(“\(EntityRecord.excerpt(entity.name))”); left out", leavesOut: true)
    tooLong = (problem, 1)
  }

  /// Reports an invisible character that was removed from an entity. All such entities of a load are reported in one
  /// note.
  mutating func addHidden(_ scalar: Unicode.Scalar, in entity: Entity, file: String?, line: Int?) {
    let code = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
    let name = "“\(EntityRecord.excerpt(entity.name))” (U+\(padded))"
    if hidden == nil {
      hidden = (SourceProblem(.note, source: source, file: file, line: line, ""), [name], 1)
    } else {
      hidden?.count += 1
      if hidden?.names.count ?? 0 < Self.mostNamed { hidden?.names.append(name) }
    }
  }

  /// The maximum number of entities with hidden characters that are listed.
  private static let mostNamed = 20

  /// The kept problems, the summaries and, if some problems were only counted, a note with their number.
  package var list: [SourceProblem] {
    var list = kept
    if let (first, count) = tooLong {
      var problem = first
      if count > 1 { problem.details = "\(count) entities in all" }
      list.append(problem)
    }
    if let hidden {
      var problem = hidden.first
      let more = hidden.count - hidden.names.count
      problem.message =
        "invisible characters were removed from \(hidden.names.joined(separator: ", "))"
        + (more > 0 ? " and \(more) more" : "")
      list.append(problem)
    }
    // The problems that were only counted may concern skipped entities.
    if more > 0 {
      let problems = more == 1 ? "1 more problem" : "\(more) more problems"
      list.append(.init(.note, source: source, problems, leavesOut: true))
    }
    return list
  }
}
