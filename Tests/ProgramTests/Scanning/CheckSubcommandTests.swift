import EntitySources
import Foundation
import JSONText
import Testing

@testable import mentions_lsp

/// `check`: what is wrong with the mentions of files.
@Suite struct CheckSubcommandTests {
  let program: BuiltProgram

  /// Two are `twin`.
  static let people = """
    id,name,handle,email
    ada,Ada Lovelace,ada-lovelace,ada@example.org
    turing,Alan Turing,turing,alan@example.org
    one,Twin One,twin,
    two,Twin Two,twin,

    """

  init() throws {
    program = try BuiltProgram()
    try program.room.write("people.csv", Self.people)
  }

  private let unknown = "a.md:2:3: warning: No one is known as “@eda”. [unknown-mention]\n"

  @Test func `findings are exit status 1`() throws {
    try program.room.write("a.md", "Hello @turing!\né @eda\n@twin\n")
    let result = try program.run("check")
    #expect(
      result.output == unknown
        + "a.md:3:1: warning: “@twin” is ambiguous: Twin One (@twin), Twin Two (@twin). [ambiguous-mention]\n"
    )
    #expect(result.errors == "")
    #expect(result.status == .exited(1))
    try program.room.write("a.md", "Hello @turing!\n")
    let clean = try program.run("check")
    #expect(clean.output == "" && clean.errors == "" && clean.status == .exited(0))
  }

  @Test func `severities`() throws {
    try program.room.write("a.md", "x\né @eda\n@twin\n")
    let error = try program.run("check", "--severity", "unknown=error,ambiguous=off")
    #expect(error.output == unknown.replacing("warning", with: "error"))
    #expect(error.status == .exited(1))
    let off = try program.run("check", "--severity=unknown=off,ambiguous=off")
    #expect(off.output == "" && off.status == .exited(0))
    for (text, complaint) in [
      ("unknwon=off", "unknown kind of finding unknwon, expected one of: unknown"),
      ("unknown=warn", "unknown severity warn"),
      ("unknown", "expected a comma-separated list of KIND=SEVERITY"),
    ] {
      let wrong = try program.run("check", "--severity", text)
      #expect(wrong.errors.contains(complaint), "\(wrong.errors)")
      #expect(wrong.status == .exited(2))
    }
  }

  @Test func `the settings say what is reported besides`() throws {
    try program.room.write(
      ".mentions.json",
      """
      {"diagnostics": {"unknown": "off", "ambiguous": "error", "left": "hint", "leftAfter": 24, "notAllowed": "information",
        "notAllowedHere": [{"handle": "tur*", "files": ["docs/**"], "reason": "ask first"}]},
       "sources": {"more": {"type": "list", "items": [{"name": "Gus Gone", "handle": "gus", "gone": true},
        {"name": "Ida", "handle": "ida", "metadata": {"lastCommit": "2020-01-02", "inactiveMonths": 36}},
        {"name": "Joe", "handle": "joe", "metadata": {"lastCommit": "2022-01-02", "inactiveMonths": 12}}]}},
       "triggers": [{"character": "@", "sources": ["*"]}]}
      """)
    try program.room.write("a.md", "@turing @eda @gus @ida @joe @twin\n")
    try program.room.write("docs/b.md", "@turing\n")
    let result = try program.run("check")
    #expect(
      result.output == """
        a.md:1:9: warning: No one is known as “@eda”. [unknown-mention]
        a.md:1:14: hint: Gus Gone has left. [left-mention]
        a.md:1:19: hint: Ida has left (last commit: 2020-01-02). [left-mention]
        a.md:1:29: error: “@twin” is ambiguous: Twin One (@twin), Twin Two (@twin). [ambiguous-mention]
        docs/b.md:1:1: information: Alan Turing may not be mentioned here: ask first. [not-allowed-mention]

        """)
    #expect(result.status == .exited(1))
    let other = try program.run("check", "--severity", "left=off,notAllowed=error,unknown=off,ambiguous=off")
    #expect(
      other.output
        == "docs/b.md:1:1: error: Alan Turing may not be mentioned here: ask first. [not-allowed-mention]\n")
  }

  @Test func `a rule whose only condition is misspelled forbids nobody`() throws {
    try program.room.write(
      ".mentions.json",
      #"{"diagnostics": {"notAllowed": "error", "notAllowedHere": [{"handel": "tur*", "reason": "ask first"}]}}"#
    )
    try program.room.write("docs/b.md", "@turing\n")
    let result = try program.run("check", "docs")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("did you mean"), "\(result.errors)")
  }

  @Test func `a baseline accepts what it holds, wherever it moves`() throws {
    try program.room.write("a.md", "@eda\n")
    let written = try program.run("check", "--format", "baseline")
    #expect(written.status == .exited(0))
    #expect(
      written.output == """
        {
          "version": 1,
          "findings": [
            {"path":"a.md","rule":"unknown-mention","text":"@eda","count":1}
          ]
        }

        """)
    try program.room.write("accepted.json", written.output)
    try program.room.write("a.md", "\n\nmoved @eda\n")
    let moved = try program.run("check", "--baseline", "accepted.json")
    #expect(moved.output == "" && moved.errors == "" && moved.status == .exited(0))
    try program.room.write("a.md", "@eda @eda\n")
    let second = try program.run("check", "--baseline", "accepted.json")
    #expect(second.output == "a.md:1:6: warning: No one is known as “@eda”. [unknown-mention]\n")
    #expect(second.status == .exited(1))
    try program.room.write("a.md", "fixed\n")
    let fixed = try program.run("check", "--baseline", "accepted.json")
    #expect(fixed.errors.contains("baseline findings that no longer occur: 1"))
    #expect(fixed.status == .exited(0))
  }

  @Test(arguments: [
    ("", "is not JSON"), ("[]", "was not written by"),
    (#"{"version": 2, "findings": []}"#, "was not written by"),
    (#"{"version": 1, "findings": [{"path": "a"}]}"#, "findings[0]"),
    (#"{"version": 1, "findings": [{"path": "a", "rule": "r", "text": "t", "count": 0}]}"#, "findings[0]"),
  ])
  func `a baseline that is none`(_ text: String, _ complaint: String) throws {
    try program.room.write("bad.json", text)
    let result = try program.run("check", "--baseline", "bad.json")
    #expect(result.errors.contains("--baseline: ") && result.errors.contains(complaint), "\(result.errors)")
    #expect(result.status == .exited(2))
    #expect(try program.run("check", "--baseline", "none.json").status == .exited(2))
  }

  @Test func `standard input has a name`() throws {
    let plain = try program.run("check", "--stdin", "--language", "markdown", input: "`@eda` @eda\n")
    #expect(plain.output == "stdin:1:8: warning: No one is known as “@eda”. [unknown-mention]\n")
    let code = try program.run("check", "--stdin", "--stdin-name", "a.swift", input: "@eda // cc @eda\n")
    #expect(code.output == "a.swift:1:12: warning: No one is known as “@eda”. [unknown-mention]\n")
    #expect(try program.run("check", "--stdin", "a.md").status == .exited(2))
    #expect(try program.run("check", "--stdin-name", "a.md").status == .exited(2))
    #expect(try program.run("check", "--stdin", input: "a\0b").status == .exited(2))
  }

  @Test func `workflow commands are escaped`() throws {
    try program.room.write("a,b:100%.md", "@eda\n")
    #expect(
      try program.run("check", "--format", "github").output
        == "::warning file=a%2Cb%3A100%25.md,line=1,endLine=1,col=1,endColumn=5,title=unknown-mention::"
        + "No one is known as “@eda”.\n")
    // Each is one `Character`.
    let ends = try BuiltProgram()
    try ends.room.write("people.csv", Self.people)
    try ends.room.write("a\r\nb,\u{301}:\u{301}.md", "@eda\n")
    #expect(
      try ends.run("check", "--format", "github").output.hasPrefix(
        "::warning file=a%0D%0Ab%2C\u{301}%3A\u{301}.md,line=1,"))
  }

  @Test func `JSON lines`() throws {
    try program.room.write("a.md", "@eda\n@eda\n")
    let result = try program.run("check", "--format", "json")
    let lines = try result.output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    #expect(lines.count == 2)
    #expect(lines.first?.objectValue?["rule"]?.stringValue == "unknown-mention")
    #expect(Set(lines.compactMap { $0.objectValue?["fingerprint"]?.stringValue }).count == 2)
  }

  @Test func `what cannot be read is told, and the rest is checked`() throws {
    try program.room.write("a.md", "x\né @eda\n")
    let none = try program.run("check", "none.md", "a.md")
    #expect(none.output == unknown)
    #expect(none.errors == "mentions-lsp: cannot read none.md: there is no such file or folder\n")
    #expect(none.status == .exited(2))
    let path = program.room.path
    try Data([0, 1, 2]).write(to: URL(fileURLWithPath: path + "/a.bin"))
    #expect(try program.run("check").errors == "")
    try FileManager.default.createSymbolicLink(atPath: path + "/loop", withDestinationPath: "loop")
    try FileManager.default.createSymbolicLink(atPath: path + "/up", withDestinationPath: ".")
    let circle = try program.run("check")
    #expect(circle.output == unknown && circle.errors == "")
  }

  @Test func `unknown is reported only if a source lists all people`() throws {
    try FileManager.default.removeItem(atPath: program.room.path + "/people.csv")
    try program.room.write("CODEOWNERS", "* @turing\n")
    try program.room.write("a.md", "@turing @eda\n")
    let result = try program.run("check")
    #expect(result.output == "")
    #expect(result.errors.contains("no source lists all people"))
    #expect(result.status == .exited(0))
  }

  @Test func `text without a name is plain text`() throws {
    let result = try program.run("check", "--stdin", input: "see @eda\n")
    #expect(result.output == "stdin:1:5: warning: No one is known as “@eda”. [unknown-mention]\n")
    #expect(result.status == .exited(1))
    // Nothing is known of such a file.
    #expect(try program.run("check", "--stdin", "--stdin-name", "a.xyz", input: "see @eda\n").output == "")
    let typo = try program.run("check", "--stdin", "--language", "markdwn", input: "see @eda\n")
    #expect(
      typo.errors.hasPrefix("mentions-lsp: unknown language markdwn; did you mean markdown?\n"),
      "\(typo.errors)")
    #expect(typo.status == .exited(2))
  }

  @Test func `wrong use`() throws {
    for words in [
      ["--format", "txt"], ["--sevrity", "x"], ["--root", "none"], ["--root", ""], ["--language", ""],
      ["--severity", ""],
    ] {
      let arguments = ["check"] + words
      let result = try program.run(arguments[0], arguments[1], arguments[2])
      #expect(result.status == .exited(2), "\(words)")
      #expect(result.errors.contains("usage: mentions-lsp check"))
    }
  }

  @Test func `a place that the settings exclude is not checked`() throws {
    try program.room.write("vendor/a.md", "@eda\n")
    try program.room.write(
      ".mentions.json", #"{"triggers": [{"character": "@", "sources": ["*"], "exclude": ["vendor/**"]}]}"#)
    #expect(try program.run("check").status == .exited(0))
  }
}
