import JSONText
import Mentions

/// The keys of one trigger.
enum TriggerDeclaration {
  private static let policy = MentionsPolicy.standard.triggers[0]

  static let character = SettingKey(
    "character", .text(.controlCharacter), isRequired: true,
    "What to type: 1 to 8 characters that act as one, such as `@`, `[[` or `due:`.")

  static let sources = Setting<[String]>(
    "sources", .list(of: .text(.filled), SettingListRule("a list of source names")),
    standard: policy.sources,
    "Names of the sources to ask, in this order; `*` means all, `-name` all but those of that name or type."
  )

  static let allowSpaces = Setting<Bool>(
    "allowSpaces", .boolean, standard: policy.allowSpaces,
    "Allow spaces in the key, so that a full name can be typed.")

  static let languages = Setting<[String]>(
    "languages", .list(of: .text(.filled), SettingListRule("a list of language identifiers")),
    standard: policy.languages, "Identifiers of the languages in which the trigger works; `*` means all.")

  static let exclude = Setting<[String]>(
    "exclude", .list(of: .text(.filled), SettingListRule("a list of language identifiers and globs")),
    standard: policy.exclude,
    """
    Language identifiers, and globs of paths in the workspace folder (`*.txt`, `docs/**`, `/vendor`), where the \
    trigger works only when you ask for completion.
    """)

  static let insert = Setting<JSONObject>(
    "insert", .named(names: "language", of: .text(.template)), standard: InsertDeclaration.standard,
    """
    The text to insert, by language identifier: `default` for the others, `trailer` in trailers of commit messages \
    (`Co-authored-by: `; `{name}` without an e-mail address), `codeowners` in CODEOWNERS (`{email}` without a handle). \
    Placeholders: `{name}` `{shortName}` `{handle}` `{id}` `{email}` `{detail}` `{url}` `{kind}` `{trigger}` \
    `{metadata.KEY}`; `{a|b}` is the first that the entity has; `«…»` encloses the part that becomes the mention.
    """)

  static let record = SettingRecord([
    character, sources.key, allowSpaces.key, languages.key, exclude.key, insert.key,
  ])

  /// The trigger of a server without settings: all else is at its default.
  static let standard = trigger(policy.character)

  /// The triggers that `demo` adds.
  static let demoCharacters = ["@", "+"]

  /// A trigger with everything at its default.
  static func trigger(_ text: String) -> JSONObject {
    JSONObject(
      record.keys.compactMap { key in
        if key.name == character.name { return (key.name, .string(text)) }
        return key.standard.map { (key.name, $0) }
      })
  }
}

/// The keys of `implicit`.
enum ImplicitDeclaration {
  private static let policy = MentionsPolicy.standard.implicit

  static let minimumLength = Setting<Int>(
    "minimumLength", .whole(0...100), standard: policy.minimumLength,
    "Offer entities after this many letters of a name; 0: never.")

  static let anyCase = Setting<Bool>(
    "anyCase", .boolean, standard: policy.anyCase,
    "Offer entities for words that begin with a lowercase letter, too.")

  static let sources = Setting<[String]>(
    "sources", .list(of: .text(.filled), SettingListRule("a list of source names")),
    standard: policy.sources,
    """
    Names of the sources to ask unless you ask for completion yourself; `*` means all, `-name` leaves out those of \
    that name or type. People who were mentioned before are always offered.
    """)

  static let ignore = Setting<IgnoredWords>(
    "ignore", .list(of: .text(.filled), SettingListRule("a list of words")), standard: policy.ignore,
    """
    Words for which nobody is offered, in upper or lower case. By default the articles, pronouns, conjunctions, \
    prepositions and auxiliary verbs of the most common languages.
    """)

  static let insert = Setting<JSONObject>(
    "insert", .named(names: "language", of: .text(.template)), standard: InsertDeclaration.standard,
    "The text to insert, as for a trigger.")

  static let record = SettingRecord(
    [minimumLength.key, anyCase.key, sources.key, ignore.key, insert.key], fillsDefaults: false)

  /// The words are left out: they would fill every list of settings in force.
  static let standard = JSONObject(
    record.keys.filter { $0.name != ignore.key.name }.compactMap { key in key.standard.map { (key.name, $0) }
    })
}

/// Insert formats by language and by place.
enum InsertDeclaration {
  /// The member for languages without one of their own.
  static let fallback = Setting<String>(
    "default", .text(.template), standard: InsertFormat.name.template,
    "For languages without a format of their own.")

  static let trailer = Setting<String>(
    "trailer", .text(.template), standard: InsertFormat.trailer.template,
    "In trailers of commit messages, such as `Co-authored-by: `.")

  static let codeowners = Setting<String>(
    "codeowners", .text(.template), standard: InsertFormat.codeowners.template, "In CODEOWNERS.")

  static let standard: JSONObject = [
    fallback.key.name: .string(fallback.standard), trailer.key.name: .string(trailer.standard),
    codeowners.key.name: .string(codeowners.standard),
  ]
}

extension IgnoredWords: SettingValue {
  init?(setting json: JSONValue) {
    guard let words = [String](setting: json) else { return nil }
    self.init(words)
  }
  var settingJSON: JSONValue? { words.settingJSON }
}
