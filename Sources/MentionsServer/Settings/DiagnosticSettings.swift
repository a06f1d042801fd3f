import Entities
import EntitySources
import JSONText
import Mentions

/// The kinds of findings to report about a document's mentions, with their severities (`diagnostics` in the settings).
package struct DiagnosticSettings: Hashable, Sendable {
  package typealias Severity = ReportedSeverity

  /// The severity of each kind of finding; disabled kinds are absent.
  package var severities: [MentionFinding.Kind: Severity] = [:]
  /// The severity for the remains of damaged mentions.
  package var damaged = Severity.hint
  /// The number of months without a commit after which a person counts as having left; 0 for never.
  package var leftAfter = 0
  var notAllowedHere: [NotAllowedRule] = []

  init() {}

  /// Whether any kind of finding is enabled, so that the text must be searched for findings.
  var findsAny: Bool { !severities.isEmpty }

  fileprivate subscript(kind: MentionFinding.Kind) -> Severity {
    get { severities[kind] ?? .off }
    set { severities[kind] = newValue == .off ? nil : newValue }
  }
}

/// The severity with which a finding is reported.
package enum ReportedSeverity: String, Hashable, Sendable, CaseIterable, ShapedSettingValue {
  case off, hint, information, warning, error

  static let shape = SettingShape.choice([
    SettingChoice("off", "not reported"), SettingChoice("hint", "as a hint"),
    SettingChoice("information", "as information"), SettingChoice("warning", "as a warning"),
    SettingChoice("error", "as an error"),
  ])
}

extension DiagnosticSettings: SettingRecord {
  static let rows: [SettingRow<DiagnosticSettings>] = [
    SettingRow(
      \.[.unknown], "unknown",
      """
      Report a trigger followed by a word (`@somebody`) that is not the name or handle of a known entity. Reported only if all \
      sources of the trigger are complete lists, and at least one of them lists all people, such as `people.csv`.
      """),
    SettingRow(
      \.[.ambiguous], "ambiguous", "Report mentions that may refer to several people."),
    SettingRow(
      \.[.left], "left",
      "Report mentions of people who have left: those marked as `gone`, and those that `leftAfter` finds."),
    SettingRow(
      \.leftAfter, "leftAfter", .whole(0...1200),
      """
      For `left`: people of a Git source have left if they made no commit for this many months before the newest commit of \
      the repository. 0: never.
      """),
    SettingRow(\.[.stale], "stale", "Report mentions with a former name or handle of the entity."),
    SettingRow(\.[.notAllowed], "notAllowed", "Report mentions that `notAllowedHere` forbids."),
    SettingRow(
      \.notAllowedHere, "notAllowedHere",
      .list(of: NotAllowedRule.shape, SettingListRule("a list of rules")),
      """
      For `notAllowed`: rules for entities that may not be mentioned in some files. A rule that limits neither entities \
      nor files is ignored.
      """),
    SettingRow(\.damaged, "damaged", "Report the remains of mentions that an edit has damaged."),
  ]
}

/// A rule about entities that must not be mentioned in some files. All of its conditions must hold.
struct NotAllowedRule: Hashable, SettingRecord {
  var handle: String?
  var name: String?
  var kind: String?
  var files = ["**"]
  var reason: String?

  static let rows: [SettingRow<NotAllowedRule>] = [
    SettingRow(\.handle, "handle", .text(.filled), "A pattern that matches handles, such as `acme/*`."),
    SettingRow(\.name, "name", .text(.filled), "A pattern that matches names, such as `* Team`."),
    SettingRow(\.kind, "kind", .text(.filled), "The kind of the entities, such as `team`."),
    SettingRow(
      \.files, "files", .list(of: .text(.filled), SettingListRule("a list of globs")),
      "Globs of paths in the workspace folder, such as `docs/**`. Documents outside of it are matched by file name."
    ),
    SettingRow(
      \.reason, "reason", .text(.line),
      "The reason for the rule, or what to do instead; shown with the diagnostic."),
  ]

  /// Whether the rule applies to documents with a path.
  ///
  /// - Parameter path: relative to the workspace folder.
  fileprivate func concerns(_ path: String) -> Bool {
    isSpecific && files.contains { Glob($0).matches(path) }
  }

  /// Whether the rule limits entities or files. A rule that does neither, because its only condition is misspelled,
  /// does not forbid every mention.
  private var isSpecific: Bool {
    handle != nil || name != nil || kind != nil || files != NotAllowedRule().files
  }

  /// A function that returns whether the rule applies to an entity. A rule that only limits files applies to all entities.
  fileprivate var forbids: (Entity) -> Bool {
    let handle = handle.map { Glob($0) }
    let name = name.map { Glob($0) }
    let kind = kind
    return { entity in
      if let handle, entity.handle.map(handle.matches) != true { return false }
      if let name, !name.matches(entity.name) { return false }
      return kind == nil || kind == entity.kind.rawValue
    }
  }
}

// MARK: - Use

extension DiagnosticSettings {
  /// Findings that command-line checks report by default, even if the settings do not enable them, because the text
  /// itself is wrong.
  package static let alwaysTold: [MentionFinding.Kind: Severity] = [
    .unknown: .warning, .ambiguous: .warning, .stale: .warning,
  ]

  /// The settings for command-line checks.
  ///
  /// - Parameter overrides: severities of individual kinds, which override the settings.
  package func withoutEditor(_ overrides: [MentionFinding.Kind: Severity] = [:]) -> DiagnosticSettings {
    var settings = self
    settings.severities = Self.alwaysTold.merging(severities) { $1 }.merging(overrides) { $1 }
      .filter { $0.value != .off }
    return settings
  }

  /// The rules for the mentions of one document.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the document.
  ///   - folder: the workspace folder to which globs are relative.
  package func rules(for path: String, in folder: FolderPath?) -> MentionRules {
    rules(at: notAllowedHere.isEmpty ? "" : FolderPath.relativePath(of: path, in: folder))
  }

  /// The rules for a path relative to the workspace folder.
  func rules(at path: String) -> MentionRules {
    let rules = notAllowedHere.filter { $0.concerns(path) }
      .map { (forbids: $0.forbids, reason: $0.reason ?? "") }
    return MentionRules(kinds: Set(severities.keys), leftAfter: leftAfter) { entity in
      rules.first { $0.forbids(entity) }?.reason
    }
  }
}
