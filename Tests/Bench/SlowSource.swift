import Entities
import EntitySources
import JSONText
import LanguageProtocol
import SessionSimulation

/// What people see who type while a source takes 300 ms to answer: simulated time, so the same in every run. *Empty* is a
/// key after which nobody is shown before the next one.
enum SlowSourceBenchmark {
  /// Words that warm up are not counted.
  private static let warmUp = 10

  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    var table = Table(
      "A source that answers after \(SlowDirectory.lateness) ms, \(SlowTypist.pause) ms a key, words of three to six "
        + "letters (goal: no last key empty; of one typist at most 30 % of all keys, first list ≤ 200 ms after an answer)",
      ["typists", "words", "keys", "empty last keys", "empty keys", "first list ms"])
    for (typists, words, warmUp) in [
      (1, bench.rounds(200, quick: 5), warmUp),
      (bench.rounds(100, quick: 5), bench.rounds(10, quick: 1), 0),
    ] {
      let tally = try measure(typists, words: words, warmUp: warmUp)
      table.add([
        typists == 1 ? "1" : "\(typists), from cold", grouped(tally.words), grouped(tally.keys),
        percent(tally.emptyLast, of: tally.words), percent(tally.empty, of: tally.keys),
        "\(tally.slowestList)",
      ])
    }
    bench.add(table)
    return []
  }

  /// - Parameter warmUp: words of each that do not count.
  private static func measure(
    _ count: Int, words: Int, warmUp: Int
  ) throws(BenchError) -> SlowTypist.Tally {
    var directory = Directory()
    let source = SlowDirectory((0..<1000).map { directory.entity($0) })
    let typists = (0..<count).map { _ in SlowTypist(source) }
    var tally = SlowTypist.Tally()
    for word in 0..<(warmUp + words) {
      // Everybody mentions the same few more often than others.
      let people = typists.map { _ in source.people[directory.skewed(below: 60)] }
      let lengths = typists.map { _ in 3 + directory.number(below: 4) }
      // In turn, two milliseconds apart; between words people think.
      for key in 0...7 {
        for (at, typist) in typists.enumerated() where key <= lengths[at] + 1 {
          typist.wait(until: (word * 12 + key) * SlowTypist.pause + at * 2)
          let letters = people[at].name.lowercased().prefix(key)
          if key > lengths[at] {
            try typist.finish(people[at])
          } else {
            typist.type(letters.last.map(String.init) ?? "@")
          }
        }
      }
      for typist in typists {
        let counted = typist.takeTally()
        if word >= warmUp { tally.add(counted) }
      }
    }
    guard tally.keys > tally.words else { throw BenchError("nothing was typed") }
    return tally
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    "\(Report.figure(Double(part) / Double(max(1, whole)) * 100)) %"
  }
}

/// A directory that many servers ask. It works at one query at a time, for a millisecond, and its answers take a while.
final class SlowDirectory {
  /// In milliseconds.
  static let lateness = 300

  let people: [Entity]
  private var freeAt: Int64 = 0

  init(_ people: [Entity]) { self.people = people }

  /// Milliseconds until its answer to a query of now is there.
  func delay(at now: Int64) -> Int {
    freeAt = max(freeAt, now) + 1
    return Int(freeAt - now) + Self.lateness
  }

  /// Whose name has a word that begins so, 50 at most.
  func answer(_ key: String) -> [Entity] {
    let key = key.lowercased()
    let found = people.lazy.filter { person in
      person.name.lowercased().hasPrefix(key)
        || person.name.lowercased().split(separator: " ").contains { $0.hasPrefix(key) }
    }
    return Array(found.prefix(50))
  }
}

/// Somebody with a server and one document, who mentions people and takes the offer where it is shown.
final class SlowTypist {
  /// Between two keys, in milliseconds.
  static let pause = 200

  struct Tally {
    var words = 0
    var keys = 0
    var empty = 0
    var emptyLast = 0
    /// Longest time from a source's first answer to a word until somebody was shown, in milliseconds.
    var slowestList = 0

    mutating func add(_ other: Tally) {
      words += other.words
      keys += other.keys
      empty += other.empty
      emptyLast += other.emptyLast
      slowestList = max(slowestList, other.slowestList)
    }
  }

  private let host = SimulatedHost()
  private var tally = Tally()
  /// The end of the document.
  private var line = 0
  private var column = 0
  private var version = 1
  private var requests = 0
  /// What the last request was answered with.
  private var shown: [CompletionItem] = []
  /// Of the word: when the source's first answer comes, and when somebody was shown first.
  private var answeredAt: Int64?
  private var listedAt: Int64?

  private static let uri = "file:///w/notes.md"

  init(_ source: SlowDirectory) {
    host.provider = { [unowned self] query in
      let delay = source.delay(at: host.clock)
      answeredAt = min(answeredAt ?? .max, host.clock + Int64(delay))
      let batch = SourceBatch(
        query: query.number, entities: source.answer(query.key), dedupe: false, isComplete: true)
      return [(delay, .batch(batch))]
    }
    request(
      "initialize",
      [
        "capabilities": [:], "rootUri": "file:///w",
        "initializationOptions": [
          "annotationStore": "off",
          "sources": [
            "staff": ["type": "process", "command": ["staff"]], "git": nil, "people": nil, "codeowners": nil,
          ],
          "triggers": [["character": "@", "sources": ["staff"]]],
        ],
      ])
    notify("initialized", [:])
    notify(
      "textDocument/didOpen",
      [
        "textDocument": ["uri": .string(Self.uri), "languageId": "markdown", "version": 1, "text": ""]
      ])
    read()
  }

  /// - Parameter end: in milliseconds since the start.
  func wait(until end: Int) {
    while Int(host.clock) < end {
      host.advance(min(10, end - Int(host.clock)))
      read()
    }
  }

  /// Types one character and asks for the list.
  func type(_ character: String) {
    if column > 0 { judge() }
    change(from: column, to: column, character)
    column += 1
    shown = []
    request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(Self.uri)],
        "position": ["line": .integer(line), "character": .integer(column)],
      ])
    read()
  }

  /// The time for a key is over.
  private func judge() {
    tally.keys += 1
    if shown.isEmpty { tally.empty += 1 }
  }

  /// The last key has been typed: takes who is meant, if shown, and begins another line.
  func finish(_ person: Entity) throws(BenchError) {
    judge()
    tally.words += 1
    if shown.isEmpty { tally.emptyLast += 1 }
    if let answeredAt, let listedAt { tally.slowestList = max(tally.slowestList, Int(listedAt - answeredAt)) }
    if let edit = shown.first(where: { $0.label == person.name })?.textEdit {
      guard edit.range.end == Position(line: line, character: column) else {
        throw BenchError("an offer is for another place")
      }
      change(from: edit.range.start.character, to: column, edit.newText)
      column = edit.range.start.character + edit.newText.utf16.count
    }
    change(from: column, to: column, "\n")
    (line, column) = (line + 1, 0)
    (answeredAt, listedAt) = (nil, nil)
  }

  func takeTally() -> Tally {
    defer { tally = Tally() }
    return tally
  }

  // MARK: Messages

  private func change(from start: Int, to end: Int, _ text: String) {
    version += 1
    func place(_ column: Int) -> JSONValue { ["line": .integer(line), "character": .integer(column)] }
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(Self.uri), "version": .integer(version)],
        "contentChanges": [["range": ["start": place(start), "end": place(end)], "text": .string(text)]],
      ])
  }

  private func notify(_ method: String, _ params: JSONValue) {
    host.send(.notification(method: Method(rawValue: method), params: RPCPayload(params)))
  }

  private func request(_ method: String, _ params: JSONValue) {
    requests += 1
    host.send(.request(id: .integer(requests), method: Method(rawValue: method), params: RPCPayload(params)))
  }

  /// Reads what the server has said; of answers only the one to the last request is shown.
  private func read() {
    while let message = host.receive() {
      guard case .response(.integer(requests), .success(let payload)) = message,
        let list = try? payload.read(CompletionList.self)
      else { continue }
      shown = list.items
      if !shown.isEmpty, listedAt == nil { listedAt = host.clock }
    }
  }
}
