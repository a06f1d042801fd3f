import EntitySources
import MentionsServer

/// The program: chooses the command and turns its outcome into an exit status.
@main
struct Program {
  static func main() {
    // Whoever stops reading our output ends it, and that is no crash.
    HostProcess.ignoreBrokenPipes()
    let words = Array(CommandLine.arguments.dropFirst())
    // Not a command for people: this program started again, to outlive the one that serves.
    if words.first == Supervision.command { HostProcess.exit(Supervision.run(Array(words.dropFirst()))) }
    Supervision.adopt()
    HostProcess.exit(run(words))
  }

  /// As the command says; 2 for arguments that make no sense.
  private static func run(_ words: [String]) -> Int32 {
    var usage = Commands.usage
    do {
      var arguments = try Arguments(words)
      guard let command = Commands.all.first(where: { $0.name == arguments.command }) else {
        throw UsageFault("unknown command \(arguments.command)")
      }
      usage = Commands.usage(of: command)
      if arguments.wantsHelp {
        HostProcess.write(usage)
        return 0
      }
      return try command.run(&arguments)
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n\n\(usage)")
      return 2
    }
  }
}
