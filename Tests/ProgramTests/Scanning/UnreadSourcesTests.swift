import EntitySources
import Foundation
import Testing

@testable import mentions_lsp

/// `check` where a source says less than there is: nobody can be called unknown, and a gate must not pass by that.
@Suite struct UnreadSourcesTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.room.write("team.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write("a.md", "@ada and @bob\n")
  }

  private let unknown = "a.md:1:10: warning: No one is known as “@bob”. [unknown-mention]\n"

  private func settings(_ source: String, trigger sources: String = #""*""#) throws {
    try program.room.write(
      ".mentions.json",
      """
      {"sources": {"team": {"type": "file", "path": "team.csv"}, "x": \(source)},
       "triggers": [{"character": "@", "sources": [\(sources)]}]}
      """)
  }

  private static let silent =
    "mentions-lsp: no complete list of people is available from x, so mentions of unknown people are not reported\n"

  @Test(arguments: [
    // The folder is not trusted.
    (#"{"type": "command", "command": ["true"]}"#, Int32(0)), (#"{"type": "fle", "path": "x.csv"}"#, 2),
    (#"{"type": "client"}"#, 0),
  ])
  func `a source that is withheld, refused or not in memory may know anybody`(_ source: String, status: Int32)
    throws
  {
    try settings(source)
    let result = try program.run("check", "a.md")
    #expect(result.output == "" && result.status == .exited(status))
    #expect(result.errors.hasSuffix(Self.silent), "\(result.errors)")
    try settings(source, trigger: #""team", "x""#)
    #expect(try program.run("check", "a.md").errors.hasSuffix(Self.silent))
    for others in [#""team""#, #""*", "-x""#] {
      try settings(source, trigger: others)
      #expect(try program.run("check", "a.md").output == unknown, "\(others)")
    }
    try settings("null")
    #expect(try program.run("check", "a.md").output == unknown)
  }

  @Test(arguments: ["gone.csv", "bad.json"])
  func `a source that cannot be read is a failure`(_ path: String) throws {
    try program.room.write("bad.json", "[{")
    try settings(#"{"type": "file", "path": "\#(path)"}"#)
    let result = try program.run("check", "a.md")
    #expect(result.output == "" && result.status == .exited(2))
    #expect(result.errors.hasPrefix("mentions-lsp: x: ") && result.errors.contains(path), "\(result.errors)")
    #expect(result.errors.hasSuffix(Self.silent), "\(result.errors)")
    #expect(try program.run("scan", "a.md").status == .exited(2))
  }

  @Test func `a line that is left out may name anybody`() throws {
    try program.room.write("x.jsonl", "{\"name\": \"Joe\", \"handle\": \"joe\"}\n{\"detail\": \"bob\"}\n")
    try settings(#"{"type": "file", "path": "x.jsonl"}"#)
    let result = try program.run("check", "a.md")
    #expect(result.output == "" && result.status == .exited(2))
    #expect(result.errors.hasSuffix(Self.silent), "\(result.errors)")
    // A field less is nobody less.
    try program.room.write("x.jsonl", #"{"name": "Joe", "handle": "joe", "weight": "much"}"# + "\n")
    #expect(try program.run("check", "a.md").output == unknown)
  }

  @Test func `settings that cannot be read are a failure`() throws {
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write(".mentions.json", "{")
    let result = try program.run("check", "a.md")
    #expect(result.output == "" && result.status == .exited(2))
    #expect(result.errors.contains("the settings file is not JSON"))
  }

  @Test func `a forge may know anybody, but only where the repository has a remote there`() throws {
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    try program.room.write("home/.config/mentions-lsp/config.json", #"{"forge": true}"#)
    let check = "HOME=$PWD/home XDG_CONFIG_HOME= \"$0\" check a.md"
    try program.git(["init", "-q"])
    try program.git(["remote", "add", "origin", "/srv/notes.git"])
    let here = try program.shell(check)
    #expect(here.0 == .exited(1) && here.1 == unknown)
    try program.git(["remote", "set-url", "origin", "https://codeberg.org/ada/notes"])
    let there = try program.shell(check)
    #expect(there.0 == .exited(0) && there.1.contains("no complete list of people is available from forge"))
  }

  @Test func `git is missed only in a repository`() throws {
    try program.room.write("people.csv", "name,handle\nAda Lovelace,ada\n")
    let check = "PATH=/nowhere \"$0\" check a.md"
    let plain = try program.shell(check)
    #expect(plain.0 == .exited(1) && plain.1 == unknown)
    try program.git(["init", "-q"])
    let (status, text) = try program.shell(check)
    #expect(status == .exited(2))
    #expect(text.contains("git is not installed"), "\(text)")
    #expect(
      text.contains(
        "no complete list of people is available from git, so mentions of unknown people are not reported"))
  }
}
