import JSONText
import LanguageProtocol

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
