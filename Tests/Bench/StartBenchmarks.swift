import Entities
import EntitySources
import JSONText
import LanguageProtocol
import ServerHost
import SystemCalls

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

/// Completion is asked for at trigger characters that are inside names too, so mostly where nothing is being
/// created. It is held against a request that no server knows, which costs what the pipe costs.
enum IdleBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    [try unknown(bench)] + (try completion(bench)) + [alone(bench)]
  }

  /// The pipe, everybody's.
  private static func unknown(_ bench: Bench) throws(BenchError) -> Row {
    var rows = [Row("unknown request, there and back", .microseconds)]
    var servers = bench.servers
    var open: [String: ChildServer] = [:]
    defer { for child in open.values { child.end() } }
    bench.eachServer(&servers, failing: &rows) { server throws(BenchError) in
      let child = try ChildServer(server)
      open[server.name] = child
      try child.initialize(folder: bench.folder)
      child.queue(Messages.notification(.initialized, [:]))
      return []
    }
    for round in -50..<bench.rounds(1000, quick: 100) {
      bench.eachServer(&servers, failing: &rows) { server throws(BenchError) in
        guard let (duration, _) = try open[server.name]?.timed(Messages.unknown, [:]) else { return [] }
        return round < 0 ? [] : [duration.microseconds]
      }
    }
    return rows[0]
  }

  /// A key and then the one or the other request, by turns.
  private static func completion(_ bench: Bench) throws(BenchError) -> [Row] {
    let child = try ChildServer(bench.ours)
    defer { child.end() }
    let uri = bench.uri("idle.md")
    let lines = bench.ours.document(bytes: 100_000)
    try child.initialize(folder: bench.folder, options: ["demo": true])
    try child.open(uri, lines.joined(separator: "\n"))
    var typing = Typing(uri: uri, lines: lines.count, prefix: 0, text: "a ")
    var unknown = Sample()
    var completion = Sample()
    for round in -50..<bench.rounds(2000, quick: 300) {
      child.queue(typing.next(from: 0))
      let (pipe, _) = try child.timed(Messages.unknown, [:])
      let place = typing.cursor(from: 0)
      child.queue(typing.next(from: 0))
      let (all, _) = try child.timed(
        .completion, Messages.place(uri, line: place.line, column: place.character + 1))
      if round >= 0 {
        unknown.add(pipe.microseconds)
        completion.add(all.microseconds)
      }
    }
    return [
      Row("key and completion, nothing created, there and back", .microseconds, ours: .measured(completion)),
      Row(
        "completion, nothing created, beyond the pipe (difference of medians)", goal: "≤ 20 µs",
        .microseconds,
        [completion.median - unknown.median]),
    ]
  }

  private static func alone(_ bench: Bench) -> Row {
    let session = LocalSession(options: ["demo": true])
    let uri = bench.uri("idle.md")
    let lines = bench.ours.document(bytes: 100_000)
    session.handle(LocalSession.bytes(Messages.didOpen(uri, "markdown", lines.joined(separator: "\n"))))
    var typing = Typing(uri: uri, lines: lines.count, prefix: 0, text: "a ")
    var sample = Sample()
    for round in -200..<bench.rounds(2000, quick: 500) {
      let place = typing.cursor(from: 0)
      session.handle(LocalSession.bytes(typing.next(from: 0)))
      let request = session.request(
        .completion, Messages.place(uri, line: place.line, column: place.character + 1))
      let duration = session.timed(request)
      if round >= 0 { sample.add(duration.microseconds) }
    }
    return Row(
      "completion, nothing created, without a pipe", goal: "≤ 20 µs", .microseconds, ours: .measured(sample))
  }
}
