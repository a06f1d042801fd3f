/// A command of the program, declared once: parsing, `help`, the manual page and the completions of shells are made of it.
struct Subcommand: Sendable {
  /// What an option or an operand stands for; completions offer accordingly.
  enum Value: Hashable, Sendable {
    case text
    case file
    case folder
    case choice([String])
  }

  struct Option: Sendable {
    /// With its dashes: `--limit`.
    let name: String
    /// What is written for its value in help: `N`; nil for an option without a value.
    let placeholder: String?
    let value: Value
    /// What holds without the option, in words; nil where that is clear.
    let standard: String?
    /// What it does: a sentence in the imperative without its full stop.
    let summary: String

    static func flag(_ name: String, _ summary: String) -> Option {
      Option(name: name, placeholder: nil, value: .text, standard: nil, summary: summary)
    }

    static func value(
      _ name: String, _ placeholder: String, _ value: Value = .text, default standard: String?,
      _ summary: String
    ) -> Option {
      Option(name: name, placeholder: placeholder, value: value, standard: standard, summary: summary)
    }

    /// `--limit N`.
    var usage: String { placeholder.map { "\(name) \($0)" } ?? name }

    /// What it does, and what holds without it.
    var explanation: String {
      var text = summary
      if case .choice(let choices) = value { text += ": " + choices.joined(separator: ", ") }
      if let standard { text += " (default: \(standard))" }
      return text
    }
  }

  /// An argument without an option: `TEXT`, `FILE`.
  struct Operand: Sendable {
    let placeholder: String
    let value: Value
    let isOptional: Bool
    /// Whether any number of them may be given.
    let repeats: Bool

    init(_ placeholder: String, _ value: Value = .text, isOptional: Bool = false, repeats: Bool = false) {
      self.placeholder = placeholder
      self.value = value
      self.isOptional = isOptional
      self.repeats = repeats
    }

    var usage: String {
      let word = repeats ? placeholder + "..." : placeholder
      return isOptional ? "[\(word)]" : word
    }
  }

  struct Example: Sendable {
    /// What is typed after the program's name.
    let arguments: String
    let meaning: String

    init(_ arguments: String, _ meaning: String) {
      self.arguments = arguments
      self.meaning = meaning
    }
  }

  let name: String
  /// What it does, in one line.
  let summary: String
  /// Further paragraphs of its help.
  var details: [String] = []
  var operand: Operand?
  /// What may follow it.
  var secondOperand: Operand?
  var options: [Option] = []
  var examples: [Example] = []
  /// What its exit statuses mean, besides 2 for arguments that make no sense.
  var statuses: [Int: String] = [0: "success"]
  /// Whether the settings decide what it does; its help then says where they are.
  var readsSettings = false
  /// Returns the exit status; throws for arguments that make no sense.
  let run: @Sendable (inout Arguments) throws(UsageError) -> Int32

  /// `query [OPTIONS] TEXT`.
  var usage: String {
    [name, options.isEmpty ? nil : "[OPTIONS]", operand?.usage, secondOperand?.usage]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// All its exit statuses with their meanings, the lowest first.
  var exitStatuses: [(status: Int, meaning: String)] {
    let known = statuses.merging([2: "the arguments are invalid"]) { own, _ in own }
    return known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Where settings are read from, in order.
  static let settingsPlaces = [
    "$XDG_CONFIG_HOME/mentions-lsp/config.json (by default ~/.config/mentions-lsp/config.json)",
    ".mentions.json in the workspace folder",
    "what the editor sends",
  ]
}
