/// The layers as the Architecture page draws them: what each module may depend on. Package.swift must say the same.
enum Layers {
  /// The layer of each module.
  static let modules: [String: Int] = [
    "JSONText": 0, "TextModel": 0, "SystemCalls": 0,
    "Entities": 1, "TextEvents": 1, "Mentions": 1, "ChooserWidgets": 1,
    "LanguageProtocol": 2, "EntitySources": 2,
    "MentionsServer": 3,
    "ServerHost": 4,
    "ScriptedEditing": 5, "SessionSimulation": 5,
    "mentions-lsp": 6, "mentions-bench": 6, "mentions-fuzz": 6, "MentionsTestKit": 6,
  ]

  /// The arrows inside a layer: the domain on its entities and on what a change of a text looks like, what draws its chooser on both, the simulation's client on
  /// the scripted editor, and the fuzzer on what must hold.
  static let sideways: [String: Set<String>] = [
    "Mentions": ["Entities", "TextEvents"], "ChooserWidgets": ["Entities", "Mentions"],
    "SessionSimulation": ["ScriptedEditing"], "mentions-fuzz": ["MentionsTestKit"],
  ]

  /// What serves the tests only: no product contains it.
  static let testKits: Set<String> = [
    "MentionsTestKit", "SessionSimulation", "mentions-bench", "mentions-fuzz",
  ]

  /// Arrows down that are forbidden all the same: the domain has never heard of the protocol, nor the protocol of it.
  static let never: [String: Set<String>] = [
    "LanguageProtocol": ["TextModel", "Entities", "TextEvents", "Mentions", "ChooserWidgets"],
    "EntitySources": ["TextModel", "TextEvents", "Mentions", "ChooserWidgets"],
    "Entities": ["TextModel"],
  ]

  /// Modules that may import nothing but the standard library and modules below them: no system, no threads, no
  /// clock. Of what the server calls in `EntitySources`, only its values are meant.
  static let pure: Set<String> = [
    "JSONText", "TextModel", "Entities", "TextEvents", "Mentions", "ChooserWidgets",
    "LanguageProtocol",
    "MentionsServer",
  ]

  /// The executables: what is printed is what they are for.
  static let executables: Set<String> = ["mentions-lsp"]

  /// Modules outside the package that any module above the pure ones may import anywhere.
  static let everywhere: Set<String> = ["Synchronization"]

  /// The module that calls the operating system; the pure modules do not depend on it.
  static let systemModule = "SystemCalls"

  /// The C library, by platform: only in that module.
  static let system: Set<String> = ["Glibc", "Musl", "Darwin"]

  static func mayDepend(_ module: String, on other: String) -> Bool {
    guard let upper = modules[module], let lower = modules[other] else { return false }
    if never[module]?.contains(other) == true { return false }
    if other == systemModule, pure.contains(module) { return false }
    return lower < upper || sideways[module]?.contains(other) == true
  }
}
