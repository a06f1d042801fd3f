import Entities
import EntitySources
import JSONText
import Mentions

/// One trigger, as written in the settings.
struct TriggerSettings: Hashable, SettingRecord {
  var trigger = MentionsPolicy.standard.triggers[0]
  /// The formats that are set for this trigger; see `InsertTemplates.init(_:over:)`.
  var insert = JSONObject()

  static let rows: [SettingRow<TriggerSettings>] = [
    SettingRow(
      \.trigger.character, "character", .text(.controlCharacter), isRequired: true,
      "The trigger itself: 1 to 8 characters, such as `@`, `[[` or `due:`."),
    SettingRow(
      \.trigger.sources, "sources", .list(of: .text(.filled), SettingListRule("a list of source names")),
      "Names of the sources to search, in this order; `*` means all, and `-name` excludes those with that name or type."
    ),
    SettingRow(
      \.trigger.allowSpaces, "allowSpaces",
      "Allow spaces in the text after the trigger, so that a full name can be typed."),
    SettingRow(
      \.trigger.languages, "languages",
      .list(of: .text(.filled), SettingListRule("a list of language identifiers")),
      "Identifiers of the languages in which the trigger works; `*` means all."),
    SettingRow(
      \.trigger.exclude, "exclude",
      .list(of: .text(.filled), SettingListRule("a list of language identifiers and globs")),
      """
      Language identifiers, and globs of paths in the workspace folder (`*.txt`, `docs/**`, `/vendor`), where the \
      trigger works only when you ask for completion.
      """),
    SettingRow(
      \.insert, "insert", .named(names: "language", of: .text(.template)),
      "Overrides the general setting `insert` for this trigger. If it contains `default`, it overrides the formats of all languages."
    ),
  ]

  init() {}

  init(character: String) { trigger.character = character }

  /// The triggers that the setting `demo` adds.
  static let demo = ["@", "+"].map(TriggerSettings.init(character:))

  /// The triggers that the setting `forge` adds, for issues and requests.
  static let forge = [("#", ["issues", "issue"]), ("!", ["requests", "request"])].map { character, sources in
    var settings = TriggerSettings(character: character)
    settings.trigger.sources = sources
    settings.trigger.allowSpaces = false
    settings.insert = ["default": "{trigger}{handle}"]
    return settings
  }
}

/// The settings for mentions without a trigger, as written.
struct ImplicitSettings: Hashable, SettingRecord {
  var policy = MentionsPolicy.standard.implicit
  /// The formats for mentions without a trigger. Deprecated in favour of the general setting `insert`, which applies to
  /// all mentions, but still read.
  var insert: JSONObject?

  static let rows: [SettingRow<ImplicitSettings>] = [
    SettingRow(
      \.policy.minimumLength, "minimumLength", .whole(0...100),
      "Offer entities after this many letters of a name; 0: never."),
    SettingRow(
      \.policy.anyCase, "anyCase", "Offer entities for words that begin with a lowercase letter, too."),
    SettingRow(
      \.policy.sources, "sources", .list(of: .text(.filled), SettingListRule("a list of source names")),
      """
      Names of the sources to search while you type; if you ask for completion, all sources are searched. `*` means \
      the sources of `@`, and `-name` excludes those with that name or type. Only people and teams are offered. \
      Entities mentioned in the document or chosen recently are always included.
      """),
    SettingRow(
      \.policy.ignore, "ignore", .list(of: .text(.filled), SettingListRule("a list of words")),
      """
      Words for which no one is offered, regardless of case. By default the articles, pronouns, conjunctions, \
      prepositions and auxiliary verbs of the most common languages.
      """),
    SettingRow(
      \.insert, "insert", .named(names: "language", of: .text(.template)), instead: "insert",
      "Overrides the general setting `insert` for mentions without a trigger."),
  ]
}

// MARK: - Policy

extension ServerSettings {
  /// The policy of the settings. Everything that is not a setting is as in `MentionsPolicy.standard`.
  ///
  /// - Parameter names: the names of the configured sources, including unavailable ones; other names in a trigger are
  ///   ignored.
  func policy(ofSources names: [String]) -> MentionsPolicy {
    let known = Set(names)
    let isKnown = { SourceList.isKnown($0, among: known) }
    var policy = policy
    policy.triggers = triggers.map {
      var trigger = $0.trigger
      trigger.sources = trigger.sources.filter(isKnown)
      trigger.insert = InsertTemplates($0.insert, over: insert)
      return trigger
    }
    policy.implicit = implicit.policy
    policy.implicit.sources = implicit.policy.sources.filter(isKnown)
    policy.implicit.insert = InsertTemplates(implicit.insert ?? [:], over: insert)
    // For mentions without a trigger, `*` means the sources of the trigger `@`.
    if let at = policy.triggers.first(where: { $0.character == "@" }) {
      policy.implicit.sources = SourceList(policy.implicit.sources).items(allBeing: at.sources)
    }
    return policy
  }
}

extension InsertTemplates {
  /// The members of `insert` that are not languages.
  private enum Key {
    static let fallback = "default"
    static let trailer = "trailer"
    static let codeowners = "codeowners"
  }

  /// The members of `insert` that are not languages.
  static let places = [Key.fallback, Key.trailer, Key.codeowners]

  /// ``standard`` as written in settings.
  static let standardSetting: JSONObject = [
    Key.fallback: .string(standard.fallback.template), Key.trailer: .string(standard.trailer.template),
    Key.codeowners: .string(standard.codeowners.template),
  ]

  /// Combines the formats of a trigger with those for all mentions.
  ///
  /// - Parameters:
  ///   - own: the formats of a trigger. If they include `default`, only `trailer` and `codeowners` are taken from
  ///     `common`.
  ///   - common: the formats for all mentions.
  init(_ own: JSONObject, over common: JSONObject) {
    var formats = common
    if own[Key.fallback] != nil {
      formats = JSONObject(
        common.members.filter { Self.places.contains($0.name) }.map { ($0.name, $0.value) })
    }
    formats.take(.object(own))
    func format(_ name: String) -> InsertFormat? { formats[name].flatMap(InsertFormat.init(setting:)) }
    self.init(
      fallback: format(Key.fallback) ?? .name, trailer: format(Key.trailer)?.inTrailers ?? .trailer,
      codeowners: format(Key.codeowners)?.inCodeowners ?? .codeowners)
    for (language, _) in formats.members where !Self.places.contains(language) {
      byLanguage[language] = format(language)
    }
  }
}
