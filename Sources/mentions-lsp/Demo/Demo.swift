import JSONText
import ScriptedEditing
import ServerHost

/// `demo`: a typing session against a real server process on the built-in directory.
enum Demo {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let isJSON = arguments.flag("--json")
    try arguments.finish()
    do {
      if isJSON { try playForTranscript() } else { try play(DemoScreen()) }
      return 0
    } catch {
      HostProcess.complain("mentions-lsp: the demonstration failed: \(error)\n")
      return 1
    }
  }

  private static func play(_ screen: DemoScreen) throws(EditorError) {
    _ = try session(screen, record: false)
  }

  /// The server writes its transcript to standard error, one JSON object a line.
  private static func playForTranscript() throws(EditorError) {
    let server = try session(DemoScreen.dark, record: true)
    for line in server.errors.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self) + "\n"
      if text.hasPrefix("{") { HostProcess.write(text) } else { HostProcess.complain(text) }
    }
  }

  private static func session(_ screen: DemoScreen, record: Bool) throws(EditorError) -> ServerProcess {
    guard let program = HostProcess.executablePath else {
      throw EditorError("the system does not tell where this program is")
    }
    var arguments = [program, "serve", "--log-level", "error"]
    if record { arguments += ["--record", "/dev/stderr"] }
    // The user's own settings have no part in it.
    let server = try ServerProcess(arguments, environment: ["HOME": nil, "XDG_CONFIG_HOME": nil])
    var options = EditorOptions()
    options.name = "demo"
    options.initializationOptions = ["demo": true]
    let editor = ScriptedEditor(server, options)
    try editor.start()
    try editor.open("untitled:notes", "markdown", "")
    let choosers = try DemoChoosers()
    for step in DemoScript.steps {
      try step.play(editor)
      let view = try EditorView(editor)
      screen.show(step.caption, view, choosers.lines(view, step.widget))
      try step.check(editor)
    }
    try editor.finish()
    return server
  }
}
