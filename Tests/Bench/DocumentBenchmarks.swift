import Entities
import JSONText
import LanguageProtocol
import Mentions
import ServerHost
import SessionSimulation
import SystemCalls
import TextModel

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

/// Large edits of documents with many mentions: what twice as many cost. The document alone, without messages.
enum GrowthBenchmark {
  static func rows(_ bench: Bench) -> [Row] {
    let counts = bench.options.isQuick ? [1000, 2000, 4000] : [12_500, 25_000, 50_000, 100_000]
    var rows: [Row] = []
    for work in works {
      var steps: [String] = []
      for count in counts {
        let document = GrowingDocument(count)
        let (duration, cost) = work.run(document)
        steps.append("\(grouped(count)): \(grouped(cost))")
        rows.append(
          Row(
            "\(work.name), \(grouped(count)) mentions", goal: "linear", .milliseconds,
            [duration.milliseconds]))
      }
      bench.note("steps of \(work.name): \(steps.joined(separator: ", "))")
    }
    return rows
  }

  private struct Work {
    let name: String
    let run: @Sendable (GrowingDocument) -> (Duration, steps: Int)
  }

  private static let works = [
    Work(name: "whole document with new indentation") { document in
      document.changed([(nil, document.lines.map { "    " + $0 })])
    },
    Work(name: "whole document with its lines in another order") { document in
      var random = SeededRandom(Bench.seed)
      return document.changed([(nil, document.lines.shuffled(using: &random))])
    },
    Work(name: "new lines in, old lines out, in two notifications") { document in
      var random = SeededRandom(Bench.seed)
      let new = document.lines.map { $0.replacing("task", with: "job") }.shuffled(using: &random)
      let end = document.end
      return document.changed([(TextRange(end, end), new), (TextRange(0, end), [])])
    },
    Work(name: "all text cut and pasted") { document in
      document.changed([(nil, []), (nil, document.lines)])
    },
    Work(name: "opened where the text of kept mentions is gone") { document in
      document.restored(in: document.lines.map { _ in "nobody of them is in this line\n" })
    },
    Work(name: "opened where the lines of kept mentions were sorted") { document in
      document.restored(in: document.lines.sorted())
    },
  ]
}

/// Lines with a mention each; every tenth of the same person.
private struct GrowingDocument {
  let lines: [String]
  private let document: MentionsDocument

  init(_ count: Int) {
    var lines: [String] = []
    var requests: [AddRequest] = []
    var start = 0
    for index in 0..<count {
      let name = index % 10 == 0 ? "Ada Lovelace" : "Person \(index)"
      let before = "- task \(index) for "
      lines.append("\(before)\(name) please\n")
      let from = start + before.utf8.count
      requests.append(
        AddRequest(
          range: TextRange(from, from + name.utf8.count), text: nil, entity: Entity(id: name, name: name)))
      start += lines[index].utf8.count
    }
    self.lines = lines
    var document = MentionsDocument(
      text: Array(lines.joined().utf8), languageID: "markdown", policy: .standard)
    _ = document.add(requests)
    self.document = document
  }

  var end: Int { document.text.buffer.count }

  /// Changes the text, each change a notification of its own; nil means all of it.
  func changed(_ changes: [(range: TextRange?, lines: [String])]) -> (Duration, steps: Int) {
    var document = document
    // The copy is made before the clock runs.
    document.beginChanges()
    document.splice(TextReplacement(TextRange(0, 0), " "))
    _ = document.finishChanges(now: .zero)
    document.beginChanges()
    document.splice(TextReplacement(TextRange(0, 1), ""))
    _ = document.finishChanges(now: .zero)
    let known = document.steps
    let texts = changes.map { Array($0.lines.joined().utf8) }
    let clock = ContinuousClock()
    let start = clock.now
    for (change, text) in zip(changes, texts) {
      document.beginChanges()
      document.splice(TextReplacement(range: change.range ?? document.text.buffer.range, replacement: text))
      _ = document.finishChanges(now: Instant(milliseconds: 5000))
    }
    return (start.duration(to: clock.now), document.steps - known)
  }

  /// Opens another text in which the mentions are looked for.
  func restored(in lines: [String]) -> (Duration, steps: Int) {
    let archive = document.archive()
    var document = MentionsDocument(
      text: Array(lines.joined().utf8), languageID: "markdown", policy: .standard)
    let clock = ContinuousClock()
    let start = clock.now
    _ = document.restore([archive])
    return (start.duration(to: clock.now), document.steps)
  }
}

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

/// A workspace of small Markdown files: who is mentioned where, from the first request until its answer.
enum WorkspaceBenchmark {
  /// Files in one folder.
  private static let perFolder = 500

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let most = bench.rounds(100_000, quick: 2_000)
    var all: [Row] = []
    for count in [most / 4, most / 2, most] { all += try rows(count, bench) }
    return all
  }

  private static func rows(_ count: Int, _ bench: Bench) throws(BenchError) -> [Row] {
    let root = bench.folder + "/workspace-\(count)"
    let folders = (0..<(count + perFolder - 1) / perFolder).map { "\(root)/\($0)" }
    defer { remove(root, folders) }
    try make(count, folders, root)
    let name = "\(grouped(count)) files"
    var first = Row("\(name): first search", goal: count == 100_000 ? "seconds" : "linear", .milliseconds)
    var cached = Row("\(name), searched before: first answer", goal: "linear", .milliseconds)
    var memory = Row("\(name): memory", .mebibytes)
    for _ in 0..<bench.rounds(3, quick: 1) {
      bench.emptyCache()
      let start = try start(root, count, bench)
      first.ours.add(start.milliseconds)
    }
    for _ in 0..<bench.rounds(5, quick: 1) {
      let start = try start(root, count, bench)
      cached.ours.add(start.milliseconds)
      if let held = start.memory { memory.ours.add(held) }
    }
    return [first, cached, memory]
  }

  /// Every tenth file mentions Ada, every file somebody.
  private static func make(_ count: Int, _ folders: [String], _ root: String) throws(BenchError) {
    for folder in folders {
      do { try Platform.createFolders(folder, mode: 0o700) } catch {
        throw BenchError("\(folder): \(error.message)")
      }
    }
    for number in 0..<count {
      let path = "\(folders[number / perFolder])/\(number).md"
      let who = number % 10 == 0 ? "ada" : "p\(number % 1000)"
      try BenchFiles.write(path) { append throws(BenchError) in
        try append(
          Array(
            "# Note \(number)\n\nTalked to @\(who) about `@nothing`.\n\n- [ ] ask p\(number % 7) again\n".utf8
          ))
      }
      try BenchFiles.age(path)
    }
  }

  private static func remove(_ root: String, _ folders: [String]) {
    for folder in folders {
      for name in (try? Platform.names(in: folder)) ?? [] { try? Platform.remove("\(folder)/\(name)") }
      Platform.removeFolder(folder)
    }
    Platform.removeFolder(root)
  }

  private static let settings: JSONValue = [
    "implicit": ["minimumLength": 0],
    "sources": [
      "git": nil, "codeowners": nil, "people": nil,
      "team": [
        "type": "list",
        "items": .array(
          (["ada"] + (0..<1000).map { "p\($0)" }).map { ["name": .string($0), "handle": .string($0)] }),
      ],
    ],
    "triggers": [["character": "@", "sources": ["team"], "insert": ["default": "@{handle}"]]],
  ]

  /// Starts a server, asks where Ada is mentioned, and has the server end as clients do.
  private static func start(
    _ root: String, _ count: Int, _ bench: Bench
  ) throws(BenchError) -> (milliseconds: Double, memory: Double?) {
    let child = try ChildServer(bench.ours)
    defer { child.end() }
    let uri = bench.uri("asking.md")
    try child.initialize(folder: root, options: settings)
    try child.open(uri, "@ada")
    var params = Messages.place(uri, line: 0, column: 1)
    if case .object(var object) = params {
      object["context"] = ["includeDeclaration": false]
      params = .object(object)
    }
    let (time, answer) = try child.timed(.references, params)
    guard case .success(let payload) = answer, let places = try? payload.read([Location].self),
      places.count == (count + 9) / 10 + 1
    else { throw BenchError("not all mentions were found") }
    let memory = child.residentMemory
    try bench.waitForCache(ending: ".index")
    try child.shutDown()
    return (time.milliseconds, memory)
  }
}

/// Some lines of prose and then many with one annotation each.
struct AnnotatedDocument {
  static let count = 100_000
  /// Lines before the first annotation.
  static let plainLines = 200
  /// UTF-16 units before a line's annotation, and its length.
  static let column = 8
  static let name = "Ada Lovelace"

  let uri: DocumentURI

  var text: String {
    let plain = String(
      repeating: "the quick brown fox jumps over the lazy dog and runs home\n", count: Self.plainLines)
    return plain + String(repeating: "we know \(Self.name) and her work\n", count: Self.count)
  }

  /// The parameters of `mentions/add`.
  var additions: JSONValue {
    let mentions = (0..<Self.count).map { index -> JSONValue in
      let line = JSONValue.integer(Self.plainLines + index)
      return [
        "range": [
          "start": ["line": line, "character": .integer(Self.column)],
          "end": ["line": line, "character": .integer(Self.column + Self.name.utf8.count)],
        ],
        "text": .string(Self.name),
        "entity": ["id": .string("ada\(index % 1000)"), "name": .string(Self.name), "source": "bench"],
      ]
    }
    return ["textDocument": ["uri": .string(uri.text)], "mentions": .array(mentions)]
  }

  /// All must have been added.
  func check(_ answer: Result<RPCPayload, RPCError>) throws(BenchError) {
    guard case .success(let payload) = answer, let value = try? payload.value(),
      value["added"]?.intValue == Self.count
    else { throw BenchError("mentions/add did not add \(Self.count) annotations") }
  }

  static func session(_ bench: Bench) -> (LocalSession, AnnotatedDocument) {
    let document = AnnotatedDocument(uri: bench.uri("annotated.md"))
    let session = LocalSession(options: ["demo": true])
    session.handle(LocalSession.bytes(Messages.didOpen(document.uri, "markdown", document.text)))
    session.handle(session.request(.mentionsAdd, document.additions))
    return (session, document)
  }
}
