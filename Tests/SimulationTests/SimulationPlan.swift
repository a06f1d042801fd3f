import Foundation
import MentionsTestKit
import SessionSimulation
import Testing

/// Which seeds run, and how what fails is told.
enum SimulationPlan {
  /// A seed that failed once, with the steps that it took and what was wrong.
  struct Found: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let steps: [Int]
    let what: String
    /// Whether it was found by a simulation that filters, wraps and so on: all others are made without.
    var reworks = false

    var testDescription: String { "\(what) (seed \(seed))" }
  }

  static let found: [Found] = [
    Found(seed: 84, steps: [6], what: "a preview taken back left its short form annotated under the key"),
    Found(seed: 145, steps: [20], what: "the same, by undo"),
    Found(seed: 39, steps: [6, 52, 69, 70, 75], what: "a mention that came back in a key was searched for"),
    Found(
      seed: 42, steps: [6, 9, 10, 11, 13],
      what: "a wide replacement began a mention over one that stood in it"),
    Found(
      seed: 38, steps: [12, 13, 14, 17, 18, 19, 23],
      what: "keys typed in many places began a mention over one"),
    Found(seed: 133, steps: [37, 38], what: "a trim to what had been typed counted as a preview taken back"),
    Found(
      seed: 42, steps: [103, 104, 108, 110, 111, 136, 137],
      what: "a trim sent as a wide replacement put the light out"),
    Found(
      seed: 132,
      steps: [
        17, 18, 19, 21, 22, 23, 24, 26, 29, 30, 31, 33, 39, 40, 41, 43, 44, 45, 46, 49, 52, 55, 59, 61, 62,
        64,
        67, 68,
      ], what: "a word behind the cursor that begins as the offered text goes on hid its acceptance"),
    Found(
      seed: 205, steps: [17, 18, 19, 26, 28], what: "a hint stood over a mention that was pasted into one"),
    Found(seed: 47, steps: [119, 121, 132, 134], what: "the same, by another hand"),
    Found(
      seed: 228, steps: [176, 180, 181, 182],
      what: "the quick fix that trims put back what was missing, and no mention came"),
    Found(
      seed: 22, steps: [470, 471, 533, 534, 535],
      what: "the quick fix that restores made no mention of text that was being searched for"),
    Found(
      seed: 529, steps: [648, 649],
      what: "what was picked was not recognised where only the control character went"),
    Found(
      seed: 574, steps: [252, 257, 258, 261, 269, 278, 279, 306],
      what: "an offer that the word behind made up already was not recognised"),
    Found(
      seed: 678, steps: [315, 317, 408, 415, 416, 446, 447, 449, 450, 462, 463],
      what: "a preview that could not be annotated took the mention before it along"),
    Found(
      seed: 970, steps: [770, 773, 774, 775, 786, 787],
      what: "deletions in two places were taken for an acceptance"),
    Found(
      seed: 1_007_000_134,
      steps: [
        162, 164, 166, 168, 170, 171, 172, 186, 187, 188, 192, 214, 215, 216, 218, 220, 222, 226, 228, 229,
        230,
        231, 232, 233, 234, 235, 238, 239, 240, 242, 243, 246, 247, 248, 249, 250, 251, 255, 256, 259, 260,
        261,
        262, 263, 264, 271, 273, 275, 276, 279, 282, 302, 431, 432, 435, 436, 438, 439, 440,
      ], what: "a mention that was read after an accepted one was typed again", reworks: true),
  ]

  static let steps = Int(environment("STEPS") ?? "") ?? 60

  static var seeds: [UInt64] {
    guard let wanted = environment("SEEDS") else { return MentionsTestKit.seeds(1...40) }
    let ends = wanted.split(separator: "-").compactMap { UInt64($0) }
    switch ends.count {
    case 2 where ends[0] <= ends[1]: return Array(ends[0]...ends[1])
    case 1 where ends[0] > 0: return Array(1...ends[0])
    default: return []
    }
  }

  static func report(_ outcome: SimulationRun.Outcome) throws {
    guard let failure = outcome.failure else {
      #expect(outcome.failure == nil)
      return
    }
    var told = failure.description
    if let folder = environment("TRANSCRIPTS") {
      let path = folder + "/seed-\(failure.seed).jsonl"
      try Data(failure.transcript).write(to: URL(fileURLWithPath: path))
      told += "\ntranscript: \(path)"
    } else {
      told += "\n" + String(decoding: failure.transcript, as: UTF8.self)
    }
    Issue.record("\(told)")
  }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["MENTIONS_SIMULATION_" + name]
  }
}
