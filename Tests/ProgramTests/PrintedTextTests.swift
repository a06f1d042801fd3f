import JSONText
import Testing

@testable import mentions_lsp

/// What reaches terminals and the programs that read this one's output.
@Suite struct PrintedTextTests {
  @Test(arguments: [
    ("a.md", "a.md"), ("::error::x.md", "./::error::x.md"), (" ::x.md", "./ ::x.md"), ("a:b.md", "a:b.md"),
    ("a\u{1B}[2J\u{202E}.md", "a[2J.md"),
  ])
  func `a path never begins a line with a colon`(path: String, printed: String) {
    #expect(PrintedText.path(path) == printed)
  }

  @Test func `control and bidirectional characters are escapes in JSON`() throws {
    let text = "é😀 \u{7F}\u{85}\u{61C}\u{200E}\u{202E}\u{2066}\u{2028}\u{FEFF}\u{E0041}\n\u{1B}"
    let value = JSONValue.object(["text": .string(text)])
    for indentation in [nil, 2] {
      let json = PrintedText.json(value, indentation: indentation)
      #expect(
        json.contains(
          #"é😀 \u007F\u0085\u061C\u200E\u202E\u2066\u2028\uFEFF\uDB40\uDC41\n\u001"#), "\(json)")
      #expect(try JSONParser.parse(Array(json.utf8)) == value)
    }
  }

  @Test func `in one line they are shown`() {
    #expect(PrintedText.line("a\u{202E}b\u{1B}é") == #"a\u{202E}b\u{1B}é"#)
  }

  @Test(arguments: ["github", "sarif"])
  func `paths are relative to the checkout of GitHub, in whichever folder the check runs`(format: String)
    throws
  {
    let program = try BuiltProgram()
    try program.room.write(".mentions.json", "{}")
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write("docs/a.md", "@nobody-here\n")
    let check = "cd docs; \"$0\" check --format \(format) a.md | grep -o 'docs/a.md\\|a.md' | sort -u"
    #expect(try program.shell("GITHUB_WORKSPACE=$PWD; export GITHUB_WORKSPACE; \(check)").1 == "docs/a.md\n")
    #expect(try program.shell("unset GITHUB_WORKSPACE; \(check)").1 == "a.md\n")
  }

  @Test func `no finding is a command of a workflow`() throws {
    let program = try BuiltProgram()
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write("::error::\u{202E}x.md", "@nobody-here\n")
    let text = try program.run("check", "::error::\u{202E}x.md")
    #expect(text.output.hasPrefix("./::error::x.md:1:1: warning: "), "\(text.output)")
    let github = try program.run("check", "--format", "github", "::error::\u{202E}x.md")
    #expect(
      github.output.hasPrefix(#"::warning file=%3A%3Aerror%3A%3A\u{202E}x.md,line=1,"#), "\(github.output)")
    let scan = try program.run("scan", "::error::\u{202E}x.md")
    #expect(scan.output.hasPrefix("./::error::x.md:1:1: "), "\(scan.output)")
    for output in [text.output, github.output, scan.output] {
      #expect(!output.unicodeScalars.contains("\u{202E}"))
    }
  }
}
