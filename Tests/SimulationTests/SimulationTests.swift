import Foundation
import SessionSimulation
import Testing

/// A whole server against a naive model. `MENTIONS_SIMULATION_SEEDS` (a number, or a range such as `10-20`) and
/// `MENTIONS_SIMULATION_STEPS` run others, `MENTIONS_SIMULATION_TRANSCRIPTS` names a folder for the transcripts of what
/// fails, which `mentions-lsp replay` understands. For many, `mentions-bench simulate` of a release build is faster.
@Suite("Simulation")
struct SimulationTests {
  @Test(arguments: SimulationPlan.seeds)
  func `every invariant holds after every step`(_ seed: UInt64) throws {
    let outcome = SimulationRun.run(seed: seed, steps: 0..<SimulationPlan.steps)
    try SimulationPlan.report(outcome)
  }

  @Test(arguments: Simulation.Trouble.allCases, [1, 2, 3, 4, 5] as [UInt64])
  func `nothing is lost when the server is ended by a signal, is not read, or dies`(
    _ trouble: Simulation.Trouble, _ seed: UInt64
  ) throws {
    let outcome = SimulationRun.run(
      seed: seed, steps: Array(0..<32), troubles: [12: trouble, 20: trouble, 28: trouble])
    try SimulationPlan.report(outcome)
    let signals = outcome.counts["signalled", default: 0]
    let late = outcome.counts["read late", default: 0]
    #expect((signals >= 3) == (trouble == .signal || trouble == .lateReadingAndSignal))
    #expect((late >= 3) == (trouble == .lateReading || trouble == .lateReadingAndSignal))
  }

  @Test(arguments: SimulationPlan.found)
  func `seeds that once found a bug`(_ seed: SimulationPlan.Found) throws {
    try SimulationPlan.report(SimulationRun.run(seed: seed.seed, steps: seed.steps, reworks: seed.reworks))
  }
}
