import Foundation
import MentionsTestKit
import Testing

/// A whole server against a naive model. `MENTIONS_SIMULATION_SEEDS` (a number, or a range such as `10-20`) and
/// `MENTIONS_SIMULATION_STEPS` run others, `MENTIONS_SIMULATION_TRANSCRIPTS` names a folder for the transcripts of what
/// fails, which `mentions-lsp replay` understands. For many, `mentions-bench simulate` of a release build is faster.
@Suite("Simulation")
struct SimulationTests {
  @Test("every invariant holds after every step", arguments: SimulationPlan.seeds)
  func invariants(_ seed: UInt64) throws {
    let outcome = SimulationRun.run(seed: seed, steps: 0..<SimulationPlan.steps)
    try SimulationPlan.report(outcome)
  }

  @Test("seeds that found something once", arguments: SimulationPlan.found)
  func found(_ seed: SimulationPlan.Found) throws {
    try SimulationPlan.report(SimulationRun.run(seed: seed.seed, steps: seed.steps, reworks: seed.reworks))
  }
}
