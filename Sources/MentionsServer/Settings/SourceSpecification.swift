import Entities
import EntitySources
import JSONText
import Mentions

/// A source as defined in the settings. Paths are absolute.
package struct SourceSpecification: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file(path: String)
    /// The well-known people files in the root of a workspace folder, which need not exist.
    case people(root: String)
    case git(directory: String, coauthors: Bool)
    case codeowners(root: String)
    case directory(path: String)
    /// A program that is started for each query, or once to print a list. `timeout` is in milliseconds.
    case command([String], format: EntityFileFormat, timeout: Int)
    /// A program that is started once and keeps running.
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
  /// Whether the server filters and ranks the answers of this source by the key.
  package var filter: Bool
  /// Whether the answers of this source may differ between documents.
  package var perDocument: Bool
  /// Whether the entities are fetched as a complete list, from a program, a web service or a forge, rather than queried
  /// for each key.
  package let isFetched: Bool
  /// The number of seconds after which a list is fetched again.
  package var refresh: Int
  /// The number of milliseconds between two queries; nil for the value of ``ServerSettings/cooldown(of:)``.
  package var cooldown: Int?
  /// The directory to which paths are relative and in which programs are started; empty if there is none.
  package var baseDirectory: String
  package var origin: SettingsOrigin
  /// The files that the source may read.
  package var reach: FileReach

  /// Its `type` in the settings.
  package let type: String

  /// Whether its people come from a repository's history.
  var isRepository: Bool { if case .git = kind { true } else { false } }

  /// Whether its entities are held in memory and searched by the server (Behaviour, section 4).
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

  /// Whether it uses a forge: that of the Git remote, or one on another host.
  package var isForge: Bool { if case .forge = kind { true } else { false } }

  /// Whether it is queried only for a number that is not found in memory.
  var asksByNumber: Bool { isForge && !isFetched }

  /// Whether it is used only if named explicitly: `*` includes neither issues nor requests.
  var isAskedByNameAlone: Bool {
    if case .forge(_, let list, _, _) = kind { list != .people } else { false }
  }
}

/// A web service that answers queries or, without a key in its address, provides a list.
package struct HTTPSpecification: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  /// The URL, in which `{key}` is replaced by the percent-encoded key.
  package var url: String
  package var headers: [Header]
  /// The JSON Pointer to the list of entities.
  package var items: String
  /// Maps the name of an entity field to the JSON Pointer of its value within an item.
  package var map: [String: String]
  /// The timeout in milliseconds.
  package var timeout: Int
  /// The format of a list.
  package var format: EntityFileFormat

  fileprivate var hasKey: Bool { url.contains("{key}") || url.contains("{q}") }
}

extension SourceSpecification {
  /// Creates a source from its validated settings. Nil if it needs a workspace folder and there is none, or if it
  /// belongs to a forge and the setting `forge` is off.
  init?(
    _ name: String, _ object: JSONObject, from origin: SettingsOrigin, in context: SettingsContext,
    trust: SettingsTrust
  ) {
    let settings = SourceSettings(object)
    let base = context.base(of: origin)
    func path() -> String { FolderPath.resolve(settings.path, in: base, home: context.home) }
    func program() -> [String] { FolderPath.program(settings.command, in: base, home: context.home) }
    var isList = false
    switch settings.type {
    case "file": kind = .file(path: path())
    case "directory": kind = .directory(path: path())
    case "people":
      guard let folder = context.folder else { return nil }
      kind = .people(root: folder)
    case "git":
      guard let folder = context.folder else { return nil }
      kind = .git(directory: folder, coauthors: settings.coauthors)
    case "codeowners":
      guard let folder = context.folder else { return nil }
      kind = .codeowners(root: folder)
    case "command":
      isList = (try? KeyArguments(program()))?.hasKey == false
      kind = .command(program(), format: settings.format, timeout: settings.timeout(ofList: isList))
    case "process": kind = .process(program())
    case "http":
      let service = HTTPSpecification(settings)
      isList = !service.hasKey
      kind = .http(service)
    case "client": kind = .client
    case "forge":
      guard let folder = context.folder, context.isForgeOn else { return nil }
      isList = !settings.byNumber
      kind = .forge(directory: folder, list: settings.list, host: settings.host, forges: context.forges)
    case "list": kind = .list(settings.listItems)
    case "demo": kind = .demo
    default: return nil
    }
    self.name = name
    key = name
    type = settings.type
    isFetched = isList
    filter = settings.filter
    perDocument = settings.perDocument
    refresh = settings.refresh
    cooldown = settings.cooldown
    switch kind {
    case .client, .list, .http, .demo, .forge: baseDirectory = ""
    case .file, .people, .git, .codeowners, .directory, .command, .process: baseDirectory = base
    }
    self.origin = origin
    reach = .anywhere
    switch kind {
    // The user's own settings may name any file. Files that a workspace names or contains are restricted,
    // because its author may be anyone.
    case .file, .directory: if case .workspaceFile(_, let folder) = origin { reach = trust.reach(in: folder) }
    case .people(let root), .codeowners(let root): reach = trust.reach(in: root)
    case .git, .command, .process, .http, .client, .list, .demo, .forge: break
    }
  }
}

extension HTTPSpecification {
  fileprivate init(_ settings: SourceSettings) {
    url = settings.url
    headers = settings.headers.members.map { Header(name: $0.name, value: $0.value.stringValue ?? "") }
    items = settings.items
    map = settings.map.members.reduce(into: [:]) { $0[$1.name] = $1.value.stringValue }
    let path = String(url.prefix { !"?#".contains($0) })
    format = settings.listFormat ?? EntityFileFormat(path: path) ?? .json
    timeout = 0
    timeout = settings.timeout(ofList: !hasKey)
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

extension SourceSpecification {
  /// Whether a file is a people file of this source.
  func reads(_ path: String) -> Bool {
    switch kind {
    case .file(let file): file == path
    case .people(let root):
      WellKnownPeopleFiles.names.contains { name in
        // Compares the suffix first, so that the full path is built only for the few files with such a name.
        path.hasSuffix(name) && "\(root)/\(name)" == path
      }
    case .git, .codeowners, .directory, .list, .demo, .command, .process, .http, .client, .forge: false
    }
  }
}

// MARK: - Lists of sources

/// A list of sources in a trigger: names, ``all``, and exclusions (`-git`).
struct SourceList {
  /// The name that refers to all sources.
  static let all = "*"

  /// The items of the list, including the exclusions; just ``all`` if the list consists of exclusions.
  let wanted: [String]
  private let leftOut: [String]

  init(_ items: [String]) {
    leftOut = items.compactMap(Self.leftOut)
    let isOnlyLeftOut = !leftOut.isEmpty && leftOut.count == items.count
    wanted = isOnlyLeftOut ? [Self.all] : items
  }

  /// The name or type excluded by an item (`-git`); nil for any other item.
  private static func leftOut(by item: String) -> String? {
    item.hasPrefix("-") ? String(item.dropFirst()) : nil
  }

  /// Whether an item is ``all``, names or excludes a known source, or excludes a type of source. O(length of the item),
  /// regardless of the number of sources.
  static func isKnown(_ item: String, among names: Set<String>) -> Bool {
    if item == all || names.contains(item) { return true }
    guard let name = leftOut(by: item) else { return false }
    return names.contains(name) || SourceSettings.kinds.contains { $0.name == name }
  }

  /// The items of the list with other names in place of ``all``; empty if the list then names no source.
  func items(allBeing others: [String]) -> [String] {
    let named = wanted.filter { Self.leftOut(by: $0) == nil }.flatMap { $0 == Self.all ? others : [$0] }
    return named.isEmpty ? [] : named + leftOut.map { "-" + $0 }
  }

  func leavesOut(_ name: String, type: String) -> Bool { leftOut.contains { $0 == name || $0 == type } }

  fileprivate func contains(_ name: String, type: String) -> Bool {
    wanted.contains { $0 == Self.all || $0 == name } && !leavesOut(name, type: type)
  }
}

// MARK: - Absent sources

/// Configured sources that are unavailable: invalid sources, and those of an untrusted workspace that start programs or
/// use the network. Their content is unknown, so no mention can be reported as unknown.
struct AbsentSources: Hashable, Sendable {
  /// Their declared types, by name.
  private var types: [String: String] = [:]

  var isEmpty: Bool { types.isEmpty }
  var names: [String] { types.keys.sorted() }

  /// Records the unavailable sources of a layer. To be called for each layer, lowest first.
  ///
  /// - Parameter value: the valid part of the layer.
  mutating func follow(_ layer: SettingsLayer, whereItHolds value: JSONObject) {
    let held = JSONValue.object(value).at(.sources)?.objectValue
    for (name, source) in layer.written?.at(.sources)?.objectValue?.members ?? [] {
      // Null removes a source, and a valid definition replaces an invalid one.
      types[name] = source.isNull || held?[name] != nil ? nil : source[SourceKind.tag]?.stringValue ?? ""
    }
  }

  /// Records a file that cannot be read, which may configure any sources.
  mutating func add(unread layer: SettingsLayer) {
    if layer.problems.contains(where: { $0.severity == .error }) { types["\(layer.origin)"] = "" }
  }

  /// The names of the unavailable sources to which a list refers, sorted.
  func named(_ list: SourceList) -> [String] {
    names.filter { list.contains($0, type: types[$0] ?? "") }
  }
}
