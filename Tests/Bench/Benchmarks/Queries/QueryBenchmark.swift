import Entities
import EntitySources
import SystemCalls

/// The search alone: classes of keys, each key typed letter by letter, every beginning of it a query.
enum QueryBenchmark {
  /// Each query counts with the least of so many: other work on the machine is not what is measured.
  private static let repetitions = 5

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let sizes =
      bench.options.isQuick ? [500, 2000] : [1000, 10_000, 100_000, 250_000, 500_000, 1_000_000]
    var growth = QueryGrowth(sizes)
    for size in sizes {
      let catalog = try DirectoryFile.make(size, isVaried: true, bench).load().catalog
      var directory = Directory()
      var all = QuerySample()
      var classes: [(name: String, sample: QuerySample)] = []
      var keys: [TypedKey] = []
      for queryClass in QueryClass.allCases {
        let typed = TypedKey.keys(queryClass, bench.rounds(40, quick: 2), catalog, &directory)
        var sample = QuerySample()
        for key in typed { sample.add(measure(key, in: catalog, bench.rounds(repetitions, quick: 1))) }
        classes.append((queryClass.rawValue, sample))
        all.add(sample)
        keys += typed.prefix(bench.rounds(3, quick: 1))
      }
      classes.append(("all together", all))
      growth.add(classes)
      if size == sizes.last {
        bench.add(table(size, classes))
        if bench.options.comparesPeers { bench.add(try SearchPeers.table(size, keys, all, bench)) }
      }
      if all.failures > 0 { bench.fail("queries in \(grouped(size)): \(all.failures) answers without items") }
    }
    bench.add(growth.table)
    bench.note(
      "queries: each key letter by letter, each beginning the best of \(repetitions); `empty` counts answers "
        + "without items though the person of whom the key was made matches")
    return []
  }

  /// Types a key again and again and takes the least of each of its beginnings.
  private static func measure(_ key: TypedKey, in catalog: EntityCatalog, _ rounds: Int) -> QuerySample {
    var wall = key.queries.map { _ in Int.max }
    var processor = wall
    var failures = 0
    for round in 0..<rounds {
      var trail = SearchTrail()
      for (at, query) in key.queries.enumerated() {
        let start = ContinuousClock.now
        let before = Platform.threadNanoseconds()
        let answers = catalog.search(query, along: &trail).matches.count
        let after = Platform.threadNanoseconds()
        let duration = ContinuousClock.now - start
        if round == 0, answers == 0, key.isAnswerDue[at] { failures += 1 }
        processor[at] = min(processor[at], after - before)
        wall[at] = min(wall[at], Int(duration / .nanoseconds(1)))
      }
    }
    return QuerySample(wall: wall, processor: processor, failures: failures)
  }

  private static func table(_ size: Int, _ classes: [(name: String, sample: QuerySample)]) -> Table {
    var table = Table(
      "Queries in \(grouped(size)) entities, in the process (goal: p50 ≤ 250 µs and p99 ≤ 600 µs in every class, "
        + "p50 ≤ 70 µs and worst ≤ 750 µs for all together)",
      ["class", "queries", "p50 µs", "p99 µs", "worst µs", "CPU p50", "CPU p99", "CPU worst", "empty"])
    for (name, sample) in classes {
      table.add(
        [name, grouped(sample.wall.values.count)]
          + [sample.wall, sample.processor].flatMap { [$0.median, $0.p99, $0.worst].map(Report.figure) }
          + ["\(sample.failures)"])
    }
    return table
  }
}

/// The same classes in ever larger directories.
struct QueryGrowth {
  private(set) var table: Table

  init(_ sizes: [Int]) {
    table = Table(
      "Queries as the directory grows (CPU p99 in µs; the work of a pass over columns grows with n, all else does not)",
      ["class"] + sizes.map(grouped))
  }

  mutating func add(_ classes: [(name: String, sample: QuerySample)]) {
    if table.rows.isEmpty { for (name, _) in classes { table.add([name]) } }
    for (at, entry) in classes.enumerated() {
      table.rows[at].append(Report.figure(entry.sample.processor.p99))
    }
  }
}
