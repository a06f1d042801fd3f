import ServerHost
import SessionSimulation
import SystemCalls

/// `simulate`: many seeds of the simulation, on all cores. It is here, and not in the tests only, because a
/// release build goes through a million steps in minutes.
struct Simulate {
  private(set) var seeds: ClosedRange<UInt64> = 1...100
  private(set) var steps = 1000
  /// A folder for the transcripts of what fails.
  private(set) var transcripts: String?
  /// Whether what fails is made small, which takes hundreds of runs.
  private(set) var shrinks = true

  static let usage = """
    usage: mentions-bench simulate [--seeds A-B | --seeds-of NAME] [--steps N] [--transcripts FOLDER] [--no-shrinking]

      --seeds A-B           a range, or one seed; else 1-100
      --seeds-of NAME       100 seeds that belong to this name, such as a commit's
      --steps N             of each seed; else 1000
      --transcripts FOLDER  write what fails there, for `mentions-lsp replay --reduce`
      --no-shrinking        tell what fails as it is, for an overview of many

    """

  init(_ words: [String]) throws(BenchError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--no-shrinking" {
        shrinks = false
        continue
      }
      guard ["--seeds", "--seeds-of", "--steps", "--transcripts"].contains(word) else {
        throw BenchError("unknown option \(word)")
      }
      guard let value = rest.popFirst() else { throw BenchError("\(word) needs a value") }
      switch word {
      case "--seeds":
        let ends = value.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard (1...2).contains(ends.count), let low = ends[0], let high = ends[ends.count - 1], low <= high
        else { throw BenchError("--seeds is \(value), expected a number or a range such as 1-100") }
        seeds = low...high
      case "--seeds-of":
        guard !value.isEmpty else { throw BenchError("--seeds-of is empty, expected a name") }
        seeds = Self.seeds(of: value)
      case "--steps":
        guard let number = Int(value), number > 0 else {
          throw BenchError("--steps is \(value), expected a number from 1")
        }
        steps = number
      default: transcripts = value
      }
    }
  }

  /// 100 seeds that other names do not have, by the FNV-1a hash of this one.
  private static func seeds(of name: String) -> ClosedRange<UInt64> {
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let first = (hash >> 24) * 100
    return first...first + 99
  }

  /// Runs the seeds, tells each that fails as soon as it does, and sums up. False if any failed.
  func run() async -> Bool {
    let began = HostProcess.milliseconds()
    var counts: [String: Int] = [:]
    var failed: [String: [UInt64]] = [:]
    HostProcess.write("seeds \(seeds.lowerBound)-\(seeds.upperBound), \(steps) steps each\n")
    await withTaskGroup(of: (UInt64, SimulationRun.Outcome).self) { group in
      var waiting = seeds.makeIterator()
      func startNext() {
        guard let seed = waiting.next() else { return }
        let (steps, shrinks) = (steps, shrinks)
        group.addTask { (seed, SimulationRun.run(seed: seed, steps: 0..<steps, shrinks: shrinks)) }
      }
      for _ in 0..<max(1, Platform.cores) { startNext() }
      while let (seed, outcome) = await group.next() {
        counts.merge(outcome.counts, uniquingKeysWith: +)
        if let failure = outcome.failure {
          failed[failure.kind, default: []].append(seed)
          HostProcess.write("\(failure)\n\(keep(failure))\n")
        }
        startNext()
      }
    }
    let seconds = Double(HostProcess.milliseconds() - began) / 1000
    for (what, count) in counts.sorted(by: { $0.key < $1.key }) { HostProcess.write("\(what): \(count)\n") }
    HostProcess.write("\(seeds.count) seeds of \(steps) steps in \(seconds) s; ")
    guard !failed.isEmpty else {
      HostProcess.write("all clean\n")
      return true
    }
    HostProcess.write("\(failed.values.reduce(0) { $0 + $1.count }) failed:\n")
    for (kind, seeds) in failed.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
      HostProcess.write("  \(seeds.count) × \(kind)\n")
      for seed in seeds.sorted() {
        HostProcess.write("    mentions-bench simulate --seeds \(seed) --steps \(steps)\n")
      }
    }
    return false
  }

  private func keep(_ failure: SimulationRun.Failure) -> String {
    guard let transcripts else { return "" }
    let path = "\(transcripts)/seed-\(failure.seed).jsonl"
    do {
      try BenchFiles.write(path) { append throws(BenchError) in try append(failure.transcript) }
      return "  transcript: \(path)\n"
    } catch {
      return "  \(error)\n"
    }
  }
}
