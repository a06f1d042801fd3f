import Mentions
import MentionsServer
import ServerHost

/// `check PATH…`: what is wrong with the mentions of files.
enum CheckSubcommand {
  static let formats = CheckReport.allCases.map(\.rawValue)
  static let kinds = MentionFinding.Kind.allCases.map(\.rawValue)

  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let format = try arguments.value("--format") ?? CheckReport.text.rawValue
    guard let report = CheckReport(rawValue: format) else {
      throw .unknown("format", format, among: formats)
    }
    let severities = try severities(arguments.value("--severity"))
    let baselinePath = try arguments.value("--baseline")
    let request = try ScanRun.Request(&arguments)
    let baseline = try baselinePath.map { path throws(UsageError) in try CheckBaseline(file: path) }

    let run = try ScanRun(request, severities: severities)
    if run.scan.diagnostics.severities[.unknown] != nil, let reason = reasonForSilence(run.scan.people) {
      ScanRun.complain("\(reason), so mentions of unknown people are not told")
    }
    let all = CheckFinding.all(of: run)
    let findings = baseline.map { baseline in all.filter { !baseline.accepts($0) } } ?? all
    HostProcess.write(report.write(findings))
    if let baseline {
      let read = run.results.filter { $0.outcome == .read }
      let gone = baseline.gone(from: all, in: Set(read.map { run.scan.place(of: $0.file) }))
      if gone > 0 {
        ScanRun.complain("the baseline has \(gone) that there are no more; it can be written anew")
      }
    }
    if !run.isWhole { return 2 }
    return findings.isEmpty || report == .baseline ? 0 : 1
  }

  /// Why nobody can be told to be unknown, by all triggers or by some.
  private static func reasonForSilence(_ people: KnownPeople) -> String? {
    if !people.partial.isEmpty {
      return "not everybody is known whom \(people.partial.joined(separator: ", ")) may list"
    }
    return people.tellsUnknown ? nil : "no source lists everybody (a people file, say)"
  }

  /// `unknown=off,stale=error`.
  private static func severities(
    _ text: String?
  ) throws(UsageError) -> [MentionFinding.Kind: ReportedSeverity] {
    var severities: [MentionFinding.Kind: ReportedSeverity] = [:]
    for pair in (text ?? "").split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw UsageError("--severity is \(text ?? ""), expected KIND=SEVERITY, several with commas between")
      }
      guard let kind = MentionFinding.Kind(rawValue: parts[0]) else {
        throw .unknown("kind of finding", parts[0], among: kinds)
      }
      guard let severity = ReportedSeverity(rawValue: parts[1]) else {
        throw .unknown("severity", parts[1], among: ReportedSeverity.allCases.map(\.rawValue))
      }
      severities[kind] = severity
    }
    return severities
  }
}
