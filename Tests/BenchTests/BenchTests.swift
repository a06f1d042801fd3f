import EntitySources
import Foundation
import ServerHost
import Testing

/// The benchmark runs and prints what it was asked for. Its figures are not tested.
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
