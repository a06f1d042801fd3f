import EntitySources
import Foundation
import Testing

@testable import mentions_lsp

/// `scan`: all mentions of files.
@Suite struct ScanSubcommandTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.room.write("people.csv", CheckSubcommandTests.people)
  }

  @Test func `a line for each mention`() throws {
    try program.room.write("docs/b.md", "é 😀 @turing, and `@ada`\n@nobody\n")
    try program.room.write("a.md", "Hello @ada-lovelace!\n@twin")
    let result = try program.run("scan")
    #expect(
      result.output == """
        a.md:1:7: @ada-lovelace: Ada Lovelace (ada@example.org)
        a.md:2:1: @twin: one of Twin One (@twin), Twin Two (@twin)
        docs/b.md:1:5: @turing: Alan Turing (alan@example.org)
        docs/b.md:2:1: @nobody: unknown

        """)
    #expect(result.errors == "")
    #expect(result.status == .exited(0))
  }

  @Test func `paths are shown as they are given`() throws {
    try program.room.write("docs/deep/b.md", "@turing\n")
    for (path, shown) in [
      ("docs", "docs/deep/b.md"), ("docs/", "docs/deep/b.md"), ("./docs/deep/b.md", "./docs/deep/b.md"),
      (program.room.path + "/docs", program.room.path + "/docs/deep/b.md"),
    ] {
      #expect(try program.run("scan", path).output.hasPrefix("\(shown):1:1: @turing"), "\(path)")
    }
  }

  @Test func `JSON lines tell all there is`() throws {
    try program.room.write("a.md", "é @turing\n")
    #expect(
      try program.run("scan", "--json", "a.md").output
        == #"{"path":"a.md","line":1,"column":3,"endLine":1,"endColumn":10,"offset":3,"length":7,"text":"@turing","#
        + #""key":"turing","meaning":"known","entities":[{"id":"turing","name":"Alan Turing","handle":"turing","#
        + #""email":"alan@example.org","kind":"person","source":"people"}]}"# + "\n")
  }

  @Test func `what a format has written`() throws {
    try program.room.write(
      ".mentions.json",
      ##"{"triggers": [{"character": "@", "sources": ["*"], "insert": {"markdown": "[«@{handle}»](mailto:{email})"}}]}"##
    )
    try program.room.write("a.md", "See [@turing](mailto:alan@example.org).\n")
    #expect(try program.run("scan", "a.md").output == "a.md:1:6: @turing: Alan Turing (alan@example.org)\n")
  }

  @Test func `nobody is mentioned`() throws {
    try program.room.write("a.md", "nobody\n")
    let result = try program.run("scan", "a.md")
    #expect(result.output == "" && result.errors == "" && result.status == .exited(0))
  }

  @Test func `many files come out in order`() throws {
    for number in 0..<200 { try program.room.write("d/\(1000 + number).md", "@turing\n") }
    let lines = try program.run("scan", "d").output.split(separator: "\n")
    #expect(lines.count == 200)
    #expect(lines == lines.sorted())
    #expect(try program.run("scan", "d", "d", "d/1000.md").output.split(separator: "\n").count == 200)
  }
}
