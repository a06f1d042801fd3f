import Entities
import EntitySources
import JSONText
import LanguageProtocol

/// From the key to the list: a change that writes `@` and a key, and the completion request after it, whose answer
/// holds at most 50 items.
enum CompletionBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    var rows: [Row] = []
    for count in bench.options.isQuick ? [1000, 100_000] : [1000, 100_000, 1_000_000] {
      let file = try DirectoryFile.make(count, bench)
      let loaded = file.load()
      let keys = keys(for: loaded, each: bench.rounds(60, quick: 10))
      rows.append(alone(count, file, loaded, keys, bench))
      rows += try overPipe(count, file, keys, bench)
    }
    bench.note(
      "completion: \(Directory.kinds.count) kinds of keys (\(Directory.kinds.joined(separator: ", "))), "
        + "each key the best of \(repetitions); the change that brings the key is counted")
    return rows
  }

  /// All kinds by turns.
  static func keys(for loaded: LoadedSource, each: Int) -> [String] {
    var directory = Directory()
    return (0..<each * Directory.kinds.count).map { index in
      let entity = loaded.catalog.entity(at: directory.number(below: loaded.catalog.count))
      return String(directory.key(Directory.kinds[index % Directory.kinds.count], entity).prefix(90))
    }
  }

  /// The best of these counts: other work on the machine is not what is measured.
  private static let repetitions = 3
  private static let goal = "p50 ≤ 0.2, p99 ≤ 0.8 ms"

  private static func alone(
    _ count: Int, _ file: DirectoryFile, _ loaded: LoadedSource, _ keys: [String], _ bench: Bench
  ) -> Row {
    let session = LocalSession(options: file.settings, loaded: loaded)
    let uri = bench.uri("completion.md")
    session.handle(LocalSession.bytes(Messages.didOpen(uri, "markdown", "Hello \n")))
    var sample = Sample()
    var version = 0
    func ask(_ key: String) -> Duration {
      let text = "@" + key
      let length = text.utf16.count
      version += 2
      let change = LocalSession.bytes(Messages.didChange(uri, version: version, line: 0, column: 6, text))
      let request = session.request(.completion, Messages.place(uri, line: 0, column: 6 + length))
      let duration = session.timed(change, request)
      let back = Messages.didChange(uri, version: version + 1, line: 0, column: 6, removing: length, "")
      session.handle(LocalSession.bytes(back))
      return duration
    }
    for key in keys.prefix(Directory.kinds.count) { _ = ask(key) }
    for key in keys { sample.add((0..<repetitions).map { _ in ask(key).milliseconds }.min() ?? 0) }
    return Row(
      "completion from \(grouped(count)), without a pipe", goal: goal, .milliseconds, ours: .measured(sample))
  }

  private static func overPipe(
    _ count: Int, _ file: DirectoryFile, _ keys: [String], _ bench: Bench
  ) throws(BenchError) -> [Row] {
    let child = try ChildServer(bench.ours)
    defer { child.end() }
    let uri = bench.uri("completion.md")
    try child.initialize(folder: bench.folder, options: file.settings)
    try child.open(uri, "Hello \n")
    _ = try DirectoryBenchmark.untilRead(child, uri, line: 1, column: 0)
    var sample = Sample()
    let before = child.processorTime
    var version = 1_000_000
    for (index, key) in (keys.prefix(Directory.kinds.count) + keys).enumerated() {
      let text = "@" + key
      let length = text.utf16.count
      var best = Double.infinity
      for _ in 0..<repetitions {
        version += 2
        child.queue(Messages.didChange(uri, version: version, line: 0, column: 6, text))
        let (duration, _) = try child.timed(.completion, Messages.place(uri, line: 0, column: 6 + length))
        best = min(best, duration.milliseconds)
        child.queue(Messages.didChange(uri, version: version + 1, line: 0, column: 6, removing: length, ""))
      }
      if index >= Directory.kinds.count { sample.add(best) }
    }
    var rows = [
      Row(
        "completion from \(grouped(count)), over a pipe", goal: goal, .milliseconds, ours: .measured(sample)),
      Row("processors for it, on average", .milliseconds),
    ]
    if let before, let after = child.processorTime {
      let requests = (keys.count + min(keys.count, Directory.kinds.count)) * repetitions
      rows[1].ours.add((after - before) / Double(requests))
    }
    return rows
  }
}
