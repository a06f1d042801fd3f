import Entities
import EntitySources
import JSONText
import Mentions

/// The effective settings of one workspace folder.
package struct ServerSettings: Hashable, Sendable {
  /// The effective value of one key and its origin, for `doctor`.
  package struct Value: Hashable, Sendable {
    /// `implicit.minimumLength`, `sources.team`.
    package var keyPath: String
    /// Without header values, which may be secret.
    package var value: JSONValue
    package var origin: SettingsOrigin
  }

  package var policy: MentionsPolicy
  /// The settings for sources that receive the key, if those from an untrusted workspace's file differ: such a file can
  /// reduce queries, but not add any.
  package var outgoing: Outgoing?
  /// Sources of later layers first, without removed ones.
  package var sources: [SourceSpecification]
  /// Sources that are configured but unavailable: withheld, or refused.
  private(set) var absent: AbsentSources
  /// Plug-ins of later layers first.
  package var plugins: [PluginSpecification]
  /// In milliseconds.
  package var completionDeadline: Int
  /// In milliseconds; see ``cooldown(of:)``.
  package var cooldown: Int
  /// Empty for none.
  package var loadingItem: String
  /// Whether the user is informed once of the reason for an empty list.
  package var emptyListMessage: Bool
  /// Whether people near the cursor rank first.
  package var nearness: Bool
  /// Whether choices are stored across restarts.
  package var learning: Bool
  package var annotationStore: StoreLocation
  /// Whether catalogs of large sources are cached in files.
  package var cache: Bool
  /// Whether files that are not open are searched for mentions.
  package var index: Bool
  /// In the order of the settings.
  package var styles: [DisplayStyle]
  /// Whether hints show the person if the text is ambiguous.
  package var nameHints: Bool
  /// The format of the hint after each mention; nil for none.
  package var inlayHint: InsertFormat?
  package var codeLens: CodeLensPlacement
  /// The border of the chooser: `none`, `top` or `bottom`.
  package var borderMode: String
  /// The background of the chooser; nil for the editor's.
  package var background: String?
  package var diagnostics: DiagnosticSettings
  /// All known forges, regardless of whether `forge` is on.
  package var forges: Forges
  /// Absolute paths, with `~` expanded.
  package var trustedFolders: [String]
  package var demo: Bool
  package var notifications: Bool
  package var textEvents: Bool
  package var spelling: Bool
  package var triggerLetters: Bool
  package var replacesWordBehind: Bool
  package var tokenType: String?
  private let merged: MergedSettings

  /// The settings for when sources are queried, without those from an untrusted workspace's file.
  package struct Outgoing: Hashable, Sendable {
    package var policy: MentionsPolicy
    /// In milliseconds.
    package var cooldown: Int
  }

  /// The number of milliseconds between two queries to a source: its own setting, else 0 if it is in memory, else the
  /// general setting (Behaviour, section 4).
  package func cooldown(of source: SourceSpecification) -> Int {
    source.cooldown ?? (source.isInMemory ? 0 : outgoing?.cooldown ?? cooldown)
  }

  /// The keys of the sources in memory to which `*` refers.
  var peopleInMemory: [String] { sources(named: [SettingsReferences.all]).filter(\.isInMemory).map(\.key) }

  /// Whether an entity comes from a source in memory, so that it was removed if it is not found there any more.
  package func holdsSource(of entity: Entity) -> Bool {
    sources.contains { $0.isInMemory && $0.name == entity.source }
  }

  /// The sources that a list of names selects, in its order, without duplicates; `*` means all, and `-name` excludes
  /// those with that name or type. A list of exclusions only begins with all.
  package func sources(named names: [String]) -> [SourceSpecification] {
    let list = SettingsReferences.List(names)
    var seen: Set<String> = []
    var found: [SourceSpecification] = []
    for name in list.wanted {
      let isAll = name == SettingsReferences.all
      for source in sources where isAll ? !source.isAskedByNameAlone : source.name == name {
        if !list.leavesOut(source.name, type: source.type), seen.insert(source.name).inserted {
          found.append(source)
        }
      }
    }
    return found
  }

  /// The names of sources in a list that are configured but unavailable.
  package func absentSources(named names: [String]) -> [String] {
    absent.isEmpty ? [] : absent.named(SettingsReferences.List(names))
  }
}

extension ServerSettings {
  /// Merges the layers and reads the effective settings.
  ///
  /// The layers may be in any order; the later one of two with the same origin wins, and the built-in one may be
  /// omitted. Workspace settings files of other folders are ignored. The problems are those of the layers and those
  /// that only result from their combination: unknown sources, untrusted ones. Resolving for several folders finds the
  /// user's problems each time, as equal values.
  package static func resolve(
    layers: [SettingsLayer], context: SettingsContext
  ) -> (settings: ServerSettings, problems: [SettingsProblem]) {
    let layers = relevant(layers, context)
    var problems = layers.flatMap(\.problems)
    let trust = SettingsTrust(layers, context)
    var merged = MergedSettings()
    // The same without what untrusted files say of when sources are asked.
    var outgoing = MergedSettings()
    var isNarrowed = false
    var absent = AbsentSources()
    for layer in layers {
      guard var value = layer.value else {
        absent.add(unread: layer)
        continue
      }
      problems += trust.withhold(from: &value, of: layer)
      absent.follow(layer, whereItHolds: value)
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
    var context = context
    context.forges = Forges(
      hosts: Dictionary(
        SettingsDeclaration.hosts.value(in: merged.values).members.map {
          ($0.name.lowercased(), $0.value.stringValue ?? "")
        }
      ) { $1 }, presets: SettingsDeclaration.presets.value(in: merged.values))
    if SettingsDeclaration.forge.value(in: merged.values), context.folder != nil {
      context.isForgeOn = true
      addForge(to: &merged)
      addForge(to: &outgoing)
    }
    problems += SettingsReferences(layers, merged).problems()
    var settings = ServerSettings(merged, absent: absent, trust: trust, context)
    if isNarrowed { settings.narrow(to: outgoing) }
    return (settings, problems)
  }

  /// Restricts sources that are not held in memory to the settings of trusted layers. The cooldown of a source that
  /// comes from an untrusted file is not used.
  private mutating func narrow(to outgoing: MergedSettings) {
    self.outgoing = Outgoing(
      policy: MentionsPolicy(outgoing.values, sources: sources.map(\.name) + absent.names),
      cooldown: SettingsDeclaration.cooldown.value(in: outgoing.values))
    for index in sources.indices where !sources[index].isInMemory && !sources[index].origin.isPersonal {
      sources[index].cooldown = nil
    }
  }

  /// The layers that apply, lowest priority first.
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

  /// Adds the built-in directory, and the triggers `@` and `+` for it; triggers that the client itself lists are
  /// unchanged.
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

  /// Adds the lists of the forge and, unless triggers are configured, `#` and `!` for issues and requests.
  private static func addForge(to merged: inout MergedSettings) {
    var sources = SettingsDeclaration.sources.value(in: merged.values)
    for (name, value) in SourceDeclaration.forge where !sources.contains(name) { sources[name] = value }
    merged.set(.object(sources), at: SettingsDeclaration.sources.key)
    let key = SettingsDeclaration.triggers
    guard merged.origin(of: .root.member(key.key.name)) == .builtIn else { return }
    let triggers = key.value(in: merged.values) + TriggerDeclaration.forge
    merged.set(.array(triggers.map(JSONValue.object)), at: key.key)
  }

  private init(
    _ merged: MergedSettings, absent: AbsentSources, trust: SettingsTrust, _ context: SettingsContext
  ) {
    typealias Keys = SettingsDeclaration
    let values = merged.values
    sources = merged.sources.compactMap { entry in
      guard let object = entry.value.objectValue, case .member(let name) = entry.path.steps.last else {
        return nil
      }
      return SourceSpecification(name, object, from: entry.origin, in: context, trust: trust)
    }
    self.absent = absent
    policy = MentionsPolicy(values, sources: sources.map(\.name) + absent.names)
    let references = Set(sources.filter(\.isAskedByNameAlone).map(\.name))
    for index in policy.triggers.indices where !policy.triggers[index].sources.isEmpty {
      policy.triggers[index].isReference = references.isSuperset(of: policy.triggers[index].sources)
    }
    plugins = merged.named(Keys.plugins).compactMap { entry in
      guard let object = entry.value.objectValue, case .member(let name) = entry.path.steps.last else {
        return nil
      }
      return PluginSpecification(name, object, from: entry.origin, in: context)
    }
    completionDeadline = Keys.completionDeadline.value(in: values)
    cooldown = Keys.cooldown.value(in: values)
    loadingItem = Keys.loadingItem.value(in: values)
    nearness = Keys.nearness.value(in: values)
    learning = Keys.learning.value(in: values)
    annotationStore = Keys.annotationStore.value(in: values)
    emptyListMessage = Keys.emptyListMessage.value(in: values)
    cache = Keys.cache.value(in: values)
    index = Keys.index.value(in: values)
    styles = Keys.styles.value(in: values).map(DisplayStyle.init)
    nameHints = Keys.nameHints.value(in: values)
    let label = Keys.inlayHint.value(in: values)
    inlayHint = label.isEmpty ? nil : try? InsertFormat(label)
    codeLens = Keys.codeLens.value(in: values)
    borderMode = Keys.borderMode.value(in: values)
    let color = Keys.background.value(in: values)
    background = color.isEmpty ? nil : color
    diagnostics = DiagnosticSettings(Keys.diagnostics.value(in: values))
    trustedFolders = trust.folders.map(\.path)
    forges = context.forges
    demo = context.demo || Keys.demo.value(in: values)
    notifications = Keys.notifications.value(in: values)
    textEvents = Keys.textEvents.value(in: values)
    spelling = Keys.spelling.value(in: values)
    triggerLetters = Keys.triggerLetters.value(in: values)
    replacesWordBehind = Keys.replacesWordBehind.value(in: values)
    tokenType = Keys.tokenType.value(in: values)
    self.merged = merged
  }

  /// The effective value of each key, in the order of the reference. O(settings): sessions do not need them.
  package var values: [Value] {
    merged.entries.map {
      Value(keyPath: $0.path.description, value: Self.redacted($0.value), origin: $0.origin)
    }
  }

  /// The effective settings except the sources as JSON; equal for equal settings in any run.
  var textBesideSources: String {
    var values = merged.values
    values[SettingsDeclaration.sources.key.name] = nil
    return String(decoding: JSONWriter.bytes(of: JSONValue.object(values)), as: UTF8.self)
  }

  /// The value without the values of headers.
  private static func redacted(_ value: JSONValue) -> JSONValue {
    let name = SourceDeclaration.headers.key.name
    guard case .object(var object) = value, let headers = object[name]?.objectValue else { return value }
    object[name] = .object(JSONObject(headers.members.map { ($0.name, "…") }))
    return .object(object)
  }
}

extension MentionsPolicy.Deletion: SettingValue {}

extension MentionsPolicy {
  /// The policy defined by settings. Everything that is not a setting is as in ``MentionsPolicy/standard``.
  ///
  /// - Parameter sources: the names of the configured sources, including unavailable ones; other names in a trigger are
  ///   ignored.
  init(_ values: JSONObject, sources: [String]) {
    typealias Keys = SettingsDeclaration
    self = .standard
    let names = Set(sources)
    let isKnown = { SettingsReferences.isKnown($0, among: names) }
    let insert = Keys.insert.value(in: values)
    triggers = Keys.triggers.value(in: values).map { Trigger($0, insert, isKnown) }
    implicit = Implicit(Keys.implicit.value(in: values), insert, isKnown)
    // Who can be meant without a trigger can be meant with one.
    if let at = triggers.first(where: { $0.character == "@" }) {
      implicit.sources = SettingsReferences.List(implicit.sources).items(allBeing: at.sources)
    }
    deletion = Keys.deletion.value(in: values)
    lightUp = Keys.lightUp.value(in: values)
    limit = Keys.limit.value(in: values)
    continueAfterEmptyResults = Keys.continueAfterEmptyResults.value(in: values)
  }
}

extension MentionsPolicy.Trigger {
  fileprivate init(_ value: JSONObject, _ insert: JSONObject, _ isKnown: (String) -> Bool) {
    typealias Keys = TriggerDeclaration
    self.init(
      character: value[Keys.character.name]?.stringValue ?? "",
      sources: Keys.sources.value(in: value).filter(isKnown),
      allowSpaces: Keys.allowSpaces.value(in: value), languages: Keys.languages.value(in: value),
      exclude: Keys.exclude.value(in: value),
      insert: InsertTemplates(Keys.insert.value(in: value), over: insert))
  }
}

extension MentionsPolicy.Implicit {
  fileprivate init(_ value: JSONObject, _ insert: JSONObject, _ isKnown: (String) -> Bool) {
    typealias Keys = ImplicitDeclaration
    self.init(
      minimumLength: Keys.minimumLength.value(in: value), anyCase: Keys.anyCase.value(in: value),
      sources: Keys.sources.value(in: value).filter(isKnown), ignore: Keys.ignore.value(in: value),
      insert: InsertTemplates(Keys.insert.value(in: value), over: insert))
  }
}

extension InsertTemplates {
  /// - Parameters:
  ///   - own: the formats of a trigger. If they include a default, they apply to every language.
  ///   - common: the formats for all mentions.
  fileprivate init(_ own: JSONObject, over common: JSONObject) {
    typealias Keys = InsertDeclaration
    let places = [Keys.trailer, Keys.codeowners].map(\.key.name)
    let others = places + [Keys.fallback.key.name]
    var value = common
    if own[Keys.fallback.key.name] != nil {
      value = JSONObject(common.members.filter { places.contains($0.name) }.map { ($0.name, $0.value) })
    }
    for member in own.members { value[member.name] = member.value }
    var byLanguage: [String: InsertFormat] = [:]
    for (language, template) in value.members where !others.contains(language) {
      byLanguage[language] = template.stringValue.flatMap { try? InsertFormat($0) }
    }
    self.init(
      fallback: (try? InsertFormat(Keys.fallback.value(in: value))) ?? .name, byLanguage: byLanguage,
      trailer: (try? InsertFormat(Keys.trailer.value(in: value)))?.inTrailers ?? .trailer,
      codeowners: (try? InsertFormat(Keys.codeowners.value(in: value)))?.inCodeowners ?? .codeowners)
  }
}

// MARK: - Policy of a file

extension MentionsPolicy {
  /// The policy of one file: that of its folder, without the triggers from which its path is excluded.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - folder: the workspace folder to which globs are relative; if there is none, they are matched with the file's
  ///     name only.
  package func ofFile(at path: String, in folder: FolderPath?) -> MentionsPolicy {
    var policy = self
    policy.isCodeowners =
      path.utf8.split(separator: UInt8(ascii: "/")).last?.elementsEqual("CODEOWNERS".utf8) ?? false
    for index in policy.triggers.indices {
      let patterns = policy.triggers[index].exclude.filter(Glob.isPattern)
      guard !patterns.isEmpty else { continue }
      let relative = FolderPath.relativePath(of: path, in: folder)
      policy.triggers[index].isPathExcluded = patterns.contains { Glob($0).matches(relative) }
    }
    return policy
  }
}

extension ServerSettings {
  /// The policy of one file, as in `MentionsPolicy.ofFile(at:in:)`; also determines whether the file is a list of
  /// people.
  package func policy(at path: String, in folder: FolderPath?) -> MentionsPolicy {
    var policy = policy.ofFile(at: path, in: folder)
    policy.listsPeople = sources.contains { $0.reads(path) }
    return policy
  }
}

extension SourceSpecification {
  /// Whether a file is a people file of this source.
  fileprivate func reads(_ path: String) -> Bool {
    switch kind {
    case .file(let file): file == path
    case .people(let root): WellKnownPeopleFiles.names.contains { "\(root)/\($0)" == path }
    case .git, .codeowners, .directory, .list, .demo, .command, .process, .http, .client, .forge: false
    }
  }
}

extension FolderPath {
  /// The path of a file relative to a folder, for matching globs; its name if there is no folder.
  static func relativePath(of path: String, in folder: FolderPath?) -> String {
    let own = FolderPath(path, home: nil)
    return folder.flatMap { own?.relative(to: $0) }
      ?? own?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? path
  }
}

// MARK: - Diagnostics

/// The findings about a document's mentions to report, and their severities (`diagnostics` in the settings).
package struct DiagnosticSettings: Hashable, Sendable {
  package typealias Severity = ReportedSeverity

  /// The severity of each kind of finding; disabled kinds are absent.
  package var severities: [MentionFinding.Kind: Severity]
  /// The severity for the remains of damaged mentions.
  package var damaged: Severity
  /// The number of months without a commit after which a person has left; nil for never.
  package var leftAfter: Int?
  package var notAllowedHere: [NotAllowedRule]

  /// Whether the text must be searched for any finding.
  var findsAny: Bool { !severities.isEmpty }
}

extension DiagnosticSettings {
  /// Findings that command-line checks always report, because the text itself is wrong.
  package static let alwaysTold: [MentionFinding.Kind: Severity] = [
    .unknown: .warning, .ambiguous: .warning, .stale: .warning,
  ]

  /// The settings for use without an editor.
  ///
  /// - Parameter overrides: severities of individual kinds, which override the settings.
  package func withoutEditor(_ overrides: [MentionFinding.Kind: Severity] = [:]) -> DiagnosticSettings {
    var settings = self
    settings.severities = Self.alwaysTold.merging(severities) { $1 }.merging(overrides) { $1 }
      .filter { $0.value != .off }
    return settings
  }

  /// The rules for the mentions of one document.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the document.
  ///   - folder: the workspace folder to which globs are relative.
  package func rules(for path: String, in folder: FolderPath?) -> MentionRules {
    rules(at: FolderPath.relativePath(of: path, in: folder))
  }

  /// The rules for a path relative to the workspace folder.
  func rules(at path: String) -> MentionRules {
    let rules = notAllowedHere.filter { $0.concerns(path) }
    return MentionRules(kinds: Set(severities.keys), leftAfter: leftAfter) { entity in
      rules.first { $0.forbids(entity) }.map { $0.reason ?? "" }
    }
  }
}

/// A rule about entities that must not be mentioned in some files. All of its conditions must hold.
package struct NotAllowedRule: Hashable, Sendable {
  let handle: Glob?
  let name: Glob?
  let kind: String?
  let files: [Glob]
  package let reason: String?

  /// Whether the rule applies to documents with a path.
  ///
  /// - Parameter path: relative to the workspace folder.
  func concerns(_ path: String) -> Bool { files.contains { $0.matches(path) } }

  /// Whether it applies to an entity. A rule without conditions applies to all.
  func forbids(_ entity: Entity) -> Bool {
    if let handle, entity.handle.map(handle.matches) != true { return false }
    if let name, !name.matches(entity.name) { return false }
    return kind == nil || kind == entity.kind.rawValue
  }
}

extension DiagnosticSettings {
  /// Reads validated settings.
  init(_ value: JSONObject) {
    typealias Keys = DiagnosticsDeclaration
    severities = [:]
    for kind in MentionFinding.Kind.allCases {
      let severity = Keys.severity(of: kind).value(in: value)
      if severity != .off { severities[kind] = severity }
    }
    damaged = Keys.damaged.value(in: value)
    let months = Keys.leftAfter.value(in: value)
    leftAfter = months > 0 ? months : nil
    notAllowedHere = Keys.notAllowedHere.value(in: value).map(NotAllowedRule.init)
  }
}

extension NotAllowedRule {
  fileprivate init(_ value: JSONObject) {
    typealias Keys = NotAllowedDeclaration
    handle = Keys.handle.value(in: value).map { Glob($0) }
    name = Keys.name.value(in: value).map { Glob($0) }
    kind = Keys.kind.value(in: value)
    files = Keys.files.value(in: value).map { Glob($0) }
    reason = Keys.reason.value(in: value)
  }
}

extension DiagnosticsDeclaration {
  fileprivate static func severity(of kind: MentionFinding.Kind) -> Setting<ReportedSeverity> {
    switch kind {
    case .unknown: unknown
    case .ambiguous: ambiguous
    case .left: left
    case .stale: stale
    case .notAllowed: notAllowed
    }
  }
}

// MARK: - Styles

extension DisplayStyle {
  /// Reads validated settings.
  init(_ value: JSONObject) {
    typealias Keys = StyleDeclaration
    let when = Keys.when.value(in: value)
    self.init(
      name: value[Keys.name.name]?.stringValue ?? "", kind: Keys.kind.value(in: when),
      source: Keys.source.value(in: when), state: Keys.state.value(in: when),
      metadata: Keys.metadata.value(in: when), attribute: Keys.attribute.value(in: when),
      highlight: Keys.highlight.value(in: value), face: Keys.face.value(in: value),
      rounded: Keys.rounded.value(in: value), decoration: Keys.decoration.value(in: value))
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
  init(_ name: String, _ value: JSONObject, from origin: SettingsOrigin, in context: SettingsContext) {
    let base = origin.path.map(FolderPath.parent) ?? context.folder ?? ""
    self.init(
      name: name,
      command: FolderPath.program(value[SourceDeclaration.command.name], in: base, home: context.home),
      baseDirectory: base)
  }
}

extension FolderPath {
  /// A program and its arguments from the settings; a path of a program is relative to `base`.
  static func program(_ value: JSONValue?, in base: String, home: String?) -> [String] {
    var words = [String](setting: value ?? []) ?? []
    if let first = words.first, first.utf8.contains(UInt8(ascii: "/")) {
      words[0] = resolve(first, in: base, home: home)
    }
    return words
  }
}
