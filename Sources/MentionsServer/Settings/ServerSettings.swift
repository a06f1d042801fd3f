import Entities
import EntitySources
import JSONText
import Mentions

/// The effective settings of one workspace folder.
///
/// Each key has a property with its default value, and a row in `rows`. ``resolve(layers:context:)`` applies the layers
/// in order of precedence, and then derives the remaining properties.
package struct ServerSettings: Hashable, Sendable {
  // MARK: Keys

  /// The sources by name, as written in the settings. ``sources`` is derived from them.
  var sourceObjects: JSONObject = [
    "people": ["type": "people"], "git": ["type": "git"], "codeowners": ["type": "codeowners"],
  ]
  /// The triggers as written in the settings; ``policy`` contains them with their sources and formats.
  var triggers = [TriggerSettings()]
  var implicit = ImplicitSettings()
  /// Formats by language identifier, and for positions (``InsertTemplates/Key``).
  var insert = InsertTemplates.standardSetting
  package var policy = MentionsPolicy.standard
  /// The time in milliseconds for which a completion request waits for slow sources.
  package var completionDeadline = 120
  /// The cooldown in milliseconds; see ``cooldown(of:)``.
  package var cooldown = 100
  /// The label of the item that is shown while sources are still answering; empty for none.
  package var loadingItem = ""
  package var emptyListMessage = true
  package var nearness = true
  package var learning = true
  package var annotationStore = StoreLocation.state
  package var cache = true
  package var index = true
  /// The styles in the order of the settings.
  package var styles: [DisplayStyle] = []
  package var nameHints = false
  /// The template of the inlay hint, as written in the settings; empty for none.
  var inlayHintText = ""
  package var codeLens = CodeLensPlacement.off
  /// `none`, `top` or `bottom`.
  package var borderMode = "none"
  /// The background color of choosers; empty for the editor's.
  package var background = ""
  package var diagnostics = DiagnosticSettings()
  /// The plug-ins by name, as written in the settings. ``plugins`` is derived from them.
  var pluginObjects = JSONObject()
  var forge = false
  var hosts = JSONObject()
  var presets = JSONObject()
  /// The folders that the user's and the client's settings trust: absolute paths, with `~` expanded.
  package var trustedFolders: [String] = []
  package var demo = false
  package var notifications = false
  package var textEvents = false
  package var spelling = false
  package var triggerLetters = false
  package var replacesWordBehind = false
  package var tokenType: String?
  private var schemaReference: String?

  // MARK: Derived properties

  /// The sources, those of later layers first, without the sources that a layer removes.
  package var sources: [SourceSpecification] = []
  /// The sources that are configured but unavailable, because they are invalid or not trusted.
  var absent = AbsentSources()
  /// The parsed format of the inlay hint; nil if there is none.
  package var inlayHint: InsertFormat?
  /// The plug-ins, those of later layers first.
  package var plugins: [PluginSpecification] = []
  /// All known forges, regardless of whether `forge` is on.
  package var forges = Forges()
  /// The query settings of the trusted layers; nil if all layers are trusted. Sources that are not in memory are
  /// queried only if these settings permit the query as well: an untrusted workspace's file can reduce queries, but not
  /// add any.
  package var outgoing: Outgoing?
  /// The layer that sets each key, or each member if members are merged; absent for defaults.
  private var origins: [SettingsPath: SettingsOrigin] = [:]
  private var layers: [JSONObject] = []

  /// The settings that determine when sources are queried, without those from an untrusted workspace's file.
  package struct Outgoing: Hashable, Sendable {
    package var policy: MentionsPolicy
    /// The cooldown in milliseconds.
    package var cooldown: Int
  }

  init() {}
}

extension ServerSettings: SettingRecord {
  static let rows = common + advanced + ofHosts

  /// The settings that users look for, in the order of the reference.
  static let common: [SettingRow<ServerSettings>] = [
    SettingRow(
      \.sourceObjects, "sources",
      .named(names: "source", of: .kinds(SourceSettings.kinds), isRemovable: true),
      trust: .neededByMembers(SourceSettings.needsTrust),
      """
      Where entities come from: sources under names of your choice. A source replaces the one of the same name in an \
      earlier layer; `null` removes it. Paths are relative to the settings file.
      """),
    SettingRow(
      \.triggers, "triggers",
      .list(of: TriggerSettings.shape, SettingListRule("a list of triggers", unique: "character")),
      trust: .neededForQueries, "The triggers that begin a mention, such as `@`."),
    SettingRow(
      \.implicit, "implicit", trust: .neededForQueries,
      "Mentions that begin without a trigger, by typing a name."),
    SettingRow(
      \.insert, "insert", .named(names: "language", of: .text(.template)),
      """
      The text to insert, by language identifier. `default` applies to all other languages, `trailer` to trailers of \
      commit messages that end in `-by:`, such as `Co-authored-by: ` (`{name}` is used for people without an e-mail \
      address), and `codeowners` to CODEOWNERS (`{email}` is used for people without a handle). Placeholders: `{name}` \
      `{shortName}` `{handle}` `{id}` `{email}` `{detail}` `{url}` `{kind}` `{trigger}` `{metadata.KEY}`; `{a|b}` is \
      the first of these fields that the entity has. A field that it lacks is empty; if it has no field of the format, \
      its name is inserted. `«…»` encloses the part that becomes the mention.
      """),
    SettingRow(
      \.policy.deletion, "deletion",
      .choice([
        SettingChoice(
          "plain", "turn the rest into plain text, with a hint that offers to restore, trim or delete it"),
        SettingChoice("trim", "shorten the mention to its short form, or remove the rest if it has none"),
        SettingChoice("delete", "remove the rest"),
      ]), "What to do when a deletion removes part of a mention."),
    SettingRow(\.policy.lightUp, "lightUp", "Highlight the mention under the cursor."),
    SettingRow(\.policy.limit, "limit", .whole(1...1000), "Offer at most this many entities."),
    SettingRow(
      \.nearness, "nearness",
      """
      Rank first the people who wrote the lines around the cursor, own the file according to CODEOWNERS, or are \
      mentioned elsewhere together with people in the document; in commit messages, the people named in similar \
      commits. Uses git.
      """),
    SettingRow(
      \.learning, "learning", home: .personal,
      """
      Remember the people you choose, even after a restart, and rank them first. They are stored in a file in your \
      state folder; the command `mentions.forget` empties it.
      """),
    SettingRow(
      \.annotationStore, "annotationStore",
      .choice([
        SettingChoice("state", "in the user's state directory"),
        SettingChoice("workspace", "in the workspace folder, to be shared"),
        SettingChoice("off", "nowhere"),
      ]), "Where to save mentions that cannot be recovered from the text alone."),
    SettingRow(
      \.styles, "styles", .list(of: DisplayStyle.shape, SettingListRule("a list of styles")),
      "How to show mentions, and attributes set by editors and plug-ins. All styles that match are applied."
    ),
    SettingRow(
      \.nameHints, "nameHints",
      """
      Complete the names of mentioned people with inlay hints: the name after a handle (`@ada`), the rest of the name \
      after its short form. A hint is shown once per line for each person, unless the line contains the name.
      """),
    SettingRow(
      \.inlayHintText, "inlayHint", .text(.label),
      """
      Text to show after each mention as an inlay hint, such as `{detail}` or `({metadata.timezone|email})`, with the \
      placeholders of `insert`. Nothing is shown if the entity has none of these fields. Empty: no hint.
      """),
    SettingRow(
      \.codeLens, "codeLens",
      .choice([
        SettingChoice("off", "nowhere"), SettingChoice("document", "above the document"),
        SettingChoice("paragraph", "above each paragraph with mentions"),
      ]), "Where to show how many people are mentioned, as a code lens."),
    SettingRow(
      \.diagnostics, "diagnostics",
      "Which problems with mentions to report in a document, and with which severity."),
    SettingRow(
      \.pluginObjects, "plugins",
      .named(names: "plug-in", of: .record([SourceSettings.command.key]), isRemovable: true),
      // Removing a plug-in starts no program.
      trust: .neededByMembers { !$0.isNull },
      """
      Programs that extend the server, under names of your choice, each with its `command`: they receive the events of \
      documents, and may edit them or decide about mentions. A plug-in replaces the \
      one of the same name in an earlier layer; `null` removes it.
      """),
    SettingRow(
      \.forge, "forge", home: .personal,
      """
      Fetch the people, issues and requests of the project behind the Git remote: `@` offers its people, `#` its issues, \
      `!` merge requests of GitLab. GitHub, GitLab and Codeberg are supported; add other hosts to `hosts`. Tokens are \
      read from the environment or, if not set there, from `gh` or `glab`.
      """),
    SettingRow(
      \.trustedFolders, "trustedFolders", .list(of: .text(.folder), SettingListRule("a list of folders")),
      home: .personal,
      """
      Let the `.mentions.json` of these folders, and of all folders in them, start programs, reach the network and \
      read files elsewhere. Not allowed in `.mentions.json` itself; the lists in the user's file and from the client \
      are joined.
      """),
  ]

  /// Settings that are rarely needed.
  static let advanced: [SettingRow<ServerSettings>] = [
    SettingRow(
      \.completionDeadline, "completionDeadline", .whole(0...10_000),
      """
      How long, in milliseconds, a completion request waits for slow sources after the first result has arrived.
      """),
    SettingRow(
      \.cooldown, "cooldown", .whole(0...60_000), trust: .neededForQueries,
      """
      The minimum time, in milliseconds, between two queries to the same source. What is typed in \
      between is sent as one query.
      """),
    SettingRow(
      \.policy.continueAfterEmptyResults, "continueAfterEmptyResults",
      "Continue to search as you type, even if the first query of a mention finds no one."),
    SettingRow(
      \.loadingItem, "loadingItem", .text(.anything),
      "Label of an item to show while sources are still answering. Empty: show none."),
    SettingRow(
      \.emptyListMessage, "emptyListMessage",
      "Explain once per workspace why no one is offered after a trigger, if all sources have been read and are empty."
    ),
    SettingRow(
      \.cache, "cache",
      """
      Cache sources that are slow to read or merge (large people files, Git histories) in the user's cache directory, \
      so that they are available immediately the next time.
      """),
    SettingRow(
      \.index, "index",
      """
      Search all text files of the workspace folders for mentions when an editor first asks where a person is \
      mentioned. `false`: search only open documents.
      """),
    SettingRow(
      \.borderMode, "borderMode",
      .choice([
        SettingChoice("none", "nowhere"), SettingChoice("top", "at its top"),
        SettingChoice("bottom", "at its bottom"),
      ]), "Where to draw the border of a chooser that is not the editor's completion menu."),
    SettingRow(
      \.background, "background", .text(.anything),
      """
      Background color of a chooser that is not the editor's completion menu, in the editor's notation (`#f3f3f3`). \
      Empty: the default.
      """
    ),
    SettingRow(
      \.hosts, "hosts",
      .named(names: "host", of: .either(.choice(Forges.kinds.map { SettingChoice($0, "") }), .text(.filled))),
      home: .personal,
      "Additional forge hosts, and the kind of forge on each: `{\"git.example.org\": \"gitlab\"}`."),
    SettingRow(
      \.presets, "presets", .named(names: "kind", of: .anyObject), home: .personal,
      "Further kinds of forges, in the form that `mentions-lsp schema --presets` prints."),
    SettingRow(
      \.schemaReference, "$schema", .text(.anything), home: .files, "The schema of this file, for editors."),
  ]

  /// Settings that editors and their plug-ins send in `initializationOptions`.
  static let ofHosts: [SettingRow<ServerSettings>] = [
    SettingRow(
      \.demo, "demo", home: .initializationOptions,
      "Add the built-in directory of 25 Turing Award winners, with the triggers `@` and `+`."),
    SettingRow(
      \.notifications, "notifications", home: .initializationOptions,
      "Send the client `mentions/didChangeState`, `mentions/chooser` and the other notifications."),
    SettingRow(
      \.textEvents, "textEvents", home: .initializationOptions,
      "Send the client `mentions/textEvent` for each change that the user makes to the text."),
    SettingRow(
      \.spelling, "spelling", home: .initializationOptions,
      "Send the client `mentions/spelling` when the ranges that are not to be spell-checked change."),
    SettingRow(
      \.triggerLetters, "triggerLetters", home: .initializationOptions,
      """
      Register all letters as completion trigger characters, for clients that request completions only after such \
      characters.
      """),
    SettingRow(
      \.replacesWordBehind, "replacesWordBehind", home: .initializationOptions,
      """
      Include the word after the cursor (`@|Hopper`) in the range that a completion item replaces. By default, an \
      additional edit removes the word; some clients apply such edits at the wrong place.
      """),
    SettingRow(
      \.tokenType, "tokenType", .text(.filled), home: .initializationOptions,
      "The semantic token type of mentions. By default `mention` if the client lists it, else `decorator`."),
  ]

  /// Applies a validated layer over the lower ones.
  mutating func take(_ layer: JSONObject, from origin: SettingsOrigin) {
    layers.append(layer)
    for row in Self.rows {
      guard let value = layer[row.key.name] else { continue }
      row.take(value, &self)
      let path = SettingsPath.root.member(row.key.name)
      if row.key.shape.mergesMembers {
        for (name, _) in value.objectValue?.members ?? [] {
          origins[path.member(name)] = origin
        }
      } else {
        origins[path] = origin
      }
    }
  }

  /// The layer that determines the value of a key or, if its members are merged, of a member.
  func origin(of path: SettingsPath) -> SettingsOrigin { origins[path] ?? .builtIn }
}

/// The location of the store, for mentions that cannot be recovered from the text alone.
package enum StoreLocation: String, Hashable, Sendable, CaseIterable, SettingValue {
  case state, workspace, off
}

/// Placement of the code lens that counts mentions.
package enum CodeLensPlacement: String, Hashable, Sendable, CaseIterable, SettingValue {
  case off, document, paragraph
}

// MARK: - Sources

extension ServerSettings {
  /// The minimum time in milliseconds between two queries to a source: the source's own setting; if it has none, 0 for
  /// a source in memory, else the general setting (Behaviour, section 4).
  package func cooldown(of source: SourceSpecification) -> Int {
    source.cooldown ?? (source.isInMemory ? 0 : outgoing?.cooldown ?? cooldown)
  }

  /// The keys of the sources in memory to which `*` refers.
  var peopleInMemory: [String] { sources(named: [SourceList.all]).filter(\.isInMemory).map(\.key) }

  /// Whether an entity comes from a source in memory. If so, and the entity cannot be found, it was removed from the
  /// source.
  package func holdsSource(of entity: Entity) -> Bool {
    sources.contains { $0.isInMemory && $0.name == entity.source }
  }

  /// The sources that a list of names selects, in the order of the list, without duplicates. `*` means all sources
  /// except those that are used only by name, and `-name` excludes the sources with that name or type. A list that
  /// contains only exclusions begins with an implicit `*`.
  package func sources(named names: [String]) -> [SourceSpecification] {
    let list = SourceList(names)
    var seen: Set<String> = []
    var found: [SourceSpecification] = []
    for name in list.wanted {
      let isAll = name == SourceList.all
      for source in sources where isAll ? !source.isAskedByNameAlone : source.name == name {
        if !list.leavesOut(source.name, type: source.type), seen.insert(source.name).inserted {
          found.append(source)
        }
      }
    }
    return found
  }

  /// The names of configured but unavailable sources that a list of names selects.
  package func absentSources(named names: [String]) -> [String] {
    absent.isEmpty ? [] : absent.named(SourceList(names))
  }
}

// MARK: - Policy of a file

extension ServerSettings {
  /// The policy of one file; see ``FileTraits``.
  package func policy(at path: String, in folder: FolderPath?) -> MentionsPolicy {
    policy(of: traits(at: path, in: folder))
  }

  /// The traits of one file, including whether it is a list of people or a text for a forge.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the file.
  ///   - folder: the workspace folder to which globs are relative; if nil, globs are matched only with the file's name.
  package func traits(at path: String, in folder: FolderPath?) -> FileTraits {
    var traits = FileTraits(policy, at: path, in: folder)
    traits.listsPeople = sources.contains { $0.reads(path) }
    traits.isForForge = sources.contains(where: \.isForge) && ForgeText.contains(path: path)
    return traits
  }

  /// The policy of the files with these traits.
  package func policy(of traits: FileTraits) -> MentionsPolicy { policy.ofFile(traits) }
}

/// The properties of a file on which its policy depends, apart from its folder. Files with equal traits can share a
/// policy, since a policy takes longer to create than the traits.
package struct FileTraits: Hashable, Sendable {
  private let isCodeowners: Bool
  /// The indices of the triggers from which the file's path is excluded.
  private let excluded: [Int]
  fileprivate var listsPeople = false
  /// Whether the file is a text for a forge; see `MentionsPolicy.writesHandles()`.
  fileprivate var isForForge = false

  /// - Parameters:
  ///   - path: the absolute path of the file.
  ///   - folder: the workspace folder to which globs are relative; if nil, globs are matched only with the file's name.
  init(_ policy: MentionsPolicy, at path: String, in folder: FolderPath?) {
    isCodeowners = path.hasSuffix("/CODEOWNERS")
    excluded = policy.triggers.indices.filter { index in
      let patterns = policy.triggers[index].exclude.filter(Glob.isPattern)
      guard !patterns.isEmpty else { return false }
      let relative = FolderPath.relativePath(of: path, in: folder)
      return patterns.contains { Glob($0).matches(relative) }
    }
  }

  fileprivate func apply(to policy: inout MentionsPolicy) {
    policy.isCodeowners = isCodeowners
    policy.listsPeople = listsPeople
    for index in excluded { policy.triggers[index].isPathExcluded = true }
    if isForForge { policy.writesHandles() }
  }
}

extension MentionsPolicy {
  /// The policy of the files with these traits.
  func ofFile(_ traits: FileTraits) -> MentionsPolicy {
    var policy = self
    traits.apply(to: &policy)
    return policy
  }
}

// MARK: - Effective values

extension ServerSettings {
  /// The effective value of one key and its origin, for `doctor`.
  package struct Value: Hashable, Sendable {
    /// The path of the key, such as `implicit.minimumLength` or `sources.team`.
    package var keyPath: String
    /// The value without header values, which may be secret.
    package var value: JSONValue
    package var origin: SettingsOrigin
  }

  /// The effective value of each key, in the order of the reference. O(settings).
  package var values: [Value] {
    Self.rows.flatMap { row -> [Value] in
      guard let value = row.json(self) else { return [] }
      let path = SettingsPath.root.member(row.key.name)
      guard row.key.shape.mergesMembers, let object = value.objectValue else {
        return [Value(keyPath: path.description, value: value, origin: origin(of: path))]
      }
      return object.members.map { name, member in
        let path = path.member(name)
        return Value(keyPath: path.description, value: Self.redacted(member), origin: origin(of: path))
      }
    }
  }

  /// The layers without their sources, as JSON text. Equal for equal layers in every run of the program.
  var textBesideSources: String {
    let layers = layers.map { layer in
      var layer = layer
      layer["sources"] = nil
      return JSONValue.object(layer)
    }
    return String(decoding: JSONWriter.bytes(of: JSONValue.array(layers)), as: UTF8.self)
  }

  /// The value with the contents of its headers replaced by “…”.
  private static func redacted(_ value: JSONValue) -> JSONValue {
    let name = SourceSettings.headers.key.name
    guard case .object(var object) = value, let headers = object[name]?.objectValue else { return value }
    object[name] = .object(JSONObject(headers.members.map { ($0.name, "…") }))
    return .object(object)
  }
}
