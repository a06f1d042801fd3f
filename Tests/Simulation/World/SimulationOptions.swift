import JSONText
import LanguageProtocol
import ScriptedEditing

/// What kind of client and which settings a seed stands for.
struct SimulationOptions: CustomStringConvertible {
  enum Asking: CaseIterable { case afterEachKey, sometimes, never, beforeTheChange }
  enum Sync: CaseIterable { case exact, hulls, whole }

  var editor = EditorOptions()
  var asking = Asking.afterEachKey
  var sync = Sync.exact
  /// Whether the cursor is told with selection messages.
  var sendsSelections = true
  /// Percent of the server's edits that are refused.
  var refusesEdits = 0
  /// Percent of the waiting requests that are cancelled with each step.
  var cancels = 0
  /// Percent of all messages of a source that go wrong in some way.
  var trouble = 0
  var template = "{name}"
  var languages = ["markdown", "plaintext", "swift"]

  var description: String {
    """
    \(editor.name), \(editor.encoding.rawValue), \(sync) changes, asks \(asking), inserts \(template), settings \
    \(editor.initializationOptions?["deletion"]?.description ?? "")
    """
  }

  /// `ignores`: whether the settings of some seeds have words at which nobody is offered.
  init(seed: UInt64, ignores: Bool) {
    var random = SeededRandom(seed)
    editor.encoding = random.pick([.utf8, .utf16, .utf32])
    editor.insertReplace = random.chance(40)
    editor.itemDefaults = random.chance(40)
    editor.resolves = random.chance(60)
    editor.runsCommands = random.chance(50)
    editor.name = random.pick(["simulated", "Neovim", "Visual Studio Code", "emacs"])
    asking = random.pick([.afterEachKey, .afterEachKey, .sometimes, .never, .beforeTheChange])
    sync = random.pick([.exact, .exact, .exact, .hulls, .whole])
    sendsSelections = random.chance(60)
    refusesEdits = random.pick([0, 0, 30, 100])
    cancels = random.pick([0, 5, 30])
    trouble = random.pick([0, 20, 60])
    if random.chance(30) {
      template = random.pick(["@{handle}", "[«@{handle|name}»](u:{id})", "«{name}» "])
    }
    let ignored = ignores ? SimulationCast.ignored(seed: seed) : nil
    editor.initializationOptions = settings(&random, ignored)
    editor.appliesEdits = random.chance(80)
  }

  private func settings(_ random: inout SeededRandom, _ ignored: String?) -> JSONValue {
    let cast = SimulationCast.people.map(SimulationCast.json)
    let cooldown = random.pick([0, 0, 100])
    let used: JSONValue = random.pick([["team"], ["team", "slow"], ["slow", "host"], ["*"]])
    return [
      "sources": [
        "team": ["type": "list", "items": .array(cast)],
        "slow": ["type": "process", "command": ["./provider"], "cooldown": .integer(cooldown)],
        "host": ["type": "client", "cooldown": .integer(cooldown)],
      ],
      "triggers": [
        [
          "character": "@", "sources": used, "allowSpaces": .bool(random.chance(60)),
          "insert": ["default": .string(template)],
        ],
        ["character": "+", "sources": ["team"], "allowSpaces": false],
      ],
      "implicit": [
        "minimumLength": .integer(random.pick([0, 2, 3, 3])), "anyCase": .bool(random.chance(30)),
        "sources": ["team"], "ignore": .array(ignored.map { [.string($0)] } ?? []),
      ],
      "deletion": .string(random.pick(["plain", "plain", "plain", "trim", "delete"])),
      "continueAfterEmptyResults": .bool(random.chance(80)),
      "loadingItem": .string(random.chance(30) ? "Searching…" : ""),
      "notifications": .bool(random.chance(50)), "lightUp": .bool(random.chance(70)),
    ]
  }
}
