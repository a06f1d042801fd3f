import EntitySources
import Foundation
import Testing

@testable import mentions_lsp

/// Which files `check` and `scan` read for the paths that are named, and where in the workspace those lie.
@Suite struct NamedPathsTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.room.write("people.csv", CheckSubcommandTests.people)
  }

  private func unknown(_ path: String, column: Int = 1) -> String {
    "\(path):1:\(column): warning: No one is known as “@eda”. [unknown-mention]\n"
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: program.room.path + "/" + name))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: program.room.path + "/" + name, withDestinationPath: target)
  }

  // MARK: What is read

  @Test func `files that are left out are told where they are named, and are no failure`() throws {
    try write("latin1.txt", Array("@eda ".utf8) + [0xE9])
    try write("long.txt", [UInt8](repeating: 0x61, count: TextFileRule.sizeLimit + 1))
    let alone = try program.run("check", "latin1.txt", "long.txt")
    #expect(alone.output == "" && alone.status == .exited(0))
    #expect(
      alone.errors == """
        mentions-lsp: latin1.txt is skipped: it is not UTF-8 text
        mentions-lsp: long.txt is skipped: it is longer than 4 MiB

        """)
    try program.room.write("a.md", "@eda\n")
    let others = try program.run("check", "latin1.txt", "a.md", "long.txt")
    #expect(others.output == unknown("a.md") && others.errors == alone.errors)
    #expect(others.status == .exited(1))
    let scan = try program.run("scan", "latin1.txt", "a.md")
    #expect(scan.output == "a.md:1:1: @eda: unknown\n" && scan.status == .exited(0))
    #expect(try program.run("check").errors == "")
  }

  @Test func `a path that is there and cannot be read is a failure`() throws {
    try program.room.write("a.md", "@eda\n")
    #expect(try program.shell("mkfifo pipe.md").0 == .exited(0))
    let result = try program.run("check", "pipe.md", "a.md")
    #expect(result.output == unknown("a.md"))
    #expect(result.errors.hasPrefix("mentions-lsp: pipe.md cannot be read: "), "\(result.errors)")
    #expect(result.status == .exited(2))
  }

  @Test func `a baseline does not tell of what is gone from a file that is left out`() throws {
    try program.room.write("a.md", "@eda\n")
    try program.room.write("accepted.json", program.run("check", "--format", "baseline").output)
    try write("a.md", [0xE9])
    let result = try program.run("check", "--baseline", "accepted.json", "a.md")
    #expect(result.errors == "mentions-lsp: a.md is skipped: it is not UTF-8 text\n")
  }

  @Test func `a file is read once, whatever it is called`() throws {
    try program.room.write("docs/a.md", "@eda\n")
    try link("up", to: ".")
    let absolute = program.room.path + "/docs/a.md"
    for (names, shown) in [
      (["docs/a.md", "./docs/a.md", absolute, "up/docs/a.md"], "docs/a.md"),
      ([absolute, "docs/../docs/a.md", "docs/a.md"], absolute), (["docs", "./docs/a.md"], "./docs/a.md"),
      (["docs/a.md", "./docs", "."], "docs/a.md"), (["./docs", "docs"], "./docs/a.md"),
    ] {
      let result = try program.run(words: ["check"] + names)
      #expect(result.output == unknown(shown), "\(names)")
    }
  }

  @Test(arguments: [["check", ""], ["scan", "people.csv", ""], ["check", "--", ""]])
  func `an empty path is refused`(_ words: [String]) throws {
    let result = try program.run(words: words)
    #expect(result.errors.hasPrefix("mentions-lsp: a PATH is empty, expected a file or a folder\n"))
    #expect(result.output == "" && result.status == .exited(2))
  }

  @Test func `a link in place of a file that Git knows is not followed`() throws {
    try program.room.write("repository/a.md", "@eda\n")
    try program.room.write("repository/d/a.md", "@eda\n")
    try program.room.write("outside/a.md", "@eda\n")
    try program.git(["-C", "repository", "init", "-q"])
    try program.git(["-C", "repository", "add", "."])
    for name in ["a.md", "d"] {
      try FileManager.default.removeItem(atPath: program.room.path + "/repository/" + name)
    }
    try link("repository/a.md", to: "../outside/a.md")
    try link("repository/d", to: "../outside")
    let result = try program.run("scan", "repository")
    #expect(result.output == "" && result.errors == "")
  }

  @Test func `an empty name of standard input is refused`() throws {
    let result = try program.run("check", "--stdin", "--stdin-name", "", input: "@eda\n")
    #expect(result.errors.hasPrefix("mentions-lsp: --stdin-name is empty\n"))
    #expect(result.status == .exited(2))
  }

  @Test(arguments: ["--root=none", "--stdin", "-h", "--help", "--", "--none", "~"])
  func `behind -- every word is a path`(_ name: String) throws {
    try program.room.write(name, "@eda\n")
    let result = try program.run("check", "--language", "markdown", "--", name)
    #expect(result.output == unknown(name) && result.errors == "")
    #expect(result.status == .exited(1))
  }

  @Test func `a name with a line end stays on one line`() throws {
    let name = "a\n::error::b.md"
    try write(name, Array("@eda ".utf8) + [0])
    let binary = try program.run("check", "--format", "github", name)
    #expect(binary.errors == "mentions-lsp: a ::error::b.md is skipped: it is not UTF-8 text\n")
    let none = try program.run("check", "none\n::error::x")
    #expect(none.errors == "mentions-lsp: cannot read none ::error::x: there is no such file or folder\n")
    let wrong = try program.run("check", "--baseline", "none\n::error::x")
    #expect(wrong.errors.hasPrefix("mentions-lsp: --baseline: cannot read none ::error::x: "))
    #expect(!wrong.errors.contains("\n::"))
  }

  @Test func `a byte order mark takes no column`() throws {
    let text = "\u{FEFF}@eda\n\u{FEFF}@eda\n"
    try program.room.write("a.md", text)
    let second = "2:2: warning: No one is known as “@eda”. [unknown-mention]\n"
    #expect(try program.run("check", "a.md").output == unknown("a.md") + "a.md:" + second)
    #expect(try program.run("scan", "a.md").output == "a.md:1:1: @eda: unknown\na.md:2:2: @eda: unknown\n")
    let input = try program.run("check", "--stdin", "--language", "markdown", input: text)
    #expect(input.output == unknown("stdin") + "stdin:" + second)
  }

  // MARK: Where it lies

  /// A repository that goes by two names, with a link to a folder outside of it.
  private func makeRepository() throws {
    try program.room.write("repository/people.csv", CheckSubcommandTests.people)
    try program.room.write(
      "repository/.mentions.json",
      """
      {"diagnostics": {"notAllowed": "warning", "notAllowedHere": [
        {"handle": "turing", "files": ["docs/**", "outside/**"]}]}}
      """)
    try program.room.write("repository/docs/x.md", "@turing\n")
    try program.room.write("elsewhere/y.md", "@turing\n")
    try link("repository/outside", to: "../elsewhere")
    try link("link", to: "repository")
  }

  private func notAllowed(_ path: String) -> String {
    "\(path):1:1: warning: Alan Turing may not be mentioned here. [not-allowed-mention]\n"
  }

  @Test(arguments: ["repository", "link"], ["repository", "link"])
  func `rules for folders hold by every name of the workspace folder`(root: String, name: String) throws {
    try makeRepository()
    for path in ["\(name)/docs", "\(name)/docs/x.md"] {
      #expect(try program.run("check", "--root", root, path).output == notAllowed("\(name)/docs/x.md"))
    }
    // A link out of the repository is known by its name in there.
    #expect(
      try program.run("check", "--root", root, "\(name)/outside").output == notAllowed("\(name)/outside/y.md")
    )
    // Neither the file nor its folder is there yet.
    let draft = "\(name)/docs/new/z.md"
    #expect(
      try program.run("check", "--root", root, "--stdin", "--stdin-name", draft, input: "@turing\n").output
        == notAllowed(draft))
    #expect(try program.run("check", "--root", root, "\(name)/people.csv", "elsewhere").output == "")
  }

  @Test func `another name of a folder is no way around its rules`() throws {
    try makeRepository()
    try link("repository/papers", to: "docs")
    let result = try program.run("check", "--root", "repository", "repository/papers/x.md")
    #expect(result.output == notAllowed("repository/papers/x.md"))
  }

  @Test(arguments: ["repository", "link"], ["repository", "link"])
  func `a baseline holds by every name of the workspace folder`(root: String, name: String) throws {
    try makeRepository()
    let baseline = try program.run("check", "--root", "repository", "--format", "baseline", "repository")
    #expect(baseline.output.contains(#""path":"docs/x.md""#))
    try program.room.write("accepted.json", baseline.output)
    let result = try program.run("check", "--root", root, "--baseline", "accepted.json", name)
    #expect(result.output == "" && result.errors == "" && result.status == .exited(0))
  }
}
