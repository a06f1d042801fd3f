import JSONText
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

  /// Text for a person who starts the server in a terminal.
  static let greeting = """
    mentions-lsp is a language server: an editor starts it and talks to it.
    Type `mentions-lsp demo` to see what it does, `mentions-lsp help` for all commands.

    """

  static let usage = "usage: mentions-lsp COMMAND [OPTIONS]\n"

  /// Columns of the terminal, within what is comfortable to read.
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

// MARK: - Manual page

/// The manual page in the language of `man(7)`, made of the declaration of the commands.
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

// MARK: - Completions of shells

/// `completions SHELL`: what a shell offers after `mentions-lsp`, made of the declaration of the commands.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  static func run(_ arguments: inout Arguments, of commands: [Subcommand]) throws(UsageError) -> Int32 {
    let shell = try arguments.word("a shell: \(shells.joined(separator: ", "))")
    try arguments.finish()
    switch shell {
    case "bash": HostProcess.write(bash(commands))
    case "zsh": HostProcess.write(zsh(commands))
    case "fish": HostProcess.write(fish(commands))
    default: throw .unknown("shell", shell, among: shells)
    }
    return 0
  }

  // MARK: bash

  private static func bash(_ commands: [Subcommand]) -> String {
    var cases = ""
    for command in commands {
      let options = command.options.map(\.name).joined(separator: " ")
      var values = ""
      for option in command.options where option.placeholder != nil {
        values += "        \(option.name)) \(bashWords(option.value)); return ;;\n"
      }
      let valueCase = values.isEmpty ? "" : "      case $previous in\n\(values)      esac\n"
      let operand = bashOperands(command)
      cases += """
            \(command.name))
        \(valueCase)      if [[ $current == -* ]]; then
                COMPREPLY=($(compgen -W '\(options)' -- "$current"))
              else
                \(operand)
              fi ;;

        """
    }
    return """
      # Completions of mentions-lsp for bash.
      # One a line: names may hold spaces. Where compopt is unknown (bash 3), folders get no slash.
      _mentions_lsp_paths() {
        local path
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$2")
      }
      _mentions_lsp() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " "))' -- "$current"))
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)  esac
      }
      complete -F _mentions_lsp mentions-lsp

      """
  }

  /// A second operand is offered behind the first; options before them are not counted.
  private static func bashOperands(_ command: Subcommand) -> String {
    let first = command.operand.map { bashWords($0.value) } ?? ":"
    guard let second = command.secondOperand.map({ bashWords($0.value) }) else { return first }
    return "if [ \"$COMP_CWORD\" -eq 2 ]; then \(first); else \(second); fi"
  }

  private static func bashWords(_ value: Subcommand.Value) -> String {
    switch value {
    case .text: ":"
    case .file: "_mentions_lsp_paths -f \"$current\""
    case .folder: "_mentions_lsp_paths -d \"$current\""
    case .choice(let choices):
      "COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\"))"
    }
  }

  // MARK: zsh

  private static func zsh(_ commands: [Subcommand]) -> String {
    let list = commands.map { "    '\($0.name):\(zshText($0.summary))'" }.joined(separator: "\n")
    var cases = ""
    for command in commands {
      var words = command.options.map { option -> String in
        let value = option.placeholder.map { ":\($0):\(zshAction(option.value))" } ?? ""
        return "'\(option.name)[\(zshText(option.summary))]\(value)'"
      }
      for operand in [command.operand, command.secondOperand].compactMap({ $0 }) {
        let sign = operand.repeats ? "*:" : operand.isOptional ? "::" : ":"
        words.append("'\(sign)\(operand.placeholder):\(zshAction(operand.value))'")
      }
      cases += "    \(command.name)) _arguments \(words.isEmpty ? "" : words.joined(separator: " ")) ;;\n"
    }
    return """
      #compdef mentions-lsp
      # Completions of mentions-lsp for zsh.
      local -a commands=(
      \(list)
      )
      if (( CURRENT == 2 )); then
        _describe command commands
      else
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      fi

      """
  }

  private static func zshText(_ text: String) -> String {
    text.replacing(["'": "'\\''", "[": "\\[", "]": "\\]", ":": "\\:", "`": ""])
  }

  private static func zshAction(_ value: Subcommand.Value) -> String {
    switch value {
    case .text: ""
    case .file: "_files"
    case .folder: "_files -/"
    case .choice(let choices): "(\(choices.joined(separator: " ")))"
    }
  }

  // MARK: fish

  private static func fish(_ commands: [Subcommand]) -> String {
    var text = "# Completions of mentions-lsp for fish.\ncomplete -c mentions-lsp -f\n"
    for command in commands {
      text +=
        "complete -c mentions-lsp -n __fish_use_subcommand -a \(command.name) -d '\(fishText(command.summary))'\n"
    }
    for command in commands {
      let condition = "complete -c mentions-lsp -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        let value = option.placeholder == nil ? "" : " -r \(fishValue(option.value))"
        text += "\(condition) -l \(option.name.dropFirst(2))\(value) -d '\(fishText(option.summary))'\n"
      }
      for operand in [command.operand, command.secondOperand].compactMap({ $0 }) where operand.value != .text
      {
        text += "\(condition) \(fishValue(operand.value))\n"
      }
    }
    return text
  }

  private static func fishText(_ text: String) -> String {
    text.replacing(["\\": "\\\\", "'": "\\'", "`": ""])
  }

  private static func fishValue(_ value: Subcommand.Value) -> String {
    switch value {
    case .text: "-f"
    case .file: "-F"
    case .folder: "-f -a '(__fish_complete_directories)'"
    case .choice(let choices): "-f -a '\(choices.joined(separator: " "))'"
    }
  }
}
