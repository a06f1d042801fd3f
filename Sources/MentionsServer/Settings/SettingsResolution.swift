import Entities
import EntitySources
import JSONText
import Mentions

extension ServerSettings {
  /// Merges the layers in order of precedence, and derives the remaining properties.
  ///
  /// The layers may be in any order; of two with the same origin, the later one wins. Workspace settings files of other
  /// folders are ignored. The problems are those of the layers, and those that result only from their combination:
  /// references to unknown sources, and untrusted settings. If settings are resolved for several folders, the problems
  /// of the user's settings are found each time, as equal values.
  package static func resolve(
    layers: [SettingsLayer], context: SettingsContext
  ) -> (settings: ServerSettings, problems: [SettingsProblem]) {
    let layers = relevant(layers, context)
    var problems = layers.flatMap(\.problems)
    let trust = SettingsTrust(layers, context)
    var settings = ServerSettings()
    // Like `settings`, but without the values in untrusted files that determine when sources are queried.
    var outgoing = ServerSettings()
    var isNarrowed = false
    for layer in layers {
      guard var value = layer.value else {
        settings.absent.add(unread: layer)
        continue
      }
      problems += trust.withhold(from: &value, of: layer)
      settings.absent.follow(layer, whereItHolds: value)
      settings.take(value, from: layer.origin)
      if !trust.trusts(layer) {
        isNarrowed = true
        SettingsTrust.removeQuerySettings(from: &value)
      }
      outgoing.take(value, from: layer.origin)
    }
    settings.addDirectories(context)
    outgoing.addDirectories(context)
    problems += SettingsReferences(layers, settings).problems()
    settings.derive(context, trust)
    if isNarrowed { settings.narrow(to: outgoing) }
    return (settings, problems)
  }

  /// The layers that apply, lowest priority first.
  private static func relevant(_ layers: [SettingsLayer], _ context: SettingsContext) -> [SettingsLayer] {
    let home = context.folder.flatMap { FolderPath($0, home: nil) }
    let given = layers.filter {
      guard case .workspaceFile(_, let folder) = $0.origin else { return true }
      return home != nil && FolderPath(folder, home: nil) == home
    }
    return given.enumerated()
      .sorted { ($0.element.origin.rank, $0.offset) < ($1.element.origin.rank, $1.offset) }
      .map(\.element)
  }

  // MARK: Added sources and triggers

  /// Adds the sources and triggers of `demo` and `forge`, if these are on.
  private mutating func addDirectories(_ context: SettingsContext) {
    demo = demo || context.demo
    if demo { addDemo() }
    if forge, context.folder != nil { addForge() }
  }

  /// Adds the built-in directory and, unless the client sets the triggers, `@` and `+` for it.
  private mutating func addDemo() {
    let (name, value) = SourceSettings.demo
    if !sourceObjects.contains(name) { sourceObjects[name] = value }
    guard !origin(of: .triggers).isClient else { return }
    for added in TriggerSettings.demo {
      guard let found = triggers.firstIndex(where: { $0.trigger.character == added.trigger.character }) else {
        triggers.append(added)
        continue
      }
      let asked = triggers[found].trigger.sources
      if !asked.contains(SourceList.all), !asked.contains(name) {
        triggers[found].trigger.sources.append(name)
      }
    }
  }

  /// Adds the lists of the forge and, unless triggers are configured, `#` and `!` for issues and requests.
  private mutating func addForge() {
    for (name, value) in SourceSettings.forge where !sourceObjects.contains(name) {
      sourceObjects[name] = value
    }
    if origin(of: .triggers) == .builtIn { triggers += TriggerSettings.forge }
  }

  // MARK: Derived properties

  private mutating func derive(_ context: SettingsContext, _ trust: SettingsTrust) {
    forges = Forges(
      hosts: Dictionary(hosts.members.map { ($0.name.lowercased(), $0.value.stringValue ?? "") }) { $1 },
      presets: presets)
    trustedFolders = trust.folders.map(\.path)
    inlayHint = inlayHintText.isEmpty ? nil : try? InsertFormat(inlayHintText)
    var context = context
    context.forges = forges
    context.isForgeOn = forge && context.folder != nil
    sources = laterFirst(sourceObjects, at: .sources).compactMap { name, object, origin in
      SourceSpecification(name, object, from: origin, in: context, trust: trust)
    }
    plugins = laterFirst(pluginObjects, at: .plugins).map { name, object, origin in
      PluginSpecification(name, object, from: origin, in: context)
    }
    policy = policy(ofSources: sources.map(\.name) + absent.names)
    let references = Set(sources.filter(\.isAskedByNameAlone).map(\.name))
    for index in policy.triggers.indices where !policy.triggers[index].sources.isEmpty {
      policy.triggers[index].isReference = references.isSuperset(of: policy.triggers[index].sources)
    }
  }

  /// Sources or plug-ins by name, those of later layers first, so that configured sources precede built-in ones.
  private func laterFirst(
    _ objects: JSONObject, at path: SettingsPath
  ) -> [(name: String, object: JSONObject, origin: SettingsOrigin)] {
    let entries = objects.members.compactMap { member in
      member.value.objectValue.map { (member.name, $0, origin(of: path.member(member.name))) }
    }
    // `sorted` is not guaranteed to be stable.
    return entries.enumerated()
      .sorted { ($1.element.2.rank, $0.offset) < ($0.element.2.rank, $1.offset) }
      .map(\.element)
  }

  /// Makes sources that are not in memory receive only the queries that the settings of the trusted layers permit.
  /// Ignores the cooldown of such a source if a workspace's file defines the source.
  private mutating func narrow(to outgoing: ServerSettings) {
    self.outgoing = Outgoing(
      policy: outgoing.policy(ofSources: sources.map(\.name) + absent.names), cooldown: outgoing.cooldown)
    for index in sources.indices where !sources[index].isInMemory && !sources[index].origin.isPersonal {
      sources[index].cooldown = nil
    }
  }
}

// MARK: - Plug-ins

/// A plug-in as defined in the settings.
package struct PluginSpecification: Hashable, Sendable {
  package var name: String
  /// The program and its arguments.
  package var command: [String]
  /// The directory in which the program is started; empty if there is none.
  package var baseDirectory: String

  package init(name: String, command: [String], baseDirectory: String) {
    self.name = name
    self.command = command
    self.baseDirectory = baseDirectory
  }

  /// Reads a validated plug-in.
  init(_ name: String, _ object: JSONObject, from origin: SettingsOrigin, in context: SettingsContext) {
    let base = context.base(of: origin)
    let words = SourceSettings(object).command
    self.init(
      name: name, command: FolderPath.program(words, in: base, home: context.home), baseDirectory: base)
  }
}
