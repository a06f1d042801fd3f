import EntitySources
import Testing

/// `serve`, as an editor starts it.
@Suite struct ServeTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `everything an editor sent before hanging up is read`() throws {
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
    // Emacs sends the signal to what it started while its last message is still in the pipe, as here, because the server
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

  @Test func `a log that cannot be written is reported, and nothing else is`() throws {
    let serve = try program.run("serve", "--log", program.room.path)
    #expect(serve.status == .exited(1))
    #expect(serve.output == "")
    #expect(serve.errors.hasPrefix("mentions-lsp: "), "\(serve.errors)")
  }
}
