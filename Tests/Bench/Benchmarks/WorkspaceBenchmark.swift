import JSONText
import LanguageProtocol
import ServerHost
import SystemCalls

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
