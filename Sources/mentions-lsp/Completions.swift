import JSONText
import ServerHost

/// `completions SHELL`: the completion script of a shell for `mentions-lsp`, derived from the declarations of the
/// commands.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  static func run(_ arguments: inout Arguments, of commands: [Subcommand]) throws(UsageError) -> Int32 {
    let shell = try arguments.word("a shell: \(shells.joined(separator: ", "))")
    try arguments.finish()
    switch shell {
    case "bash": HostProcess.write(bash(commands))
    case "zsh": HostProcess.write(zsh(commands))
    case "fish": HostProcess.write(fish(commands))
    default: throw .invalid("shell", shell, expected: shells)
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
      # One path per line, because names may contain spaces. Without compopt (bash 3), folders get no trailing slash.
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

  /// The shell code that completes operands. If a command has two, the word after the command is completed as the first
  /// operand, and any later word as the second; options before an operand are not taken into account.
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
