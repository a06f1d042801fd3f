import JSONText

/// From the program's start until `initialize` is answered, and the memory that it holds then.
enum StartBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    var rows = [
      Row("start to initialize answered", goal: "≤ 2 ms", .milliseconds),
      Row("processors until then", .milliseconds),
      Row("resident memory then", goal: "≤ 5.5 MiB", .mebibytes),
      Row("of it anonymous", .mebibytes),
      Row("of it the program's file and mapped ones", .mebibytes),
    ]
    var servers = bench.servers
    let rounds = bench.rounds(50, quick: 3)
    for round in -1..<rounds {
      bench.eachServer(&servers, failing: &rows) { server throws(BenchError) in
        let start = ContinuousClock().now
        let child = try ChildServer(server)
        defer { child.end() }
        try child.initialize(folder: bench.folder)
        let duration = child.arrival - start
        // The first round brings the program into the system's cache.
        guard round >= 0 else { return [] }
        return [
          duration.milliseconds, child.processorTime, child.residentMemory, child.anonymousMemory,
          child.fileMemory,
        ]
      }
    }
    return rows
  }
}
