import JSONText

/// The manual page in the language of `man(7)`, made of the declaration of the commands.
enum ManualPage {
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
      While somebody writes, typing @ or the first letters of a name offers people, teams, issues or documents. The one
      chosen becomes a mention: a range of the text that remembers who is meant. Editors start the program without
      arguments and speak the Language Server Protocol with it.
      .SH COMMANDS

      """
    for command in commands { page += section(command) }
    page += ".SH FILES\nEach overrides the ones before it, key by key.\n"
    for place in Subcommand.settingsPlaces { page += ".TP\n\(escaped(place))\n" }
    page += ".SH EXIT STATUS\n0 for success, 1 as each command says, 2 for invalid arguments.\n"
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

  /// Text as it is: hyphens are hyphens, backslashes are backslashes, and no line begins a request.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing(["\\": "\\e", "-": "\\-", "`": ""])
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
