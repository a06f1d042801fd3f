/// What settings are resolved for.
public struct SettingsContext: Hashable, Sendable {
  /// The workspace folder, an absolute path. Of the workspaces' files only this folder's counts.
  public var folder: String?
  /// The user's home, for `~`.
  public var home: String?
  /// Adds the built-in directory whatever the settings say.
  public var demo: Bool

  public init(folder: String?, home: String?, demo: Bool = false) {
    self.folder = folder
    self.home = home
    self.demo = demo
  }
}
