import Entities
import ServerHost
import SessionSimulation
import Testing

@testable import EntitySources

/// A file that is read in parts yields what it yields read one entity after the other: entities, answers, problems.
@Suite struct JSONLinesPartsTests {
  /// Lines by chance: plain ones, odd ones, broken ones, twins.
  private struct RandomLines {
    var random: SeededRandom

    private static let names = [
      "Ada Lovelace", "Alan Turing", "Łukasz Strauß", "張三", "e\u{301}mile", "  spaced  ", "", "x", "😀 Smith",
      "Barbara Liskov", "a\u{202E}b", "tab\\tname", "qu\\\"ote", "\\u00e9cole", "back\\\\slash", "Nguyễn",
      "O'Brien",
      "Christopher Maximilian von Habsburg-Lothringen", "\u{FEFF}bom", "Ada Lovelace",
    ]
    private static let odd = [
      "", "   ", "\r", "nonsense", "{", "[]", "\"Just Name\"", "{\"name\":1}", "{\"id\":\"1\"}", "null", "{}",
      "{\"name\":\"A\"} trailing", "{\"name\":\"A\",}", "\u{1}", "{\"name\":\"A\"\"id\":\"b\"}",
      "{\"name\" \"A\"}",
      "{\"name\":\"one\rtwo\"}", "{\"name\":\"A\",\"name\":\"B\"}", "{\"name\":\"A\",\"name\":\"\"}",
      "{\"Unique ID\":\"u7\",\"NAME\":\"Mixed\",\"short_name\":\"M\"}", "{\"name\":\"B\",\"id\":007}",
      "{\"name\":\"C\",\"id\":123456789012345678901234567890}", "{\"name\":\"C\",\"id\":-1}",
      "\r{\"name\":\"CR\"}\r\r",
    ]

    mutating func pick<Value>(_ values: [Value]) -> Value { random.pick(values) }

    mutating func line(_ number: Int) -> String {
      if Int.random(in: 0..<8, using: &random) == 0 { return pick(Self.odd) }
      var members: [String] = []
      func add(_ name: String, _ value: String) { members.append("\"\(name)\":\(value)") }
      var name = pick(Self.names)
      if Int.random(in: 0..<40, using: &random) == 0 {
        name = String(repeating: "n", count: 4090 + number % 12)
      }
      add("name", "\"\(name)\"")
      // Often the same as another line's.
      let twin = Int.random(in: 0...max(1, number), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: break
      case 1: add("id", "\(twin)")
      case 2: add("id", "null")
      default: add("id", "\"\(Bool.random(using: &random) ? number : twin)\"")
      }
      if Int.random(in: 0..<5, using: &random) == 0 { add("uniqueID", "\"u\(twin)\"") }
      if Bool.random(using: &random) { add("handle", "\"\(pick(["", "@", " ", "h ", ""]))h\(twin)\"") }
      if Bool.random(using: &random) {
        add("email", "\"\(pick(["A.", "é", "", " ", "\\n"]))\(number)@x.org\"")
      }
      for field in ["detail", "kind", "url", "avatar", "shortName"]
      where Int.random(in: 0..<4, using: &random) == 0 {
        add(field, pick(["\"person\"", "\"team\"", "\"\"", "null", "\" x \"", "\"\u{7F}\"", "3", "\"a b\""]))
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        add("aliases", pick(["[\"A\",\"@b\"]", "\"x; y\"", "[1]", "\"\""]))
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        add("weight", pick(["7", "2.5", "\"9\"", "\"heavy\"", "null"]))
      }
      if Int.random(in: 0..<8, using: &random) == 0 { add("gone", pick(["true", "false", "1"])) }
      if Int.random(in: 0..<8, using: &random) == 0 { add("canTrim", pick(["true", "false", "\"no\""])) }
      if Int.random(in: 0..<8, using: &random) == 0 { add("metadata", pick(["{\"a\":[1,{}]}", "[]", "{}"])) }
      if Int.random(in: 0..<10, using: &random) == 0 {
        add("field\(Int.random(in: 0..<90, using: &random))", "1")
      }
      if Bool.random(using: &random) { members.shuffle(using: &random) }
      let comma = pick([",", ",", ", ", " ,\t"])
      return pick(["", "", "", " "]) + "{" + members.joined(separator: comma) + "}"
        + pick(["", "", " ", "\r"])
    }

    mutating func file(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = Int.random(in: 0..<4, using: &random) == 0 ? [0xEF, 0xBB, 0xBF] : []
      for number in 0..<count {
        bytes += Array(line(number).utf8)
        // Bytes that are not UTF-8.
        if Int.random(in: 0..<30, using: &random) == 0, bytes.count > 20 { bytes[bytes.count - 9] = 0xC3 }
        if number < count - 1 || Bool.random(using: &random) { bytes.append(10) }
      }
      return bytes
    }
  }

  private static func expectSame(
    _ bytes: [UInt8], _ comment: Comment, keys: [String] = [], limits: ReadingLimits = .standard
  ) {
    let scratch = Scratch()
    let path = scratch.write("people.jsonl", bytes)
    var source = FileSource(name: "team", path: path, shownPath: "people.jsonl")
    source.limits = limits
    let expected = source.loadOneByOne(on: .sequential)
    let (entities, answers) = (expected.entities, answers(expected.catalog, keys))
    for parts in [1, 2, 3, 7] {
      let found = source.load(on: ThreadExecutor(width: parts), leastPart: 1)
      #expect(found.problems == expected.problems, "\(comment), \(parts) parts")
      #expect(found.watchedPaths == expected.watchedPaths)
      #expect(found.entities == entities, "\(comment), \(parts) parts")
      #expect(Self.answers(found.catalog, keys) == answers, "\(comment), \(parts) parts")
    }
  }

  /// All that a catalog answers: its static order, where each is found by its key, and matches.
  private static func answers(_ catalog: EntityCatalog, _ keys: [String]) -> [String] {
    var answers = (0..<catalog.count).map { index in
      let key = catalog.entity(at: index).key
      return "\(index): \(catalog.entity(at: index).name), \(catalog.index(of: key) ?? -1)"
    }
    for key in keys {
      for scope in [MatchQuery.Scope.everything, .names(sameCase: true), .names(sameCase: false)] {
        var query = MatchQuery(key: key, limit: 30)
        query.scope = scope
        let list = catalog.search(query)
        let matches = list.matches.map { "\($0.index) \($0.tier) \($0.ranges)" }
        answers.append("\(key) \(scope): \(list.isComplete) \(matches)")
      }
    }
    return answers
  }

  private static let keys = [
    "", "a", "ada", "love", "ada lov", "al", "lukas", "strauss", "張", "emi", "hab", "loth", "h1", "b", "u7",
    "adl",
    "tuirng", "barbera", "lovelcae ada", "@b", "1@x", "nnn", "smith", "chris max", "mixed", "qu", "zzz",
  ]

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `parts yield what the whole yields`(seed: UInt64) {
    var lines = RandomLines(random: SeededRandom(seed))
    let count = lines.pick([0, 1, 2, 9, 60, 300])
    Self.expectSame(lines.file(count), "seed \(seed), \(count) lines", keys: Self.keys)
  }

  @Test(arguments: [
    "", "\n", "\n\n\n", "\r\n", "{\"name\":\"A\"}", "{\"name\":\"A\"}\n{\"name\":\"B\"}",
    "{\"name\":\"A\"\n}",
    "{\"name\":\"A\",\n\"id\":\"b\"}\n", "{\"name\":\"A\"}\r\n{\"name\":\"A\"}\r\n",
    "{\"name\":\"A\"}{\"name\":\"B\"}\n",
    "\u{FEFF}", "\u{FEFF}{\"name\":\"A\"}\n", "\u{FEFF}\u{FEFF}{\"name\":\"A\"}\n",
  ])
  func `a small file in parts`(text: String) { Self.expectSame(Array(text.utf8), "\(text.debugDescription)") }

  @Test(arguments: ["a.jsonl", "a.txt"])
  func `a last line without an end that is longer than all before it`(file: String) {
    let lines = ["\"Ada\"", "\"Christopher Maximilian Habsburg\""]
    let scratch = Scratch()
    let path = scratch.write(file, lines.joined(separator: "\n"))
    let source = FileSource(name: "team", path: path)
    for loaded in [source.load(), source.loadOneByOne(on: .sequential)] {
      #expect(
        loaded.entities.map { $0.name.filter { $0 != "\"" } } == ["Ada", "Christopher Maximilian Habsburg"])
      #expect(loaded.problems.isEmpty)
    }
  }

  @Test func `what is in UTF-16 is not read in parts`() {
    Self.expectSame([0xFF, 0xFE, 0x7B, 0, 0x0A, 0], "UTF-16")
  }

  /// So that the bounds of parts lie in them, and right behind them.
  @Test func `lines that are too long are left out once`() {
    let limits = ReadingLimits(record: 1 << 12, piece: 1 << 10)
    let long = "{\"name\":\"" + String(repeating: "x", count: limits.record) + "\"}\n"
    let short = "{\"name\":\"A\",\"id\":\"1\"}\n"
    for text in [long, short + long, long + short, long + long, short + long + long + short + long + short] {
      Self.expectSame(Array(text.utf8), "\(text.utf8.count) bytes", keys: ["a"], limits: limits)
    }
  }

  @Test func `more problems than are told come from all parts`() {
    var text = ""
    for number in 0..<200 {
      text += "{\"name\":\"N\(number % 50)\",\"id\":\"\(number % 60)\",\"f\(number)\":1,\"weight\":\"x\"}\n"
    }
    Self.expectSame(Array(text.utf8), "200 lines", keys: ["n"])
  }

  @Test func `windows end in the middle of lines`() {
    var text = ""
    for number in 0..<600 {
      text += "{\"id\":\"\(number)\",\"name\":\"Person \(number % 977) Xyz\",\"handle\":\"p\(number)\"}\n"
    }
    Self.expectSame(
      Array(text.utf8), "many windows", keys: ["person 9", "xyz", "p599", "prson"],
      limits: ReadingLimits(piece: 1 << 10))
  }

  @Test func `a file that is gone is told of`() {
    let source = FileSource(name: "team", path: Scratch().path + "/none.jsonl", shownPath: "none.jsonl")
    #expect(source.load(on: ThreadExecutor()).problems == source.loadOneByOne(on: .sequential).problems)
  }
}
