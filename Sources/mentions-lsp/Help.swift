import JSONText
import ServerHost

/// `help`: describes the program or one command, as text or as a manual page.
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

  /// A text for users who start the server in a terminal.
  static let greeting = """
    mentions-lsp is a language server, which is normally started by an editor.
    Run `mentions-lsp demo` to see what it does, or `mentions-lsp help` to list all commands.

    """

  static let usage = "usage: mentions-lsp COMMAND [OPTIONS]\n"

  /// The width of the terminal, limited to a readable line length.
  private static var width: Int { max(40, min(Terminal.standardOutput.width ?? 100, 100)) }

  private static func overview(of commands: [Subcommand]) -> String {
    func list(_ wanted: (Subcommand) -> Bool) -> String {
      var columns = Columns()
      for command in commands where wanted(command) { columns.add(command.name, command.summary) }
      return columns.wrappedLines(indent: "  ", width: width).joined(separator: "\n")
    }
    return """
      A language server that brings mentions of people, teams and documents to every editor.

      \(usage)
      For everyday use:
      \(list { !$0.isForExtending })

      To extend the server and to report bugs:
      \(list(\.isForExtending))

      \(settings)
      Exit status: 0 for success, 2 for invalid arguments; others as described for each command.
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
    "Settings are read from these places, in this order; a later value of a key replaces an earlier one:\n"
      + Subcommand.settingsPlaces.map { "  \($0)\n" }.joined()
  }
}

// MARK: - Manual page

/// The manual page in the language of `man(7)`, derived from the declarations of the commands.
private enum ManualPage {
  static func text(of commands: [Subcommand]) -> String {
    var page = """
      .TH MENTIONS-LSP 1 "" "mentions-lsp \(Version.text)" "User Commands"
      .SH NAME
      mentions-lsp \\- language server for mentions of people, teams and documents
      .SH SYNOPSIS
      .B mentions-lsp
      .I COMMAND
      .RI [ OPTIONS ]
      .SH DESCRIPTION
      Offers people, teams, issues and documents when you type @ or the first letters of a name. The item that you pick
      becomes a mention: a range of text that is linked to it. Editors start the program without arguments and
      communicate with it over the Language Server Protocol.
      .SH COMMANDS

      """
    for command in commands { page += section(command) }
    page += ".SH FILES\nEach overrides the ones before it, key by key.\n"
    for place in Subcommand.settingsPlaces { page += ".TP\n\(escaped(place))\n" }
    page += ".SH EXIT STATUS\n0 for success, 2 for invalid arguments; others as described for each command.\n"
    return page
  }

  private static func section(_ command: Subcommand) -> String {
    var text = ".SS \(escaped(command.usage))\n\(escaped(command.summary)).\n"
    for paragraph in command.details { text += ".PP\n\(escaped(paragraph))\n" }
    for option in command.options {
      text += ".TP\n.B \(escaped(option.usage))\n\(escaped(option.explanation)).\n"
    }
    for example in command.examples {
      text += ".PP\n\(escaped(example.meaning.prefix(1).uppercased() + example.meaning.dropFirst())):\n"
      text += ".PP\n.nf\n.RS\nmentions-lsp \(escaped(example.arguments))\n.RE\n.fi\n"
    }
    let statuses = command.exitStatuses.map { "\($0.status) \($0.meaning)" }.joined(separator: "; ")
    return text + ".PP\nExit status: \(escaped(statuses)).\n"
  }

  /// Escapes hyphens and backslashes, and a period or an apostrophe at the start, which would begin a request. Removes
  /// backticks.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing(["\\": "\\e", "-": "\\-", "`": ""])
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
