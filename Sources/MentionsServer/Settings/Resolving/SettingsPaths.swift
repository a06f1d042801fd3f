/// Which files hold settings.
public enum SettingsPaths {
  /// `$XDG_CONFIG_HOME/mentions-lsp/config.json`, else the same under `~/.config`. Nil where neither is an
  /// absolute path: the XDG specification has relative ones ignored.
  public static func userFile(home: String?, xdgConfigHome: String?) -> SettingsOrigin? {
    let configuration =
      xdgConfigHome.flatMap { FolderPath($0, home: nil) }
      ?? home.flatMap { FolderPath($0 + "/.config", home: nil) }
    return configuration.map {
      .userFile(path: FolderPath.resolve("mentions-lsp/config.json", in: $0.path, home: nil))
    }
  }

  /// `.mentions.json` at the root of a workspace folder.
  public static func workspaceFile(in folder: String) -> SettingsOrigin {
    .workspaceFile(path: FolderPath.resolve(".mentions.json", in: folder, home: nil), folder: folder)
  }

  /// The files to read, lowest layer first. Each origin has its path.
  public static func files(home: String?, xdgConfigHome: String?, folders: [String]) -> [SettingsOrigin] {
    [userFile(home: home, xdgConfigHome: xdgConfigHome)].compactMap(\.self) + folders.map(workspaceFile)
  }
}
