import EntitySources
import Testing

/// `replay`: what `serve --record` wrote goes the same way.
@Suite struct ReplayTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `a missing transcript is reported`() throws {
    let replay = try program.run("replay", "gone.jsonl")
    #expect(replay.status == .exited(2))
    #expect(replay.errors == "mentions-lsp: cannot read gone.jsonl: there is no such file\n")
  }

  @Test func `a file that is not a transcript is reported`() throws {
    let path = try program.room.write("text.txt", "hello\n")
    let replay = try program.run("replay", path)
    #expect(replay.status == .exited(2))
    #expect(replay.errors.contains("is not a transcript"))
  }

  @Test func `replay repeats what serve --record recorded`() throws {
    let path = program.room.path + "/session.jsonl"
    func frame(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
    let input = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#,
      "rubbish", #"{"jsonrpc":"2.0","id":1,"method":"no/such","params":{}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
    ].map(frame).joined()
    let serve = try program.run("serve", "--record", path, input: input)
    // The input ended after `shutdown`.
    #expect(serve.status == .exited(0))
    let replay = try program.run("replay", path)
    #expect(replay.status == .exited(0), "\(replay.output)\(replay.errors)")
  }
}
