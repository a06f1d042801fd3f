import EntitySources
import MentionsServer
import ServerHost

/// The commands of the program.
enum Commands {
  static let all: [Subcommand] = [
    serve, demo, play, query, scan, check, doctor, help, transform, events, replay, schema, completions,
    version,
  ]

  /// Finds a command. The one that editors start is found without creating the others, to start faster.
  static func named(_ name: String) -> Subcommand? {
    name == serve.name ? serve : all.first { $0.name == name }
  }

  private static let root = Subcommand.Option.value(
    "--root", "DIR", .folder, default: "the current folder",
    "Use the settings and sources of this workspace folder")
  private static let options = Subcommand.Option.value(
    "--options", "JSON", default: "{}", "Apply these `initializationOptions` as well, as an editor sends them"
  )

  private static let serve = Subcommand(
    name: "serve", summary: "Run the language server on standard input and output (the default command)",
    details: [
      "Editors start this command. It speaks the Language Server Protocol, and writes its log to standard error."
    ],
    options: [
      .flag("--stdio", "Accepted for clients that pass it; changes nothing"),
      .value(
        "--record", "FILE", .file, default: nil, "Write all messages to FILE as a transcript for `replay`"),
      .value("--log", "FILE", .file, default: nil, "Write the log to FILE as well"),
      .value(
        "--log-level", "LEVEL", .choice(["error", "warning", "info", "debug"]), default: "warning",
        "Log only what is at least as important as LEVEL"),
      .flag("--show-text", "Do not redact names and text in the log"),
    ],
    examples: [
      .init("serve", "what an editor runs"),
      .init("serve --record session.jsonl --log-level info", "record a session for a bug report"),
    ],
    statuses: [
      0: "the client sent `shutdown` and `exit`", 1: "it ended without `shutdown`",
    ], readsSettings: true, run: Serve.run)

  private static let demo = Subcommand(
    name: "demo", summary: "Play a typing session against a real server, as a person would see it",
    details: ["The session uses the built-in directory of 25 people, and none of your settings."],
    options: [.flag("--json", "Print the session's transcript instead")],
    examples: [.init("demo", "watch mentions being made, cancelled, trimmed and deleted")], run: Demo.run)

  private static let play = Subcommand(
    name: "play", summary: "Try mentions out in the terminal: text transforms, an event console, a chooser",
    details: [
      "A program that fills the terminal, with three pages. It speaks to a server of its own, which uses the built-in "
        + "directory of 25 people, and none of your settings. Alt+U undoes, Alt+E redoes, Ctrl+Q ends it."
    ],
    options: [
      .value("--tab", "PAGE", .choice(Play.tabs), default: "mentions", "Begin with this page"),
      .value(
        "--record", "FILE", .file, default: nil, "Write all messages to FILE as a transcript for `replay`"),
    ],
    examples: [
      .init("play", "mention somebody"),
      .init("play --tab console", "see what a language server makes of what you type"),
    ], run: Play.run)

  private static let query = Subcommand(
    name: "query", summary: "Show what the chooser would offer for a text",
    details: [
      "A trigger in front of the text is dropped: `@ada` asks for `ada`.",
      "With `--explain`, the score consists of class, magnitude of the weight, tier, order of the source and length of the name, and is "
        + "compared from left to right. More weight is better; of the others, less is.",
      "With `--at`, people who are near that line rank before weight, and TEXT may be left out: who wrote the lines "
        + "around it by git's last commit, who owns the file by CODEOWNERS, and who is mentioned in other files together "
        + "with people whom it mentions, who rank first; in `.git/COMMIT_EDITMSG`, whom commits like the one being made "
        + "named, and who made those.",
    ],
    operand: .init("TEXT"),
    options: [
      .value("--trigger", "CHARACTER", default: "@", "Ask the sources of this trigger"),
      .value("--limit", "N", default: "`limit` of the settings, 50", "Show at most N people"),
      root,
      .value("--at", "FILE:LINE", default: nil, "Rank people first who are near that line"),
      .flag("--explain", "Show how each result was found, and what ranks it before the next one"),
      .flag("--json", "Print one JSON object per line"),
    ],
    examples: [
      .init("query 'ada lov'", "who would be offered after `@ada lov`"),
      .init("query --json --limit 5 @kn | jq .email", "the e-mail addresses of the first five"),
      .init(
        "query --at README.md:12 --explain", "who would be offered there before a letter is typed, and why"),
    ],
    statuses: [0: "somebody was found", 1: "nobody was found"], readsSettings: true, run: QuerySubcommand.run)

  /// The operands and options of `scan` and `check`.
  private static let files = Subcommand.Operand("PATH", .file, isOptional: true, repeats: true)
  private static let fileDetails = [
    "Reads files, and of folders what `git ls-files` names and what is new and not ignored; outside of Git repositories all "
      + "that no `.gitignore` names. Without PATH, the current folder. Symbolic links in folders are not followed. Left "
      + "out are \(TextFileRule.explanation).",
    "Lines and columns count from 1; a column is a Unicode code point. A PATH, a source or a settings "
      + "file that cannot be read is named on standard error, the rest is read all the same, and the exit status is 2. A PATH "
      + "that is left out is named there as well, and the exit status is that of the others. Behind `--` every word is a "
      + "PATH.",
  ]
  private static let unread = "the arguments are invalid, or a path, the settings or a source cannot be read"
  private static let fileOptions: [Subcommand.Option] = [
    .flag("--stdin", "Read standard input instead"),
    .value("--stdin-name", "NAME", .file, default: "`stdin`", "With `--stdin`, the path that it is read as"),
    .value(
      "--language", "ID", default: "by the name of each file; `plaintext` for standard input without one",
      "Read all as this language, by its LSP identifier"
    ),
    root,
  ]

  private static let scan = Subcommand(
    name: "scan", summary: "List the mentions in files",
    details: [
      "Prints a line for each mention: path, line, column, its text and who is meant. Mentions are what the settings' insert "
        + "formats have written, and a trigger and a word (`@ada`) that is somebody's handle, in prose and in comments."
    ] + fileDetails, operand: files,
    options: [.flag("--json", "Print one JSON object per line")] + fileOptions,
    examples: [
      .init("scan docs README.md", "who is mentioned where"),
      .init("scan --json | jq -r '.entities[].email' | sort | uniq -c", "how often, by e-mail address"),
    ],
    statuses: [0: "the files were read", 2: unread], readsSettings: true, run: ScanSubcommand.run)

  private static let check = Subcommand(
    name: "check", summary: "Report mentions that are unknown, ambiguous or out of date",
    details: [
      "Unknown: a trigger and a word (`@eda`) that nobody goes by. Told where all sources of the trigger have been read "
        + "whole and one of them lists people (a people file, a folder, a list; a history alone does not): in prose where the word does "
        + "not look like code, a package or a version, and in comments of programs behind words such as `author`, `cc` or "
        + "`by`. Ambiguous: several go by it. Stale: somebody goes by another name or handle now, told by aliases, by a link's "
        + "address under a name that shares a word with the present one, and by what the annotation store of this machine "
        + "holds.",
      "These three are always reported; people who have left and people who may not be mentioned somewhere where "
        + "`diagnostics` in the settings says so (`left`, `leftAfter`, `notAllowed`, `notAllowedHere`). Severities are those "
        + "of the settings, and `--severity` overrides them.",
      "Formats: `text`, as compilers print it; `json`, one object per line; `github`, annotations of a workflow; `sarif`, "
        + "SARIF 2.1.0 for code scanning; `baseline`, a file for `--baseline`.",
    ] + fileDetails, operand: files,
    options: [
      .value(
        "--format", "FORMAT", .choice(CheckSubcommand.formats), default: "text",
        "Print the findings as FORMAT"),
      .value(
        "--severity", "KIND=SEVERITY,...",
        default: "as in the settings; `warning` for unknown, ambiguous and stale",
        "Report kinds (\(CheckSubcommand.kinds.joined(separator: ", "))) as "
          + ReportedSeverity.allCases.map(\.rawValue).joined(separator: ", ")),
      .value(
        "--baseline", "FILE", .file, default: nil,
        "Report only what FILE does not hold, which `--format baseline` has written"),
    ] + fileOptions,
    examples: [
      .init("check", "all files of the current folder"),
      .init("check --format baseline > .mentions-baseline.json", "accept what there is"),
      .init("check --baseline .mentions-baseline.json --format github", "in a workflow, report what is new"),
      .init("check --stdin --stdin-name docs/a.md < draft.md", "check a text that is not saved"),
    ],
    statuses: [
      0: "nothing was found", 1: "something was found", 2: unread,
    ], readsSettings: true, run: CheckSubcommand.run)

  private static let transform = Subcommand(
    name: "transform", summary: "Transform a text and keep the mentions in it",
    details: [
      "The text comes from FILE or standard input and goes to standard output. Its mentions are those that editors "
        + "have kept of FILE, and those that can be read from the text by the settings' insert formats: they move whole, "
        + "and only the transforms that begin with `as` or `format:` write them otherwise.",
      "Transforms: " + TransformSubcommand.names.map { "`\($0)`" }.joined(separator: ", ")
        + "; and one for each insert format of the settings, which `--list` shows.",
    ],
    operand: .init("NAME", .choice(TransformSubcommand.names)),
    secondOperand: .init("FILE", .file, isOptional: true),
    options: [
      .flag("--list", "List the transforms instead"),
      .value("--column", "N", default: "72", "Wrap at column N of a terminal"),
      .value(
        "--language", "ID", default: "by the name of FILE, else `plaintext`",
        "Read the text as this language, by its LSP identifier"),
      root,
    ],
    examples: [
      .init("transform wrap --column 60 NOTES.md", "break long lines, but no mention"),
      .init("transform asLink < notes.md > links.md", "write each mention as a Markdown link"),
    ],
    statuses: [0: "all mentions are kept", 1: "a mention was lost"], isForExtending: true,
    readsSettings: true,
    run: TransformSubcommand.run)

  private static let doctor = Subcommand(
    name: "doctor", summary: "Show the settings in force, try every source, and say what is wrong",
    details: ["What an editor adds to the settings is not known here, unless it is given by `--options`."],
    options: [
      root, options, .flag("--all", "Show all settings, not only those that differ from the defaults"),
      .flag("--json", "Print one JSON object with everything instead of text"),
    ],
    examples: [.init("doctor", "find out why nobody is offered in the current folder")],
    statuses: [0: "nothing is wrong", 1: "something is wrong"], readsSettings: true, run: Doctor.run)

  private static let replay = Subcommand(
    name: "replay", summary: "Run a transcript through the server and compare its answers",
    operand: .init("FILE", .file),
    options: [.flag("--reduce", "Print a smaller transcript that still differs")],
    examples: [.init("replay session.jsonl", "check whether a recorded session goes the same way")],
    statuses: [0: "the answers are the same", 1: "they differ"], isForExtending: true, run: Replay.run)

  private static let events = Subcommand(
    name: "events", summary: "Tell what the user did in a recorded session",
    details: [
      "Prints a line for each event: the time in seconds, the place with the column as the editor counts it, what "
        + "happened to which text, what brought it about, and how sure that is. What comes by one change of the editor is "
        + "told from the top of the document to its end."
    ],
    operand: .init("FILE", .file),
    examples: [.init("events session.jsonl", "what was typed, pasted, composed, corrected and undone")],
    isForExtending: true, run: Events.run)

  private static let schema = Subcommand(
    name: "schema", summary: "Print the JSON Schema of the settings",
    options: [.flag("--presets", "Print what each kind of forge is asked instead")],
    examples: [.init("schema > mentions.schema.json", "let an editor check `.mentions.json`")],
    isForExtending: true, run: Schema.run)

  private static let completions = Subcommand(
    name: "completions", summary: "Print completions for a shell",
    operand: .init("SHELL", .choice(Completions.shells)),
    examples: [
      .init(
        "completions bash > ~/.local/share/bash-completion/completions/mentions-lsp",
        "for bash; the folder must be there (mkdir -p)"),
      .init("completions zsh > ~/.zfunc/_mentions-lsp", "for zsh, with `~/.zfunc` in `fpath`"),
      .init("completions fish > ~/.config/fish/completions/mentions-lsp.fish", "for fish"),
    ],
    isForExtending: true, run: { arguments throws(UsageError) in try Completions.run(&arguments, of: all) })

  private static let version = Subcommand(
    name: "version", summary: "Print the version (also `-V`, `--version`)", isForExtending: true,
    run: Version.run)

  private static let help = Subcommand(
    name: "help", summary: "Explain the program or a command (also `-h`, `--help`)",
    operand: .init("COMMAND", .choice(names), isOptional: true),
    options: [.flag("--man", "Print the manual page, for `man`")],
    examples: [
      .init("help query", "the options of `query`"),
      .init(
        "help --man > ~/.local/share/man/man1/mentions-lsp.1",
        "install the manual page; the folder must be there (mkdir -p)"),
    ],
    run: { arguments throws(UsageError) in try Help.run(&arguments, of: all) })

  /// The commands that have a help text; `help` itself cannot refer to the list that contains it.
  static let names = [
    "serve", "demo", "play", "query", "scan", "check", "doctor", "help", "transform", "events", "replay",
    "schema", "completions", "version",
  ]
}

/// A command of the program, declared once: parsing, `help`, the manual page and the shell completions are derived from
/// it.
struct Subcommand: Sendable {
  /// The kind of value of an option or an operand, for completions.
  enum Value: Hashable, Sendable {
    case text
    case file
    case folder
    case choice([String])
  }

  struct Option: Sendable {
    /// With its dashes: `--limit`.
    let name: String
    /// The placeholder of its value in help: `N`; nil for an option without a value.
    let placeholder: String?
    let value: Value
    /// The default in words; nil if it is obvious.
    let standard: String?
    /// The description: a sentence in the imperative without its final period.
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

    /// The option with its placeholder: `--limit N`.
    var usage: String { placeholder.map { "\(name) \($0)" } ?? name }

    /// The description with the default.
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
    /// Whether it may be repeated.
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
    /// The further words after the command.
    let arguments: String
    let meaning: String

    init(_ arguments: String, _ meaning: String) {
      self.arguments = arguments
      self.meaning = meaning
    }
  }

  let name: String
  /// A description of one line.
  let summary: String
  /// Further paragraphs of its help.
  var details: [String] = []
  var operand: Operand?
  /// The second operand, if any.
  var secondOperand: Operand?
  var options: [Option] = []
  var examples: [Example] = []
  /// The meanings of its exit statuses, except 2 for invalid arguments.
  var statuses: [Int: String] = [0: "success"]
  /// Whether it is for authors of plug-ins, sources and clients, or for bug reports.
  var isForExtending = false
  /// Whether it uses the settings; its help then lists their locations.
  var readsSettings = false
  /// Returns the exit status; throws an error for invalid arguments.
  let run: @Sendable (inout Arguments) throws(UsageError) -> Int32

  /// The command line: `query [OPTIONS] TEXT`.
  var usage: String {
    [name, options.isEmpty ? nil : "[OPTIONS]", operand?.usage, secondOperand?.usage]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// All exit statuses with their meanings, in ascending order.
  var exitStatuses: [(status: Int, meaning: String)] {
    let known = statuses.merging([2: "the arguments are invalid"]) { own, _ in own }
    return known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The files from which settings are read, in order.
  static let settingsPlaces = [
    "$XDG_CONFIG_HOME/mentions-lsp/config.json (by default ~/.config/mentions-lsp/config.json)",
    ".mentions.json in the workspace folder",
    "what the editor sends",
  ]
}
