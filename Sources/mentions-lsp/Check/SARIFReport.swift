import JSONText
import Mentions
import MentionsServer
import ServerHost

/// A log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS Standard), for code scanning services.
enum SARIFReport {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  static func text(of findings: [CheckFinding]) -> String {
    let kinds = MentionFinding.Kind.allCases
    let driver: JSONObject = [
      "name": "mentions-lsp", "version": .string(Version.text), "semanticVersion": .string(Version.text),
      "rules": .array(kinds.map { .object(rule($0)) }),
    ]
    let run: JSONObject = [
      "tool": .object(["driver": .object(driver)]), "columnKind": "unicodeCodePoints",
      // Without it a lone CR would be none.
      "newlineSequences": ["\r\n", "\n", "\r"],
      "results": .array(findings.map { .object(result($0, kinds)) }),
    ]
    let log: JSONObject = [
      "$schema": .string(schema), "version": "2.1.0", "runs": .array([.object(run)]),
    ]
    return String(decoding: JSONWriter.bytes(of: JSONValue.object(log), indentation: 2), as: UTF8.self) + "\n"
  }

  private static func rule(_ kind: MentionFinding.Kind) -> JSONObject {
    [
      "id": .string(kind.code), "shortDescription": .object(["text": .string(summary(of: kind))]),
      "defaultConfiguration": .object(["level": .string(level(DiagnosticSettings.alwaysTold[kind] ?? .off))]),
    ]
  }

  private static func summary(of kind: MentionFinding.Kind) -> String {
    switch kind {
    case .unknown: "Somebody is mentioned whom nobody knows."
    case .ambiguous: "Several people may be meant by a mention."
    case .notAllowed: "Somebody is mentioned who may not be mentioned here."
    case .left: "Somebody is mentioned who has left."
    case .stale: "A mention is written otherwise than its entity is now."
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
      "artifactLocation": .object(["uri": .string(uri(finding.path))]), "region": .object(region),
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

  /// A message in which nothing is a placeholder (section 3.11.5 of the standard) or a link (section 3.11.6).
  private static func plain(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "{", "}": "\(scalar)\(scalar)"
      case "[", "]", "\\": "\\\(scalar)"
      default: "\(scalar)"
      }
    }.joined()
  }

  /// A path as a reference of RFC 3986: relative to the current folder, or of scheme `file`.
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
