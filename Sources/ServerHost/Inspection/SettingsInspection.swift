import JSONText
import MentionsServer
import SystemCalls

/// The settings of a workspace folder as the server would have them, read without a client.
package struct SettingsInspection: Sendable {
  /// An absolute path.
  package let root: String
  package let settings: ServerSettings
  package let problems: [SettingsProblem]
  /// The files in question, lowest layer first, whether they exist or not.
  package let files: [(origin: SettingsOrigin, file: SettingsFile)]

  /// Reads the user's file and the workspace's. Blocks.
  ///
  /// - Parameters:
  ///   - root: the workspace folder; a relative path starts in the current directory.
  ///   - initializationOptions: what an editor would send in its `initialize` request; nil: nothing.
  package init(root: String, initializationOptions: JSONValue? = nil) {
    let environment = Platform.environment()
    let root = FolderPath.resolve(root, in: Platform.currentDirectory(), home: environment["HOME"])
    let origins = SettingsPaths.files(
      home: environment["HOME"], xdgConfigHome: environment["XDG_CONFIG_HOME"], folders: [root])
    let files = origins.compactMap { origin in
      origin.path.map { (origin, SettingsFile(reading: $0)) }
    }
    let (settings, problems) = ServerSettings.resolve(
      layers: files.map { SettingsLayer($0.1, origin: $0.0) } + [
        SettingsLayer(client: initializationOptions, origin: .initializationOptions)
      ],
      context: SettingsContext(folder: root, home: environment["HOME"]))
    self.root = root
    self.files = files.map { (origin: $0.0, file: $0.1) }
    self.settings = settings
    self.problems = problems
  }

  /// Whether there is such a folder.
  package var hasRoot: Bool { Platform.kind(of: root) == .directory }
}
