import JSONText

/// How something about a mention is reported.
public enum ReportedSeverity: String, Hashable, Sendable, CaseIterable {
  case off, hint, information, warning, error
}

/// The keys of `diagnostics`.
enum DiagnosticsDeclaration {
  private static let severities = [
    SettingChoice("off", "not reported"), SettingChoice("hint", "a hint"),
    SettingChoice("information", "an information"), SettingChoice("warning", "a warning"),
    SettingChoice("error", "an error"),
  ]

  private static func severity(
    _ name: String, standard: ReportedSeverity = .off, _ documentation: String
  ) -> Setting<ReportedSeverity> {
    Setting(name, .choice(severities), standard: standard, documentation)
  }

  // MARK: Kinds

  static let unknown = severity(
    "unknown",
    """
    Report a trigger and a word (`@somebody`) that nobody goes by. Only for triggers all of whose sources are held in \
    memory and have been read.
    """)

  static let ambiguous = severity(
    "ambiguous", "Report mentions in the text by which several people may be meant.")

  static let left = severity(
    "left", "Report mentions of people who have left: marked as `gone`, or see `leftAfter`.")

  static let leftAfter = Setting<Int>(
    "leftAfter", .whole(0...1200), standard: 0,
    """
    For `left`: people of a Git source have left if they made no commit for this many months before the newest commit of \
    the repository. 0: never.
    """)

  static let stale = severity(
    "stale",
    "Report mentions whose text is not how the entity is written any more, since its name or handle has changed."
  )

  static let notAllowed = severity("notAllowed", "Report mentions that `notAllowedHere` forbids.")

  static let notAllowedHere = Setting<[JSONObject]>(
    "notAllowedHere", .list(of: .record(NotAllowedDeclaration.record), SettingListRule("a list of rules")),
    standard: [], "For `notAllowed`: who may not be mentioned where.")

  static let damaged = severity(
    "damaged", standard: .hint, "Report what is left of mentions that an edit has damaged.")

  static let record = SettingRecord(
    [
      unknown.key, ambiguous.key, left.key, leftAfter.key, stale.key, notAllowed.key, notAllowedHere.key,
      damaged.key,
    ], fillsDefaults: false)

  static let standard = JSONObject(
    record.keys.compactMap { key in key.standard.map { (key.name, $0) } })
}

/// The keys of one rule of `notAllowedHere`.
enum NotAllowedDeclaration {
  static let handle = Setting<String?>(
    "handle", .text(.filled), standard: nil, "A pattern of handles, such as `acme/*`.")

  static let name = Setting<String?>(
    "name", .text(.filled), standard: nil, "A pattern of names, such as `* Team`.")

  static let kind = Setting<String?>(
    "kind", .text(.filled), standard: nil, "A kind of entities, such as `team`.")

  static let files = Setting<[String]>(
    "files", .list(of: .text(.filled), SettingListRule("a list of globs")), standard: ["**"],
    "Globs of paths in the workspace folder, such as `docs/**`. Documents that lie in none are known by their name alone."
  )

  static let reason = Setting<String?>(
    "reason", .text(.line), standard: nil, "Why, or what to do instead, to be shown with the diagnostic.")

  static let record = SettingRecord(
    [handle.key, name.key, kind.key, files.key, reason.key], fillsDefaults: false)
}

extension ReportedSeverity: SettingValue {}
