import ServerHost

/// Something that is measured: its name on the command line, and how.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  let run: @Sendable (Bench) throws(BenchError) -> [Row]
}

enum Benchmarks {
  static let all = [
    Benchmark(
      name: "start", summary: "from the program's start until initialize is answered, and its memory then",
      run: StartBenchmark.rows),
    Benchmark(
      name: "keystroke", summary: "2,000 changes in small and huge documents", run: KeystrokeBenchmark.rows),
    Benchmark(
      name: "text", summary: "edits far apart, pastes and whole documents sent again, 1 to 100 MB",
      run: TextBenchmark.rows),
    Benchmark(
      name: "idle", summary: "completion where nothing is being created", run: IdleBenchmark.rows),
    Benchmark(
      name: "completion", summary: "lists from 1,000, 100,000 and 1,000,000 entities",
      run: CompletionBenchmark.rows),
    Benchmark(
      name: "queries", summary: "the search alone: 18 classes of keys, each typed letter by letter",
      run: QueryBenchmark.rows),
    Benchmark(
      name: "load", summary: "reading 250,000, 500,000 and 1,000,000 entities into memory",
      run: LoadBenchmark.rows),
    Benchmark(
      name: "directory", summary: "reading a directory of 1,000,000 entities", run: DirectoryBenchmark.rows),
    Benchmark(
      name: "cache", summary: "the same out of the cache that an earlier start left", run: CacheBenchmark.rows
    ),
    Benchmark(
      name: "workspace", summary: "where somebody is mentioned in 25,000, 50,000 and 100,000 files",
      run: WorkspaceBenchmark.rows),
    Benchmark(
      name: "tokens", summary: "semantic tokens of 100,000 annotations", run: TokensBenchmark.rows),
    Benchmark(
      name: "diagnostics", summary: "what is wrong with mentions, after each key in 10 KB, 256 KB and 1 MB",
      run: DiagnosticsBenchmark.rows),
    Benchmark(
      name: "growth", summary: "large edits and openings with 12,500 to 100,000 mentions",
      run: GrowthBenchmark.rows),
    Benchmark(name: "wire", summary: "reading and writing messages", run: WireBenchmark.rows),
  ]

  /// Names and summaries, for the help.
  static var list: [(name: String, summary: String)] { all.map { ($0.name, $0.summary) } }

  /// Runs the chosen benchmarks in their order.
  static func run(_ bench: Bench) -> Report {
    let only = bench.options.only
    for benchmark in all where only.isEmpty || only.contains(benchmark.name) {
      HostProcess.complain("measuring \(benchmark.name)…\n")
      do {
        bench.add(try benchmark.run(bench))
      } catch {
        bench.fail("\(benchmark.name): \(error)")
      }
    }
    bench.note(
      "least, median and p99 are ours; a peer's figure is its median, and (×) how many times our median")
    bench.note("seed \(Bench.seed); what warms up is not counted; servers take turns within each round")
    return bench.report
  }
}
