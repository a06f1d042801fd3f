import EntitySources
import JSONText

/// The validated settings of one origin. Invalid settings are reported in ``problems`` and removed from ``value``.
package struct SettingsLayer: Hashable, Sendable {
  package let origin: SettingsOrigin
  /// The valid settings. Nil if there are none at all: the file is missing, empty, unreadable or not JSON, or the
  /// settings are not an object.
  package let value: JSONObject?
  package let problems: [SettingsProblem]
  /// The text of the file, for locating problems.
  private let bytes: [UInt8]?
  /// The settings before validation.
  let written: JSONValue?
  /// The real paths of the file and of its parent folders; nil if unknown.
  private(set) var realPaths: RealPaths?

  /// Reads a settings file: JSON with `//` and `/* */` comments and trailing commas. A file that contains only
  /// whitespace has no settings.
  ///
  /// - Parameters:
  ///   - file: the file as read.
  ///   - origin: the origin returned by ``SettingsPaths``.
  /// - Complexity: linear in the bytes.
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

  /// Locates the values in the text of the file; nil if the layer has no text that is JSON. O(bytes).
  var locator: SettingsLocator? { bytes.map(SettingsLocator.init) }

  private init(origin: SettingsOrigin, _ value: JSONValue, bytes: [UInt8]?) {
    let file = bytes.map(SettingsLocator.init)
    var validator = SettingsValidator(origin: origin, file: file)
    let cleaned = validator.clean(value)
    let problems = validator.findings.map { $0.located(in: origin, file) }
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
  /// `$XDG_CONFIG_HOME/mentions-lsp/config.json`, else `~/.config/mentions-lsp/config.json`. Nil if neither folder is
  /// an absolute path; relative paths are ignored, as the XDG specification requires.
  package static func userFile(home: String?, xdgConfigHome: String?) -> SettingsOrigin? {
    let configuration =
      xdgConfigHome.flatMap { FolderPath($0, home: nil) }
      ?? home.flatMap { FolderPath($0 + "/.config", home: nil) }
    return configuration.map {
      .userFile(path: FolderPath.resolve("mentions-lsp/config.json", in: $0.path, home: nil))
    }
  }

  /// The name of a workspace folder's settings file.
  package static let workspaceFileName = ".mentions.json"

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

  /// The directory to which the paths of a layer are relative; empty if there is none.
  func base(of origin: SettingsOrigin) -> String { origin.path.map(FolderPath.parent) ?? folder ?? "" }
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

  /// Whether settings of this origin do not come with the workspace: true for all origins except a workspace's file.
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

// MARK: - Files

/// A settings file as read from disk.
package struct SettingsFile: Hashable, Sendable {
  package enum Contents: Hashable, Sendable {
    case bytes([UInt8])
    case missing
    /// The file exists but cannot be read, for the given reason.
    case unreadable(String)
  }

  package var path: String
  package var contents: Contents
  /// The real paths of the file and of its parent folders.
  package var realPaths: RealPaths?

  /// - Parameters:
  ///   - path: the absolute path of the file.
  ///   - contents: the result of reading the file.
  ///   - realPaths: the real paths of the file and of its parent folders. If nil, `path` itself determines whether a
  ///     folder is trusted.
  package init(path: String, contents: Contents, realPaths: RealPaths? = nil) {
    self.path = path
    self.contents = contents
    self.realPaths = realPaths
  }

  /// The size limit in bytes. Larger files are refused, since they are not written by hand.
  package static let maximumSize = 1 << 20
}
