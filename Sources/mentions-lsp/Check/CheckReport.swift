import Entities
import JSONText
import Mentions
import MentionsServer
import ServerHost

/// How findings are written. Lines and columns count from one, columns are Unicode code points.
enum CheckReport: String, CaseIterable {
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

  /// As compilers do: `docs/a.md:3:7: warning: Nobody goes by “@eda”. [unknown-mention]`.
  private static func text(_ finding: CheckFinding) -> String {
    let place = "\(ShownText.line(finding.path)):\(finding.start.line):\(finding.start.column)"
    let what = "\(finding.severity.rawValue): \(finding.finding.message)"
    return "\(place): \(what) [\(finding.finding.code)]"
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
    return String(decoding: JSONWriter.bytes(of: JSONValue.object(object)), as: UTF8.self)
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
      ("file", property(finding.path)), ("line", "\(finding.start.line)"), ("endLine", "\(finding.end.line)"),
      ("col", "\(finding.start.column)"), ("endColumn", "\(finding.end.column)"),
      ("title", property(finding.finding.code)),
    ].map { "\($0.0)=\($0.1)" }.joined(separator: ",")
    return "::\(command) \(properties)::\(data(finding.finding.message))"
  }

  /// What ends a command, or begins an escape, is escaped.
  private static func data(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// And what ends a property.
  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Scalar by scalar, as the runner reads them: CR LF is one `Character`, and so is a colon with an accent.
  private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
