import EntitySources
import Foundation
import JSONText
import ServerHost
import Testing

/// The benchmark runs and prints what it was asked for. Its figures are tested where time is simulated alone.
@Suite struct BenchTests {
  @Test func `a quick run prints the rows of the benchmark that was chosen`() throws {
    let result = try run("--quick", "--no-peers", "--only", "wire")
    #expect(result.isSuccess, "\(result.complaint)")
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.contains("one didChange from bytes to a value"))
    #expect(text.contains("200 completion items to bytes"))
    #expect(text.contains("seed 42"))
  }

  /// Unlike the figures, that everybody is found who is asked for is something to hold.
  @Test func `queries typed letter by letter find whom they were made of, and absent peers are rows`() throws
  {
    let result = try run("--quick", "--only", "queries", "--python", "/bin/sh")
    #expect(result.isSuccess, "\(result.complaint)")
    let text = String(decoding: result.output, as: UTF8.self)
    for row in ["one letter", "other scripts", "name with two typos", "all together"] {
      let cells = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(row) ") }).split(
        separator: "|")
      #expect(cells.last?.contains(" 0 ") == true, "\(row)")
    }
    #expect(text.contains("| SQLite FTS5, trigrams "))
    #expect(text.contains("| not installed |"))
  }

  @Test func `a table for a page names machine and day, and no path`() throws {
    let before = Date.now
    let result = try run("--quick", "--no-peers", "--only", "wire", "--markdown")
    let text = String(decoding: result.output, as: UTF8.self)
    let days = [before, Date.now].map { $0.formatted(.iso8601.year().month().day()) }
    #expect(days.contains { text.hasPrefix($0 + ": ") }, "\(text)")
    #expect(text.contains("\n| work"))
    #expect(text.contains("\n| one didChange from bytes to a value"))
    #expect(!text.contains("/tmp") && !text.contains(NSHomeDirectory() + "/"))
  }

  @Test func `an unknown benchmark is refused with the list of known names`() throws {
    let result = try run("--only", "nonsense")
    #expect(result.status == .exited(2))
    #expect(String(decoding: result.errorOutput, as: UTF8.self).contains("expected one of start, keystroke"))
  }

  @Test func `a slow source leaves no last key of a word empty`() throws {
    let result = try run("--quick", "--no-peers", "--only", "slow", "--json")
    #expect(result.isSuccess, "\(result.complaint)")
    let tables = try JSONParser.parse(result.output)["tables"]?.arrayValue ?? []
    let rows = tables.first?["rows"]?.arrayValue ?? []
    #expect(rows.map { $0.arrayValue?[3].stringValue } == ["0.00 %", "0.00 %"])
  }

  /// Of each commit only what its parent knew is known: the first that names Rita cannot be guessed.
  @Test func `names of a small history are guessed from what came before`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("guess-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func git(_ arguments: String...) throws {
      let result = try ChildProcess.run(
        ChildCommand(
          ["git", "-C", folder, "-c", "commit.gpgsign=false"] + arguments,
          environment: [
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_DIR": nil,
            "GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@x",
          ], deadline: 60_000))
      #expect(result.isSuccess, "\(arguments): \(result.complaint)")
    }
    try git("init", "-q", "-b", "main")
    func commit(_ author: String, _ message: String) throws {
      try git(
        "commit", "-q", "--allow-empty", "--author", "\(author) <\(author.lowercased())@x.org>", "-m", message
      )
    }
    // Five who did more than Rita did.
    for author in ["Ann", "Bob", "Carol", "Dan", "Eve"] { for _ in 0..<4 { try commit(author, "Work") } }
    try commit("Rita", "Work")
    try commit("Ann", "One\n\nReviewed-by: Rita <rita@x.org>\nCo-authored-by: Nobody <n@x.org>")
    try commit("Ann", "Two\n\nReviewed-by: Rita <rita@x.org>\nReviewed-by: Ann <ann@x.org>")
    try commit("Ann", "Three\n\nReviewed-by: Rita <rita@x.org>")
    let result = try run("nearness", "--repository", folder, "--json")
    #expect(result.isSuccess, "\(result.complaint)")
    #expect(
      String(decoding: result.output, as: UTF8.self)
        == #"{"commits":3,"incomplete":0,"co-authored-by":{"names":1,"byWeight":0,"chosen":0,"near":0,"#
        + #""nearAndChosen":0,"nearAfterLetter":0,"nearAndChosenAfterLetter":0},"#
        + #""reviewed-by":{"names":3,"byWeight":0,"chosen":2,"near":2,"nearAndChosen":2,"#
        + #""nearAfterLetter":3,"nearAndChosenAfterLetter":3}}"#
        + "\n")
    let table = String(
      decoding: try run("nearness", "--repository", folder, "--commits", "2").output, as: UTF8.self)
    #expect(table.contains("| reviewed-by | 2 | 0.0 % | 100.0 % | 100.0 % |"), "\(table)")
    #expect(try run("nearness", "--repository", folder + "/nowhere").status == .exited(1))
    for words in [[], ["--repository"], ["--repository", folder, "--commits", "0"], ["--often"]] {
      let refused = try run(["nearness"] + words)
      #expect(refused.status == .exited(2))
      #expect(String(decoding: refused.errorOutput, as: UTF8.self).contains("usage: mentions-bench nearness"))
    }
  }

  @Test func `the simulation runs on the requested number of seeds`() throws {
    let result = try run("simulate", "--seeds", "3-4", "--steps", "5")
    #expect(result.isSuccess, "\(result.complaint)")
    #expect(String(decoding: result.output, as: UTF8.self).contains("2 seeds of 5 steps in"))
    #expect(String(decoding: result.output, as: UTF8.self).hasSuffix("all clean\n"))
  }

  @Test(arguments: [["--seeds", "9-3"], ["--seeds", "-"], ["--steps", "0"], ["--steps"], ["--often"]])
  func `an invalid simulation is refused`(_ words: [String]) throws {
    let result = try run(["simulate"] + words)
    #expect(result.status == .exited(2))
    #expect(String(decoding: result.errorOutput, as: UTF8.self).contains("usage: mentions-bench simulate"))
  }

  /// The program lies beside the tests, or some folders above them where they are a bundle.
  private func run(_ arguments: String...) throws -> ChildResult { try run(arguments) }

  private func run(_ arguments: [String]) throws -> ChildResult {
    let tests = URL(filePath: try #require(HostProcess.executablePath))
    let folders = sequence(first: tests) { $0.path.count > 1 ? $0.deletingLastPathComponent() : nil }
    let program = try #require(
      folders.lazy.map { $0.appending(path: "mentions-bench").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) },
      "mentions-bench was not built")
    return try ChildProcess.run(ChildCommand([program] + arguments, deadline: 60_000))
  }
}
