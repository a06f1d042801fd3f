/// The commands of the program.
enum Commands {
  static let all: [Subcommand] = [
    serve, demo, play, query, transform, doctor, replay, events, schema, completions, version, help,
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

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
        + "directory of 25 people, and none of your settings. Ctrl+Q ends it."
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
      "The score consists of class, magnitude of the weight, tier, order of the source and length of the name, and is "
        + "compared from left to right. More weight is better; of the others, less is.",
    ],
    operand: .init("TEXT"),
    options: [
      .value("--trigger", "CHARACTER", default: "@", "Ask the sources of this trigger"),
      .value("--limit", "N", default: "`limit` of the settings, 50", "Show at most N people"),
      root,
      .flag("--explain", "Say for each result what ranks it before the next one"),
      .flag("--json", "Print one JSON object per line"),
    ],
    examples: [
      .init("query 'ada lov'", "who would be offered after `@ada lov`"),
      .init("query --json --limit 5 @kn | jq .email", "the e-mail addresses of the first five"),
    ],
    statuses: [0: "somebody was found", 1: "nobody was found"], readsSettings: true, run: QuerySubcommand.run)

  private static let transform = Subcommand(
    name: "transform", summary: "Transform a text and keep the mentions in it",
    details: [
      "The text comes from FILE or standard input and goes to standard output. Its mentions are those that can be read "
        + "back from it by the settings' insert formats: they move whole, and only the transforms that begin with `as` "
        + "or `format:` write them otherwise.",
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
    statuses: [0: "all mentions are kept", 1: "a mention was lost"], readsSettings: true,
    run: TransformSubcommand.run)

  private static let doctor = Subcommand(
    name: "doctor", summary: "Show the settings in force, try every source, and say what is wrong",
    details: ["What an editor adds to the settings is not known here, unless it is given by `--options`."],
    options: [root, options, .flag("--json", "Print one JSON object instead of text")],
    examples: [.init("doctor", "find out why nobody is offered in the current folder")],
    statuses: [0: "nothing is wrong", 1: "something is wrong"], readsSettings: true, run: Doctor.run)

  private static let replay = Subcommand(
    name: "replay", summary: "Run a transcript through the server and compare its answers",
    operand: .init("FILE", .file),
    options: [.flag("--reduce", "Print a smaller transcript that still differs")],
    examples: [.init("replay session.jsonl", "check whether a recorded session goes the same way")],
    statuses: [0: "the answers are the same", 1: "they differ"], run: Replay.run)

  private static let events = Subcommand(
    name: "events", summary: "Tell what the user did in a recorded session",
    details: [
      "Prints a line for each event: the time in seconds, the place with the column as the editor counts it, what "
        + "happened to which text, what brought it about, and how sure that is. What comes by one change of the editor is "
        + "told from the top of the document to its end."
    ],
    operand: .init("FILE", .file),
    examples: [.init("events session.jsonl", "what was typed, pasted, composed, corrected and undone")],
    run: Events.run)

  private static let schema = Subcommand(
    name: "schema", summary: "Print the JSON Schema of the settings",
    examples: [.init("schema > mentions.schema.json", "let an editor check `.mentions.json`")],
    run: Schema.run)

  private static let completions = Subcommand(
    name: "completions", summary: "Print completions for a shell",
    operand: .init("SHELL", .choice(Completions.shells)),
    examples: [
      .init("completions bash > ~/.local/share/bash-completion/completions/mentions-lsp", "for bash"),
      .init("completions zsh > ~/.zfunc/_mentions-lsp", "for zsh, with `~/.zfunc` in `fpath`"),
      .init("completions fish > ~/.config/fish/completions/mentions-lsp.fish", "for fish"),
    ],
    run: { arguments throws(UsageError) in try Completions.run(&arguments, of: all) })

  private static let version = Subcommand(
    name: "version", summary: "Print the version (also `-V`, `--version`)", run: Version.run)

  private static let help = Subcommand(
    name: "help", summary: "Explain the program or a command (also `-h`, `--help`)",
    operand: .init("COMMAND", .choice(names), isOptional: true),
    options: [.flag("--man", "Print the manual page, for `man`")],
    examples: [
      .init("help query", "the options of `query`"),
      .init("help --man > ~/.local/share/man/man1/mentions-lsp.1", "install the manual page"),
    ],
    run: { arguments throws(UsageError) in try Help.run(&arguments, of: all) })

  /// Those that can be explained; `help` itself cannot refer to the list that it is in.
  static let names = [
    "serve", "demo", "play", "query", "transform", "doctor", "replay", "events", "schema", "completions",
    "version",
    "help",
  ]
}
