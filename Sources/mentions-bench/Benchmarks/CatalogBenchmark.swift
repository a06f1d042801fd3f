import Entities
import EntitySources

/// The search alone: one row for each kind of key.
enum CatalogBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let count = bench.rounds(1_000_000, quick: 100_000)
    let catalog = try DirectoryFile.make(count, bench).load().catalog
    var directory = Directory()
    return Directory.kinds.map { kind in
      var sample = Sample()
      for _ in 0..<bench.rounds(300, quick: 50) {
        let key = directory.key(kind, catalog.entity(at: directory.number(below: catalog.count)))
        sample.add(time(key, in: catalog))
      }
      return Row(
        "search in \(grouped(count)): \(kind)", goal: "p99 ≤ 1 ms", .milliseconds, ours: .measured(sample))
    }
  }

  /// The best of three: other work on the machine is not what is measured here.
  private static func time(_ key: String, in catalog: EntityCatalog) -> Double {
    let clock = ContinuousClock()
    return (0..<3).map { _ in
      var answers = 0
      let duration = clock.measure { answers = catalog.search(MatchQuery(key: key)).matches.count }
      // Read, so that nothing is left out.
      return answers < 0 ? 0 : duration.milliseconds
    }.min() ?? 0
  }
}
