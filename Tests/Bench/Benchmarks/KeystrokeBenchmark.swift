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
