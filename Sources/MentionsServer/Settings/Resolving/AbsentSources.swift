import JSONText

/// Sources that somebody has set up and that are not there: an untrusted workspace's that start programs, and those that
/// make no sense. Who is in them nobody knows, so that nobody can be told to be unknown.
struct AbsentSources: Hashable, Sendable {
  /// What they say of their type, by their names.
  private var types: [String: String] = [:]

  var isEmpty: Bool { types.isEmpty }
  var names: [String] { types.keys.sorted() }

  /// Goes through the layers, lowest first.
  ///
  /// - Parameter value: what holds of the layer.
  mutating func follow(_ layer: SettingsLayer, whereItHolds value: JSONObject) {
    let key = SettingsDeclaration.sources.key.name
    let held = value[key]?.objectValue
    for (name, source) in layer.written?[key]?.objectValue?.members ?? [] {
      // Null takes a source away, and what holds replaces one that does not.
      types[name] = source.isNull || held?[name] != nil ? nil : source["type"]?.stringValue ?? ""
    }
  }

  /// A file that cannot be read may set up any sources.
  mutating func add(unread layer: SettingsLayer) {
    if layer.problems.contains(where: { $0.severity == .error }) { types["\(layer.origin)"] = "" }
  }

  /// Those that a list means, sorted.
  func named(_ list: SettingsReferences.List) -> [String] {
    names.filter { list.contains($0, type: types[$0] ?? "") }
  }
}
