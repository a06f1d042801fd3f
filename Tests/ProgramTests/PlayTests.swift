import EntitySources
import Testing

/// What `play` says where it cannot play. The rest is in Tests/Protocol/programs/test_play.py, in a terminal.
@Suite struct PlayTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `play needs a terminal`() throws {
    let play = try program.run("play")
    #expect(play.status == .exited(1))
    #expect(play.output == "")
    #expect(play.errors.contains("play needs a terminal at standard input and output"))
  }

  @Test func `a page that there is not is named`() throws {
    let play = try program.run("play", "--tab", "nowhere")
    #expect(play.status == .exited(2))
    #expect(play.errors.contains("unknown page nowhere, expected one of: text, console, mentions"))
  }
}
