import Entities
import EntitySources
import JSONText
import ServerHost

/// Other programs and libraries that find people by parts of their names, asked for the same keys.
struct SearchPeers {
  private struct Engine {
    let name: String
    /// As the script knows it.
    let id: String
    /// The Python module that it takes; nil for a program.
    let module: String?
  }

  private static let engines = [
    Engine(name: "SQLite FTS5, trigrams", id: "sqlite", module: "sqlite3"),
    Engine(name: "rapidfuzz, ratio", id: "rapidfuzz", module: "rapidfuzz"),
    Engine(name: "tantivy, prefixes with one typo", id: "tantivy", module: "tantivy"),
    Engine(name: "fzf --filter", id: "fzf", module: nil),
  ]

  /// One row for each: what it needs for whole keys, whose first letters are left out for its sake.
  ///
  /// - Parameters:
  ///   - size: how many people are searched.
  ///   - keys: of all classes.
  ///   - ours: all our queries.
  ///   - bench: the run that it belongs to.
  static func table(
    _ size: Int, _ keys: [TypedKey], _ ours: QuerySample, _ bench: Bench
  ) throws(BenchError) -> Table {
    var table = Table(
      "The same whole keys, other engines (\(grouped(size)) entities)",
      ["engine", "keys", "p50 µs", "p99 µs", "worst µs", "CPU p50", "p50 × ours", "empty"])
    let files = try Files(size, keys, bench)
    for engine in engines {
      do throws(BenchError) {
        guard let command = try command(engine, files, bench) else {
          table.add([engine.name, "not installed"])
          let remedy = engine.module == nil ? "install it, or name it with --fzf" : PyglsServer.recipe
          bench.note("\(engine.name): not on this machine; \(remedy)")
          continue
        }
        let sample = try measure(command, keys)
        table.add(
          [engine.name, grouped(keys.count)]
            + [
              sample.wall.median, sample.wall.p99, sample.wall.worst, sample.processor.median,
              sample.wall.median / ours.wall.median,
            ].map(Report.figure) + ["\(sample.failures)"])
      } catch {
        table.add([engine.name, "failed"])
        bench.note("\(engine.name): \(error)")
      }
    }
    return table
  }

  private struct Files {
    let script: String
    let people: String
    let keys: String

    /// A line for each entity and one for each key.
    init(_ size: Int, _ keys: [TypedKey], _ bench: Bench) throws(BenchError) {
      script = bench.file("search.py")
      try BenchFiles.write(script) { append throws(BenchError) in try append(Array(SearchScript.source.utf8))
      }
      self.keys = bench.file("keys.txt")
      let lines = keys.compactMap(\.queries.last?.key).map { $0 + "\n" }
      try BenchFiles.write(self.keys) { append throws(BenchError) in try append(Array(lines.joined().utf8)) }
      people = bench.file("people.txt")
      var directory = Directory()
      try BenchFiles.write(people) { append throws(BenchError) in
        for at in 0..<size {
          let entity = directory.variedEntity(at)
          let texts = [entity.name, entity.handle ?? "", entity.email ?? ""] + entity.aliases
          try append(Array((texts.joined(separator: " ") + "\n").utf8))
        }
      }
    }
  }

  /// Nil where the engine is not on this machine.
  private static func command(
    _ engine: Engine, _ files: Files, _ bench: Bench
  ) throws(BenchError) -> ChildCommand? {
    guard let python = try bench.finder.python(having: engine.module ?? "sys") else { return nil }
    var program = ""
    if engine.module == nil {
      guard let path = try bench.finder.program(engine.id) else { return nil }
      program = path
    }
    return ChildCommand(
      [python, files.script, engine.id, files.people, files.keys, program], deadline: 900_000)
  }

  private static func measure(_ command: ChildCommand, _ keys: [TypedKey]) throws(BenchError) -> QuerySample {
    let result: ChildResult
    do throws(ChildError) { result = try ChildProcess.run(command) } catch { throw BenchError("\(error)") }
    guard result.isSuccess, let value = try? JSONParser.parse(result.output),
      let answers = value.arrayValue, answers.count == keys.count
    else { throw BenchError(result.complaint) }
    var sample = QuerySample()
    for (answer, key) in zip(answers, keys) {
      guard let numbers = answer.arrayValue?.compactMap(\.intValue), numbers.count == 3 else {
        throw BenchError("the script's answer is not understood")
      }
      let isEmpty = numbers[2] == 0 && key.isAnswerDue.last == true
      sample.add(
        QuerySample(wall: [numbers[0]], processor: [numbers[1]], failures: isEmpty ? 1 : 0))
    }
    return sample
  }
}
