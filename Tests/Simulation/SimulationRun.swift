import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// Runs simulations, and makes what fails small.
package enum SimulationRun {
  package struct Failure: Sendable, CustomStringConvertible {
    package let seed: UInt64
    /// The steps that it takes, out of those that were made.
    package let steps: [Int]
    package let message: String
    package let log: [String]
    /// JSON Lines in the contract's format, up to the failure.
    package let transcript: [UInt8]

    /// The message without its people, texts and places: what failures of one cause have in common.
    package var kind: String {
      var message = message
      for person in SimulationCast.people.sorted(by: { $0.name.count > $1.name.count }) {
        message = message.replacing(person.name, with: "somebody")
      }
      var kind = ""
      var isQuoted = false
      for character in message {
        if character == "“" { isQuoted = true }
        if !isQuoted, !character.isNumber { kind.append(character) }
        if character == "”" { isQuoted = false }
      }
      return kind.split(separator: " ").joined(separator: " ")
    }

    package var description: String {
      """
      seed \(seed), steps \(steps): \(message)
      \(log.map { "  " + $0 }.joined(separator: "\n"))
      """
    }
  }

  package struct Outcome: Sendable {
    package var failure: Failure?
    package var counts: [String: Int] = [:]
  }

  /// Makes steps of one seed until something is wrong; what is wrong is made small.
  package static func run(seed: UInt64, steps: Swift.Range<Int>, shrinks: Bool = true) -> Outcome {
    let first = outcome(seed, Array(steps))
    guard shrinks, let failure = first.failure else { return first }
    return Outcome(failure: shrunk(failure), counts: first.counts)
  }

  /// Makes the given steps only, with what is to happen to the server in some of them.
  package static func run(
    seed: UInt64, steps: [Int], reworks: Bool = true, troubles: [Int: Simulation.Trouble] = [:]
  ) -> Outcome { outcome(seed, steps, reworks: reworks, troubles) }

  private static func outcome(
    _ seed: UInt64, _ steps: [Int], reworks: Bool = true, _ troubles: [Int: Simulation.Trouble] = [:]
  ) -> Outcome {
    let simulation = Simulation(seed: seed, reworks: reworks)
    var done: [Int] = []
    do {
      try simulation.begin()
      for step in steps {
        done.append(step)
        try simulation.step(step, trouble: troubles[step])
      }
      try simulation.end()
      return Outcome(counts: simulation.counts)
    } catch {
      return Outcome(
        failure: Failure(
          seed: seed, steps: done, message: error.description, log: simulation.log,
          transcript: simulation.transcript), counts: simulation.counts)
    }
  }

  /// Leaves out steps as long as the same thing goes wrong (delta debugging).
  private static func shrunk(_ failure: Failure) -> Failure {
    var smallest = failure
    var size = max(1, failure.steps.count / 2)
    var budget = 400
    while true {
      var start = 0
      var shrank = false
      while start < smallest.steps.count, budget > 0 {
        budget -= 1
        var steps = smallest.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        if let found = outcome(failure.seed, steps).failure, found.kind == failure.kind {
          smallest = found
          shrank = true
        } else {
          start += size
        }
      }
      if budget == 0 || (size == 1 && !shrank) { return smallest }
      size = max(1, size / 2)
    }
  }
}

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

  /// Whether somebody can be meant by a handle behind this trigger: lists are read, others are asked for a key only.
  func knows(_ text: String) -> Bool {
    let triggers = editor.initializationOptions?["triggers"]?.arrayValue ?? []
    let trigger = triggers.first { $0["character"]?.stringValue == text.first.map { String($0) } }
    return trigger?["sources"]?.arrayValue?.contains { ["team", "*"].contains($0.stringValue) } == true
  }

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

/// Who can be mentioned in a simulation, and what is typed there.
enum SimulationCast {
  /// Names of all kinds of scripts, parts of one another, and two people of one name.
  static let people: [Entity] = [
    person("ada", "Ada Lovelace"), person("adam", "Adam"), person("al1", "Alan Turing"),
    person("al2", "Alan Turing"), person("zhang", "张三"), person("jose", "José María"),
    person("kim", "김 민수"), person("noor", "نور الهدى"), person("smile", "😀 Smile"),
    person("obrien", "Conan O'Brien"), person("jane", "Jane Doe-Smith"), person("ada2", "Ada"),
  ]

  /// Names that more than one person has.
  static let sharedNames: Set<String> = ["Alan Turing"]

  private static func person(_ handle: String, _ name: String) -> Entity {
    var entity = Entity(id: handle, name: name)
    entity.handle = handle
    entity.detail = "\(handle), of the cast"
    if handle == "jane" { entity.shortName = "JD" }
    if handle == "obrien" { entity.canTrim = false }
    return entity
  }

  static func json(_ entity: Entity) -> JSONValue {
    var object: JSONObject = ["id": .string(entity.id), "name": .string(entity.name)]
    object["handle"] = entity.handle.map { .string($0) }
    object["detail"] = entity.detail.map { .string($0) }
    object["shortName"] = entity.shortName.map { .string($0) }
    if !entity.canTrim { object["canTrim"] = false }
    return .object(object)
  }

  /// A word that the settings of this seed have ignored, although a name begins with it.
  static func ignored(seed: UInt64) -> String? { seed.isMultiple(of: 3) ? "Ada" : nil }

  static let words = [
    "hello", "the", "x", "foo@bar.org", "你好", "e\u{301}te\u{301}", "한글", "\u{1112}\u{1161}\u{11AB}",
    "שלום", "مرحبا", "👩‍👩‍👧", "🇩🇪", "Ada", "Alan", "`code`", "...", "https://a.b/@c", "cafe\u{301}",
  ]

  /// Single keys.
  static let keys = [
    " ", " ", ",", ".", "\n", "\r\n", "\r", "@", "@", "+", "a", "A", "é", "\u{301}", "\u{200D}", "🇩", "😀",
    "ㄱ",
    "\u{1161}", "-", "'", "\t", "[", "张", "ا", "\u{FE0F}", "1",
  ]

  static let opening = [
    "", "Hello @", "Thanks to Ada Lovelace and 张三.\n\n", "one\r\ntwo\r\nthree", "old\rmac\r",
    "😀👩‍👩‍👧 e\u{301} \u{1112}\u{1161}\u{11AB}\nנא שלום Adam", "`code` Alan Turing",
  ]
}

/// SplitMix64: the same numbers for the same seed, on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 if there is nothing below `limit`.
  public mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : Int(next() % UInt64(limit)) }

  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of several, of which there must be at least one.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
