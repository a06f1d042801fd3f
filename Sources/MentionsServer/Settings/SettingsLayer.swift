import EntitySources
import JSONText

/// The validated settings of one origin. Invalid ones are reported in ``problems`` and removed from ``value``.
package struct SettingsLayer: Hashable, Sendable {
  package let origin: SettingsOrigin
  /// Nil if the file does not exist or is not JSON.
  package let value: JSONObject?
  package let problems: [SettingsProblem]
  /// The text of the file, for locating problems.
  let bytes: [UInt8]?
  /// As written, unchecked.
  let written: JSONValue?
  /// The real path of the file.
  private(set) var realPaths: RealPaths?

  /// Reads a settings file: JSON with `//` and `/* */` comments and trailing commas. A file that contains only
  /// whitespace has no settings.
  ///
  /// - Parameters:
  ///   - file: the file as read.
  ///   - origin: the origin returned by ``SettingsPaths``.
  /// - Complexity: linear in the bytes, times the number of problems (20 at most).
  package init(_ file: SettingsFile, origin: SettingsOrigin) {
    switch file.contents {
    case .missing:
      self.init(origin: origin)
    case .unreadable(let reason):
      self.init(origin: origin, failure: "the settings file cannot be read: \(reason)", .unreadable)
    case .bytes(let bytes) where bytes.count > SettingsFile.maximumSize:
      self.init(
        origin: origin,
        failure: "the settings file has \(bytes.count) bytes, expected at most \(SettingsFile.maximumSize)",
        .unreadable)
    case .bytes(let bytes) where bytes.allSatisfy({ $0 <= 0x20 }):
      self.init(origin: origin)
    case .bytes(let bytes):
      do {
        let value = try JSONParser.parse(bytes, options: .handwritten)
        self.init(origin: origin, value, bytes: bytes)
      } catch {
        let next = error.offset..<min(error.offset, bytes.count - 1) + 1
        self.init(
          origin: origin, failure: "the settings file is not JSON: \(error.message)", .notJSON,
          at: SettingsLocation(
            next.lowerBound < next.upperBound ? next : bytes.count..<bytes.count, in: bytes))
      }
    }
    realPaths = file.realPaths
  }

  /// Settings from the client: `initializationOptions` as sent; `workspace/configuration` and
  /// `workspace/didChangeConfiguration` directly or as `{"mentions": …}`. Null means that nothing is set.
  package init(client value: JSONValue?, origin: SettingsOrigin) {
    var value = value ?? .null
    if origin == .configuration, let section = value["mentions"] { value = section }
    if value.isNull {
      self.init(origin: origin)
    } else {
      self.init(origin: origin, value, bytes: nil)
    }
  }

  /// The lowest layer: the defaults of the declaration.
  package static let builtIn = SettingsLayer(origin: .builtIn, value: SettingsDeclaration.defaults)

  private init(origin: SettingsOrigin, _ value: JSONValue, bytes: [UInt8]?) {
    var validator = SettingsValidator(origin: origin, bytes: bytes)
    let cleaned = validator.clean(value)
    var problems: [SettingsProblem] = []
    for finding in validator.findings { problems.append(finding.located(in: origin, bytes)) }
    self.init(origin: origin, value: cleaned, problems: problems, bytes: bytes, written: value)
  }

  private init(
    origin: SettingsOrigin, failure: String, _ code: SettingsProblem.Code,
    at location: SettingsLocation? = nil
  ) {
    self.init(
      origin: origin, value: nil,
      problems: [
        SettingsProblem(
          code: code, origin: origin, keyPath: "", location: location, message: failure, severity: .error)
      ])
  }

  private init(
    origin: SettingsOrigin, value: JSONObject? = nil, problems: [SettingsProblem] = [], bytes: [UInt8]? = nil,
    written: JSONValue? = nil
  ) {
    self.origin = origin
    self.value = value
    self.problems = problems
    self.bytes = bytes
    self.written = written
  }
}

/// The locations of settings files.
package enum SettingsPaths {
  /// `$XDG_CONFIG_HOME/mentions-lsp/config.json`, else the same under `~/.config`. Nil if neither is an absolute path;
  /// relative ones are ignored, as the XDG specification requires.
  package static func userFile(home: String?, xdgConfigHome: String?) -> SettingsOrigin? {
    let configuration =
      xdgConfigHome.flatMap { FolderPath($0, home: nil) }
      ?? home.flatMap { FolderPath($0 + "/.config", home: nil) }
    return configuration.map {
      .userFile(path: FolderPath.resolve("mentions-lsp/config.json", in: $0.path, home: nil))
    }
  }

  /// The name of a workspace folder's settings file.
  static let workspaceFileName = ".mentions.json"

  /// The settings file at the root of a workspace folder.
  package static func workspaceFile(in folder: String) -> SettingsOrigin {
    .workspaceFile(path: FolderPath.resolve(workspaceFileName, in: folder, home: nil), folder: folder)
  }

  /// The files to read, lowest layer first. Each origin has a path.
  package static func files(home: String?, xdgConfigHome: String?, folders: [String]) -> [SettingsOrigin] {
    [userFile(home: home, xdgConfigHome: xdgConfigHome)].compactMap(\.self) + folders.map(workspaceFile)
  }
}

/// The environment in which settings are resolved.
package struct SettingsContext: Hashable, Sendable {
  /// The absolute path of the workspace folder. Workspace settings files of other folders are ignored.
  package var folder: String?
  /// The user's home directory, for `~`.
  package var home: String?
  /// Whether to add the built-in directory, regardless of the settings.
  package var demo: Bool
  /// Whether the user has enabled forges.
  var isForgeOn = false
  /// All known forges, including those added by the user's settings.
  var forges = Forges()

  package init(folder: String?, home: String?, demo: Bool = false) {
    self.folder = folder
    self.home = home
    self.demo = demo
  }
}

/// The merged layers, each key with its origin.
struct MergedSettings: Hashable, Sendable {
  /// One effective key.
  struct Entry {
    var path: SettingsPath
    var value: JSONValue
    var origin: SettingsOrigin
  }

  private(set) var values = JSONObject()
  private var origins: [SettingsPath: SettingsOrigin] = [:]

  /// Merges a validated layer over those added before.
  mutating func add(_ layer: JSONObject, from origin: SettingsOrigin) {
    for key in SettingsDeclaration.record.keys {
      guard let value = layer[key.name] else { continue }
      let path = SettingsPath.root.member(key.name)
      switch key.merge {
      case .replaced:
        values[key.name] = value
        origins[path] = origin
      case .united:
        values[key.name] = .array((values[key.name]?.arrayValue ?? []) + (value.arrayValue ?? []))
        if value.arrayValue?.isEmpty == false || origins[path] == nil { origins[path] = origin }
      case .byMember, .byName:
        var object = values[key.name]?.objectValue ?? JSONObject()
        for (name, member) in value.objectValue?.members ?? [] {
          object[name] = member.isNull ? nil : member
          origins[path.member(name)] = member.isNull ? nil : origin
        }
        values[key.name] = .object(object)
      }
    }
  }

  mutating func set(_ value: JSONValue, at key: SettingKey) { values[key.name] = value }

  func origin(of path: SettingsPath) -> SettingsOrigin { origins[path] ?? .builtIn }

  /// The sources, those of later layers first, so that configured ones precede built-in ones.
  var sources: [Entry] { named(SettingsDeclaration.sources) }

  /// The named members of a key, those of later layers first.
  func named(_ key: Setting<JSONObject>) -> [Entry] {
    let root = SettingsPath.root.member(key.key.name)
    let entries = key.value(in: values).members.map { member in
      Entry(
        path: root.member(member.name), value: member.value, origin: origin(of: root.member(member.name)))
    }
    // Not every sort is stable.
    return entries.enumerated()
      .sorted { ($1.element.origin.rank, $0.offset) < ($0.element.origin.rank, $1.offset) }
      .map(\.element)
  }

  /// Every effective key, in the order of the declaration.
  var entries: [Entry] {
    SettingsDeclaration.record.keys.flatMap { key -> [Entry] in
      guard let value = values[key.name] else { return [] }
      let path = SettingsPath.root.member(key.name)
      switch key.merge {
      case .replaced, .united: return [Entry(path: path, value: value, origin: origin(of: path))]
      case .byName:
        return key.name == SettingsDeclaration.plugins.key.name ? named(SettingsDeclaration.plugins) : sources
      case .byMember:
        return (value.objectValue?.members ?? []).map {
          Entry(path: path.member($0.name), value: $0.value, origin: origin(of: path.member($0.name)))
        }
      }
    }
  }
}

// MARK: - Origins

/// The origin of a setting. The order of the cases is the order of the layers: a later one wins.
package enum SettingsOrigin: Hashable, Sendable {
  case builtIn
  /// The user's settings file.
  case userFile(path: String)
  /// `.mentions.json` in the root of a workspace folder.
  case workspaceFile(path: String, folder: String)
  /// `initializationOptions` of the `initialize` request.
  case initializationOptions
  /// `workspace/configuration` or `workspace/didChangeConfiguration`.
  case configuration

  /// The path of the file, if the origin is one.
  package var path: String? {
    switch self {
    case .userFile(let path), .workspaceFile(let path, _): path
    case .builtIn, .initializationOptions, .configuration: nil
    }
  }

  /// The position of the layer, lowest first.
  var rank: Int {
    switch self {
    case .builtIn: 0
    case .userFile: 1
    case .workspaceFile: 2
    case .initializationOptions: 3
    case .configuration: 4
    }
  }

  /// Whether it comes from the user. A workspace's file comes with the workspace.
  var isPersonal: Bool {
    if case .workspaceFile = self { false } else { true }
  }

  var isClient: Bool { self == .initializationOptions || self == .configuration }
}

extension SettingsOrigin: CustomStringConvertible {
  /// A description of the origin: the file's path, or the message that contained it.
  package var description: String {
    switch self {
    case .builtIn: "built-in"
    case .userFile(let path), .workspaceFile(let path, _): path
    case .initializationOptions: "initializationOptions"
    case .configuration: "the client's settings"
    }
  }
}

// MARK: - Trust

/// Determines who may start programs, use the network, or read files elsewhere.
///
/// A workspace's settings file comes with the workspace, which is untrusted. So its sources that do so are withheld
/// until the user trusts the folder, in the user's settings file or through the client. Nor can it increase the queries
/// to the user's own sources of that kind.
struct SettingsTrust {
  /// The folders trusted by the user's and the client's settings.
  let folders: [FolderPath]
  /// The workspaces' own settings files, with the real paths of their folders.
  private let workspaces: [SettingsLayer]

  init(_ layers: [SettingsLayer], _ context: SettingsContext) {
    var folders: [FolderPath] = []
    var seen: Set<FolderPath> = []
    for layer in layers where layer.origin.isPersonal {
      for path in layer.value.map(SettingsDeclaration.trustedFolders.value(in:)) ?? [] {
        if let folder = FolderPath(path, home: context.home), seen.insert(folder).inserted {
          folders.append(folder)
        }
      }
    }
    self.folders = folders
    workspaces = layers.filter { if case .workspaceFile = $0.origin { true } else { false } }
  }

  /// Whether a layer comes from the user, or from a folder that the user trusts. Determined by the real path, or by the
  /// path itself if the real one is unknown.
  func trusts(_ layer: SettingsLayer) -> Bool {
    guard case .workspaceFile(_, let path) = layer.origin else { return true }
    guard let folder = FolderPath(path, home: nil) else { return false }
    guard let real = layer.realPaths else { return folders.contains { $0.holds(folder) } }
    return folders.contains { trusted in
      trusted.holds(folder) ? real.isHeld(by: trusted) : real.folders?.allSatisfy(trusted.holds) ?? false
    }
  }

  /// Settings that determine when a source is queried, and for which key.
  static let asking = [
    SettingsDeclaration.triggers.key, SettingsDeclaration.implicit.key, SettingsDeclaration.cooldown.key,
  ]

  private func trustsFolder(_ path: String) -> Bool {
    guard let folder = FolderPath(path, home: nil) else { return false }
    let own = workspaces.first {
      guard case .workspaceFile(_, let other) = $0.origin else { return false }
      return FolderPath(other, home: nil) == folder
    }
    return own.map(trusts) ?? folders.contains { $0.holds(folder) }
  }

  /// The files that a source defined by a folder may read.
  func reach(in folder: String) -> FileReach { trustsFolder(folder) ? .anywhere : .inside(folder: folder) }

  /// Removes the sources and plug-ins that are not permitted, and reports each of them once.
  func withhold(from value: inout JSONObject, of layer: SettingsLayer) -> [SettingsProblem] {
    let risky = SourceDeclaration.kinds.filter(\.needsTrust).map(\.name)
    let sources = withhold(SettingsDeclaration.sources, from: &value, of: layer) { source in
      risky.contains(source["type"]?.stringValue ?? "")
    }
    // A plug-in is a program. What removes one is none.
    let plugins = withhold(SettingsDeclaration.plugins, from: &value, of: layer) { !$0.isNull }
    return [sources, plugins].compactMap(\.self)
  }

  private func withhold(
    _ setting: Setting<JSONObject>, from value: inout JSONObject, of layer: SettingsLayer,
    where isRisky: (JSONValue) -> Bool
  ) -> SettingsProblem? {
    let key = setting.key.name
    guard case .workspaceFile(_, let folder) = layer.origin, !trusts(layer),
      var all = value[key]?.objectValue
    else { return nil }
    let place = layer.realPaths?.folders?.last?.path ?? folder
    let withheld = all.members.filter { isRisky($0.value) }.map(\.name)
    guard let first = withheld.first else { return nil }
    for name in withheld { all[name] = nil }
    value[key] = .object(all)

    let path = SettingsPath.root.member(key).member(first)
    let names = withheld.prefix(10).map { SettingsPath.root.member(key).member($0).description }
    let more = withheld.count > names.count ? " and \(withheld.count - names.count) more" : ""
    let finding = UnlocatedProblem(
      code: .untrusted, path: path, part: .name,
      message: """
        \(names.joined(separator: ", "))\(more) would start a program or reach the network; ignored until \
        "\(place)" is in trustedFolders of the user's own settings file or the client's \
        settings
        """, severity: .warning)
    return finding.located(in: layer.origin, layer.bytes)
  }
}
