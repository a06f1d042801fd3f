import JSONText
import Mentions

/// The settings, declared once: keys, types, defaults, documentation.
///
/// Validation, the defaults in force, the JSON Schema (``schema(for:)``) and the reference (``reference()``)
/// are all read off it.
public enum SettingsDeclaration {
  // MARK: Where entities come from

  static let sources = Setting<JSONObject>(
    "sources", .named(names: "source", of: .kinds(by: "type", SourceDeclaration.kinds)),
    standard: SourceDeclaration.standard, merge: .byName,
    """
    Where entities come from, by a name of your choice. Layers merge by name; `null` removes one. Paths are \
    relative to the settings file.
    """)

  // MARK: How mentions begin

  static let triggers = Setting<[JSONObject]>(
    "triggers",
    .list(of: .record(TriggerDeclaration.record), SettingListRule("a list of triggers", unique: "character")),
    standard: [TriggerDeclaration.standard],
    "The control characters that begin a mention.")

  static let implicit = Setting<JSONObject>(
    "implicit", .record(ImplicitDeclaration.record), standard: ImplicitDeclaration.standard,
    merge: .byMember, "Mentions that begin without a control character, by typing a name.")

  // MARK: While a mention is made

  static let limit = Setting<Int>(
    "limit", .whole(1...1000), standard: 50, "The most entities that the chooser holds.")

  static let completionDeadline = Setting<Int>(
    "completionDeadline", .whole(0...10_000), standard: 120,
    "Milliseconds for which a completion waits for slow sources once there is something to show.")

  static let cooldown = Setting<Int>(
    "cooldown", .whole(0...60_000), standard: 100,
    "Milliseconds between two queries to one source; keys typed meanwhile become one query.")

  static let continueAfterEmptyResults = Setting<Bool>(
    "continueAfterEmptyResults", .boolean, standard: true,
    "Whether a mention goes on when its first query finds nobody.")

  static let loadingItem = Setting<String>(
    "loadingItem", .text(.anything), standard: "",
    "Label of an item shown while sources are still answering; empty: none.")

  // MARK: Once it stands

  static let deletion = Setting<MentionsPolicy.Deletion>(
    "deletion",
    .choice([
      SettingChoice("plain", "it becomes plain text, and a hint offers to restore, trim or delete it"),
      SettingChoice("trim", "the server shortens it to its short form, or removes the rest"),
      SettingChoice("delete", "the server removes the rest"),
    ]), standard: .plain, "What happens to a mention that a deletion cut into.")

  static let lightUp = Setting<Bool>(
    "lightUp", .boolean, standard: true, "Whether the mention under the cursor is shown differently.")

  static let annotationStore = Setting<AnnotationStorePlace>(
    "annotationStore",
    .choice([
      SettingChoice("state", "in the user's state directory"),
      SettingChoice("workspace", "in the workspace folder, to be shared"),
      SettingChoice("off", "nowhere"),
    ]), standard: .state, "Where mentions are remembered that the text itself does not tell.")

  // MARK: Trust

  static let trustedFolders = Setting<[String]>(
    "trustedFolders", .list(of: .text(.folder), SettingListRule("a list of folders")), standard: [],
    merge: .united, home: .personal,
    """
    Folders whose `.mentions.json`, and that of any folder in them, may start programs, reach the network or read \
    files elsewhere. Not allowed in `.mentions.json` itself; the user's file and the client add up.
    """)

  // MARK: Only in initializationOptions

  static let demo = Setting<Bool>(
    "demo", .boolean, standard: false, home: .initializationOptions,
    "Adds the built-in directory of 25 Turing Award winners, with triggers `@` and `+`.")

  static let notifications = Setting<Bool>(
    "notifications", .boolean, standard: false, home: .initializationOptions,
    "Whether the client is sent `mentions/didChangeState`, `mentions/chooser` and the like.")

  static let triggerLetters = Setting<Bool>(
    "triggerLetters", .boolean, standard: false, home: .initializationOptions,
    "Whether letters are registered as completion trigger characters.")

  static let replacesWordBehind = Setting<Bool>(
    "replacesWordBehind", .boolean, standard: false, home: .initializationOptions,
    """
    Whether the word behind the cursor that goes with a mention (`@|Hopper`) is in the range that an item replaces. By \
    default an additional edit removes it, which some clients make at the wrong place.
    """)

  static let tokenType = Setting<String?>(
    "tokenType", .text(.filled), standard: nil, home: .initializationOptions,
    "The semantic token type of a mention; without it `mention` where the client lists it, else `decorator`.")

  static let schemaReference = Setting<String?>(
    "$schema", .text(.anything), standard: nil, home: .files, "The schema of this file, for editors.")

  /// All keys, in the order of the reference.
  static let record = SettingRecord(
    [
      sources.key, triggers.key, implicit.key, deletion.key, lightUp.key, limit.key, completionDeadline.key,
      cooldown.key, continueAfterEmptyResults.key, loadingItem.key, annotationStore.key, trustedFolders.key,
      demo.key, notifications.key, triggerLetters.key, replacesWordBehind.key, tokenType.key,
      schemaReference.key,
    ], fillsDefaults: false)

  /// Every key that has a default, with it: the lowest layer.
  public static var defaults: JSONObject {
    JSONObject(record.keys.compactMap { key in key.standard.map { (key.name, $0) } })
  }
}
