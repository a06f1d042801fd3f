import EntitySources
import Foundation
import Testing

/// Arguments, exit statuses, pipes that close early.
@Suite struct CommandLineTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test(arguments: [
    (["query"], "query needs a text to search for"),
    (["query", "a", "b"], "unexpected argument b"),
    (["query", "a", "--limit", "0"], "--limit is 0, expected a number from 1"),
    (["query", "a", "--limit"], "--limit needs a value"),
    (["query", "a", "--limit", "1", "--limit=2"], "--limit is given twice"),
    (["query", "a", "--json", "--json"], "--json is given twice"),
    (["query", "a", "--json=1"], "--json takes no value"),
    (["query", "a", "--root", ""], "--root is empty"),
    (["schema", "--json"], "unknown option --json"), (["scan", "-j"], "unknown option -j"),
    (["replay"], "replay needs a transcript"),
    (["schema", "--", "--json"], "unexpected argument --json"),
    (["query", "--limit", "--", "3"], "--limit needs a value"),
    (["--", "query"], "unexpected argument query"),
    (["demo", "--fast"], "unknown option --fast"),
    (["dance"], "unknown command dance"),
    (["--nonsense"], "unknown option --nonsense"),
    (["serve", "--log-level", "loud"], "--log-level is loud, expected one of error, warning, info, debug"),
  ])
  func `invalid arguments give exit status 2 and usage`(words: [String], reason: String) throws {
    let result = try ChildProcess.run(
      ChildCommand([program.path] + words, directory: program.room.path, deadline: 60_000))
    let errors = String(decoding: result.errorOutput, as: UTF8.self)
    #expect(result.status == .exited(2))
    #expect(result.output == [])
    #expect(errors.hasPrefix("mentions-lsp: \(reason)"), "\(errors)")
    #expect(errors.contains("usage: mentions-lsp "))
  }

  @Test func `behind -- no word is an option`() throws {
    try program.room.write("people.csv", "name,handle\nAda Lovelace,--json\n")
    #expect(try program.run("query", "--limit", "1", "--", "@--json").output.contains("Ada Lovelace"))
    #expect(try program.run("help", "--", "check").output == program.run("help", "check").output)
    #expect(try program.run("version", "--").output == program.run("version").output)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["schema", "help", "check --format baseline", "check --format sarif", "scan", "query ada"])
  func `output that cannot be written is a failure`(command: String) throws {
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write("a.md", "@ada\n")
    let (status, errors) = try program.shell("\"$0\" \(command) > /dev/full")
    #expect(status == .exited(2))
    #expect(errors == "mentions-lsp: standard output cannot be written: No space left on device\n")
  }

  @Test func `what is written in part is a failure`() throws {
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write("a.md", "@eda\n")
    let (status, errors) = try program.shell("ulimit -f 1; \"$0\" check --format sarif > log")
    #expect(status == .exited(2))
    #expect(errors == "mentions-lsp: standard output cannot be written: File too large\n")
  }

  @Test func `a file may be a pipe`() throws {
    let (status, text) = try program.shell(
      "\"$0\" check --baseline <(echo '{\"version\": 1, \"findings\": []}') --stdin < /dev/null")
    #expect(status == .exited(0) && !text.contains("--baseline"), "\(text)")
  }

  @Test(arguments: ["schema", "help", "version", "doctor"])
  func `a pipe closed early does not crash`(command: String) throws {
    let result = try ChildProcess.run(
      ChildCommand(
        ["sh", "-c", "{ \"$0\" \(command) 2>&1; echo \"status $?\" >&2; } | true", program.path],
        directory: program.room.path, deadline: 60_000))
    let errors = String(decoding: result.errorOutput, as: UTF8.self)
    #expect(errors == "status 0\n" || errors == "status 1\n", "\(errors)")
  }
}
