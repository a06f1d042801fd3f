import JSONText
import LanguageProtocol
import ServerHost
import SystemCalls

/// A large directory out of the cache that an earlier start has left: from `initialized` until its last line is offered.
enum CacheBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let most = bench.rounds(1_000_000, quick: 100_000)
    var all: [Row] = []
    for count in [most / 4, most / 2, most] { all += try rows(count, bench) }
    return all
  }

  private static func rows(_ count: Int, _ bench: Bench) throws(BenchError) -> [Row] {
    let file = try DirectoryFile.make(count, bench)
    // A file that has just changed is compared byte by byte; this one has not.
    try BenchFiles.age(file.path)
    let isWhole = count == 1_000_000
    let name = "\(grouped(count)) from the cache"
    var warm = Row("\(name): first answer", goal: isWhole ? "≤ 10 ms" : "constant", .milliseconds)
    var cold = Row("\(name), not in memory: first answer", goal: isWhole ? "≤ 200 ms" : "", .milliseconds)
    var work = Row("\(name): processors until then", .milliseconds)
    var anonymous = Row("\(name): anonymous memory", goal: isWhole ? "≤ 15 MiB" : "constant", .mebibytes)
    var mapped = Row("\(name): memory of files", .mebibytes)
    bench.emptyCache()
    _ = try start(file, bench, count)
    for round in -1..<bench.rounds(10, quick: 2) {
      let start = try start(file, bench, count)
      guard start.wasStored else { throw BenchError("there is nothing in the cache") }
      guard round >= 0 else { continue }
      warm.ours.add(start.milliseconds)
      if let spent = start.processors { work.ours.add(spent) }
      if let held = start.anonymous { anonymous.ours.add(held) }
      if let held = start.mapped { mapped.ours.add(held) }
    }
    for _ in 0..<bench.rounds(5, quick: 1) {
      for path in bench.cacheFiles + [file.path] { Platform.dropFromMemory(path) }
      cold.ours.add(try start(file, bench, count).milliseconds)
    }
    return [warm, cold, work, anonymous, mapped]
  }

  private struct Start {
    let milliseconds: Double
    let processors: Double?
    let anonymous: Double?
    let mapped: Double?
    /// Whether there was something in the cache.
    let wasStored: Bool
  }

  /// Starts a server, asks for who is in the last line, and has the server end as clients do.
  private static func start(_ file: DirectoryFile, _ bench: Bench, _ count: Int) throws(BenchError) -> Start {
    let isStored = !bench.cacheFiles.isEmpty
    let child = try ChildServer(bench.ours)
    defer { child.end() }
    let uri = bench.uri("cache.md")
    try child.initialize(folder: bench.folder, options: file.settings(usesCache: true))
    let start = ContinuousClock().now
    try child.open(uri, "Hello \n")
    let end = try DirectoryBenchmark.untilRead(child, uri, line: 1, column: 0)
    let result = Start(
      milliseconds: (end - start).milliseconds, processors: child.processorTime,
      anonymous: child.anonymousMemory, mapped: child.fileMemory, wasStored: isStored)
    // The first start has to write it.
    try bench.waitForCache(ending: ".catalog")
    try child.shutDown()
    return result
  }
}
