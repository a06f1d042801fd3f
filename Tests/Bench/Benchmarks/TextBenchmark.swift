import JSONText
import LanguageProtocol
import SessionSimulation
import SystemCalls

/// What edits cost that are not typed one behind the other: far apart, large, or the whole text again. Each from the
/// message's bytes until the session has handled it; afterwards the session's text must be the one that was made.
enum TextBenchmark {
  private static let line = Array(
    "the quick brown fox jumps over the lazy dog and runs home again today\n".utf8)

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let sizes = bench.options.isQuick ? [1] : [1, 10, 100]
    var rows: [Row] = []
    for megabytes in sizes {
      let document = HugeDocument(bench, lines: megabytes * 1_000_000 / line.count, of: line)
      rows.append(try edits(at: .bothEnds, of: document, "\(megabytes) MB", bench))
      rows.append(try edits(at: .random, of: document, "\(megabytes) MB", bench))
      rows.append(try pastes(into: document, "\(megabytes) MB", bench))
    }
    rows.append(try wholeDocument(bench))
    bench.note("pasted lines have 20 bytes; their time and that of a whole document is the processor's")
    return rows
  }

  // MARK: One character each

  private enum Places: String {
    case bothEnds = "at start and end in turn"
    case random = "at random places"
  }

  private static func edits(
    at places: Places, of document: HugeDocument, _ size: String, _ bench: Bench
  ) throws(BenchError) -> Row {
    var document = document
    let session = document.open()
    var random = SeededRandom(Bench.seed)
    let count = bench.rounds(2000, quick: 200)
    var times: [Double] = []
    for edit in 0..<count {
      let place =
        switch places {
        case .bothEnds: (edit.isMultiple(of: 2) ? 0 : document.lines - 1, column: 0)
        case .random:
          (
            Int.random(in: 0..<document.lines, using: &random),
            column: Int.random(in: 0..<line.count, using: &random)
          )
        }
      times.append(session.timed(document.insert(UInt8(97 + edit % 26), at: place)).microseconds)
    }
    try document.check(session)
    return Row("edit \(places.rawValue), \(size)", goal: "≤ 200 µs", .microseconds, times)
  }

  // MARK: Many lines

  private static func pastes(
    into document: HugeDocument, _ size: String, _ bench: Bench
  ) throws(BenchError) -> Row {
    let lines = bench.rounds(100_000, quick: 10_000)
    let pasted = Array(repeatElement(Array("- a line of a paste\n".utf8), count: lines).joined())
    var times: [Double] = []
    for round in -1..<bench.rounds(5, quick: 1) {
      var document = document
      let session = document.open()
      let message = document.paste(pasted, beforeLine: document.lines / 2)
      let before = Platform.processorMicroseconds()
      session.handle(message)
      let after = Platform.processorMicroseconds()
      try document.check(session)
      if round >= 0 { times.append(Double(after - before) * 1000 / Double(lines)) }
    }
    return Row("a line of \(grouped(lines)) pasted into \(size)", goal: "≤ 10 ns", .nanoseconds, times)
  }

  // MARK: All of it again

  /// A client that knows no ranges sends the whole text for every key.
  private static func wholeDocument(_ bench: Bench) throws(BenchError) -> Row {
    var document = HugeDocument(bench, lines: 1_000_000 / line.count, of: line)
    let session = document.open()
    var random = SeededRandom(Bench.seed)
    var times: [Double] = []
    for round in -5..<bench.rounds(100, quick: 5) {
      let place = Int.random(in: 0..<document.lines, using: &random)
      _ = document.insert(UInt8(97 + abs(round) % 26), at: (place, column: 3))
      let message = document.whole()
      let before = Platform.processorMicroseconds()
      session.handle(message)
      let after = Platform.processorMicroseconds()
      if round >= 0 { times.append(Double(after - before) / 1000) }
    }
    try document.check(session)
    return Row("1 MB sent again, one letter more", goal: "≤ 0.5 ms", .milliseconds, times)
  }
}

/// A document of equal lines, and what its edits make of it.
private struct HugeDocument {
  let uri: DocumentURI
  private let line: [UInt8]
  /// As many as it had at first; also the last one has a line end.
  let lines: Int
  /// Lines that are not as they were at first.
  private var edited: [Int: [UInt8]] = [:]
  private var pasted: (line: Int, text: [UInt8])?
  private var version = 0

  init(_ bench: Bench, lines: Int, of line: [UInt8]) {
    uri = bench.uri("huge.md")
    self.line = line
    self.lines = lines
  }

  private var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(lines * line.count + (pasted?.text.count ?? 0))
    for index in 0..<lines {
      if let pasted, pasted.line == index { text += pasted.text }
      text += edited[index] ?? line
    }
    return text
  }

  func open() -> LocalSession {
    let session = LocalSession(options: ["demo": true])
    session.handle(
      LocalSession.bytes(Messages.didOpen(uri, "markdown", String(decoding: text, as: UTF8.self))))
    return session
  }

  /// The message that inserts a letter.
  mutating func insert(_ letter: UInt8, at place: (line: Int, column: Int)) -> [UInt8] {
    edited[place.line, default: line].insert(letter, at: place.column)
    version += 1
    return LocalSession.bytes(
      Messages.didChange(
        uri, version: version, line: place.line, column: place.column,
        String(decoding: [letter], as: UTF8.self)))
  }

  /// The message that inserts lines before another, once.
  mutating func paste(_ text: [UInt8], beforeLine line: Int) -> [UInt8] {
    pasted = (line, text)
    version += 1
    return LocalSession.bytes(
      Messages.didChange(
        uri, version: version, line: line, column: 0, String(decoding: text, as: UTF8.self)))
  }

  /// The message that sends the whole text.
  mutating func whole() -> [UInt8] {
    version += 1
    let params = DidChangeTextDocumentParams(
      textDocument: VersionedTextDocumentIdentifier(uri: uri, version: version),
      contentChanges: [TextDocumentContentChangeEvent(range: nil, text: text)])
    return LocalSession.bytes(.notification(method: .didChange, params: RPCPayload(params)))
  }

  /// The session must have done all that it was told.
  func check(_ session: LocalSession) throws(BenchError) {
    guard session.text(of: uri) == text else { throw BenchError("the session's text is another") }
  }
}
