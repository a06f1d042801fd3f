import Entities
import EntitySources
import JSONText
import LanguageProtocol

/// What a key costs: a batch of changes until a cheap request after them is answered, over a pipe, and each change
/// alone, without one.
enum KeystrokeBenchmark {
  private struct Document {
    let name: String
    let bytes: Int
    let goal: String
    let isForPeers: Bool
  }

  private static let documents = [
    Document(name: "10 KB", bytes: 10_000, goal: goal, isForPeers: true),
    Document(name: "1 MB", bytes: 1_000_000, goal: goal, isForPeers: true),
    Document(name: "100 MB", bytes: 100_000_000, goal: goal, isForPeers: false),
  ]
  private static let goal = "≤ 6 µs"

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    var rows: [Row] = []
    for document in documents { rows += try overPipe(document, bench) }
    rows += try overPipeWithAnnotations(bench)
    for document in documents { rows.append(alone(document, bench)) }
    rows.append(aloneWithAnnotations(bench))
    rows.append(aloneWithNames(bench))
    bench.note(
      "keystroke over a pipe: \(grouped(keys(bench, isOurs: true))) didChange to us and "
        + "\(grouped(keys(bench, isOurs: false))) to a peer, all sent at once and then hover; a round's time by its keys"
    )
    return rows
  }

  private static func keys(_ bench: Bench, isOurs: Bool) -> Int {
    isOurs ? bench.rounds(2000, quick: 1000) : bench.rounds(200, quick: 50)
  }

  // MARK: Over a pipe

  private static func overPipe(_ document: Document, _ bench: Bench) throws(BenchError) -> [Row] {
    var rows = [
      Row("keystroke, \(document.name), over a pipe", goal: document.goal, .microseconds),
      Row("processors for it", .microseconds),
    ]
    var servers = document.isForPeers ? bench.servers : [bench.ours]
    var open: [String: (child: ChildServer, typing: Typing)] = [:]
    bench.eachServer(&servers, failing: &rows) { server throws(BenchError) in
      open[server.name] = try opened(document, server, bench)
      return []
    }
    defer { for (child, _) in open.values { child.end() } }
    let rounds = bench.rounds(5, quick: 3)
    for round in -1..<rounds {
      bench.eachServer(&servers, failing: &rows) { server throws(BenchError) in
        guard let child = open[server.name]?.child else { return [] }
        let count = keys(bench, isOurs: server.isOurs)
        for _ in 0..<count {
          guard let typing = open[server.name]?.typing else { break }
          if let key = open[server.name]?.typing.next(from: typing.lines / 2) { child.queue(key) }
        }
        let place = Messages.place(
          bench.uri("document." + server.fileEnding), line: 0, column: server.linePrefix.utf8.count)
        let (wall, work) = try time(of: count, in: child, then: place)
        return round < 0 ? [] : [wall, work]
      }
    }
    return rows
  }

  private static func opened(
    _ document: Document, _ server: Server, _ bench: Bench
  ) throws(BenchError) -> (ChildServer, Typing) {
    let lines = server.document(bytes: document.bytes)
    let uri = bench.uri("document." + server.fileEnding)
    let child = try ChildServer(server)
    try child.initialize(folder: bench.folder)
    try child.open(uri, lines.joined(separator: "\n"))
    return (child, Typing(uri: uri, lines: lines.count, prefix: server.linePrefix.utf8.count))
  }

  private static func overPipeWithAnnotations(_ bench: Bench) throws(BenchError) -> [Row] {
    let child = try ChildServer(bench.ours)
    defer { child.end() }
    let document = AnnotatedDocument(uri: bench.uri("annotated.md"))
    try child.initialize(folder: bench.folder)
    try child.open(document.uri, document.text)
    try document.check(try child.ask(.mentionsAdd, document.additions))
    var typing = Typing(uri: document.uri, lines: AnnotatedDocument.plainLines, prefix: 0)
    let count = keys(bench, isOurs: true)
    var rows = [
      Row(
        "keystroke before \(grouped(AnnotatedDocument.count)) annotations, over a pipe", goal: goal,
        .microseconds), Row("processors for it", .microseconds),
    ]
    for round in -1..<bench.rounds(5, quick: 3) {
      for _ in 0..<count { child.queue(typing.next(from: 0)) }
      let place = Messages.place(document.uri, line: 0, column: 0)
      let (wall, work) = try time(of: count, in: child, then: place)
      guard round >= 0 else { continue }
      rows[0].ours.add(wall)
      if let work { rows[1].ours.add(work) }
    }
    return rows
  }

  /// What each of the queued keys costs until a hover after them is answered, and what processors have worked for it;
  /// both in microseconds.
  private static func time(
    of keys: Int, in child: ChildServer, then place: JSONValue
  ) throws(BenchError) -> (wall: Double, work: Double?) {
    let before = child.processorTime
    let (duration, _) = try child.timed(.hover, place)
    var work: Double?
    if let before, let after = child.processorTime { work = (after - before) * 1000 / Double(keys) }
    return (duration.microseconds / Double(keys), work)
  }

  // MARK: Alone

  private static func alone(_ document: Document, _ bench: Bench) -> Row {
    let lines = bench.ours.document(bytes: document.bytes)
    let session = LocalSession(options: ["demo": true])
    let uri = bench.uri("document.md")
    session.handle(LocalSession.bytes(Messages.didOpen(uri, "markdown", lines.joined(separator: "\n"))))
    var typing = Typing(uri: uri, lines: lines.count, prefix: 0)
    return Row(
      "keystroke, \(document.name), without a pipe", goal: document.goal, .microseconds,
      each(of: &typing, from: lines.count / 2, in: session, bench))
  }

  private static func aloneWithAnnotations(_ bench: Bench) -> Row {
    let (session, document) = AnnotatedDocument.session(bench)
    var typing = Typing(uri: document.uri, lines: AnnotatedDocument.plainLines, prefix: 0)
    return Row(
      "keystroke before \(grouped(AnnotatedDocument.count)) annotations, without a pipe", goal: goal,
      .microseconds,
      each(of: &typing, from: 0, in: session, bench))
  }

  /// Capitalised words begin implicit mentions: these keys step the second machine too, and search.
  private static func aloneWithNames(_ bench: Bench) -> Row {
    let lines = bench.ours.document(bytes: 10_000)
    let session = LocalSession(options: ["demo": true])
    let uri = bench.uri("names.md")
    session.handle(LocalSession.bytes(Messages.didOpen(uri, "markdown", lines.joined(separator: "\n"))))
    var typing = Typing(uri: uri, lines: lines.count, prefix: 0, text: "Alan Turing, Edsger and @donald ")
    return Row(
      "keystroke, names among the words, searched in 25, without a pipe", .microseconds,
      each(of: &typing, from: 0, in: session, bench))
  }

  private static func each(
    of typing: inout Typing, from line: Int, in session: LocalSession, _ bench: Bench
  ) -> [Double] {
    let count = keys(bench, isOurs: true)
    let messages = (0..<count + count / 10).map { _ in LocalSession.bytes(typing.next(from: line)) }
    let times = messages.map { session.timed($0).microseconds }
    return Array(times.dropFirst(count / 10))
  }
}

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

/// Semantic tokens of a document with many annotations: all of them, and what a key changes.
enum TokensBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] { alone(bench) + (try overPipe(bench)) }

  /// A key in the middle of the annotations, before one on its line.
  private static func key(_ document: AnnotatedDocument, _ round: Int) -> RPCMessage {
    Messages.didChange(
      document.uri, version: round + 1, line: AnnotatedDocument.plainLines + AnnotatedDocument.count / 2,
      column: 0, "x")
  }

  private static func resultID(_ value: JSONValue?) throws(BenchError) -> String {
    guard let id = value?["resultId"]?.stringValue else {
      throw BenchError("semantic tokens came without a resultId")
    }
    return id
  }

  private static func parameters(_ document: AnnotatedDocument, since id: String) -> JSONValue {
    ["textDocument": ["uri": .string(document.uri.text)], "previousResultId": .string(id)]
  }

  private static let count = grouped(AnnotatedDocument.count)

  private static func alone(_ bench: Bench) -> [Row] {
    let (session, document) = AnnotatedDocument.session(bench)
    var full = Sample()
    for round in -2..<bench.rounds(30, quick: 5) {
      let duration = session.timed(session.request(.semanticTokensFull, Messages.document(document.uri)))
      if round >= 0 { full.add(duration.milliseconds) }
    }
    var delta = Sample()
    // Every answer's id is one more than the one before.
    var known = bench.rounds(30, quick: 5) + 2
    for round in 0..<bench.rounds(200, quick: 20) {
      session.handle(LocalSession.bytes(key(document, round)))
      let request = session.request(
        .semanticTokensFullDelta, parameters(document, since: String(known)))
      let duration = session.timed(request)
      known += 1
      if round >= 2 { delta.add(duration.milliseconds) }
    }
    return [
      Row(
        "semantic tokens of \(count), full, without a pipe", goal: "≤ 10 ms", .milliseconds,
        ours: .measured(full)),
      Row(
        "semantic tokens of \(count), delta after a key, without a pipe", goal: "≤ 1 ms", .milliseconds,
        ours: .measured(delta)),
    ]
  }

  private static func overPipe(_ bench: Bench) throws(BenchError) -> [Row] {
    let child = try ChildServer(bench.ours)
    defer { child.end() }
    let document = AnnotatedDocument(uri: bench.uri("annotated.md"))
    try child.initialize(folder: bench.folder)
    try child.open(document.uri, document.text)
    try document.check(try child.ask(.mentionsAdd, document.additions))
    var full = Sample()
    var delta = Sample()
    var id = ""
    for round in -2..<bench.rounds(20, quick: 5) {
      let (duration, answer) = try child.timed(.semanticTokensFull, Messages.document(document.uri))
      id = try resultID(try? answer.get().value())
      if round >= 0 { full.add(duration.milliseconds) }
    }
    for round in -2..<bench.rounds(100, quick: 20) {
      child.queue(key(document, round + 2))
      let (duration, answer) = try child.timed(.semanticTokensFullDelta, parameters(document, since: id))
      let value = try? answer.get().value()
      id = try resultID(value)
      guard value?["edits"] != nil else { throw BenchError("no delta came, but all tokens") }
      if round >= 0 { delta.add(duration.milliseconds) }
    }
    return [
      Row(
        "semantic tokens of \(count), full, over a pipe", .milliseconds, ours: .measured(full)),
      Row(
        "key and semantic tokens of \(count), delta, over a pipe", .milliseconds, ours: .measured(delta)),
    ]
  }
}

/// Messages to values and values to bytes.
enum WireBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let rounds = bench.rounds(2000, quick: 200)
    let change = LocalSession.bytes(
      Messages.didChange("file:///people/notes.md", version: 7, line: 120, column: 33, "a"))
    let list = completionList(count: 200)
    return [
      try repeated(
        "one didChange from bytes to a value", .microseconds, rounds: rounds, inner: 20
      ) { () throws(BenchError) in
        guard case .notification(_, let params) = RPCMessage.decode(change),
          let read = try? params.params(DidChangeTextDocumentParams.self)
        else { throw BenchError("a didChange of ours cannot be read") }
        return read.textDocument.version
      },
      try repeated(
        "200 completion items to bytes", .microseconds, rounds: rounds, inner: 1
      ) { () throws(BenchError) in
        RPCEncoder.response(id: 7, result: list).count
      },
    ]
  }

  /// Times `inner` runs at once, so that the clock's own cost is not what is measured.
  private static func repeated(
    _ work: String, _ unit: Row.Unit, rounds: Int, inner: Int, _ body: () throws(BenchError) -> Int
  ) throws(BenchError) -> Row {
    var sample = Sample()
    var sum = 0
    let clock = ContinuousClock()
    for round in -rounds / 10..<rounds {
      let start = clock.now
      for _ in 0..<inner { sum &+= try body() }
      let duration = start.duration(to: clock.now)
      if round >= 0 { sample.add(duration.microseconds / Double(inner)) }
    }
    // Read, so that nothing is left out.
    guard sum != 0 else { throw BenchError("\(work) yields nothing") }
    return Row(work, unit, ours: .measured(sample))
  }

  private static func completionList(count: Int) -> CompletionList {
    var directory = Directory()
    let range = LanguageProtocol.Range(
      start: Position(line: 12, character: 4), end: Position(line: 12, character: 8))
    let items = (0..<count).map { index in
      let entity = directory.entity(index)
      var item = CompletionItem(label: entity.name)
      item.kind = .reference
      item.labelDetails = CompletionItemLabelDetails(
        detail: entity.handle.map { " @\($0)" }, description: entity.detail)
      item.filterText = "@ada \(entity.name) \(entity.handle ?? "")"
      item.sortText = String(1000 + index)
      item.textEdit = TextEdit(range: range, newText: entity.name)
      item.data = [1, 7, .integer(index)]
      return item
    }
    return CompletionList(isIncomplete: true, items: items)
  }
}
