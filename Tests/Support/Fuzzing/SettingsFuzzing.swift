import JSONText
import Mentions
import MentionsServer

/// Settings: the user's file, the workspace's, `initializationOptions` and the client's configuration, divided by
/// lines of `---`.
enum SettingsFuzzing {
  private static let folder = "/work"
  private static let origins: [SettingsOrigin] = [
    .userFile(path: "/home/ada/.config/mentions-lsp/config.json"),
    .workspaceFile(path: folder + "/.mentions.json", folder: folder), .initializationOptions, .configuration,
  ]
  /// The first problems of a layer stand for themselves, the others are counted.
  private static let mostProblems = 21

  static func run(_ input: [UInt8]) throws(FuzzError) {
    var layers: [SettingsLayer] = []
    for (origin, bytes) in zip(origins, FuzzInput.parts(input, atMost: origins.count)) {
      let layer = layer(bytes, origin)
      try check(layer, of: bytes)
      layers.append(layer)
    }
    let context = SettingsContext(folder: folder, home: "/home/ada")
    let (settings, problems) = ServerSettings.resolve(layers: layers, context: context)
    try check(settings)
    try require(
      problems.count <= (layers.count + 2) * mostProblems, "\(problems.count) problems for one user")
    for problem in problems { try require(!problem.message.isEmpty, "a problem without words") }
    let (again, _) = ServerSettings.resolve(layers: layers.reversed(), context: context)
    try require(again == settings, "in another order the layers give other settings")
  }

  private static func layer(_ bytes: [UInt8], _ origin: SettingsOrigin) -> SettingsLayer {
    if let path = origin.path {
      return SettingsLayer(SettingsFile(path: path, contents: .bytes(bytes)), origin: origin)
    }
    return SettingsLayer(client: try? JSONParser.parse(bytes), origin: origin)
  }

  private static func check(_ layer: SettingsLayer, of bytes: [UInt8]) throws(FuzzError) {
    try require(layer.problems.count <= mostProblems, "\(layer.problems.count) problems in one layer")
    let lines = plainLineStarts(of: bytes).count
    for problem in layer.problems {
      try require(!problem.message.isEmpty, "a problem without words")
      guard layer.origin.path != nil else { continue }
      guard let location = problem.location else { throw FuzzError("nowhere: \(problem)") }
      try require(
        location.range.upperBound <= bytes.count && (1...lines).contains(location.line), "outside: \(problem)"
      )
    }
    guard let value = layer.value else { return }
    let written = JSONWriter.bytes(of: JSONValue.object(value))
    let again = Self.layer(written, layer.origin)
    try require(again.problems.isEmpty, "what was good is bad: \(again.problems)")
    try require(again.value == value, "checked again the settings are others: \(FuzzInput.text(written))")
  }

  private static func check(_ settings: ServerSettings) throws(FuzzError) {
    let policy = settings.policy
    let characters = policy.triggers.map(\.character)
    try require(Set(characters.map { Array($0.utf8) }).count == characters.count, "a trigger twice")
    for character in characters {
      let scalars = character.unicodeScalars
      try require(
        (1...8).contains(scalars.count) && !scalars.contains { $0.properties.isWhitespace },
        "“\(character)” is not a control character")
    }
    try require((1...1000).contains(policy.limit), "limit is \(policy.limit)")
    try require((0...100).contains(policy.implicit.minimumLength), "minimumLength is out of bounds")
    try require((0...60_000).contains(settings.cooldown), "cooldown is \(settings.cooldown)")
    try require((0...10_000).contains(settings.completionDeadline), "completionDeadline is out of bounds")
    let names = settings.sources.map(\.name)
    try require(Set(names.map { Array($0.utf8) }).count == names.count, "a source twice: \(names)")
    for templates in policy.triggers.map(\.insert) + [policy.implicit.insert] {
      for format in [templates.fallback] + templates.byLanguage.values {
        let again = try? InsertFormat(format.template)
        try require(again == format, "“\(format.template)” is not the format in force")
      }
    }
    for folder in settings.trustedFolders {
      try require(folder.hasPrefix("/"), "trusted folder \(folder) is not absolute")
    }
  }
}
