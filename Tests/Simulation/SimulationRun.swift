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
        if let found = outcome(failure.seed, steps).failure, kind(found) == kind(failure) {
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

  /// The message without its names and places.
  private static func kind(_ failure: Failure) -> String {
    var kind = ""
    var isQuoted = false
    for character in failure.message {
      if character == "“" { isQuoted = true }
      if !isQuoted, !character.isNumber { kind.append(character) }
      if character == "”" { isQuoted = false }
    }
    return kind
  }
}
