import EntitySources
import JSONText

/// The types of sources and their keys.
enum SourceDeclaration {
  static let filter = Setting<Bool>(
    "filter", .boolean, standard: false,
    "Filter and rank the answers by the key; by default they are used as returned.")
  static let cooldown = Setting<Int?>(
    "cooldown", .whole(0...60_000), standard: nil, "Like `cooldown` above, for this source only.")
  static let perDocument = Setting<Bool>(
    "perDocument", .boolean, standard: false,
    "Whether answers depend on the document. Otherwise an answer also serves other documents for a minute.")
  static let timeout = Setting<Int?>(
    "timeout", .whole(1...600_000), standard: nil,
    "How long to wait for an answer, in milliseconds: 2000 unless set, 60000 for a list.")
  static let refresh = Setting<Int>(
    "refresh", .whole(60...86_400), standard: 300,
    "Seconds until a list is fetched again, if it is used then.")
  static let coauthors = Setting<Bool>(
    "coauthors", .boolean, standard: true, "Include the people in `Co-authored-by` trailers.")
  static let format = Setting<EntityFileFormat>(
    "format", formats, standard: .jsonl, "The format of the program's output.")
  static let httpFormat = Setting<EntityFileFormat?>(
    "format", formats, standard: nil,
    "The format of a list, by default as the address ends, else `json`; `items` and `map` are for JSON.")
  private static let formats = SettingShape.choice(
    EntityFileFormat.allCases.map { SettingChoice($0.rawValue, "") })
  static let forgeList = Setting<ForgeList>(
    "list",
    .choice([
      SettingChoice("people", "The people who can be mentioned there."),
      SettingChoice("issues", "Issues; at GitHub and Gitea, also pull requests."),
      SettingChoice("requests", "Merge requests (GitLab)."),
    ]), standard: .people, "What to fetch.")
  static let byNumber = Setting<Bool>(
    "byNumber", .boolean, standard: false,
    "Fetch the item whose number was typed, if no other list contains it; nothing is fetched before.")
  static let service = Setting<String?>(
    "host", .text(.filled), standard: nil,
    "A service other than that of the remote; `hosts` gives its kind.")
  static let headers = Setting<JSONObject>(
    "headers", .named(names: "header", of: .text(.line)), standard: [:],
    "Headers to send with the request. `${NAME}` is an environment variable, `$${` a literal `${`.")
  static let items = Setting<String>(
    "items", .text(.pointer), standard: "", "JSON Pointer to the list of entities in the answer.")
  static let map = Setting<JSONObject>(
    "map",
    .record(
      SettingRecord(
        EntityField.allCases.map { field in
          SettingKey(field.rawValue, .text(.pointer), "JSON Pointer to the field in an item.")
        })), standard: [:],
    "JSON Pointers to an entity's fields within an item, for fields that have other names there.")

  static let command = SettingKey(
    "command", commandShape, isRequired: true, "The program and its arguments.")
  static let url = SettingKey(
    "url", .text(.url), isRequired: true,
    "The address; `{key}` is replaced by what was typed. Without it the answer is a list.")
  static let listItems = SettingKey(
    "items",
    .list(
      of: .either(.text(.filled), .anyObject),
      SettingListRule("a list of names and entities")), isRequired: true,
    "Names, or objects with an entity's fields.")

  static let keyCommand = SettingKey(
    "command",
    .list(
      of: .text(.anything),
      SettingListRule("a list: the program and its arguments", minimum: 1, isIndivisible: true) { words in
        do throws(KeyArguments.Fault) {
          _ = try KeyArguments(words.map { $0.stringValue ?? "" })
          return nil
        } catch {
          return (error.index, error.expected)
        }
      }), isRequired: true,
    """
    The program and its arguments. `{key}`, as a whole argument or after `--option=`, is replaced by what was typed; \
    `{key:word}` by its letters, digits and spaces, which may occur in code too; `{key:ldap}` and `{key:json}` by a value \
    in an LDAP filter and in a JSON string.
    """)

  private static let commandShape = SettingShape.list(
    of: .text(.anything),
    SettingListRule("a list: the program and its arguments", minimum: 1, isIndivisible: true))

  static let kinds = [
    SettingKind(
      "file", "A file of entities.",
      [
        SettingKey(
          "path", .text(.entityFile), isRequired: true,
          "The file: `.jsonl`, `.json`, `.csv`, `.tsv`, `.vcf`, `.ldif` or `.txt`.")
      ]),
    SettingKind(
      "people", "`people.jsonl`, `.json`, `.csv` and `.vcf` at the workspace root, if they exist.",
      []),
    SettingKind(
      "git", "The authors of the Git repository, with `.mailmap` applied.", [coauthors.key]),
    SettingKind("codeowners", "The people and teams in CODEOWNERS.", []),
    SettingKind(
      "directory", "A folder with one Markdown file per entity, or of vCards.",
      [SettingKey("path", .text(.filled), isRequired: true, "The folder.")]),
    SettingKind(
      "command",
      "A program that is started for each query or, without a key in its arguments, prints a list.",
      [keyCommand, format.key, timeout.key, refresh.key, filter.key, perDocument.key, cooldown.key],
      needsTrust: true),
    SettingKind(
      "process", "A program that keeps running and answers in JSON lines.",
      [command, filter.key, perDocument.key, cooldown.key], needsTrust: true),
    SettingKind(
      "http", "A web service that answers each query in JSON or, without a key in its address, holds a list.",
      [
        url, headers.key, items.key, map.key, httpFormat.key, timeout.key, refresh.key, filter.key,
        perDocument.key, cooldown.key,
      ],
      needsTrust: true),
    SettingKind(
      "client", "The editor, which answers `mentions/retrieveEntities`.", [filter.key, cooldown.key]),
    SettingKind("list", "Entities listed here.", [listItems]),
    SettingKind(
      "forge",
      "People, issues or requests of the project behind the Git remote, or of a service. Needs `forge`.",
      [forgeList.key, byNumber.key, service.key, refresh.key]),
    SettingKind("demo", "The built-in directory: the 25 earliest Turing Award winners.", []),
  ]

  /// The sources of a server without settings, in the order in which their entities are shown.
  static let standard: JSONObject = [
    "people": ["type": "people"],
    "git": ["type": "git", "coauthors": .bool(coauthors.standard)],
    "codeowners": ["type": "codeowners"],
  ]

  /// The sources that a forge adds, with their names.
  static let forge: [(name: String, value: JSONValue)] = [
    ("forge", ["type": "forge"]),
    ("issues", ["type": "forge", "list": .string(ForgeList.issues.rawValue)]),
    ("issue", ["type": "forge", "list": .string(ForgeList.issues.rawValue), "byNumber": true]),
    ("requests", ["type": "forge", "list": .string(ForgeList.requests.rawValue)]),
    ("request", ["type": "forge", "list": .string(ForgeList.requests.rawValue), "byNumber": true]),
  ]

  /// The source that `demo` adds, with its name.
  static let demo = (name: "demo", value: ["type": "demo"] as JSONValue)
}

extension SourceDeclaration {
  /// In milliseconds.
  fileprivate static func timeout(in value: JSONObject, isList: Bool) -> Int {
    timeout.value(in: value) ?? (isList ? 60_000 : 2000)
  }
}

extension EntityFileFormat: SettingValue {}
extension ForgeList: SettingValue {}

// MARK: - In force

/// A source as defined in the settings. Paths are absolute.
package struct SourceSpecification: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file(path: String)
    /// The well-known people files in the root of a workspace folder, which need not exist.
    case people(root: String)
    case git(directory: String, coauthors: Bool)
    case codeowners(root: String)
    case directory(path: String)
    /// Started for each query, or to print a list. `timeout` is in milliseconds.
    case command([String], format: EntityFileFormat, timeout: Int)
    /// Started once.
    case process([String])
    case http(HTTPSpecification)
    case client
    /// The project of a repository's remote, or a service with a given host.
    case forge(directory: String, list: ForgeList, host: String?, forges: Forges)
    /// Strings, or objects with an entity's fields.
    case list([JSONValue])
    /// The built-in directory.
    case demo
  }

  package var name: String
  /// The name in events and effects: ``name``, made unique if several workspace folders define different sources with
  /// this name.
  package var key: String
  package var kind: Kind
  /// Whether answers from outside are matched against the key here.
  package var filter: Bool
  /// Whether its answers may differ between documents.
  package var perDocument: Bool
  /// Whether it is a list that a program prints or a web service provides, so that its request does not contain a key.
  package let isFetched: Bool
  /// The number of seconds after which a list is fetched again.
  package var refresh: Int
  /// The number of milliseconds between two queries; nil for the value of ``ServerSettings/cooldown(of:)``.
  package var cooldown: Int?
  /// The directory to which paths are relative and in which programs are started; empty if there is none.
  package var baseDirectory: String
  package var origin: SettingsOrigin
  /// The files that it may read.
  package var reach: FileReach

  /// Its `type` in the settings.
  package var type: String {
    switch kind {
    case .file: "file"
    case .people: "people"
    case .git: "git"
    case .codeowners: "codeowners"
    case .directory: "directory"
    case .command: "command"
    case .process: "process"
    case .http: "http"
    case .client: "client"
    case .forge: "forge"
    case .list: "list"
    case .demo: "demo"
    }
  }

  /// Whether its entities are held in memory and searched here (Behaviour, section 4).
  package var isInMemory: Bool {
    switch kind {
    case .file, .people, .git, .codeowners, .directory, .list, .demo: true
    case .command, .http, .forge: isFetched
    case .process, .client: false
    }
  }

  /// Whether the client provides its entities.
  var isServedByClient: Bool { if case .client = kind { true } else { false } }

  /// Whether its entities come from files that users edit.
  package var isWritten: Bool {
    switch kind {
    case .file, .people, .git, .codeowners, .directory: true
    case .list, .demo, .command, .process, .http, .client, .forge: false
    }
  }

  /// Whether it uses the forge of the Git remote, or another service.
  package var isForge: Bool { if case .forge = kind { true } else { false } }

  /// Whether it is queried only for a number that is not found in memory.
  var asksByNumber: Bool { isForge && !isFetched }

  /// Whether it is used only if named explicitly: `*` does not include issues.
  var isAskedByNameAlone: Bool {
    if case .forge(_, let list, _, _) = kind { list != .people } else { false }
  }
}

/// A web service that answers queries.
package struct HTTPSpecification: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  /// `{key}` is replaced by the percent-encoded key.
  package var url: String
  package var headers: [Header]
  /// The JSON Pointer to the list of entities.
  package var items: String
  /// JSON Pointers in an item, by the name of an entity's field.
  package var map: [String: String]
  /// In milliseconds.
  package var timeout: Int
  /// The format of a list.
  package var format: EntityFileFormat

  var hasKey: Bool { url.contains("{key}") || url.contains("{q}") }
}

extension SourceSpecification {
  /// Reads a validated source. Nil if it needs a workspace folder and there is none.
  init?(
    _ name: String, _ value: JSONObject, from origin: SettingsOrigin, in context: SettingsContext,
    trust: SettingsTrust
  ) {
    typealias Keys = SourceDeclaration
    let base = origin.path.map(FolderPath.parent) ?? context.folder ?? ""
    func text(_ key: String) -> String { value[key]?.stringValue ?? "" }
    func path() -> String { FolderPath.resolve(text("path"), in: base, home: context.home) }
    func program() -> [String] {
      FolderPath.program(value[Keys.command.name], in: base, home: context.home)
    }
    var isList = false
    switch text("type") {
    case "file": kind = .file(path: path())
    case "directory": kind = .directory(path: path())
    case "people":
      guard let folder = context.folder else { return nil }
      kind = .people(root: folder)
    case "git":
      guard let folder = context.folder else { return nil }
      kind = .git(directory: folder, coauthors: Keys.coauthors.value(in: value))
    case "codeowners":
      guard let folder = context.folder else { return nil }
      kind = .codeowners(root: folder)
    case "command":
      let words = program()
      isList = (try? KeyArguments(words))?.hasKey == false
      kind = .command(
        words, format: Keys.format.value(in: value), timeout: Keys.timeout(in: value, isList: isList))
    case "process": kind = .process(program())
    case "http":
      let service = HTTPSpecification(value)
      isList = !service.hasKey
      kind = .http(service)
    case "client": kind = .client
    case "forge":
      guard let folder = context.folder, context.isForgeOn else { return nil }
      isList = !Keys.byNumber.value(in: value)
      kind = .forge(
        directory: folder, list: Keys.forgeList.value(in: value), host: Keys.service.value(in: value),
        forges: context.forges)
    case "list": kind = .list(value[Keys.listItems.name]?.arrayValue ?? [])
    case "demo": kind = .demo
    default: return nil
    }
    self.name = name
    key = name
    isFetched = isList
    filter = Keys.filter.value(in: value)
    perDocument = Keys.perDocument.value(in: value)
    refresh = Keys.refresh.value(in: value)
    cooldown = Keys.cooldown.value(in: value)
    switch kind {
    case .client, .list, .http, .demo, .forge: baseDirectory = ""
    case .file, .people, .git, .codeowners, .directory, .command, .process: baseDirectory = base
    }
    self.origin = origin
    reach = .anywhere
    switch kind {
    // The user may read the user's own files. What a workspace names, or merely brings along, comes from anybody.
    case .file, .directory: if case .workspaceFile(_, let folder) = origin { reach = trust.reach(in: folder) }
    case .people(let root), .codeowners(let root): reach = trust.reach(in: root)
    case .git, .command, .process, .http, .client, .list, .demo, .forge: break
    }
  }
}

extension HTTPSpecification {
  fileprivate init(_ value: JSONObject) {
    typealias Keys = SourceDeclaration
    url = value[Keys.url.name]?.stringValue ?? ""
    headers = Keys.headers.value(in: value).members.map {
      Header(name: $0.name, value: $0.value.stringValue ?? "")
    }
    items = Keys.items.value(in: value)
    map = [:]
    for (name, pointer) in Keys.map.value(in: value).members { map[name] = pointer.stringValue }
    let path = String(url.prefix { !"?#".contains($0) })
    format = Keys.httpFormat.value(in: value) ?? EntityFileFormat(path: path) ?? .json
    timeout = 0
    timeout = Keys.timeout(in: value, isList: !hasKey)
  }
}

extension SourceSpecification {
  /// Whether the source lists all people. Histories and CODEOWNERS do not: they contain only authors and owners, and
  /// not all of their handles.
  package var listsEverybody: Bool {
    switch kind {
    case .file, .people, .directory, .list, .demo: true
    case .git, .codeowners, .command, .process, .http, .client, .forge: false
    }
  }
}

// MARK: - References to sources

/// Checks references to sources that do not exist.
struct SettingsReferences {
  /// The name that refers to all sources.
  static let all = "*"

  /// The name or type excluded by an item of a list (`-git`); nil for any other item.
  static func leftOut(by item: String) -> String? { item.hasPrefix("-") ? String(item.dropFirst()) : nil }

  /// A list of sources in a trigger.
  struct List {
    /// Names, or ``SettingsReferences/all``, and exclusions. A list of exclusions only begins with all.
    let wanted: [String]
    private let leftOut: [String]

    init(_ items: [String]) {
      leftOut = items.compactMap(SettingsReferences.leftOut)
      let isOnlyLeftOut = !leftOut.isEmpty && leftOut.count == items.count
      wanted = isOnlyLeftOut ? [SettingsReferences.all] : items
    }

    /// The list with other names in place of all.
    func items(allBeing others: [String]) -> [String] {
      let named = wanted.filter { SettingsReferences.leftOut(by: $0) == nil }
        .flatMap { $0 == SettingsReferences.all ? others : [$0] }
      return named.isEmpty ? [] : named + leftOut.map { "-" + $0 }
    }

    func leavesOut(_ name: String, type: String) -> Bool { leftOut.contains { $0 == name || $0 == type } }

    func contains(_ name: String, type: String) -> Bool {
      wanted.contains { $0 == SettingsReferences.all || $0 == name } && !leavesOut(name, type: type)
    }
  }

  /// Whether an item of a list of sources refers to any. O(item), regardless of the number of sources.
  static func isKnown(_ item: String, among names: Set<String>) -> Bool {
    if item == all || names.contains(item) { return true }
    guard let name = leftOut(by: item) else { return false }
    return names.contains(name) || SourceDeclaration.kinds.contains { $0.name == name }
  }

  private let layers: [SettingsLayer]
  private let merged: MergedSettings
  /// In order of appearance: among equally similar names, the first is suggested.
  private let known: [String]
  private let knownSet: Set<String>

  /// Every name in any layer is known, including removed, refused and withheld ones, which were reported already or are
  /// intended.
  init(_ layers: [SettingsLayer], _ merged: MergedSettings) {
    self.layers = layers
    self.merged = merged
    let key = SettingsDeclaration.sources
    var known: [String] = []
    var seen: Set<String> = []
    let written = layers.flatMap {
      ($0.written?[key.key.name] ?? nil)?.objectValue?.members.map(\.name) ?? []
    }
    for name in key.value(in: merged.values).members.map(\.name) + written where seen.insert(name).inserted {
      known.append(name)
    }
    self.known = known
    knownSet = seen
  }

  /// Problems in the active triggers and implicit mentions, limited like findings of other kinds.
  func problems() -> [SettingsProblem] {
    var problems: [SettingsProblem] = []
    let triggers = SettingsPath.root.member(SettingsDeclaration.triggers.key.name)
    if let layer = layer(merged.origin(of: triggers)), let written = layer.written {
      let list = written[SettingsDeclaration.triggers.key.name]?.arrayValue ?? []
      for (index, trigger) in list.enumerated() {
        let name = TriggerDeclaration.sources.key.name
        check(trigger[name], at: triggers.item(index).member(name), in: layer, &problems)
      }
    }
    let implicit = SettingsPath.root.member(SettingsDeclaration.implicit.key.name)
      .member(ImplicitDeclaration.sources.key.name)
    if let layer = layer(merged.origin(of: implicit)), let written = layer.written {
      let names = written.at(SettingsDeclaration.implicit.key.name, ImplicitDeclaration.sources.key.name)
      check(names, at: implicit, in: layer, &problems)
    }
    return problems
  }

  private func layer(_ origin: SettingsOrigin) -> SettingsLayer? { layers.last { $0.origin == origin } }

  private func check(
    _ names: JSONValue?, at path: SettingsPath, in layer: SettingsLayer,
    _ problems: inout [SettingsProblem]
  ) {
    for (index, item) in (names?.arrayValue ?? []).enumerated() {
      guard problems.count < SettingsValidator.mostFindings else { return }
      guard let name = item.stringValue, !name.isEmpty, !Self.isKnown(name, among: knownSet) else { continue }
      let finding = UnlocatedProblem(
        code: .unknownSource, path: path.item(index),
        message: "\(path.item(index)) is \(JSONExcerpt.of(item)), expected the name of a source"
          + NearestName.hint(for: name, among: known))
      problems.append(finding.located(in: layer.origin, layer.bytes))
    }
  }
}

// MARK: - Absent sources

/// Configured sources that are unavailable: those of an untrusted workspace that start programs, and invalid ones.
/// Their content is unknown, so no mention can be reported as unknown.
struct AbsentSources: Hashable, Sendable {
  /// Their declared types, by name.
  private var types: [String: String] = [:]

  var isEmpty: Bool { types.isEmpty }
  var names: [String] { types.keys.sorted() }

  /// Visits the layers, lowest first.
  ///
  /// - Parameter value: the valid part of the layer.
  mutating func follow(_ layer: SettingsLayer, whereItHolds value: JSONObject) {
    let key = SettingsDeclaration.sources.key.name
    let held = value[key]?.objectValue
    for (name, source) in layer.written?[key]?.objectValue?.members ?? [] {
      // Null takes a source away, and what holds replaces one that does not.
      types[name] = source.isNull || held?[name] != nil ? nil : source["type"]?.stringValue ?? ""
    }
  }

  /// Records a file that cannot be read, which may configure any sources.
  mutating func add(unread layer: SettingsLayer) {
    if layer.problems.contains(where: { $0.severity == .error }) { types["\(layer.origin)"] = "" }
  }

  /// The unavailable sources to which a list refers, sorted.
  func named(_ list: SettingsReferences.List) -> [String] {
    names.filter { list.contains($0, type: types[$0] ?? "") }
  }
}
