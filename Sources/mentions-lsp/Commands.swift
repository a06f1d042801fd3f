/// What the program can do.
struct Command: Sendable {
  let name: String
  /// Arguments and options as usage shows them.
  let synopsis: String
  let summary: String
  /// Returns the exit status; throws for arguments that make no sense.
  let run: @Sendable (inout Arguments) throws(UsageFault) -> Int32
}

enum Commands {
  static let all = [
    Command(
      name: "serve",
      synopsis: "[--stdio] [--record FILE] [--log FILE] [--log-level LEVEL] [--show-text]",
      summary: "the language server on standard input and output (the default)", run: Serve.run),
    Command(
      name: "demo", synopsis: "[--json]",
      summary: "a scripted typing session against a real server, as a person would see it", run: Demo.run),
    Command(
      name: "query", synopsis: "TEXT [--trigger @] [--limit N] [--root DIR] [--explain] [--json]",
      summary: "what the chooser would offer for a text, and why in this order; exit status 1 = nothing",
      run: Query.run),
    Command(
      name: "doctor", synopsis: "[--root DIR]",
      summary: "settings in force, every source tried and timed; exit status 1 = something is wrong",
      run: Doctor.run),
    Command(
      name: "replay", synopsis: "FILE [--reduce]",
      summary: "plays a transcript through the server and compares; exit status 1 = it differs",
      run: Replay.run),
    Command(name: "schema", synopsis: "", summary: "JSON Schema of the settings", run: Schema.run),
    Command(name: "version", synopsis: "", summary: "the version", run: Version.run),
    Command(name: "help", synopsis: "", summary: "this text", run: Help.run),
  ]

  static var usage: String {
    let width = all.map(\.name.count).max() ?? 0
    let rows = all.map {
      "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.summary)"
    }
    return "usage: mentions-lsp COMMAND [OPTIONS]\n\n\(rows.joined(separator: "\n"))\n"
  }

  static func usage(of command: Command) -> String {
    "usage: mentions-lsp \(command.name) \(command.synopsis)\n\n\(command.summary)\n"
  }
}
