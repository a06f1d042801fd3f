import EntitySources
import Foundation
import Testing

@testable import mentions_lsp

/// What the program says of itself, in all forms that are made of the declaration of its commands.
@Suite struct HelpTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `the overview lists every command and where settings are read from`() throws {
    let help = try program.run("help")
    #expect(help.status == .exited(0))
    for command in Commands.all { #expect(help.output.contains("  \(command.name) "), "\(command.name)") }
    #expect(help.output.contains("/.config/mentions-lsp/config.json"))
    #expect(Commands.all.map(\.name) == Commands.names)
    let groups = help.output.split(separator: "\n\n").filter {
      $0.contains("  serve ") || $0.contains("  schema ")
    }
    #expect(groups.count == 2)
    #expect(
      groups.first?.hasPrefix("For everyday use:\n") == true && groups.first?.contains("  doctor ") == true)
    #expect(groups.last?.contains("  transform ") == true)
  }

  @Test(arguments: Commands.names)
  func `a command's help lists every option with its default, an example and the exit statuses`(name: String)
    throws
  {
    let command = try #require(Commands.named(name))
    let help = try program.run("help", name)
    #expect(help.status == .exited(0))
    // Lines are broken where the terminal ends.
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("usage: mentions-lsp \(command.usage)"))
    for option in command.options {
      #expect(text.contains("\(option.usage) \(option.summary)"))
      if let standard = option.standard { #expect(text.contains("(default: \(standard))")) }
    }
    for example in command.examples { #expect(text.contains("mentions-lsp \(example.arguments)")) }
    #expect(name == "version" || !command.examples.isEmpty)
    #expect(help.output.contains("\nExit status:\n  0  "))
    #expect(help.output.contains("\n  2  the arguments are invalid"))
    #expect(text.contains(".mentions.json in the workspace folder") == command.readsSettings)
    let flag = try program.run(name, "--help")
    #expect(flag.output == help.output)
  }

  @Test(arguments: [
    (["qery", "x"], "unknown command qery; did you mean query?"),
    (["help", "doktor"], "unknown command doktor; did you mean doctor?"),
    (["query", "--limt", "3", "x"], "unknown option --limt; did you mean --limit?"),
    (["replay", "--reduse=x", "file"], "unknown option --reduse; did you mean --reduce?"),
    (["completions", "bsh"], "unknown shell bsh, expected one of: bash, zsh, fish"),
    (
      ["check", "--format", "xml"], "unknown format xml, expected one of: text, json, github, sarif, baseline"
    ),
    (
      ["check", "--severity", "unknown=fatal"],
      "unknown severity fatal, expected one of: off, hint, information, warning, error"
    ),
  ])
  func `a wrong name is answered with the nearest one`(words: [String], expected: String) throws {
    let result = try ChildProcess.run(
      ChildCommand([program.path] + words, directory: program.room.path, deadline: 60_000))
    #expect(result.status == .exited(2))
    let errors = String(decoding: result.errorOutput, as: UTF8.self)
    #expect(errors.hasPrefix("mentions-lsp: \(expected)\n"), "\(errors)")
  }

  @Test func `started in a terminal without a command it says what it is`() throws {
    try #require(program.isInstalled("script"), "script of util-linux gives a program a terminal")
    let (status, text) = try program.shell("script -qec \"$0\" /dev/null </dev/null")
    #expect(status == .exited(2))
    #expect(
      text.contains("mentions-lsp is a language server, which is normally started by an editor"), "\(text)")
    #expect(text.contains("`mentions-lsp help` to list all commands"))
    #expect(text.split(whereSeparator: \.isNewline).count == 2)
  }

  @Test func `matches of a query are bold on a terminal that supports it`() throws {
    try #require(program.isInstalled("script"), "script of util-linux gives a program a terminal")
    try program.room.write("people.csv", "name,handle,email\nAda Lovelace,countess,al@example.org\n")
    func shown(_ text: String, _ environment: [String: String?] = ["NO_COLOR": nil, "TERM": "xterm"]) throws
      -> String
    {
      try program.shell("script -qec \"$0 query \(text)\" /dev/null </dev/null", environment).1
    }
    func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[22m" }
    #expect(try shown("@love").contains("Ada \(bold("Love"))lace"))
    #expect(try shown("count").contains("@\(bold("count"))ess, al@example.org"))
    #expect(try shown("al@ex").contains("@countess, \(bold("al@ex"))ample.org"))
    #expect(try shown("love", ["NO_COLOR": "1", "TERM": "xterm"]).contains("Ada Lovelace "))
    #expect(try shown("love", ["NO_COLOR": nil, "TERM": "dumb"]).contains("Ada Lovelace "))
    #expect(try program.run("query", "love").output.contains("Ada Lovelace "))
  }

  @Test func `the manual page is well-formed`() throws {
    let page = try program.run("help", "--man").output
    #expect(page.hasPrefix(".TH MENTIONS-LSP 1 "))
    for command in Commands.all { #expect(page.contains("\n.SS \(command.name)")) }
    for option in Commands.all.flatMap(\.options) {
      #expect(page.contains(option.name.replacingOccurrences(of: "-", with: "\\-")))
    }
    guard program.isInstalled("groff") else { return }
    let path = try program.room.write("mentions-lsp.1", page)
    let (status, warnings) = try program.shell("groff -man -Tutf8 -ww -z \(path)")
    #expect(status == .exited(0))
    #expect(warnings == "")
  }
}

/// Columns of text, as wide as a terminal shows them.
@Suite struct ColumnsTests {
  private let pipe = Terminal(isTerminal: false, width: 20, environment: [:])
  private let terminal = Terminal(isTerminal: true, width: 20, environment: ["TERM": "xterm"])

  @Test func `columns are as wide as what is shown`() {
    var columns = Columns()
    columns.add("山田", "x")
    columns.add("e\u{301}e\u{301}", "y")
    columns.add("👩‍👩‍👧", "z")
    #expect(columns.lines(on: pipe) == ["山田  x", "e\u{301}e\u{301}    y", "👩‍👩‍👧    z"])
  }

  @Test func `a narrow terminal cuts the widest column`() {
    var columns = Columns()
    columns.add("a", "山田太郎山田太郎山田太郎", "end")
    #expect(columns.lines(on: terminal) == ["a  山田太郎山…   end"])
    #expect(columns.lines(on: pipe) == ["a  山田太郎山田太郎山田太郎  end"])
  }

  @Test func `bold is used only on terminals that support it`() {
    var columns = Columns()
    columns.add([.init("Ada Lovelace", bold: [0..<3])])
    #expect(columns.lines(on: terminal) == ["\u{1B}[1mAda\u{1B}[22m Lovelace"])
    #expect(columns.lines(on: pipe) == ["Ada Lovelace"])
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let plain = Terminal(isTerminal: true, width: 20, environment: environment)
      #expect(columns.lines(on: plain) == ["Ada Lovelace"])
    }
    #expect(Terminal(isTerminal: true, width: 20, environment: ["NO_COLOR": ""]).hasStyles)
  }

  @Test func `the last column wraps below itself`() {
    var columns = Columns()
    columns.add("--limit N", "one two three four five six")
    #expect(
      columns.wrappedLines(indent: "  ", width: 32) == [
        "  --limit N  one two three four", "             five six",
      ])
  }
}
