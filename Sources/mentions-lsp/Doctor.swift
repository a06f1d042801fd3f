import Entities
import EntitySources
import JSONText
import Mentions
import MentionsServer
import ServerHost

/// `doctor`: shows the effective settings with their origins, tries and times every source, and lists problems.
enum Doctor {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let root = try arguments.value("--root")
    let options = try arguments.initializationOptions()
    let isJSON = arguments.flag("--json")
    let isComplete = arguments.flag("--all")
    try arguments.finish()
    let inspection = try SettingsInspection(argument: root, options)
    let git = gitVersion()
    let sources = SourceInspection.tryAll(
      inspection.settings.sources,
      asking: ProviderQuery(number: 1, key: "", isInvoked: true, controlCharacter: "@"))
    let plugins = PluginInspection.tryAll(inspection.settings.plugins)
    let findings = Findings(inspection, sources, plugins, git: git)
    let isWell = findings.problems.isEmpty
    if isJSON {
      HostProcess.write(json(inspection, sources, plugins, findings, git: git))
      return isWell ? 0 : 1
    }

    var text = "mentions-lsp \(Version.text), \(git ?? "git is not installed")\n"
    text += "workspace: \(ShownText.line(inspection.root))\n"
    text += "\nsettings files\n" + files(inspection)
    text += "\neffective settings\n" + settings(inspection.settings, all: isComplete)
    text += "\nsources\n" + table(sources)
    text += "\ntriggers\n" + triggers(inspection.settings, sources)
    if inspection.settings.index { text += "\nworkspace files\n" + list(workspace(inspection.root)) }
    text += "\nnearness\n" + list([nearness(inspection)])
    text += "\nforge\n" + list([forge(inspection)])
    if !plugins.isEmpty { text += "\nplug-ins\n" + table(plugins) }
    let notes = notes(sources)
    if !notes.isEmpty { text += "\nnotes\n" + list(notes) }
    text += isWell ? "\nno problems\n" : "\nproblems\n" + list(findings.problems)
    HostProcess.write(text)
    return isWell ? 0 : 1
  }

  /// The files that are searched for mentions, and the rule for skipping others.
  private static func workspace(_ root: String) -> [String] {
    let files = WorkspaceInspection(root)
    let means = files.means == .git ? "listed by git" : "not excluded by .gitignore files"
    var lines = [
      "\(files.searched) text \(files.searched == 1 ? "file is" : "files are") searched for mentions (\(means))"
    ]
    lines.append("\(files.leftOut) skipped: \(TextFileRule.explanation)")
    if files.unreadable > 0 { lines.append("\(files.unreadable) cannot be read") }
    if files.tooMany > 0 {
      lines.append("\(files.tooMany) more are not searched, because there are too many")
    }
    return lines
  }

  /// A description of how people near the cursor are found here, or why they are not.
  private static func nearness(_ inspection: SettingsInspection) -> String {
    if !inspection.settings.nearness { return "off in the settings" }
    let asks = inspection.settings.sources.contains {
      switch $0.kind {
      case .git, .codeowners: true
      default: false
      }
    }
    if !asks { return "not used: neither Git nor CODEOWNERS is a source" }
    return Nearness().problem(in: inspection.root).map { "from CODEOWNERS only: \($0)" }
      ?? "from git: the authors of the lines around the cursor"
  }

  /// A description of the requests to the forge of the Git remote.
  private static func forge(_ inspection: SettingsInspection) -> String {
    let asked = inspection.settings.sources.lazy.compactMap { source -> ForgeSource? in
      guard case .forge(let directory, let list, let host, let forges) = source.kind else { return nil }
      return ForgeSource(
        name: source.name, directory: directory, list: list, host: host, forges: forges,
        refresh: source.refresh)
    }.first
    if let asked { return asked.explanation }
    let possible = ForgeSource(
      name: "forge", directory: inspection.root, list: .people, forges: inspection.settings.forges,
      refresh: 300)
    return "off (to turn it on, set \"forge\": true in your own settings): \(possible.explanation)"
  }

  /// The reports of the sources with the severity `note`, which do not count as problems.
  private static func notes(_ sources: [SourceInspection]) -> [String] {
    sources.flatMap(\.problems).filter { $0.severity == .note }.map(\.description)
  }

  private static func list(_ lines: [String]) -> String {
    lines.map { "  \(ShownText.line($0))\n" }.joined()
  }

  private static func files(_ inspection: SettingsInspection) -> String {
    var columns = Columns()
    for (_, file) in inspection.files {
      switch file.contents {
      case .bytes(let bytes): columns.add(file.path, "\(bytes.count) bytes")
      case .missing: columns.add(file.path, "does not exist")
      case .unreadable(let why): columns.add(file.path, "unreadable: \(why)")
      }
    }
    return list(columns.lines())
  }

  /// The settings with their values and origins.
  ///
  /// - Parameter all: whether to include settings with default values.
  private static func settings(_ settings: ServerSettings, all: Bool) -> String {
    var columns = Columns()
    for value in settings.values where all || value.origin != .builtIn {
      let json = value.value.description
      let shown = json.utf8.count <= 60 ? json : String(json.prefix(59)) + "…"
      columns.add(value.keyPath, shown, "\(value.origin)")
    }
    let hidden = all ? 0 : settings.values.count { $0.origin == .builtIn }
    return list(
      columns.lines()
        + (hidden > 0 ? ["\(hidden) other settings have their default values; --all shows them"] : []))
  }

  private static func table(_ sources: [SourceInspection]) -> String {
    guard !sources.isEmpty else { return "  none\n" }
    var columns = Columns()
    for source in sources {
      let entities = source.count == 1 ? "1 entity" : "\(source.count) entities"
      switch source.outcome {
      case .read:
        let fetched = [source.requestsLeft, source.age.map { "editors use the list fetched \(ago($0))" }]
        columns.add(
          source.name, entities, "\(source.milliseconds) ms",
          fetched.compactMap(\.self).joined(separator: "; "))
      case .answered:
        columns.add(source.name, "\(entities) for an empty query", "\(source.milliseconds) ms")
      case .failed: columns.add(source.name, "failed", "\(source.milliseconds) ms")
      case .notTried: columns.add(source.name, "not tried: it needs an editor")
      }
    }
    return list(columns.lines())
  }

  /// A number of seconds in the past, in words.
  private static func ago(_ seconds: Int) -> String {
    for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60)] where seconds >= length {
      let count = seconds / length
      return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
    return "just now"
  }

  private static func table(_ plugins: [PluginInspection]) -> String {
    var columns = Columns()
    for plugin in plugins {
      let outcome =
        if plugin.problem != nil { "failed" } else if plugin.decides {
          "answers, controls mentions"
        } else { "answers" }
      columns.add(plugin.name, outcome, "\(plugin.milliseconds) ms")
    }
    return list(columns.lines())
  }

  private static func triggers(_ settings: ServerSettings, _ sources: [SourceInspection]) -> String {
    var columns = Columns()
    for trigger in settings.policy.triggers {
      let asked = Findings.asked(by: trigger, settings, sources)
      columns.add(trigger.character, asked.isEmpty ? "no sources" : asked.map(\.name).joined(separator: ", "))
    }
    return columns.isEmpty ? "  none\n" : list(columns.lines())
  }

  /// The version of Git, such as `git version 2.39.5`; nil if Git cannot be run.
  private static func gitVersion() -> String? {
    let result = try? ChildProcess.run(ChildCommand(["git", "--version"], deadline: 5000))
    guard let result, result.isSuccess else { return nil }
    let line = String(decoding: result.output, as: UTF8.self).split(separator: "\n").first
    return line.map(String.init)
  }

  /// All problems, one line each.
  struct Findings {
    private(set) var problems: [String] = []

    init(
      _ inspection: SettingsInspection, _ sources: [SourceInspection], _ plugins: [PluginInspection],
      git: String?
    ) {
      problems += inspection.problems.map(\.description)
      problems += sources.flatMap(\.problems).filter { $0.severity != .note }.map(\.description)
      problems += plugins.compactMap { plugin in plugin.problem.map { "plug-in \(plugin.name): \($0)" } }
      let deciding = plugins.filter(\.decides).map(\.name)
      if deciding.count > 1 {
        problems.append(
          "only one plug-in can control mentions, but several request it: \(deciding.joined(separator: ", "))"
        )
      }
      if git == nil,
        sources.contains(where: { if case .git = $0.specification.kind { true } else { false } }),
        !problems.contains(where: { $0.holds("git") })
      {
        problems.append("git is not installed or not in PATH")
      }
      let triggers = inspection.settings.policy.triggers
      if triggers.isEmpty { problems.append("nothing is offered: no triggers are configured") }
      for trigger in triggers {
        let asked = Self.asked(by: trigger, inspection.settings, sources)
        if let reason = Self.reasonForNothing(asked) {
          let step = asked.lazy.compactMap { $0.specification.stepForNobody($0.problems) }.first
          problems.append(
            "nothing is offered after \(trigger.character): \(reason)\(step.map { ". \($0)" } ?? "")")
        }
      }
    }

    /// The sources of a trigger, as selected by the server.
    static func asked(
      by trigger: MentionsPolicy.Trigger, _ settings: ServerSettings, _ sources: [SourceInspection]
    ) -> [SourceInspection] {
      let wanted = Set(settings.sources(named: trigger.sources).map(\.name))
      return sources.filter { wanted.contains($0.name) }
    }

    /// The reason why no one is offered; nil if someone may be offered.
    ///
    /// - Parameter asked: the sources of a trigger.
    private static func reasonForNothing(_ asked: [SourceInspection]) -> String? {
      if asked.isEmpty { return "none of its sources exists" }
      var reasons: [String] = []
      for source in asked {
        switch source.outcome {
        // The source may answer other queries.
        case .answered, .notTried: return nil
        case .read(let catalog) where catalog.count > 0: return nil
        case .read: reasons.append(source.specification.reasonForNobody(source.problems))
        case .failed: reasons.append("\(source.name) failed")
        }
      }
      return reasons.joined(separator: "; ")
    }
  }
}

// MARK: - JSON

extension Doctor {
  /// The report as a JSON object: all settings, and most of the other information in the text output.
  private static func json(
    _ inspection: SettingsInspection, _ sources: [SourceInspection], _ plugins: [PluginInspection],
    _ findings: Findings, git: String?
  ) -> String {
    var report = JSONObject()
    report["version"] = .string(Version.text)
    report["git"] = git.map { .string($0) } ?? .null
    report["workspace"] = .string(inspection.root)
    report["files"] = .array(inspection.files.map { .object(file($0.file)) })
    report["settings"] = .array(
      inspection.settings.values.map {
        ["key": .string($0.keyPath), "value": $0.value, "origin": .string("\($0.origin)")]
      })
    report["sources"] = .array(sources.map { .object(source($0)) })
    report["plugins"] = .array(
      plugins.map { plugin in
        [
          "name": .string(plugin.name), "decides": .bool(plugin.decides),
          "milliseconds": .integer(plugin.milliseconds),
          "problem": plugin.problem.map { .string($0) } ?? .null,
        ]
      })
    report["triggers"] = .array(
      inspection.settings.policy.triggers.map { trigger in
        [
          "character": .string(trigger.character),
          "sources": .array(
            Findings.asked(by: trigger, inspection.settings, sources).map { .string($0.name) }),
        ]
      })
    report["nearness"] = .string(nearness(inspection))
    report["forge"] = .string(forge(inspection))
    report["notes"] = .array(notes(sources).map { .string($0) })
    report["problems"] = .array(findings.problems.map { .string($0) })
    return PrintedText.json(.object(report), indentation: 2) + "\n"
  }

  private static func file(_ file: SettingsFile) -> JSONObject {
    var object = JSONObject()
    object["path"] = .string(file.path)
    switch file.contents {
    case .bytes(let bytes): object["bytes"] = .integer(bytes.count)
    case .missing: object["state"] = "missing"
    case .unreadable(let reason):
      object["state"] = "unreadable"
      object["reason"] = .string(reason)
    }
    return object
  }

  private static func source(_ source: SourceInspection) -> JSONObject {
    var object = JSONObject()
    object["name"] = .string(source.name)
    switch source.outcome {
    case .read: object["outcome"] = "read"
    case .answered: object["outcome"] = "answered"
    case .failed: object["outcome"] = "failed"
    case .notTried: object["outcome"] = "not tried"
    }
    object["count"] = .integer(source.count)
    object["milliseconds"] = .integer(source.milliseconds)
    object["problems"] = .array(source.problems.map { .string($0.description) })
    return object
  }
}
