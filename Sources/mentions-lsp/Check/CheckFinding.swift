import Mentions
import MentionsServer
import ServerHost

/// What `check` tells of one mention.
struct CheckFinding {
  /// What stays the same when lines move.
  struct Key: Hashable {
    /// In the workspace folder.
    var path: String
    var rule: String
    var text: String
  }

  let finding: MentionFinding
  let severity: ReportedSeverity
  /// As it is shown.
  let path: String
  let start: FileMention.Place
  let end: FileMention.Place
  let key: Key
  /// How many of the same key come before it.
  let ordinal: Int

  /// In the order of the files, and in each from its top to its end.
  static func all(of run: ScanRun) -> [CheckFinding] {
    var counts: [Key: Int] = [:]
    var all: [CheckFinding] = []
    for result in run.results {
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
            start: mention.start, end: mention.end, key: key, ordinal: counts[key, default: 0]))
        counts[key, default: 0] += 1
      }
    }
    return all
  }

  /// The same as long as file, rule and text are, wherever in the file it is.
  var fingerprint: String {
    StoreFile.hash(of: "\(key.path)\u{0}\(key.rule)\u{0}\(key.text)\u{0}\(ordinal)")
  }
}
