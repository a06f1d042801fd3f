import JSONText
import LanguageProtocol

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
