import JSONText
import LanguageProtocol

/// What is wrong with the mentions of a document, asked for after each key. Documents above 32 KiB are read round the
/// edit alone.
enum DiagnosticsBenchmark {
  private static let documents = [
    ("10 KB", 10_000, "≤ 1 ms"), ("256 KB", 256_000, "≤ 10 ms"), ("1 MB", 1_000_000, "≤ 10 ms"),
  ]
  /// One line in so many mentions somebody unknown; each of the others somebody known.
  private static let unknownEvery = 100

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    var rows: [Row] = []
    for (name, bytes, goal) in documents {
      let session = LocalSession(options: options)
      let uri = bench.uri("diagnostics.md")
      let lines = lines(bytes: bytes)
      session.handle(LocalSession.bytes(Messages.didOpen(uri, "markdown", lines.joined(separator: "\n"))))
      let expected = (lines.count + unknownEvery - 1) / unknownEvery
      let first = session.timed(session.request(.diagnostic, Messages.document(uri)))
      try check(session, uri, expected)
      var typing = Typing(uri: uri, lines: lines.count, prefix: 0)
      var each = Sample()
      let count = bench.rounds(300, quick: 20)
      for round in -10..<count {
        let key = LocalSession.bytes(typing.next(from: lines.count / 2))
        let duration = session.timed(key, session.request(.diagnostic, Messages.document(uri)))
        if round >= 0 { each.add(duration.milliseconds) }
      }
      try check(session, uri, expected)
      rows.append(
        Row(
          "diagnostics of a document just opened, \(name), without a pipe", .milliseconds,
          [first.milliseconds]))
      rows.append(
        Row("key and diagnostics, \(name), without a pipe", goal: goal, .milliseconds, ours: .measured(each)))
    }
    return rows
  }

  private static let options: JSONValue = [
    "diagnostics": ["unknown": "warning", "ambiguous": "warning", "left": "warning", "stale": "warning"],
    "sources": [
      "git": nil, "codeowners": nil, "people": nil,
      "team": ["type": "list", "items": [["name": "Ada Lovelace", "handle": "ada"]]],
    ],
    "triggers": [["character": "@", "sources": ["team"]]],
  ]

  private static func lines(bytes: Int) -> [String] {
    let text = " knows how the quick brown fox jumps over the lazy dog and runs"
    return (0..<max(1, bytes / (text.utf8.count + 9))).map { index in
      "so " + (index % unknownEvery == 0 ? "@nobody" : "@ada") + text
    }
  }

  private static func check(
    _ session: LocalSession, _ uri: DocumentURI, _ expected: Int
  ) throws(BenchError) {
    let message = session.handle(session.request(.diagnostic, Messages.document(uri))) ?? []
    // Behind its header.
    let content = message.firstIndex(of: UInt8(ascii: "{")).map { Array(message[$0...]) } ?? []
    let value = try? JSONParser.parse(content)
    let found = value?["result"]?["items"]?.arrayValue?.count ?? 0
    guard found == expected else {
      throw BenchError("\(grouped(found)) findings came, not \(grouped(expected))")
    }
  }
}
