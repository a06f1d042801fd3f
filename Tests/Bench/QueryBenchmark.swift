import Entities
import EntitySources
import JSONText
import ServerHost
import SystemCalls

/// The search alone: classes of keys, each key typed letter by letter, every beginning of it a query.
enum QueryBenchmark {
  /// Each query counts with the least of so many: other work on the machine is not what is measured.
  private static let repetitions = 5

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let sizes =
      bench.options.isQuick ? [200, 400] : [1000, 10_000, 100_000, 250_000, 500_000, 1_000_000]
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

/// What people type to find somebody, by how it leads there.
enum QueryClass: String, CaseIterable {
  case oneLetter = "one letter"
  case namePrefix = "name prefix"
  case wordPrefix = "word prefix"
  case handle
  case email = "e-mail"
  case alias
  case initials
  case twoWords = "two words in order"
  case twoWordsTurned = "two words out of order"
  case threeWordsTurned = "three words out of order"
  case nameOfTwo = "whole name of two words"
  case nameOfFour = "whole name of four words"
  case subsequence
  case wordWithTypo = "word with one typo"
  case nameWithTypos = "name with two typos"
  case otherScript = "other scripts"
  case longKey = "name and text after it"
  case nothing

  /// A key as it stands once all is typed, made from an entity; nil where the entity has nothing of the kind.
  func key(_ entity: Entity, _ directory: inout Directory) -> String? {
    let words = entity.name.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, let last = words.last else { return nil }
    let isLatin = entity.name.utf8.allSatisfy { $0 < 0x80 }
    if isLatin == (self == .otherScript) { return nil }
    func begun(_ word: String, _ letters: Int) -> Substring { word.prefix(letters) }
    switch self {
    case .oneLetter: return String(first.prefix(1))
    case .namePrefix: return String(entity.name.prefix(3 + directory.number(below: 6))).lowercased()
    case .wordPrefix: return String(last.prefix(3 + directory.number(below: 4)))
    case .handle: return entity.handle
    case .email: return entity.email.map { String($0.prefix(18)) }
    case .alias: return entity.aliases.first?.lowercased()
    case .initials: return words.count < 3 ? nil : String(words.compactMap(\.first))
    case .twoWords: return words.count < 2 ? nil : begun(first, 3) + " " + begun(last, 4)
    case .twoWordsTurned: return words.count < 2 ? nil : begun(last, 4) + " " + begun(first, 3)
    case .threeWordsTurned:
      return words.count < 3 ? nil : begun(last, 3) + " " + begun(words[1], 3) + " " + begun(first, 3)
    case .nameOfTwo: return words.count == 2 ? entity.name : nil
    case .nameOfFour: return words.count == 4 ? entity.name : nil
    case .subsequence: return String(entity.name.lowercased().filter { _ in directory.number(below: 10) < 6 })
    case .wordWithTypo: return directory.typo(last)
    case .nameWithTypos: return words.count == 2 ? directory.typo(first) + " " + directory.typo(last) : nil
    case .otherScript: return entity.name
    case .longKey: return entity.name.lowercased() + " will send the minutes of the meeting tomorrow"
    case .nothing: return String((0..<8).map { _ in Array("qxzjkwvy")[directory.number(below: 8)] })
    }
  }
}

/// A key letter by letter, as it is asked for while it is typed.
struct TypedKey {
  /// The beginnings, the shortest first.
  let queries: [MatchQuery]
  /// For each whether somebody is to be found, because the entity of which the key was made matches it.
  let isAnswerDue: [Bool]

  init(_ key: String, _ entity: Entity) {
    let beginnings = key.indices.map { String(key[...$0]) }
    queries = beginnings.map { MatchQuery(key: $0) }
    isAnswerDue = beginnings.map { EntityMatcher($0).match(entity) != nil }
  }

  /// So many keys of a class, of entities of a catalog by chance.
  static func keys(
    _ queryClass: QueryClass, _ count: Int, _ catalog: EntityCatalog, _ directory: inout Directory
  ) -> [TypedKey] {
    var keys: [TypedKey] = []
    // Every thirtieth or so is of the rarest kind.
    for _ in 0..<count * 200 where keys.count < count {
      let entity = catalog.entity(at: directory.number(below: catalog.count))
      if let key = queryClass.key(entity, &directory), !key.isEmpty { keys.append(TypedKey(key, entity)) }
    }
    return keys
  }
}

/// What queries cost.
struct QuerySample {
  /// In microseconds.
  var wall = Sample()
  /// The processor's work for the thread that searched, in microseconds.
  var processor = Sample()
  /// Answers without items where some were due.
  var failures = 0

  init() {}

  /// - Parameters:
  ///   - wall: in nanoseconds.
  ///   - processor: in nanoseconds.
  ///   - failures: answers without items where some were due.
  init(wall: [Int], processor: [Int], failures: Int) {
    self.wall = Sample(wall.map { Double($0) / 1000 })
    self.processor = Sample(processor.map { Double($0) / 1000 })
    self.failures = failures
  }

  mutating func add(_ other: QuerySample) {
    for value in other.wall.values { wall.add(value) }
    for value in other.processor.values { processor.add(value) }
    failures += other.failures
  }
}

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

/// Makes an index with one engine, asks it for each key, and prints nanoseconds of the clock and of the processor
/// and how many were found, 50 at most, as JSON.
enum SearchScript {
  static let source = #"""
    import json, os, re, subprocess, sys, time

    engine, people_file, keys_file, program = sys.argv[1:5]
    with open(people_file, encoding="utf-8") as file:
        people = file.read().split("\n")[:-1]
    with open(keys_file, encoding="utf-8") as file:
        keys = file.read().split("\n")[:-1]

    if engine == "sqlite":
        import sqlite3
        base = sqlite3.connect(":memory:")
        base.execute("create virtual table people using fts5(text, tokenize='trigram')")
        base.executemany("insert into people values (?)", ((line,) for line in people))

        def search(key):
            if len(key) < 3:
                # Trigrams know no shorter text.
                query = "select rowid from people where text like ? limit 50"
                return len(base.execute(query, ("%" + key + "%",)).fetchall())
            phrase = " ".join('"' + word.replace('"', '""') + '"' for word in key.split() if len(word) >= 3)
            query = "select rowid from people where people match ? limit 50"
            return len(base.execute(query, (phrase or '"' + key + '"',)).fetchall())
    elif engine == "rapidfuzz":
        from rapidfuzz import fuzz, process
        folded = [line.lower() for line in people]

        def search(key):
            return len(process.extract(key.lower(), folded, scorer=fuzz.ratio, limit=50))
    elif engine == "tantivy":
        import tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", stored=True)
        schema = builder.build()
        index = tantivy.Index(schema)
        writer = index.writer(200_000_000)
        for line in people:
            writer.add_document(tantivy.Document(text=line))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        searcher = index.searcher()

        def search(key):
            words = re.findall(r"\w+", key.lower())
            parts = [
                (
                    tantivy.Occur.Must,
                    tantivy.Query.fuzzy_term_query(
                        schema, "text", word, distance=1 if len(word) >= 4 else 0, prefix=True
                    ),
                )
                for word in words
            ]
            return len(searcher.search(tantivy.Query.boolean_query(parts), 50).hits)
    else:

        def search(key):
            with open(people_file, "rb") as file:
                found = subprocess.run([program, "--filter", key], stdin=file, stdout=subprocess.PIPE).stdout
            return min(50, found.count(b"\n"))

    def processor():
        times = os.times()
        return int((times.user + times.system + times.children_user + times.children_system) * 1e9)

    answers = []
    for key in keys:
        start, worked, precise = time.perf_counter_ns(), processor(), time.process_time_ns()
        found = search(key)
        spent = processor() - worked if engine == "fzf" else time.process_time_ns() - precise
        answers.append([time.perf_counter_ns() - start, spent, found])
    print(json.dumps(answers))

    """#
}
