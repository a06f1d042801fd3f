import JSONText
import Mentions
import MentionsServer
import Testing

/// Settings as text, and what comes of them as text.
struct SettingsKit {
  static let folder = "/ws/project"
  static let home = "/home/ada"
  static let userFile = SettingsOrigin.userFile(path: "/home/ada/.config/mentions-lsp/config.json")
  static let workspaceFile = SettingsPaths.workspaceFile(in: folder)

  var user: String?
  var workspace: String?
  var initialization: String?
  var configuration: String?
  var context = SettingsContext(folder: folder, home: home)

  var layers: [SettingsLayer] {
    var layers: [SettingsLayer] = []
    if let user { layers.append(Self.layer(user, Self.userFile)) }
    if let workspace { layers.append(Self.layer(workspace, Self.workspaceFile)) }
    if let initialization {
      layers.append(SettingsLayer(client: Self.parse(initialization), origin: .initializationOptions))
    }
    if let configuration {
      layers.append(SettingsLayer(client: Self.parse(configuration), origin: .configuration))
    }
    return layers
  }

  static func layer(_ text: String, _ origin: SettingsOrigin) -> SettingsLayer {
    SettingsLayer(SettingsFile(path: origin.path ?? "", contents: .bytes(Array(text.utf8))), origin: origin)
  }

  private static func parse(_ text: String) -> JSONValue? {
    try? JSONParser.parse(text, options: .handwritten)
  }

  func resolve() -> (settings: ServerSettings, problems: [SettingsProblem]) {
    ServerSettings.resolve(layers: layers, context: context)
  }

  /// The settings, after checking that there is nothing wrong with them.
  func settings(sourceLocation: Testing.SourceLocation = #_sourceLocation) -> ServerSettings {
    let (settings, problems) = resolve()
    #expect(problems.map(\.description) == [], sourceLocation: sourceLocation)
    return settings
  }

  /// `error 1:11 limit: limit is 0, expected …`, a line each.
  func problems() -> String {
    resolve().problems.map(Self.line).joined(separator: "\n")
  }

  static func line(_ problem: SettingsProblem) -> String {
    let place = problem.location.map { " \($0.line):\($0.column)" } ?? ""
    return "\(problem.severity)\(place) \(problem.message)"
  }
}

extension ServerSettings {
  /// The names of the sources, in order.
  var sourceNames: String { sources.map(\.name).joined(separator: " ") }

  /// `@ *`, `# team,git`: the triggers with their sources.
  var triggerText: String {
    policy.triggers.map { $0.character + " " + $0.sources.joined(separator: ",") }.joined(separator: " | ")
  }

  func origin(of keyPath: String) -> SettingsOrigin? { values.first { $0.keyPath == keyPath }?.origin }

  subscript(source name: String) -> SourceSpecification? { sources.first { $0.name == name } }
}
