import JSONText

/// From the program's start until `initialize` is answered, and the memory that it holds then.
enum StartBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    var rows = [
      Row("start to initialize answered", goal: "≤ 5 ms", .milliseconds),
      Row("resident memory after initialize", goal: "≤ 10 MiB", .mebibytes),
    ]
    var servers = bench.servers
    let rounds = bench.rounds(20, quick: 3)
    for round in -1..<rounds {
      bench.eachServer(&servers, failing: &rows) { server throws(BenchError) in
        let start = ContinuousClock().now
        let child = try ChildServer(server)
        defer { child.end() }
        try child.initialize(folder: bench.folder)
        let duration = child.arrival - start
        // The first round brings the program into the system's cache.
        return round < 0 ? [] : [duration.milliseconds, child.residentMemory]
      }
    }
    return rows
  }
}
