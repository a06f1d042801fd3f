import Entities
import EntitySources
import JSONText
import LanguageProtocol
import ServerHost

/// Reading a large directory: from `initialized` until its last line is offered, and the memory held then.
enum DirectoryBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let count = bench.rounds(1_000_000, quick: 100_000)
    let file = try DirectoryFile.make(count, bench)
    var time = Row("directory of \(grouped(count)) ready", goal: "≤ 1300 ms", .milliseconds)
    var work = Row("processors until then, asking included", goal: "≤ 1900 ms", .milliseconds)
    var memory = Row("resident memory with it", goal: "≤ 250 MiB", .mebibytes)
    var anonymous = Row("anonymous memory with it", .mebibytes)
    for round in -1..<bench.rounds(3, quick: 1) {
      let child = try ChildServer(bench.ours)
      defer { child.end() }
      let uri = bench.uri("directory.md")
      try child.initialize(folder: bench.folder, options: file.settings)
      let start = ContinuousClock().now
      try child.open(uri, "Hello \n")
      let end = try untilRead(child, uri, line: 1, column: 0)
      guard round >= 0 else { continue }
      time.ours.add((end - start).milliseconds)
      if let spent = child.processorTime { work.ours.add(spent) }
      if let held = child.residentMemory { memory.ours.add(held) }
      if let held = child.anonymousMemory { anonymous.ours.add(held) }
    }
    bench.note(
      "the directory is a JSON Lines file of \(Report.figure(Double(file.bytes) / 1_000_000)) MB, "
        + "in the system's cache when it is read")
    return [time, work, memory, anonymous]
  }

  /// Asks for who is in the last line until that is offered; returns when, with the text taken away again.
  static func untilRead(
    _ child: ChildServer, _ uri: DocumentURI, line: Int, column: Int
  ) throws(BenchError) -> ContinuousClock.Instant {
    let text = "@" + DirectoryFile.last
    child.queue(Messages.didChange(uri, version: 1, line: line, column: column, text))
    let end = column + text.utf16.count
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(120)
    while clock.now < deadline {
      let answer = try child.ask(.completion, Messages.place(uri, line: line, column: end))
      guard case .success(let payload) = answer, let list = try? payload.value() else {
        throw BenchError("completion was refused")
      }
      if let items = list["items"]?.arrayValue, !items.isEmpty {
        let found = child.arrival
        child.queue(
          Messages.didChange(uri, version: 2, line: line, column: column, removing: text.utf16.count, ""))
        return found
      }
    }
    throw BenchError("the directory was not read in two minutes")
  }
}

/// Directories by chance, but the same each time: common and rare names, handles, addresses.
struct Directory {
  /// The kinds of keys that people type, from nothing to names with two typos.
  static let kinds = [
    "empty", "one letter", "two letters", "name prefix", "whole name", "handle prefix", "words in order",
    "two initials with space", "any word", "initials", "e-mail", "subsequence", "word with one typo",
    "name with one typo", "word with two typos", "name with two typos", "nothing",
  ]

  private var state = Bench.seed
  let given: [String]
  let family: [String]

  init() {
    var names = Directory(given: [], family: [])
    let first = (0..<4000).map { _ in names.word(2, 2) }
    let last = (0..<120_000).map { _ in names.word(2, 3) }
    self.init(given: first, family: last)
  }

  private init(given: [String], family: [String]) {
    self.given = given
    self.family = family
  }

  mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state >> 1) % bound
  }

  /// A small number more often than a great one, as names are shared.
  mutating func skewed(below bound: Int) -> Int {
    let a = number(below: 1 << 20)
    let b = number(below: 1 << 20)
    return Int((UInt64(a) * UInt64(b) * UInt64(bound)) >> 40)
  }

  private mutating func word(_ least: Int, _ most: Int) -> String {
    let starts = [
      "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "r", "s", "sch", "st",
      "t", "v", "w", "z", "",
    ]
    let middles = ["a", "e", "i", "o", "u", "ie", "ea", "a", "e", "i"]
    let ends = ["", "n", "r", "s", "l", "m", "", "ck", "nd", "rt", ""]
    var text = ""
    for _ in 0..<least + number(below: most - least + 1) {
      text += starts[number(below: starts.count)] + middles[number(below: middles.count)]
      text += ends[number(below: ends.count)]
    }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  mutating func entity(_ at: Int) -> Entity {
    let first = given[skewed(below: given.count)]
    let last = family[skewed(below: family.count)]
    let middle = number(below: 4) == 0 ? " " + given[skewed(below: given.count)] : ""
    var entity = Entity(id: "\(at)", name: first + middle + " " + last)
    let number = "\(number(below: 1000))"
    entity.handle = (first.prefix(1) + last + number).lowercased()
    entity.email = (first + "." + last + number + "@example.com").lowercased()
    entity.detail = "Team \(at % 100), floor \(at % 7)"
    return entity
  }

  /// A key of a kind, made from an entity that there is.
  mutating func key(_ kind: String, _ entity: Entity) -> String {
    let words = entity.name.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, let last = words.last else { return "" }
    switch kind {
    case "one letter": return String(first.prefix(1))
    case "two letters": return String(first.prefix(2))
    case "name prefix": return String(entity.name.prefix(3 + number(below: 6))).lowercased()
    case "whole name": return entity.name
    case "handle prefix": return String((entity.handle ?? "").prefix(5))
    case "words in order": return first.prefix(2) + " " + last.prefix(3)
    case "two initials with space": return first.prefix(1) + " " + last.prefix(1)
    case "any word": return String(last.prefix(4))
    case "initials": return String(words.compactMap(\.first))
    case "e-mail": return String((entity.email ?? "").prefix(8))
    case "subsequence": return String(entity.name.lowercased().filter { _ in number(below: 10) < 6 })
    case "word with one typo": return typo(last)
    case "name with one typo": return typo(entity.name.lowercased())
    case "word with two typos": return typo(typo(last))
    case "name with two typos": return typo(first) + " " + typo(last)
    case "nothing": return String((0..<8).map { _ in Array("qxzjkwvy")[number(below: 8)] })
    default: return ""
    }
  }

  mutating func typo(_ text: String) -> String {
    var letters = Array(text)
    if letters.count < 2 { return text }
    let at = number(below: letters.count - 1)
    switch number(below: 4) {
    case 0: letters.insert("e", at: at)
    case 1: letters.remove(at: at)
    case 2: letters.swapAt(at, at + 1)
    default: letters[at] = "o"
    }
    return String(letters)
  }
}

/// A directory by chance as a JSON Lines file, the same for every run, made when first asked for.
struct DirectoryFile {
  let path: String
  let bytes: Int
  /// Somebody whom only the last line names: once found, all has been read.
  static let last = "Zzyzx"

  /// Makes it unless this run has it already.
  ///
  /// - Parameters:
  ///   - count: how many people it holds.
  ///   - isVaried: has aliases, names of four words and names in other scripts too.
  ///   - bench: the run that it belongs to.
  static func make(
    _ count: Int, isVaried: Bool = false, _ bench: Bench
  ) throws(BenchError) -> DirectoryFile {
    let path = bench.file("\(isVaried ? "varied" : "people")-\(count).jsonl")
    if let bytes = bench.made[path] { return DirectoryFile(path: path, bytes: bytes) }
    var bytes = 0
    var directory = Directory()
    try BenchFiles.write(path) { append throws(BenchError) in
      var written = 0
      while written < count {
        var writer = JSONWriter()
        var lines: [UInt8] = []
        for at in written..<min(written + 4096, count) {
          var entity = isVaried ? directory.variedEntity(at) : directory.entity(at)
          if at == count - 1 { entity.name = last + " Zyxwvu" }
          writer = JSONWriter()
          writer.object {
            $0.member("id", entity.id)
            $0.member("name", entity.name)
            $0.member("handle", ifPresent: entity.handle)
            $0.member("email", ifPresent: entity.email)
            $0.member("detail", ifPresent: entity.detail)
            if !entity.aliases.isEmpty { $0.member("aliases", entity.aliases) }
          }
          lines += writer.bytes + [UInt8(ascii: "\n")]
        }
        try append(lines)
        bytes += lines.count
        written = min(written + 4096, count)
      }
    }
    bench.made[path] = bytes
    return DirectoryFile(path: path, bytes: bytes)
  }

  /// Settings that name it as the one source of `@`.
  var settings: JSONValue { settings(usesCache: false) }

  /// - Parameter usesCache: whether it may come out of the cache, and goes there.
  func settings(usesCache: Bool) -> JSONValue {
    [
      "cache": .bool(usesCache),
      "sources": ["bench": ["type": "file", "path": .string(path)]],
      "triggers": [["character": "@", "sources": ["bench"], "allowSpaces": true]],
    ]
  }

  /// How it is read into memory.
  func load(early: @escaping (LoadedSource) -> Void = { _ in }) -> LoadedSource {
    FileSource(name: "bench", path: path).load(on: ThreadExecutor(), early: early)
  }
}

extension Directory {
  /// An entity of a directory in which not all are alike: some have aliases, four names, or names in other scripts.
  mutating func variedEntity(_ at: Int) -> Entity {
    var entity = entity(at)
    if at % 32 == 9 { entity.name = otherScript(at) }
    if at % 16 == 5 {
      let more = (0..<3).map { _ in given[skewed(below: given.count)] }
      entity.name = (more + [family[skewed(below: family.count)]]).joined(separator: " ")
    }
    if at % 8 == 3 {
      entity.aliases = [given[skewed(below: given.count)] + " " + family[skewed(below: family.count)]]
      if at % 16 == 3 {
        entity.aliases.append("@\(family[skewed(below: family.count)].lowercased())\(at % 90)")
      }
    }
    return entity
  }

  private mutating func otherScript(_ at: Int) -> String {
    switch at / 32 % 4 {
    case 0: return syllables("王李張劉陳楊黃趙吳周", 1) + syllables("偉芳娜敏靜麗強磊軍洋勇艷傑娟濤明超秀霞平", 2)
    case 1: return syllables("김이박최정강조윤장임", 1) + syllables("민서지현수영준하은우진경호성미정", 2)
    case 2:
      return syllables("АБВГДЕИКЛМНОПРСТ", 1) + syllables("аеиоулнрстквмд", 5) + " "
        + syllables("АБВГДЕИКЛМНОПРСТ", 1) + syllables("аеиоулнрстквмд", 6) + "ов"
    default:
      return given[skewed(below: given.count)] + syllables("éøłßñçåü", 1) + " "
        + family[skewed(below: family.count)] + syllables("éøłßñçåü", 1)
    }
  }

  private mutating func syllables(_ alphabet: String, _ count: Int) -> String {
    let letters = Array(alphabet)
    return String((0..<count).map { _ in letters[number(below: letters.count)] })
  }
}
