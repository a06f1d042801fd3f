import JSONText
import ServerHost

/// Findings that are accepted, so that `check` tells new ones alone.
///
/// A finding is known by its file, its rule and the text of the mention, and by how many of these there are: lines may
/// move as they like.
struct CheckBaseline {
  typealias Key = CheckFinding.Key

  private var counts: [Key: Int] = [:]

  static let version = 1

  init(_ findings: [CheckFinding]) {
    for finding in findings { counts[finding.key, default: 0] += 1 }
  }

  /// Reads what ``json`` wrote.
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
      throw UsageError("--baseline: \(path) is not what `check --format baseline` writes")
    }
    for (index, finding) in findings.enumerated() {
      guard let row = finding.objectValue, let path = row["path"]?.stringValue,
        let rule = row["rule"]?.stringValue, let text = row["text"]?.stringValue,
        let count = row["count"]?.intValue, count > 0
      else {
        throw UsageError(
          "--baseline: findings[\(index)] of \(path) needs the texts path, rule and text, and a count")
      }
      let (sum, overflow) = counts[Key(path: path, rule: rule, text: text), default: 0]
        .addingReportingOverflow(
          count)
      counts[Key(path: path, rule: rule, text: text)] = overflow ? .max : sum
    }
  }

  /// Whether a finding is one of so many that are accepted. Those that come first in a file are.
  func accepts(_ finding: CheckFinding) -> Bool { finding.ordinal < counts[finding.key, default: 0] }

  /// How many accepted findings there are no more of, in files that were read.
  func gone(from findings: [CheckFinding], in places: Set<String>) -> Int {
    let found = CheckBaseline(findings).counts
    return counts.filter { places.contains($0.key.path) }.reduce(0) { sum, row in
      sum + max(0, row.value - found[row.key, default: 0])
    }
  }

  /// The file, one finding a line, in an order that does not depend on anything but the findings.
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
      return "    " + String(decoding: JSONWriter.bytes(of: JSONValue.object(row)), as: UTF8.self)
    }
    let list = rows.isEmpty ? "[]" : "[\n\(rows.joined(separator: ",\n"))\n  ]"
    return "{\n  \"version\": \(Self.version),\n  \"findings\": \(list)\n}\n"
  }
}
