import EntitySources
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
    (["schema", "--json"], "unknown option --json"),
    (["replay"], "replay needs a transcript"),
    (["demo", "--fast"], "unknown option --fast"),
    (["dance"], "unknown command dance"),
    (["--nonsense"], "unknown option --nonsense"),
    (["serve", "--log-level", "loud"], "--log-level is loud, expected one of error, warning, info, debug"),
  ])
  func `arguments that make no sense are exit status 2 and usage`(words: [String], reason: String) throws {
    let result = try ChildProcess.run(
      ChildCommand([program.path] + words, directory: program.room.path, deadline: 60_000))
    let errors = String(decoding: result.errorOutput, as: UTF8.self)
    #expect(result.status == .exited(2))
    #expect(result.output == [])
    #expect(errors.hasPrefix("mentions-lsp: \(reason)"), "\(errors)")
    #expect(errors.contains("usage: mentions-lsp "))
  }

  @Test func `a transcript that is not there is told`() throws {
    let replay = try program.run("replay", "gone.jsonl")
    #expect(replay.status == .exited(2))
    #expect(replay.errors == "mentions-lsp: cannot read gone.jsonl: there is no such file\n")
  }

  @Test func `a file that is no transcript is told`() throws {
    let path = try program.room.write("text.txt", "hello\n")
    let replay = try program.run("replay", path)
    #expect(replay.status == .exited(2))
    #expect(replay.errors.contains("is not a transcript"))
  }

  @Test(arguments: ["schema", "help", "version", "doctor"])
  func `a pipe closed early is no crash`(command: String) throws {
    let result = try ChildProcess.run(
      ChildCommand(
        ["sh", "-c", "{ \"$0\" \(command) 2>&1; echo \"status $?\" >&2; } | true", program.path],
        directory: program.room.path, deadline: 60_000))
    let errors = String(decoding: result.errorOutput, as: UTF8.self)
    #expect(errors == "status 0\n" || errors == "status 1\n", "\(errors)")
  }

  @Test func `serve --record and replay go the same way`() throws {
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

  @Test func `an editor that hangs up is heard to the end`() throws {
    func frame(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
    try program.room.write(
      "first",
      frame(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#
      ))
    try program.room.write(
      "rest",
      [#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#].map(frame)
        .joined())
    // Emacs sends the signal to what it started while its last words are still in the pipe: here they are, as the server
    // is stopped meanwhile.
    let script = """
      mkfifo in
      "$0" serve <in >out & server=$!
      exec 3>in; cat first >&3
      until grep -q capabilities out; do :; done
      kill -STOP $server; cat rest >&3; kill -HUP $server; kill -CONT $server
      wait $server; echo "status $?"
      """
    let result = try ChildProcess.run(
      ChildCommand(
        ["sh", "-c", script, program.path], directory: program.room.path,
        environment: ["HOME": program.room.path, "XDG_CONFIG_HOME": nil], deadline: 60_000))
    #expect(String(decoding: result.output, as: UTF8.self) == "status 0\n")
  }
}
