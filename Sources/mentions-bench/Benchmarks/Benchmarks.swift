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
      name: "idle", summary: "completion where nothing is being created", run: IdleBenchmark.rows),
    Benchmark(
      name: "completion", summary: "lists from 1,000, 100,000 and 1,000,000 entities",
      run: CompletionBenchmark.rows),
    Benchmark(
      name: "catalog", summary: "the search alone, by kind of key", run: CatalogBenchmark.rows),
    Benchmark(
      name: "directory", summary: "reading a directory of 1,000,000 entities", run: DirectoryBenchmark.rows),
    Benchmark(
      name: "tokens", summary: "semantic tokens of 100,000 annotations", run: TokensBenchmark.rows),
    Benchmark(
      name: "growth", summary: "large edits and openings with 12,500 to 100,000 mentions",
      run: GrowthBenchmark.rows),
    Benchmark(name: "wire", summary: "reading and writing messages", run: WireBenchmark.rows),
  ]
}

/// 1,000,000 as people write it.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}
