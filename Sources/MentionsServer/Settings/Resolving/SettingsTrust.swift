import EntitySources
import JSONText

/// Who may start programs, reach the network, or read files elsewhere.
///
/// A workspace's settings file comes with the workspace, which may come from anybody. So its sources that do
/// so are withheld until the user, in the own file or through the client, names the folder. Nor can it have the user's
/// own sources of that sort hear more than they would without it.
struct SettingsTrust {
  /// The user's and the client's together.
  let folders: [FolderPath]
  /// The workspaces' own settings files, which know where their folders really are.
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

  /// Whether a layer comes from the user, or from a folder that the user trusts. Where it really is decides, and the
  /// names only where nothing else is known.
  func trusts(_ layer: SettingsLayer) -> Bool {
    guard case .workspaceFile(_, let path) = layer.origin else { return true }
    guard let folder = FolderPath(path, home: nil) else { return false }
    guard let real = layer.realPaths else { return folders.contains { $0.holds(folder) } }
    return folders.contains { trusted in
      trusted.holds(folder) ? real.isHeld(by: trusted) : real.folders?.allSatisfy(trusted.holds) ?? false
    }
  }

  /// What says when a source is asked, and for what.
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

  /// Which files a source may read that is a folder's own.
  func reach(in folder: String) -> FileReach { trustsFolder(folder) ? .anywhere : .inside(folder: folder) }

  /// Takes the sources and the plug-ins out that may not be, and says so once of each.
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
