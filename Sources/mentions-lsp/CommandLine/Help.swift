import ServerHost

/// `help`: the program or one command, as text or as a manual page.
enum Help {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let isManual = arguments.flag("--man")
    let name = try arguments.optionalWord()
    try arguments.finish()
    if isManual {
      HostProcess.write(ManualPage.text)
      return 0
    }
    guard let name else {
      HostProcess.write(overview)
      return 0
    }
    guard let command = Commands.named(name) else { throw .unknown("command", name, among: Commands.names) }
    HostProcess.write(text(of: command))
    return 0
  }

  /// For somebody who starts the program in a terminal: nobody would answer there.
  static let greeting = """
    mentions-lsp is a language server: an editor starts it and talks to it.
    Type `mentions-lsp demo` to see what it does, `mentions-lsp help` for all commands.

    """

  static let usage = "usage: mentions-lsp COMMAND [OPTIONS]\n"

  /// Where settings are read from, in order.
  static let settingsPlaces = [
    "$XDG_CONFIG_HOME/mentions-lsp/config.json (by default ~/.config/mentions-lsp/config.json)",
    ".mentions.json in the workspace folder",
    "what the editor sends",
  ]

  /// Of the terminal, within what is comfortable to read.
  private static var width: Int { max(40, min(Terminal.standardOutput.width ?? 100, 100)) }

  static var overview: String {
    var columns = Columns()
    for command in Commands.all { columns.add(command.name, command.summary) }
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
      for option in command.options { columns.add(option.usage, described(option)) }
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
    for (status, meaning) in statuses(of: command) { text += "  \(status)  \(meaning)\n" }
    return text
  }

  private static var settings: String {
    "Settings, each place overriding the ones before it, key by key:\n"
      + settingsPlaces.map { "  \($0)\n" }.joined()
  }

  static func statuses(of command: Subcommand) -> [(Int, String)] {
    let known = command.statuses.merging([2: "the arguments are invalid"]) { own, _ in own }
    return known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// What an option does, and what holds without it.
  static func described(_ option: Subcommand.Option) -> String {
    var text = option.summary
    if case .choice(let choices) = option.value { text += ": " + choices.joined(separator: ", ") }
    if let standard = option.standard { text += " (default: \(standard))" }
    return text
  }
}
