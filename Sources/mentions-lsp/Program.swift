import Entities
import EntitySources
import ServerHost

/// The program: runs the command and converts its outcome to an exit status.
@main
struct Program {
  static func main() {
    // Writing to a pipe that the reader has closed must not end the process.
    HostProcess.ignoreWriteSignals()
    // Reading a large source temporarily needs a lot of memory, which the allocator would otherwise keep.
    HostProcess.returnFreedMemory()
    let words = Array(CommandLine.arguments.dropFirst())
    // An internal command: the program starts itself as a supervisor, which outlives the server.
    if words.first == Supervision.command { HostProcess.exit(Supervision.run(Array(words.dropFirst()))) }
    Supervision.adopt()
    let status = run(words)
    guard let fault = HostProcess.outputFault else { HostProcess.exit(status) }
    HostProcess.complain("mentions-lsp: standard output cannot be written: \(fault)\n")
    HostProcess.exit(2)
  }

  /// Runs a command. Returns its exit status, or 2 for invalid arguments.
  private static func run(_ words: [String]) -> Int32 {
    var usage = Help.usage
    do {
      var arguments = try Arguments(words)
      if arguments.isEmpty, HostProcess.isInputTerminal {
        HostProcess.complain(Help.greeting)
        return 2
      }
      guard let command = Commands.named(arguments.command) else {
        throw UsageError.unknown("command", arguments.command, among: Commands.names)
      }
      usage = "usage: mentions-lsp \(command.usage)\n`mentions-lsp help \(command.name)` explains it.\n"
      if arguments.wantsHelp {
        HostProcess.write(Help.text(of: command))
        return 0
      }
      arguments.knownOptions = command.options.map(\.name)
      return try command.run(&arguments)
    } catch {
      HostProcess.complain("mentions-lsp: \(ShownText.line("\(error)"))\n\n\(usage)")
      return 2
    }
  }
}
