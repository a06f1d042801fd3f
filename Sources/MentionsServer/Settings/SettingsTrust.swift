import EntitySources
import JSONText

/// Determines which settings files may define sources and plug-ins that start programs, use the network, or read files
/// outside of the workspace folder.
///
/// A workspace's settings file comes with the workspace, which is untrusted. Its sources and plug-ins that start
/// programs or use the network are therefore withheld until the user trusts the folder, in the user's settings file or
/// through the client. Until then, the file also cannot increase the queries to the user's own sources that start
/// programs or use the network.
struct SettingsTrust {
  /// The folders trusted by the user's and the client's settings.
  let folders: [FolderPath]
  /// The workspaces' own settings files, with the real paths of their folders.
  private let workspaces: [SettingsLayer]

  init(_ layers: [SettingsLayer], _ context: SettingsContext) {
    var folders: [FolderPath] = []
    var seen: Set<FolderPath> = []
    for layer in layers where layer.origin.isPersonal {
      for path in layer.value?["trustedFolders"].flatMap([String].init(setting:)) ?? [] {
        if let folder = FolderPath(path, home: context.home), seen.insert(folder).inserted {
          folders.append(folder)
        }
      }
    }
    self.folders = folders
    workspaces = layers.filter { if case .workspaceFile = $0.origin { true } else { false } }
  }

  /// Whether a layer comes from the user, or from a folder that the user trusts. A folder is identified by its real
  /// path, or by its path as given if the real path is unknown.
  func trusts(_ layer: SettingsLayer) -> Bool {
    guard case .workspaceFile(_, let path) = layer.origin else { return true }
    guard let folder = FolderPath(path, home: nil) else { return false }
    guard let real = layer.realPaths else { return folders.contains { $0.holds(folder) } }
    return folders.contains { trusted in
      trusted.holds(folder) ? real.isHeld(by: trusted) : real.folders?.allSatisfy(trusted.holds) ?? false
    }
  }

  /// Removes the settings that determine when a source is queried, and for which key.
  static func removeQuerySettings(from value: inout JSONObject) {
    for row in ServerSettings.rows { if case .neededForQueries = row.key.trust { value[row.key.name] = nil } }
  }

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

  /// Removes the sources and plug-ins that are not permitted.
  ///
  /// - Returns: one problem for all removed sources, and one for all removed plug-ins.
  func withhold(from value: inout JSONObject, of layer: SettingsLayer) -> [SettingsProblem] {
    guard case .workspaceFile(_, let folder) = layer.origin, !trusts(layer) else { return [] }
    return ServerSettings.rows.compactMap { row in
      guard case .neededByMembers(let isRisky) = row.key.trust else { return nil }
      return withhold(row.key.name, from: &value, of: layer, in: folder, where: isRisky)
    }
  }

  private func withhold(
    _ key: String, from value: inout JSONObject, of layer: SettingsLayer, in folder: String,
    where isRisky: (JSONValue) -> Bool
  ) -> SettingsProblem? {
    guard var all = value[key]?.objectValue else { return nil }
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
        \(names.joined(separator: ", "))\(more) would start a program or reach the network; ignored until you add \
        "\(place)" to the list trustedFolders in your own settings file or in the client's settings
        """, severity: .warning)
    return finding.located(in: layer.origin, layer.locator)
  }
}
