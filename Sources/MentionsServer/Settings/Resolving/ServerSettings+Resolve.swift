import JSONText
import Mentions

extension ServerSettings {
  /// Lays the layers over each other and reads what is in force.
  ///
  /// The layers may come in any order, of two of one origin the later wins, and the built-in one may be left
  /// out. Of the workspaces' files only that of the context's folder counts. The problems are those of the layers and those that only show when they are
  /// together: unknown sources, untrusted ones. Resolving for several folders finds the user's problems again
  /// each time: they are equal values.
  public static func resolve(
    layers: [SettingsLayer], context: SettingsContext
  ) -> (settings: ServerSettings, problems: [SettingsProblem]) {
    let layers = relevant(layers, context)
    var problems = layers.flatMap(\.problems)
    let trust = SettingsTrust(layers, context)
    var merged = MergedSettings()
    // The same without what untrusted files say of when sources are asked.
    var outgoing = MergedSettings()
    var isNarrowed = false
    for layer in layers {
      guard var value = layer.value else { continue }
      if let problem = trust.withhold(from: &value, of: layer) { problems.append(problem) }
      merged.add(value, from: layer.origin)
      if !trust.trusts(layer) {
        isNarrowed = true
        for key in SettingsTrust.asking { value[key.name] = nil }
      }
      outgoing.add(value, from: layer.origin)
    }
    if context.demo || SettingsDeclaration.demo.value(in: merged.values) {
      addDemo(to: &merged)
      addDemo(to: &outgoing)
    }
    problems += SettingsReferences(layers, merged).problems()
    var settings = ServerSettings(merged, trust: trust, context)
    if isNarrowed { settings.narrow(to: outgoing) }
    return (settings, problems)
  }

  /// Holds sources that are sent the key to what those settings say. A source of an untrusted file has no cooldown of
  /// its own.
  private mutating func narrow(to outgoing: MergedSettings) {
    self.outgoing = Outgoing(
      policy: MentionsPolicy(outgoing.values, sources: sources.map(\.name)),
      cooldown: SettingsDeclaration.cooldown.value(in: outgoing.values))
    for index in sources.indices where !sources[index].isInMemory && !sources[index].origin.isPersonal {
      sources[index].cooldown = nil
    }
  }

  /// Those that count, lowest first.
  private static func relevant(_ layers: [SettingsLayer], _ context: SettingsContext) -> [SettingsLayer] {
    let home = context.folder.flatMap { FolderPath($0, home: nil) }
    let given = layers.filter {
      guard case .workspaceFile(_, let folder) = $0.origin else { return $0.origin != .builtIn }
      return home != nil && FolderPath(folder, home: nil) == home
    }
    return [.builtIn]
      + given.enumerated()
      .sorted { ($0.element.origin.rank, $0.offset) < ($1.element.origin.rank, $1.offset) }
      .map(\.element)
  }

  /// Adds the built-in directory, and `@` and `+` to ask it; triggers that the client itself lists stay as
  /// they are.
  private static func addDemo(to merged: inout MergedSettings) {
    let (name, value) = SourceDeclaration.demo
    var sources = SettingsDeclaration.sources.value(in: merged.values)
    if !sources.contains(name) { sources[name] = value }
    merged.set(.object(sources), at: SettingsDeclaration.sources.key)

    let key = SettingsDeclaration.triggers
    guard !merged.origin(of: .root.member(key.key.name)).isClient else { return }
    var triggers = key.value(in: merged.values)
    for character in TriggerDeclaration.demoCharacters {
      let found = triggers.firstIndex {
        $0[TriggerDeclaration.character.name] == .string(character)
      }
      guard let found else {
        triggers.append(TriggerDeclaration.trigger(character))
        continue
      }
      let asked = TriggerDeclaration.sources.value(in: triggers[found])
      guard !asked.contains(SettingsReferences.all), !asked.contains(name) else { continue }
      triggers[found][TriggerDeclaration.sources.key.name] = (asked + [name]).settingJSON
    }
    merged.set(.array(triggers.map(JSONValue.object)), at: key.key)
  }

  private init(_ merged: MergedSettings, trust: SettingsTrust, _ context: SettingsContext) {
    typealias Keys = SettingsDeclaration
    let values = merged.values
    sources = merged.sources.compactMap { entry in
      guard let object = entry.value.objectValue, case .member(let name) = entry.path.steps.last else {
        return nil
      }
      return SourceSpecification(name, object, from: entry.origin, in: context, trust: trust)
    }
    policy = MentionsPolicy(values, sources: sources.map(\.name))
    completionDeadline = Keys.completionDeadline.value(in: values)
    cooldown = Keys.cooldown.value(in: values)
    loadingItem = Keys.loadingItem.value(in: values)
    annotationStore = Keys.annotationStore.value(in: values)
    trustedFolders = trust.folders.map(\.path)
    demo = context.demo || Keys.demo.value(in: values)
    notifications = Keys.notifications.value(in: values)
    triggerLetters = Keys.triggerLetters.value(in: values)
    replacesWordBehind = Keys.replacesWordBehind.value(in: values)
    tokenType = Keys.tokenType.value(in: values)
    self.values = merged.entries.map {
      Value(keyPath: $0.path.description, value: Self.redacted($0.value), origin: $0.origin)
    }
  }

  /// Without what headers say.
  private static func redacted(_ value: JSONValue) -> JSONValue {
    let name = SourceDeclaration.headers.key.name
    guard case .object(var object) = value, let headers = object[name]?.objectValue else { return value }
    object[name] = .object(JSONObject(headers.members.map { ($0.name, "…") }))
    return .object(object)
  }
}
