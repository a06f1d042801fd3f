import ChooserWidgets
import JSONText
import ScriptedEditing
import ServerHost
import TerminalUI

/// `play`: the demonstration of Hakawai, in a terminal, against a real server process.
enum Play {
  static let tabs = ["text", "console", "mentions"]

  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let tab = try arguments.value("--tab") ?? tabs[2]
    let record = try arguments.value("--record")
    try arguments.finish()
    guard tabs.contains(tab) else {
      throw UsageError("--tab must be one of \(tabs.joined(separator: ", ")), not “\(tab)”")
    }
    do {
      try play(tab, record: record)
      return 0
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 1
    }
  }

  private static func play(_ tab: String, record: String?) throws {
    guard HostProcess.isInputTerminal, HostProcess.isOutputTerminal else {
      throw UnusableTerminal(
        reason: "play needs a terminal at standard input and output; `demo` and `events` do not")
    }
    guard let program = HostProcess.executablePath else {
      throw EditorError("the system does not tell where this program is")
    }
    var arguments = [program, "serve", "--log-level", "error"]
    if let record { arguments += ["--record", record] }
    // The user's own settings have no part in it.
    let server = try ServerProcess(arguments, environment: ["HOME": nil, "XDG_CONFIG_HOME": nil])
    var options = EditorOptions()
    options.name = "play"
    options.pace = 0
    options.initializationOptions = [
      "demo": true, "textEvents": true, "annotationStore": "off",
      "triggers": [["character": "@"], ["character": "+"]],
    ]
    let editor = ScriptedEditor(server, options)
    try editor.start()
    let window = try PlayWindow(editor, tab: tab, hasColours: Terminal.standardOutput.hasStyles)
    let terminal = try HostTerminal(enter: ScreenPainter.enter, leave: ScreenPainter.leave)
    defer { terminal.leave() }
    loop(window, terminal, server)
    terminal.leave()
    try editor.finish()
  }

  /// Milliseconds after which an Escape is the key and begins nothing.
  private static let escapeDelay = 30

  private static func loop(_ window: PlayWindow, _ terminal: HostTerminal, _ server: ServerProcess) {
    var input = TerminalInput()
    while true {
      let (columns, rows) = terminal.size
      guard terminal.write(window.paint(CellSize(columns: columns, rows: rows))) else { return }
      var events: [TerminalEvent] = []
      switch terminal.wait(also: server.wakeDescriptor, milliseconds: input.isWaiting ? escapeDelay : nil) {
      case .input(let bytes): events = input.feed(bytes)
      case .timeout: events = input.flush()
      case .other: window.serverSpoke()
      case .resized: break
      case .end: return
      }
      for event in events {
        switch window.handle(event) {
        case .goOn: break
        case .end: return
        case .suspend:
          terminal.suspend()
          window.forgetScreen()
        }
      }
    }
  }
}
