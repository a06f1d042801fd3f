import Entities
import JSONText
import Mentions
import MentionsServer
import ServerHost

/// `check PATH…`: reports problems with the mentions in files.
enum CheckSubcommand {
  static let formats = CheckReport.allCases.map(\.rawValue)
  static let kinds = MentionFinding.Kind.allCases.map(\.rawValue)

  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let format = try arguments.value("--format") ?? CheckReport.text.rawValue
    guard let report = CheckReport(rawValue: format) else {
      throw .invalid("format", format, expected: formats)
    }
    let severities = try severities(arguments.value("--severity"))
    let baselinePath = try arguments.value("--baseline")
    let request = try ScanRun.Request(&arguments)
    let baseline = try baselinePath.map { path throws(UsageError) in try CheckBaseline(file: path) }

    let run = try ScanRun(request, severities: severities)
    if run.scan.diagnostics.severities[.unknown] != nil, let reason = reasonForSilence(run.scan.people) {
      ScanRun.complain("\(reason), so mentions of unknown people are not reported")
    }
    let all = CheckFinding.all(of: run)
    let findings = baseline.map { baseline in all.filter { !baseline.accepts($0) } } ?? all
    HostProcess.write(report.write(findings))
    if let baseline {
      let read = run.results.filter { $0.outcome == .read }
      let gone = baseline.gone(from: all, in: Set(read.map { run.scan.place(of: $0.file) }))
      if gone > 0 {
        ScanRun.complain(
          "baseline findings that no longer occur: \(gone); update the baseline with --format baseline")
      }
    }
    if !run.isWhole { return 2 }
    return findings.isEmpty || report == .baseline ? 0 : 1
  }

  /// The reason why unknown people cannot be reported, for all triggers or for some.
  private static func reasonForSilence(_ people: PeopleInspection) -> String? {
    if !people.partial.isEmpty {
      return "no complete list of people is available from \(people.partial.joined(separator: ", "))"
    }
    return people.tellsUnknown ? nil : "no source lists all people, as a people file would"
  }

  /// Parses `unknown=off,stale=error`.
  private static func severities(
    _ text: String?
  ) throws(UsageError) -> [MentionFinding.Kind: ReportedSeverity] {
    var severities: [MentionFinding.Kind: ReportedSeverity] = [:]
    for pair in (text ?? "").split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw UsageError(
          "--severity is \(text ?? ""), expected a comma-separated list of KIND=SEVERITY; the kinds are "
            + kinds.joined(separator: ", "))
      }
      guard let kind = MentionFinding.Kind(rawValue: parts[0]) else {
        throw .invalid("kind of finding", parts[0], expected: kinds)
      }
      guard let severity = ReportedSeverity(rawValue: parts[1]) else {
        throw .invalid("severity", parts[1], expected: ReportedSeverity.allCases.map(\.rawValue))
      }
      severities[kind] = severity
    }
    return severities
  }
}

/// A finding of `check` about one mention.
private struct CheckFinding {
  /// Identifies a finding independently of line numbers.
  struct Key: Hashable {
    /// The path of the file, relative to the workspace folder.
    var path: String
    var rule: String
    var text: String
  }

  let finding: MentionFinding
  let severity: ReportedSeverity
  /// The displayed path.
  let path: String
  /// The path for GitHub.
  let pathInCheckout: String
  let start: FileMention.Position
  let end: FileMention.Position
  let key: Key
  /// The number of preceding findings with the same key.
  let ordinal: Int

  /// All findings, in the order of the files, and from top to bottom in each.
  static func all(of run: ScanRun) -> [CheckFinding] {
    var counts: [Key: Int] = [:]
    var all: [CheckFinding] = []
    let checkout = HostProcess.environment()["GITHUB_WORKSPACE"]
    for result in run.results where result.mentions.contains(where: { $0.finding != nil }) {
      let place = run.scan.place(of: result.file)
      for mention in result.mentions {
        guard let finding = mention.finding, let severity = run.scan.diagnostics.severities[finding.kind]
        else {
          continue
        }
        let key = Key(path: place, rule: finding.code, text: mention.written)
        all.append(
          CheckFinding(
            finding: finding, severity: severity, path: result.file.shown,
            pathInCheckout: pathInCheckout(of: result.file, checkout),
            start: mention.start, end: mention.end, key: key, ordinal: counts[key, default: 0]))
        counts[key, default: 0] += 1
      }
    }
    return all
  }

  /// The path of a file relative to the checkout of GitHub Actions, whatever the step's working directory is; the
  /// displayed path of a file outside of it.
  private static func pathInCheckout(of file: NamedFile, _ checkout: String?) -> String {
    guard let checkout, checkout.hasPrefix("/") else { return file.shown }
    let folder = checkout.hasSuffix("/") ? checkout : checkout + "/"
    return file.path.hasPrefix(folder) ? String(file.path.dropFirst(folder.count)) : file.shown
  }

  /// A fingerprint that depends on the key and the ordinal, so that it stays the same when lines move.
  var fingerprint: String {
    UserFolders.hash(of: "\(key.path)\u{0}\(key.rule)\u{0}\(key.text)\u{0}\(ordinal)")
  }
}

/// The accepted findings, which `check` does not report.
///
/// A finding is identified by its file, its rule and the text of the mention, independently of line numbers. For each
/// of these combinations, a number of findings is accepted.
private struct CheckBaseline {
  typealias Key = CheckFinding.Key

  private var counts: [Key: Int] = [:]

  static let version = 1

  init(_ findings: [CheckFinding]) {
    for finding in findings { counts[finding.key, default: 0] += 1 }
  }

  /// Reads a file that contains ``json``.
  init(file path: String) throws(UsageError) {
    let bytes: [UInt8]
    do {
      bytes = try HostProcess.readFile(path)
    } catch {
      throw UsageError("--baseline: \(error)")
    }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw UsageError("--baseline: \(path) is not JSON: \(error.message) at byte \(error.offset)")
    }
    guard let object = value.objectValue, object["version"]?.intValue == Self.version,
      case .array(let findings)? = object["findings"]
    else {
      throw UsageError("--baseline: \(path) was not written by `check --format baseline`")
    }
    for (index, finding) in findings.enumerated() {
      guard let row = finding.objectValue, let path = row["path"]?.stringValue,
        let rule = row["rule"]?.stringValue, let text = row["text"]?.stringValue,
        let count = row["count"]?.intValue, count > 0
      else {
        throw UsageError(
          "--baseline: findings[\(index)] of \(path) needs the strings path, rule and text, and a count")
      }
      let (sum, overflow) = counts[Key(path: path, rule: rule, text: text), default: 0]
        .addingReportingOverflow(
          count)
      counts[Key(path: path, rule: rule, text: text)] = overflow ? .max : sum
    }
  }

  /// Whether a finding is accepted. If there are more findings with its key than the baseline accepts, the first ones
  /// in the file are accepted.
  func accepts(_ finding: CheckFinding) -> Bool { finding.ordinal < counts[finding.key, default: 0] }

  /// The number of accepted findings that no longer occur.
  ///
  /// - Parameters:
  ///   - findings: all current findings.
  ///   - places: the paths of the files that were read; other files are ignored.
  func gone(from findings: [CheckFinding], in places: Set<String>) -> Int {
    let found = CheckBaseline(findings).counts
    return counts.filter { places.contains($0.key.path) }.reduce(0) { sum, row in
      sum + max(0, row.value - found[row.key, default: 0])
    }
  }

  /// The content of the file: one finding per line, in an order that depends only on the findings.
  var json: String {
    let keys = counts.keys.sorted { a, b in
      [a.path, a.rule, a.text].lexicographicallyPrecedes([b.path, b.rule, b.text]) {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }
    let rows = keys.map { key in
      let row: JSONObject = [
        "path": .string(key.path), "rule": .string(key.rule), "text": .string(key.text),
        "count": .integer(counts[key] ?? 0),
      ]
      return "    " + PrintedText.json(.object(row))
    }
    let list = rows.isEmpty ? "[]" : "[\n\(rows.joined(separator: ",\n"))\n  ]"
    return "{\n  \"version\": \(Self.version),\n  \"findings\": \(list)\n}\n"
  }
}

// MARK: - Reports

/// The formats of findings. Lines and columns are counted from 1, columns in Unicode code points.
private enum CheckReport: String, CaseIterable {
  case text, json, github, sarif, baseline

  func write(_ findings: [CheckFinding]) -> String {
    switch self {
    case .text: findings.map { Self.text($0) + "\n" }.joined()
    case .json: findings.map { Self.json($0) + "\n" }.joined()
    case .github: findings.map { Self.github($0) + "\n" }.joined()
    case .sarif: SARIFReport.text(of: findings)
    case .baseline: CheckBaseline(findings).json
    }
  }

  /// A finding in the format of compiler messages: `docs/a.md:3:7: warning: “@eda” is unknown. [unknown-mention]`.
  private static func text(_ finding: CheckFinding) -> String {
    let place = "\(PrintedText.path(finding.path)):\(finding.start.line):\(finding.start.column)"
    let what = "\(finding.severity.rawValue): \(finding.finding.message)"
    return "\(place): \(ShownText.line(what)) [\(finding.finding.code)]"
  }

  private static func json(_ finding: CheckFinding) -> String {
    let object: JSONObject = [
      "path": .string(finding.path), "line": .integer(finding.start.line),
      "column": .integer(finding.start.column), "endLine": .integer(finding.end.line),
      "endColumn": .integer(finding.end.column), "severity": .string(finding.severity.rawValue),
      "rule": .string(finding.finding.code), "message": .string(finding.finding.message),
      "text": .string(finding.finding.written), "fingerprint": .string(finding.fingerprint),
      "entities": .array(
        finding.finding.entities.map { entity in
          var members: JSONObject = ["id": .string(entity.id), "name": .string(entity.name)]
          if let handle = entity.handle { members["handle"] = .string(handle) }
          if let email = entity.email { members["email"] = .string(email) }
          return .object(members)
        }),
    ]
    return PrintedText.json(.object(object))
  }

  // MARK: GitHub

  /// A workflow command of GitHub Actions.
  private static func github(_ finding: CheckFinding) -> String {
    let command =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .off, .hint, .information: "notice"
      }
    let properties = [
      ("file", property(finding.pathInCheckout)), ("line", "\(finding.start.line)"),
      ("endLine", "\(finding.end.line)"),
      ("col", "\(finding.start.column)"), ("endColumn", "\(finding.end.column)"),
      ("title", property(finding.finding.code)),
    ].map { "\($0.0)=\($0.1)" }.joined(separator: ",")
    return "::\(command) \(properties)::\(data(finding.finding.message))"
  }

  /// Escapes characters that end a command or begin an escape.
  private static func data(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// Escapes characters as in ``data(_:)``, and those that end a property.
  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Escapes each scalar separately, because the runner reads scalars, whereas CR LF is one `Character`, and so is a
  /// colon with an accent.
  private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { escapes[$0] ?? PrintedText.line(String($0)) }.joined()
  }
}

/// A log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS Standard), for code scanning services.
private enum SARIFReport {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  static func text(of findings: [CheckFinding]) -> String {
    let kinds = MentionFinding.Kind.allCases
    let driver: JSONObject = [
      "name": "mentions-lsp", "version": .string(Version.text), "semanticVersion": .string(Version.text),
      "rules": .array(kinds.map { .object(rule($0)) }),
    ]
    let run: JSONObject = [
      "tool": .object(["driver": .object(driver)]), "columnKind": "unicodeCodePoints",
      // SARIF's default does not include a lone CR.
      "newlineSequences": ["\r\n", "\n", "\r"],
      "results": .array(findings.map { .object(result($0, kinds)) }),
    ]
    let log: JSONObject = [
      "$schema": .string(schema), "version": "2.1.0", "runs": .array([.object(run)]),
    ]
    return PrintedText.json(.object(log), indentation: 2) + "\n"
  }

  private static func rule(_ kind: MentionFinding.Kind) -> JSONObject {
    [
      "id": .string(kind.code), "shortDescription": .object(["text": .string(summary(of: kind))]),
      "defaultConfiguration": .object(["level": .string(level(DiagnosticSettings.alwaysTold[kind] ?? .off))]),
    ]
  }

  private static func summary(of kind: MentionFinding.Kind) -> String {
    switch kind {
    case .unknown: "A mention names an unknown person."
    case .ambiguous: "A mention is ambiguous."
    case .notAllowed: "A mention is not allowed here."
    case .left: "A mention names a person who has left."
    case .stale: "A mention has a former name or handle of its entity."
    }
  }

  private static func level(_ severity: ReportedSeverity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .information, .hint: "note"
    case .off: "none"
    }
  }

  private static func result(_ finding: CheckFinding, _ kinds: [MentionFinding.Kind]) -> JSONObject {
    let region: JSONObject = [
      "startLine": .integer(finding.start.line), "startColumn": .integer(finding.start.column),
      "endLine": .integer(finding.end.line), "endColumn": .integer(finding.end.column),
    ]
    let location: JSONObject = [
      "artifactLocation": .object(["uri": .string(uri(finding.pathInCheckout))]), "region": .object(region),
    ]
    return [
      "ruleId": .string(finding.finding.code),
      "ruleIndex": .integer(kinds.firstIndex(of: finding.finding.kind) ?? 0),
      "level": .string(level(finding.severity)),
      "message": .object(["text": .string(plain(finding.finding.message))]),
      "locations": .array([.object(["physicalLocation": .object(location)])]),
      "partialFingerprints": .object(["mentionFinding/v1": .string(finding.fingerprint)]),
    ]
  }

  /// Escapes a message, so that no part of it is a placeholder (section 3.11.5 of the standard) or a link (section
  /// 3.11.6).
  private static func plain(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "{", "}": "\(scalar)\(scalar)"
      case "[", "]", "\\": "\\\(scalar)"
      default: "\(scalar)"
      }
    }.joined()
  }

  /// A path as a URI reference (RFC 3986): relative to the current folder, or with the scheme `file`.
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || "-._~/".utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
