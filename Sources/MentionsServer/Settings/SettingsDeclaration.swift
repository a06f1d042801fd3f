import EntitySources
import JSONText
import Mentions

/// The settings, declared once: keys, types, defaults, documentation.
///
/// Validation, defaults, the JSON Schema (``schema(for:)``) and the tables of the page *Settings* are derived from it.
package enum SettingsDeclaration {
  /// The source of the defaults for the behaviour of mentions.
  private static let policy = MentionsPolicy.standard

  // MARK: Where entities come from

  static let sources = Setting<JSONObject>(
    "sources", .named(names: "source", of: .kinds(by: "type", SourceDeclaration.kinds)),
    standard: SourceDeclaration.standard, merge: .byName,
    """
    Where entities come from, under names of your choice. Layers merge by name; `null` removes a source. Paths are \
    relative to the settings file.
    """)

  // MARK: How mentions begin

  static let triggers = Setting<[JSONObject]>(
    "triggers",
    .list(of: .record(TriggerDeclaration.record), SettingListRule("a list of triggers", unique: "character")),
    standard: [TriggerDeclaration.standard],
    "The triggers that begin a mention, such as `@`.")

  static let implicit = Setting<JSONObject>(
    "implicit", .record(ImplicitDeclaration.record), standard: ImplicitDeclaration.standard,
    merge: .byMember, "Mentions that begin without a trigger, by typing a name.")

  static let insert = Setting<JSONObject>(
    "insert", .named(names: "language", of: .text(.template)), standard: InsertDeclaration.standard,
    merge: .byMember,
    """
    The text to insert, by language identifier: `default` for the others, `trailer` in trailers of commit messages \
    (`Co-authored-by: `; `{name}` without an e-mail address), `codeowners` in CODEOWNERS (`{email}` without a handle). \
    Placeholders: `{name}` `{shortName}` `{handle}` `{id}` `{email}` `{detail}` `{url}` `{kind}` `{trigger}` \
    `{metadata.KEY}`; `{a|b}` is the first that the entity has; `«…»` encloses the part that becomes the mention.
    """)

  // MARK: While a mention is made

  static let limit = Setting<Int>(
    "limit", .whole(1...1000), standard: policy.limit, "Offer at most this many entities.")

  static let completionDeadline = Setting<Int>(
    "completionDeadline", .whole(0...10_000), standard: 120,
    """
    How long, in milliseconds, a completion request waits for slow sources after the first result has arrived.
    """)

  static let cooldown = Setting<Int>(
    "cooldown", .whole(0...60_000), standard: 100,
    """
    The least time, in milliseconds, between two queries to the same source. Keys typed meanwhile become one query.
    """)

  static let continueAfterEmptyResults = Setting<Bool>(
    "continueAfterEmptyResults", .boolean, standard: policy.continueAfterEmptyResults,
    "Keep a mention open when its first query finds no one.")

  static let loadingItem = Setting<String>(
    "loadingItem", .text(.anything), standard: "",
    "Label of an item to show while sources are still answering. Empty: show none.")

  static let emptyListMessage = Setting<Bool>(
    "emptyListMessage", .boolean, standard: true,
    "Explain once per workspace why no one is offered after a trigger, if all sources have been read and are empty."
  )

  static let nearness = Setting<Bool>(
    "nearness", .boolean, standard: true,
    """
    Rank first the people who wrote the lines around the cursor, own the file by CODEOWNERS or are mentioned \
    together with those of the document; in commit messages, the people named in similar commits. Uses git.
    """)

  static let learning = Setting<Bool>(
    "learning", .boolean, standard: true, home: .personal,
    """
    Remember the people you choose across restarts, and rank them first. The file is in your state folder; the command \
    `mentions.forget` empties it.
    """)

  // MARK: Once it is declared

  static let deletion = Setting<MentionsPolicy.Deletion>(
    "deletion",
    .choice([
      SettingChoice(
        "plain", "turn it into plain text, with a hint that offers to restore, trim or delete it"),
      SettingChoice("trim", "shorten it to its short form, or remove the rest if there is none"),
      SettingChoice("delete", "remove the rest"),
    ]), standard: policy.deletion, "What to do when a deletion removes part of a mention.")

  static let lightUp = Setting<Bool>(
    "lightUp", .boolean, standard: policy.lightUp, "Highlight the mention under the cursor.")

  static let annotationStore = Setting<StoreLocation>(
    "annotationStore",
    .choice([
      SettingChoice("state", "in the user's state directory"),
      SettingChoice("workspace", "in the workspace folder, to be shared"),
      SettingChoice("off", "nowhere"),
    ]), standard: .state, "Where to save mentions that cannot be recovered from the text alone.")

  static let cache = Setting<Bool>(
    "cache", .boolean, standard: true,
    """
    Cache sources that are slow to read or merge (large people files, Git histories) in the user's cache directory, \
    so that they are available immediately the next time.
    """)

  static let index = Setting<Bool>(
    "index", .boolean, standard: true,
    """
    Search all text files of the workspace folders for mentions, once an editor asks where a person is mentioned. \
    `false`: only in open documents.
    """)

  // MARK: How it is shown

  static let styles = Setting<[JSONObject]>(
    "styles", .list(of: .record(StyleDeclaration.record), SettingListRule("a list of styles")), standard: [],
    "How to show mentions, and attributes of editors and plug-ins: each is shown in all styles that are for it."
  )

  static let nameHints = Setting<Bool>(
    "nameHints", .boolean, standard: false,
    """
    Show the person meant by an ambiguous text as an inlay hint: the name after a handle (`@ada`), the rest of the \
    name after its short form. Shown once per line for each person, and not if the line contains the name.
    """)

  static let inlayHint = Setting<String>(
    "inlayHint", .text(.label), standard: "",
    """
    Text to show after each mention as an inlay hint, such as `{detail}` or `({metadata.timezone|email})`, with the \
    placeholders of `insert`. Nothing is shown if the entity has none of its fields. Empty: \
    none.
    """)

  static let codeLens = Setting<CodeLensPlacement>(
    "codeLens",
    .choice([
      SettingChoice("off", "nowhere"), SettingChoice("document", "above the document"),
      SettingChoice("paragraph", "above each paragraph with mentions"),
    ]), standard: .off, "Where to show how many people are mentioned, as a code lens.")

  static let borderMode = Setting<String>(
    "borderMode",
    .choice([
      SettingChoice("none", "nowhere"), SettingChoice("top", "at its top"),
      SettingChoice("bottom", "at its bottom"),
    ]), standard: "none", "Where a chooser that draws itself has a border.")

  static let background = Setting<String>(
    "background", .text(.anything), standard: "",
    "Background color of a chooser that draws itself, as the editor writes colors (`#f3f3f3`). Empty: the editor's."
  )

  // MARK: What is reported

  static let diagnostics = Setting<JSONObject>(
    "diagnostics", .record(DiagnosticsDeclaration.record), standard: DiagnosticsDeclaration.standard,
    merge: .byMember, "Which problems of mentions to report in a document, each with its severity.")

  // MARK: Plug-ins

  static let plugins = Setting<JSONObject>(
    "plugins", .named(names: "plug-in", of: .record(PluginDeclaration.record)), standard: [:], merge: .byName,
    """
    Programs that extend the server, under names of your choice, each with its `command`: they receive the events of \
    documents, and may edit them or decide about mentions. Layers merge by name; `null` removes a plug-in.
    """)

  // MARK: Trust

  static let trustedFolders = Setting<[String]>(
    "trustedFolders", .list(of: .text(.folder), SettingListRule("a list of folders")), standard: [],
    merge: .united, home: .personal,
    """
    Let the `.mentions.json` of these folders, and of all folders in them, start programs, reach the network and \
    read files elsewhere. Not allowed in `.mentions.json` itself; the lists in the user's file and from the client \
    are joined.
    """)

  static let forge = Setting<Bool>(
    "forge", .boolean, standard: false, home: .personal,
    """
    Fetch the people, issues and requests of the project behind the Git remote: `@` offers its people, `#` its issues, \
    `!` merge requests of GitLab. GitHub, GitLab and Codeberg are known; `hosts` names others. Tokens come from the \
    environment, else from `gh` or `glab`.
    """)

  static let hosts = Setting<JSONObject>(
    "hosts",
    .named(names: "host", of: .either(.choice(Forges.kinds.map { SettingChoice($0, "") }), .text(.filled))),
    standard: [:], merge: .byMember, home: .personal,
    "Hosts of forges, with their kinds: `{\"git.example.org\": \"gitlab\"}`.")

  static let presets = Setting<JSONObject>(
    "presets", .named(names: "kind", of: .anyObject), standard: [:], merge: .byMember, home: .personal,
    "Further kinds of forges, in the form that `mentions-lsp schema --presets` prints.")

  // MARK: Only in initializationOptions

  static let demo = Setting<Bool>(
    "demo", .boolean, standard: false, home: .initializationOptions,
    "Add the built-in directory of 25 Turing Award winners, with the triggers `@` and `+`.")

  static let notifications = Setting<Bool>(
    "notifications", .boolean, standard: false, home: .initializationOptions,
    "Send the client `mentions/didChangeState`, `mentions/chooser` and the other notifications.")

  static let textEvents = Setting<Bool>(
    "textEvents", .boolean, standard: false, home: .initializationOptions,
    "Send the client `mentions/textEvent` for everything that the user does to the text.")

  static let spelling = Setting<Bool>(
    "spelling", .boolean, standard: false, home: .initializationOptions,
    "Send the client `mentions/spelling` when the ranges that are not to be spell-checked change.")

  static let triggerLetters = Setting<Bool>(
    "triggerLetters", .boolean, standard: false, home: .initializationOptions,
    "Register letters as completion trigger characters.")

  static let replacesWordBehind = Setting<Bool>(
    "replacesWordBehind", .boolean, standard: false, home: .initializationOptions,
    """
    Replace the word after the cursor (`@|Hopper`) as part of an item's own range. By default an additional edit \
    removes it, which some clients apply at the wrong place.
    """)

  static let tokenType = Setting<String?>(
    "tokenType", .text(.filled), standard: nil, home: .initializationOptions,
    "The semantic token type of mentions. By default `mention` if the client lists it, else `decorator`.")

  static let schemaReference = Setting<String?>(
    "$schema", .text(.anything), standard: nil, home: .files, "The schema of this file, for editors.")

  /// All keys, in the order of the reference.
  static let record = SettingRecord(
    [
      sources.key, triggers.key, implicit.key, insert.key, deletion.key, lightUp.key, limit.key,
      completionDeadline.key,
      cooldown.key, continueAfterEmptyResults.key, loadingItem.key, emptyListMessage.key, nearness.key,
      learning.key,
      annotationStore.key,
      cache.key, index.key, styles.key, nameHints.key, inlayHint.key, codeLens.key, borderMode.key,
      background.key, diagnostics.key,
      plugins.key, forge.key, hosts.key, presets.key, trustedFolders.key, demo.key, notifications.key,
      textEvents.key,
      spelling.key,
      triggerLetters.key, replacesWordBehind.key, tokenType.key, schemaReference.key,
    ], fillsDefaults: false)

  /// All keys with their defaults: the lowest layer.
  package static var defaults: JSONObject {
    JSONObject(record.keys.compactMap { key in key.standard.map { (key.name, $0) } })
  }
}

/// The storage of mentions that cannot be read from the text.
package enum StoreLocation: String, Hashable, Sendable, CaseIterable {
  case state, workspace, off
}

extension StoreLocation: SettingValue {}

/// Placement of the code lens that counts mentions.
package enum CodeLensPlacement: String, Hashable, Sendable, CaseIterable {
  case off, document, paragraph
}

extension CodeLensPlacement: SettingValue {}

// MARK: - Triggers

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
    "insert", .named(names: "language", of: .text(.template)), standard: [:],
    "Overrides `insert` below for this trigger. With a `default`, it overrides the formats of all languages.")

  static let record = SettingRecord([
    character, sources.key, allowSpaces.key, languages.key, exclude.key, insert.key,
  ])

  /// The trigger of a server without settings, with default values.
  static let standard = trigger(policy.character)

  /// The triggers that a forge adds, for issues and requests.
  static let forge = [("#", ["issues", "issue"]), ("!", ["requests", "request"])].map { character, names in
    var trigger = trigger(character)
    trigger[sources.key.name] = names.settingJSON
    trigger[allowSpaces.key.name] = false
    trigger[insert.key.name] = ["default": "{trigger}{handle}"]
    return trigger
  }

  /// The triggers that `demo` adds.
  static let demoCharacters = ["@", "+"]

  /// A trigger with default values.
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
    Names of the sources to ask unless you ask for completion yourself; `*` means those of `@`, `-name` leaves out \
    those of that name or type. Only people and teams are offered, those mentioned in the document or chosen lately always.
    """)

  static let ignore = Setting<IgnoredWords>(
    "ignore", .list(of: .text(.filled), SettingListRule("a list of words")), standard: policy.ignore,
    """
    Words for which no one is offered, in upper or lower case. By default the articles, pronouns, conjunctions, \
    prepositions and auxiliary verbs of the most common languages.
    """)

  static let insert = Setting<JSONObject>(
    "insert", .named(names: "language", of: .text(.template)), standard: [:], instead: "insert",
    "Overrides `insert` below for mentions without a trigger.")

  static let record = SettingRecord(
    [minimumLength.key, anyCase.key, sources.key, ignore.key, insert.key], fillsDefaults: false)

  /// The default without the list of words, which would fill each list of effective settings.
  static let standard = JSONObject(
    record.keys.filter { $0.name != ignore.key.name }.compactMap { key in key.standard.map { (key.name, $0) }
    })
}

/// Insert formats by language and by position.
enum InsertDeclaration {
  /// The member for languages without their own format.
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

// MARK: - Styles

/// The keys of one style.
enum StyleDeclaration {
  static let name = SettingKey(
    "name", .text(.filled), isRequired: true,
    "The style's name. Styles of one name look the same; the first eight names become the token modifiers `style1` to `style8`."
  )

  // MARK: When

  static let kind = Setting<String?>(
    "kind", .text(.filled), standard: nil, "Mentions of entities of this kind, such as `team`.")

  static let source = Setting<String?>(
    "source", .text(.filled), standard: nil, "Mentions of entities from the source of this name.")

  static let state = Setting<DisplayStyle.State?>(
    "state",
    .choice([
      SettingChoice("whole", "not shortened"), SettingChoice("trimmed", "shortened to the short form"),
      SettingChoice("litUp", "under the cursor"), SettingChoice("unlit", "not under the cursor"),
    ]), standard: nil, "Mentions in this state.")

  static let metadata = Setting<JSONObject>(
    "metadata", .named(names: "field", of: .text(.anything)), standard: [:],
    "Mentions of entities whose metadata has these values.")

  static let attribute = Setting<String?>(
    "attribute", .text(.filled), standard: nil,
    "Not mentions, but attributes of this name, which an editor or a plug-in has put on the text by `mentions/attributes`."
  )

  static let when = Setting<JSONObject>(
    "when",
    .record(
      SettingRecord([kind.key, source.key, state.key, metadata.key, attribute.key], fillsDefaults: false)),
    standard: [:], "The conditions of the style, all of which must be fulfilled; without any, every mention.")

  // MARK: How

  static let highlight = Setting<String?>(
    "highlight", .text(.style), standard: nil, "The highlight group to use in Neovim.")

  static let face = Setting<String?>("face", .text(.style), standard: nil, "The face to use in Emacs.")

  static let rounded = Setting<Bool>(
    "rounded", .boolean, standard: false,
    "Draw the background as a rectangle with rounded corners, where the editor can.")

  static let decoration = Setting<JSONObject>(
    "decoration",
    .record(
      SettingRecord(
        [
          ("color", "The color of the text."), ("backgroundColor", "The color of the background."),
          ("border", "The border, such as `1px solid #888888`."),
          ("borderRadius", "How round its corners are, such as `4px`."),
          ("fontStyle", "`italic` or `normal`."), ("fontWeight", "`bold`, or a number from 100 to 900."),
          ("textDecoration", "Such as `underline`."),
        ].map { SettingKey($0, .text(.style), $1) }, fillsDefaults: false)), standard: [:],
    "The decoration to use in VS Code, in the terms of CSS.")

  static let record = SettingRecord(
    [name, when.key, highlight.key, face.key, rounded.key, decoration.key], fillsDefaults: false)
}

extension DisplayStyle.State: SettingValue {}

// MARK: - Diagnostics

/// The severity with which a finding is reported.
package enum ReportedSeverity: String, Hashable, Sendable, CaseIterable {
  case off, hint, information, warning, error
}

/// The keys of `diagnostics`.
enum DiagnosticsDeclaration {
  private static let severities = [
    SettingChoice("off", "not reported"), SettingChoice("hint", "as a hint"),
    SettingChoice("information", "as information"), SettingChoice("warning", "as a warning"),
    SettingChoice("error", "as an error"),
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
    Report a trigger and a word (`@somebody`) that is not the name of a known entity. Only if all sources of the trigger \
    are held in memory and have been read.
    """)

  static let ambiguous = severity(
    "ambiguous", "Report mentions in the text that may mean several people.")

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
    "Report mentions with a former name or handle of the entity."
  )

  static let notAllowed = severity("notAllowed", "Report mentions that `notAllowedHere` forbids.")

  static let notAllowedHere = Setting<[JSONObject]>(
    "notAllowedHere", .list(of: .record(NotAllowedDeclaration.record), SettingListRule("a list of rules")),
    standard: [], "For `notAllowed`: rules for entities that may not be mentioned in some files.")

  static let damaged = severity(
    "damaged", standard: .hint, "Report the remains of mentions that an edit has damaged.")

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
    "Globs of paths in the workspace folder, such as `docs/**`. Documents outside of it are matched by file name."
  )

  static let reason = Setting<String?>(
    "reason", .text(.line), standard: nil, "Why, or what to do instead, to be shown with the diagnostic.")

  static let record = SettingRecord(
    [handle.key, name.key, kind.key, files.key, reason.key], fillsDefaults: false)
}

extension ReportedSeverity: SettingValue {}

// MARK: - Plug-ins

/// The keys of a plug-in.
enum PluginDeclaration {
  static let record = SettingRecord([SourceDeclaration.command])
}
