import EntitySources
import JSONText

/// Checks references to sources that do not exist.
struct SettingsReferences {
  private let layers: [SettingsLayer]
  private let settings: ServerSettings
  /// The known names in order of appearance: among equally similar names, the first is suggested.
  private let known: [String]
  private let knownSet: Set<String>

  /// Treats every source name in any layer as known. Sources that were removed are absent on purpose; invalid and
  /// withheld ones have already been reported.
  init(_ layers: [SettingsLayer], _ settings: ServerSettings) {
    self.layers = layers
    self.settings = settings
    let objects = [settings.sourceObjects] + layers.compactMap { $0.written?.at(.sources)?.objectValue }
    var seen: Set<String> = []
    known = objects.flatMap { $0.members.map(\.name) }.filter { seen.insert($0).inserted }
    knownSet = seen
  }

  /// The unknown sources in the triggers and implicit mentions that are in effect, up to the limit for the findings of
  /// a layer.
  func problems() -> [SettingsProblem] {
    var problems: [SettingsProblem] = []
    if let layer = layer(settings.origin(of: .triggers)) {
      let count = layer.written?.at(.triggers)?.arrayValue?.count ?? 0
      for index in 0..<count { check(.triggers.item(index).member("sources"), in: layer, &problems) }
    }
    let implicit = SettingsPath.root.member("implicit").member("sources")
    if let layer = layer(settings.origin(of: implicit)) { check(implicit, in: layer, &problems) }
    return problems
  }

  private func layer(_ origin: SettingsOrigin) -> SettingsLayer? { layers.last { $0.origin == origin } }

  private func check(_ path: SettingsPath, in layer: SettingsLayer, _ problems: inout [SettingsProblem]) {
    for (index, item) in (layer.written?.at(path)?.arrayValue ?? []).enumerated() {
      guard problems.count < SettingsValidator.mostFindings else { return }
      guard let name = item.stringValue, !name.isEmpty, !SourceList.isKnown(name, among: knownSet) else {
        continue
      }
      let finding = UnlocatedProblem(
        code: .unknownSource, path: path.item(index),
        message: "\(path.item(index)) is \(JSONExcerpt.of(item)), expected the name of a source"
          + NearestName.hint(for: name, among: known))
      problems.append(finding.located(in: layer.origin, layer.locator))
    }
  }
}
