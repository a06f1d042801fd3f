import JSONText

/// Sources that are asked for and do not exist.
struct SettingsReferences {
  /// The name that means all sources.
  static let all = "*"

  /// The name or type of the sources that an item of a list leaves out (`-git`); nil where it names some.
  static func leftOut(by item: String) -> String? { item.hasPrefix("-") ? String(item.dropFirst()) : nil }

  /// A list of sources as a trigger has it.
  struct List {
    /// Names, or ``SettingsReferences/all``. A list that only leaves out begins with all.
    let wanted: [String]
    private let leftOut: [String]

    init(_ items: [String]) {
      leftOut = items.compactMap(SettingsReferences.leftOut)
      let isOnlyLeftOut = !leftOut.isEmpty && leftOut.count == items.count
      wanted = isOnlyLeftOut ? [SettingsReferences.all] : items
    }

    func leavesOut(_ name: String, type: String) -> Bool { leftOut.contains { $0 == name || $0 == type } }

    func contains(_ name: String, type: String) -> Bool {
      wanted.contains { $0 == SettingsReferences.all || $0 == name } && !leavesOut(name, type: type)
    }
  }

  /// Whether an item of a list of sources means something. O(item), however many sources there are.
  static func isKnown(_ item: String, among names: Set<String>) -> Bool {
    if item == all || names.contains(item) { return true }
    guard let name = leftOut(by: item) else { return false }
    return names.contains(name) || SourceDeclaration.kinds.contains { $0.name == name }
  }

  private let layers: [SettingsLayer]
  private let merged: MergedSettings
  /// In the order in which they are written: of equally near names the first is told.
  private let known: [String]
  private let knownSet: Set<String>

  /// Known is every name that is written in any layer, also one that was removed, refused or withheld: that
  /// has been told already, or is what somebody wanted.
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

  /// In the triggers and the implicit mentions that are in force; no more than are told of other sorts.
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
