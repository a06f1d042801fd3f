import ServerHost

/// `help`: the program or one command, as text or as a manual page.
enum Help {
  static func run(_ arguments: inout Arguments, of commands: [Subcommand]) throws(UsageError) -> Int32 {
    let isManual = arguments.flag("--man")
    let name = try arguments.optionalWord()
    try arguments.finish()
    if isManual {
      HostProcess.write(ManualPage.text(of: commands))
      return 0
    }
    guard let name else {
      HostProcess.write(overview(of: commands))
      return 0
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .unknown("command", name, among: commands.map(\.name))
    }
    HostProcess.write(text(of: command))
    return 0
  }

  /// For somebody who starts the program in a terminal: nobody would answer there.
  static let greeting = """
    mentions-lsp is a language server: an editor starts it and talks to it.
    Type `mentions-lsp demo` to see what it does, `mentions-lsp help` for all commands.

    """

  static let usage = "usage: mentions-lsp COMMAND [OPTIONS]\n"

  /// Of the terminal, within what is comfortable to read.
  private static var width: Int { max(40, min(Terminal.standardOutput.width ?? 100, 100)) }

  private static func overview(of commands: [Subcommand]) -> String {
    var columns = Columns()
    for command in commands { columns.add(command.name, command.summary) }
    return """
      A language server that brings mentions of people, teams and documents to every editor.

      \(usage)
      Commands:
      \(columns.wrappedLines(indent: "  ", width: width).joined(separator: "\n"))

      \(settings)
      Exit status: 0 success, 1 as each command says, 2 invalid arguments.
      `mentions-lsp help COMMAND` explains a command and its options.

      """
  }

  static func text(of command: Subcommand) -> String {
    var text = "\(command.summary)\n\nusage: mentions-lsp \(command.usage)\n"
    for paragraph in command.details {
      text += "\n" + Columns.wrap(paragraph, width: width).joined(separator: "\n") + "\n"
    }
    if !command.options.isEmpty {
      var columns = Columns()
      for option in command.options { columns.add(option.usage, option.explanation) }
      text += "\nOptions:\n" + columns.wrappedLines(indent: "  ", width: width).joined(separator: "\n") + "\n"
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples {
        text += "  mentions-lsp \(example.arguments)\n      \(example.meaning)\n"
      }
    }
    if command.readsSettings { text += "\n" + settings }
    text += "\nExit status:\n"
    for (status, meaning) in command.exitStatuses { text += "  \(status)  \(meaning)\n" }
    return text
  }

  private static var settings: String {
    "Settings, each place overriding the ones before it, key by key:\n"
      + Subcommand.settingsPlaces.map { "  \($0)\n" }.joined()
  }
}
