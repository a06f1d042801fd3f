import EntitySources
import Foundation
import Testing

@testable import mentions_lsp

/// `completions`: what shells offer behind the program's name.
@Suite struct CompletionsTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `bash completes commands, options and values`() throws {
    func completed(_ words: String...) throws -> [String] {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let (_, text) = try program.shell(
        """
        eval "$("$0" completions bash)"
        COMP_WORDS=(mentions-lsp \(line)); COMP_CWORD=\(words.count)
        _mentions_lsp; printf '%s\\n' "${COMPREPLY[@]}"
        """)
      return text.split(separator: "\n").map(String.init)
    }
    #expect(try completed("") == Commands.names)
    #expect(try completed("do") == ["doctor"])
    #expect(try completed("query", "--l") == ["--limit"])
    #expect(try completed("serve", "--log-level", "w") == ["warning"])
    #expect(try completed("completions", "") == Completions.shells)
    try program.room.write("session.jsonl", "")
    #expect(try completed("replay", "sess") == ["session.jsonl"])
    #expect(try completed("query", "--limit", "") == [])
    #expect(try completed("transform", "sort") == ["sortLines"])
    #expect(try completed("transform", "wrap", "sess") == ["session.jsonl"])
    try program.room.write("sp ace.md", "")
    try program.room.write("spread*/x", "")
    #expect(try completed("check", "sp").sorted() == ["sp ace.md", "spread*"])
    #expect(try completed("check", "--root", "sp") == ["spread*"])
  }

  @Test(arguments: ["zsh", "fish"])
  func `other shells accept their completions`(name: String) throws {
    let completions = try program.run("completions", name)
    #expect(completions.status == .exited(0))
    for command in Commands.all {
      #expect(completions.output.contains(command.name))
      for option in command.options { #expect(completions.output.contains(option.name.drop { $0 == "-" })) }
    }
    guard program.isInstalled(name) else { return }
    let path = try program.room.write("completions", completions.output)
    let (status, text) = try program.shell("\(name) -n \(path)")
    #expect(status == .exited(0), "\(text)")
  }
}
