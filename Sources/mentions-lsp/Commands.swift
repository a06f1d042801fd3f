import EntitySources
import MentionsServer
import ServerHost

/// The commands of the program.
enum Commands {
  static let all: [Subcommand] = [
    serve, demo, play, query, scan, check, doctor, help, transform, events, replay, schema, completions,
    version,
  ]

  /// Finds a command. The command `serve`, which editors run, is found without creating the other commands, so that the
  /// server starts faster.
  static func named(_ name: String) -> Subcommand? {
    name == serve.name ? serve : all.first { $0.name == name }
  }

  private static let root = Subcommand.Option.value(
    "--root", "DIR", .folder,
    default: "the nearest folder upward with .mentions.json or .git, else the current folder",
    "Use the settings and sources of this workspace folder")
  private static let options = Subcommand.Option.value(
    "--options", "JSON", default: "{}",
    "Also apply these `initializationOptions`, as if an editor had sent them"
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
        "Log only messages of LEVEL and above"),
      .flag("--show-text", "Do not redact names and text in the log"),
    ],
    examples: [
      .init("serve", "what an editor runs"),
      .init("serve --record session.jsonl --log-level info", "record a session for a bug report"),
    ],
    statuses: [
      0: "the client sent `shutdown` and `exit`", 1: "the session ended without `shutdown`",
    ], readsSettings: true, run: Serve.run)

  private static let demo = Subcommand(
    name: "demo", summary: "Show a scripted typing session with a real server, as a user would see it",
    details: ["The session uses the built-in directory of 25 people, and none of your settings."],
    options: [.flag("--json", "Print the session's transcript instead")],
    examples: [.init("demo", "watch mentions being created, cancelled, trimmed and deleted")], run: Demo.run)

  private static let play = Subcommand(
    name: "play", summary: "Try mentions, text transforms and text events in the terminal",
    details: [
      "Opens a full-screen program with three pages. It runs its own server, which uses the built-in "
        + "directory of 25 people, and none of your settings. Alt+U undoes, Alt+E redoes, Ctrl+Q ends it."
    ],
    options: [
      .value("--tab", "PAGE", .choice(Play.tabs), default: "mentions", "Start with this page"),
      .value(
        "--record", "FILE", .file, default: nil, "Write all messages to FILE as a transcript for `replay`"),
    ],
    examples: [
      .init("play", "mention somebody"),
      .init("play --tab console", "see which events the server derives from your edits"),
    ], statuses: [0: "you ended it", 1: "the terminal cannot be used"], run: Play.run)

  private static let query = Subcommand(
    name: "query", summary: "Show what the chooser would offer for a text",
    details: [
      "A trigger at the start of TEXT is ignored: `@ada` searches for `ada`.",
      "With `--explain`, each result has a score of five numbers: class, magnitude of the weight, tier (how closely the "
        + "text matches), position of the source, and length of the name. Results are compared by class, then by the "
        + "sum of near, chosen (earlier choices) and recent, then by the other numbers from left to right. A higher sum "
        + "or magnitude ranks first; for the others, the lower number.",
      "With `--at`, of people who match in the same class, those related to that line rank first, regardless of "
        + "weight, and TEXT may be omitted. Related people are those "
        + "mentioned in the file (who rank first), those mentioned together with them in other files, the authors of "
        + "the surrounding lines in the last commit, and the owners of the file in CODEOWNERS. For "
        + "`.git/COMMIT_EDITMSG`, they are the authors of similar commits, and the people named in these.",
    ],
    operand: .init("TEXT"),
    options: [
      .value("--trigger", "CHARACTER", default: "@", "Search the sources of this trigger"),
      .value("--limit", "N", default: "the setting `limit`, usually 50", "Show at most N people"),
      root,
      .value("--at", "FILE:LINE", default: nil, "Rank people related to that line first"),
      .flag("--explain", "Show how each result matched, and why it ranks before the next one"),
      .flag("--json", "Print one JSON object per line"),
    ],
    examples: [
      .init("query 'ada lov'", "who would be offered after `@ada lov`"),
      .init("query --json --limit 5 @kn | jq .email", "the e-mail addresses of the first five"),
      .init(
        "query --at README.md:12 --explain", "who would be offered there before a letter is typed, and why"),
    ],
    statuses: [0: "something was found", 1: "nothing was found"], readsSettings: true,
    run: QuerySubcommand.run)

  /// The operands and options of `scan` and `check`.
  private static let files = Subcommand.Operand("PATH", .file, isOptional: true, repeats: true)
  private static let fileDetails = [
    "Reads each PATH. In a folder, it reads the files that `git ls-files` lists and new files that are not ignored or, "
      + "outside of Git repositories, the files that no `.gitignore` excludes. Without PATH, it reads the current "
      + "folder. Symbolic links in folders are not followed. These files are skipped: \(TextFileRule.explanation).",
    "Lines and columns count from 1; a column is a Unicode code point. A PATH, a source or a settings file that cannot "
      + "be read is reported on standard error; the rest is still read, and the exit status is 2. A PATH that is skipped "
      + "is reported there too, and does not change the exit status. All arguments after `--` are paths.",
  ]
  private static let unread =
    "the arguments are invalid, or a path, the settings or a source cannot be read, or only in part"
  private static let fileOptions: [Subcommand.Option] = [
    .flag("--stdin", "Read standard input instead"),
    .value(
      "--stdin-name", "NAME", .file, default: "`stdin`",
      "With `--stdin`, the name of the file that the text is for"),
    .value(
      "--language", "ID", default: "by the name of each file; `plaintext` for standard input without a name",
      "Treat all files as written in this language (an LSP language identifier)"
    ),
    root,
  ]

  private static let scan = Subcommand(
    name: "scan", summary: "List the mentions in files",
    details: [
      "Prints a line for each mention: path, line, column, text and the person. Finds the mentions that "
        + "editors have stored, text in one of the configured insert formats, and a trigger followed by a handle (`@ada`) "
        + "in prose or comments."
    ] + fileDetails, operand: files,
    options: [.flag("--json", "Print one JSON object per line")] + fileOptions,
    examples: [
      .init("scan docs README.md", "who is mentioned where"),
      .init(
        "scan --json | jq -r '.entities[].email' | sort | uniq -c", "count the mentions by e-mail address"),
    ],
    statuses: [0: "the files were read", 2: unread], readsSettings: true, run: ScanSubcommand.run)

  private static let check = Subcommand(
    name: "check", summary: "Report mentions that are unknown, ambiguous or out of date",
    details: [
      "Unknown: a trigger and a word (`@eda`) that is not a known name or handle. Reported only if every source of the "
        + "trigger was read completely and at least one of them lists all people (a people file, a folder or a list; "
        + "not a Git history). In prose, words that look like code, a package or a version are not reported; in "
        + "comments of programs, only words after `author`, `cc`, `by` and the like are. Ambiguous: the name or "
        + "handle of several people. Stale: a former name or handle, known from an alias, from a link to the "
        + "person's URL with a similar name as its text, or from the mentions stored on this machine.",
      "These three are reported unless `--severity` turns them off. Mentions of people who have left, or who may not "
        + "be mentioned in some files, are reported if `diagnostics` in the settings enables that (`left`, "
        + "`leftAfter`, `notAllowed`, `notAllowedHere`). `--severity` overrides the severities in the settings.",
      "Formats: `text`, as compilers print it; `json`, one object per line; `github`, annotations in GitHub Actions; `sarif`, "
        + "SARIF 2.1.0 for code scanning; `baseline`, a file for `--baseline`.",
    ] + fileDetails, operand: files,
    options: [
      .value(
        "--format", "FORMAT", .choice(CheckSubcommand.formats), default: "text",
        "Print the findings as FORMAT"),
      .value(
        "--severity", "KIND=SEVERITY,...",
        default: "as in the settings; `warning` for unknown, ambiguous and stale",
        "Override the severity of kinds of findings (\(CheckSubcommand.kinds.joined(separator: ", "))) with one of "
          + ReportedSeverity.allCases.map(\.rawValue).joined(separator: ", ")),
      .value(
        "--baseline", "FILE", .file, default: nil,
        "Report only findings that FILE, written by `--format baseline`, does not contain"),
    ] + fileOptions,
    examples: [
      .init("check", "all files of the current folder"),
      .init("check --format baseline > .mentions-baseline.json", "accept all current findings"),
      .init("check --baseline .mentions-baseline.json --format github", "report new findings in a workflow"),
      .init("check --stdin --stdin-name docs/a.md < draft.md", "check a text that is not saved"),
    ],
    statuses: [
      0: "nothing was found, or the findings were written as a baseline", 1: "something was found", 2: unread,
    ], readsSettings: true, run: CheckSubcommand.run)

  private static let transform = Subcommand(
    name: "transform", summary: "Transform text, keeping its mentions",
    details: [
      "Reads FILE or standard input and writes to standard output. The mentions of the text are those that editors have "
        + "stored for FILE, and those written in one of the configured insert formats. A mention is moved as a whole; "
        + "only transforms whose names begin with `as` or `format:` change its text.",
      "Transforms: " + TransformSubcommand.names.map { "`\($0)`" }.joined(separator: ", ")
        + "; and one for each configured insert format, which `--list` shows.",
    ],
    operand: .init("NAME", .choice(TransformSubcommand.names)),
    secondOperand: .init("FILE", .file, isOptional: true),
    options: [
      .flag("--list", "List the transforms instead"),
      .value("--column", "N", default: "72", "With `wrap`, break lines at N terminal columns"),
      .value(
        "--language", "ID", default: "by the name of FILE, else `plaintext`",
        "Treat the text as written in this language (an LSP language identifier)"),
      root,
    ],
    examples: [
      .init("transform wrap --column 60 NOTES.md", "break long lines, but never inside a mention"),
      .init("transform asLink < notes.md > links.md", "write each mention as a Markdown link"),
    ],
    statuses: [0: "all mentions are kept", 1: "a mention was lost"], isForExtending: true,
    readsSettings: true,
    run: TransformSubcommand.run)

  private static let doctor = Subcommand(
    name: "doctor", summary: "Show the effective settings, try every source, and list problems",
    details: ["This command does not see the settings that an editor sends; pass them with `--options`."],
    options: [
      root, options, .flag("--all", "Show all settings, not only those that differ from the defaults"),
      .flag("--json", "Print the report as one JSON object"),
    ],
    examples: [.init("doctor", "find out why no one is offered in the current folder")],
    statuses: [0: "no problems", 1: "there are problems"], readsSettings: true, run: Doctor.run)

  private static let replay = Subcommand(
    name: "replay", summary: "Run a transcript through the server and compare its answers",
    operand: .init("FILE", .file),
    options: [.flag("--reduce", "If the answers differ, print a smaller transcript for which they still do")],
    examples: [.init("replay session.jsonl", "check whether a recorded session gives the same answers")],
    statuses: [0: "the answers are the same", 1: "they differ"], isForExtending: true, run: Replay.run)

  private static let events = Subcommand(
    name: "events", summary: "Show the edits of a recorded session",
    details: [
      "Prints a line for each event: the time in seconds, the position (with the column as the editor counts it), the "
        + "kind of event and its text, the cause, and how certain it is. The events of one change are listed from the top "
        + "of the document to its end."
    ],
    operand: .init("FILE", .file),
    examples: [.init("events session.jsonl", "what was typed, pasted, composed, corrected and undone")],
    isForExtending: true, run: Events.run)

  private static let schema = Subcommand(
    name: "schema", summary: "Print the JSON Schema of the settings",
    options: [.flag("--presets", "Print the built-in presets for kinds of forges instead")],
    examples: [.init("schema > mentions.schema.json", "let an editor check `.mentions.json`")],
    isForExtending: true, run: Schema.run)

  private static let completions = Subcommand(
    name: "completions", summary: "Print completions for a shell",
    operand: .init("SHELL", .choice(Completions.shells)),
    examples: [
      .init(
        "completions bash > ~/.local/share/bash-completion/completions/mentions-lsp",
        "for bash; the folder must exist (mkdir -p)"),
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
        "install the manual page; the folder must exist (mkdir -p)"),
    ],
    run: { arguments throws(UsageError) in try Help.run(&arguments, of: all) })

  /// The names of all commands. They are listed here because the declaration of `help` needs them, and cannot refer to
  /// `all`, which contains `help`.
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
    /// The name with its dashes: `--limit`.
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

  /// An argument that does not belong to an option: `TEXT`, `FILE`.
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
    /// The words after the program's name, beginning with the command.
    let arguments: String
    let meaning: String

    init(_ arguments: String, _ meaning: String) {
      self.arguments = arguments
      self.meaning = meaning
    }
  }

  let name: String
  /// A one-line description.
  let summary: String
  /// Further paragraphs of the command's help.
  var details: [String] = []
  var operand: Operand?
  /// The second operand, if any.
  var secondOperand: Operand?
  var options: [Option] = []
  var examples: [Example] = []
  /// The meanings of the exit statuses. If 2 is not among them, it means invalid arguments.
  var statuses: [Int: String] = [0: "success"]
  /// Whether the command is for authors of plug-ins, sources and clients, or for bug reports.
  var isForExtending = false
  /// Whether the command uses the settings; its help then lists their locations.
  var readsSettings = false
  /// Runs the command and returns the exit status; throws an error for invalid arguments.
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
