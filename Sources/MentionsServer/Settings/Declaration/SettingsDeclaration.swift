import JSONText
import Mentions

/// The settings, declared once: keys, types, defaults, documentation.
///
/// Validation, the defaults in force, the JSON Schema (``schema(for:)``) and the reference (``reference()``)
/// are all read off it.
public enum SettingsDeclaration {
  /// Defaults of how mentions behave are the policy's own.
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
    "Keep a mention open when its first query finds nobody.")

  static let loadingItem = Setting<String>(
    "loadingItem", .text(.anything), standard: "",
    "Label of an item to show while sources are still answering. Empty: show none.")

  static let nearness = Setting<Bool>(
    "nearness", .boolean, standard: true,
    """
    Rank people first who wrote the lines around the cursor, own the file by CODEOWNERS or are mentioned together with \
    those of the document; in commit messages, people whom commits like it named. Asks git.
    """)

  // MARK: Once it is declared

  static let deletion = Setting<MentionsPolicy.Deletion>(
    "deletion",
    .choice([
      SettingChoice(
        "plain", "turn it into plain text, with a hint that offers to restore, trim or delete it"),
      SettingChoice("trim", "shorten it to its short form or, where there is none, remove the rest"),
      SettingChoice("delete", "remove the rest"),
    ]), standard: policy.deletion, "What to do when a deletion removes part of a mention.")

  static let lightUp = Setting<Bool>(
    "lightUp", .boolean, standard: policy.lightUp, "Highlight the mention under the cursor.")

  static let annotationStore = Setting<AnnotationStorePlace>(
    "annotationStore",
    .choice([
      SettingChoice("state", "in the user's state directory"),
      SettingChoice("workspace", "in the workspace folder, to be shared"),
      SettingChoice("off", "nowhere"),
    ]), standard: .state, "Where to save mentions that cannot be recovered from the text alone.")

  static let cache = Setting<Bool>(
    "cache", .boolean, standard: true,
    """
    Keep what large sources yield (20,000 entities and more) in the user's cache directory, so that they are there at \
    once the next time.
    """)

  static let index = Setting<Bool>(
    "index", .boolean, standard: true,
    """
    Look for mentions in all text files of the workspace folders, once an editor asks where somebody is mentioned. \
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
    Show as an inlay hint who is meant where the text does not tell: the name after a handle (`@ada`), the rest of the \
    name after its short form. Nothing is shown where the line has the name, and once a line for each person.
    """)

  static let inlayHint = Setting<String>(
    "inlayHint", .text(.label), standard: "",
    """
    Text to show after each mention as an inlay hint, such as `{detail}` or `({metadata.timezone|email})`, with the \
    placeholders of `triggers[].insert`. Nothing is shown after mentions of entities that have none of its fields. Empty: \
    none.
    """)

  static let codeLens = Setting<CodeLensPlacement>(
    "codeLens",
    .choice([
      SettingChoice("off", "nowhere"), SettingChoice("document", "above the document"),
      SettingChoice("paragraph", "above each paragraph that mentions somebody"),
    ]), standard: .off, "Where to show how many people are mentioned, as a code lens.")

  // MARK: What is reported

  static let diagnostics = Setting<JSONObject>(
    "diagnostics", .record(DiagnosticsDeclaration.record), standard: DiagnosticsDeclaration.standard,
    merge: .byMember, "What to report of the mentions in a document, each with its severity.")

  // MARK: Plug-ins

  static let plugins = Setting<JSONObject>(
    "plugins", .named(names: "plug-in", of: .record(PluginDeclaration.record)), standard: [:], merge: .byName,
    """
    Programs that extend the server, under names of your choice, each with its `command`: they are told what happens in \
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
    "Send the client `mentions/spelling` when spell checking must stay off in other places than before.")

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
      sources.key, triggers.key, implicit.key, deletion.key, lightUp.key, limit.key, completionDeadline.key,
      cooldown.key, continueAfterEmptyResults.key, loadingItem.key, nearness.key, annotationStore.key,
      cache.key, index.key, styles.key, nameHints.key, inlayHint.key, codeLens.key, diagnostics.key,
      plugins.key, trustedFolders.key, demo.key, notifications.key, textEvents.key, spelling.key,
      triggerLetters.key, replacesWordBehind.key, tokenType.key, schemaReference.key,
    ], fillsDefaults: false)

  /// Every key that has a default, with it: the lowest layer.
  public static var defaults: JSONObject {
    JSONObject(record.keys.compactMap { key in key.standard.map { (key.name, $0) } })
  }
}

/// Where mentions are remembered that the text itself does not tell.
public enum AnnotationStorePlace: String, Hashable, Sendable, CaseIterable {
  case state, workspace, off
}

extension AnnotationStorePlace: SettingValue {}

/// Where it is told how many are mentioned.
public enum CodeLensPlacement: String, Hashable, Sendable, CaseIterable {
  case off, document, paragraph
}

extension CodeLensPlacement: SettingValue {}
