import Entities
import EntitySources
import SystemCalls

/// Reading a directory into a catalog in this process: what n, 2n and 4n entities cost.
enum LoadBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let most = bench.rounds(1_000_000, quick: 100_000)
    var rows: [Row] = []
    for count in [most / 4, most / 2, most] {
      let file = try DirectoryFile.make(count, bench)
      let goals = count == 1_000_000 ? ("≤ 1300 ms", "≤ 1900 ms") : ("linear", "linear")
      let first = count == 1_000_000 ? "≤ 600 ms" : "linear"
      var early = Row("\(grouped(count)) entities read: first people", goal: first, .milliseconds)
      var wall = Row("\(grouped(count)) entities read: time", goal: goals.0, .milliseconds)
      var processor = Row("\(grouped(count)) entities read: processors", goal: goals.1, .milliseconds)
      for round in -1..<bench.rounds(5, quick: 1) {
        let clock = ContinuousClock()
        let before = (clock.now, Platform.processorMicroseconds())
        var found: ContinuousClock.Instant?
        let read = file.load { loaded in
          let hits = loaded.catalog.search(MatchQuery(key: "ada", limit: 5)).matches.count
          if hits == 5 { found = clock.now }
        }.catalog.count
        let after = (clock.now, Platform.processorMicroseconds())
        guard read == count else { throw BenchError("\(read) of \(count) entities were read") }
        guard let found = found ?? (count < EarlyCatalog.leastEntities ? after.0 : nil) else {
          throw BenchError("nobody was found before the end")
        }
        guard round >= 0 else { continue }
        early.ours.add((found - before.0).milliseconds)
        wall.ours.add((after.0 - before.0).milliseconds)
        processor.ours.add(Double(after.1 - before.1) / 1000)
      }
      rows += [early, wall, processor]
    }
    return rows
  }
}
