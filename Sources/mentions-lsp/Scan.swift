import Entities
import EntitySources
import JSONText
import Mentions
import MentionsServer
import ServerHost
import TextModel

/// `scan PATH…`: lists all mentions in files.
enum ScanSubcommand {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let isJSON = arguments.flag("--json")
    let run = try ScanRun(ScanRun.Request(&arguments))
    let status: Int32 = run.isWhole ? 0 : 2
    // Writes many lines at a time, because a write for each file would take longer than reading it.
    var lines = ""
    for result in run.results {
      for mention in result.mentions {
        lines += isJSON ? json(mention, in: result.file) : text(mention, in: result.file)
        lines += "\n"
      }
      guard lines.utf8.count >= pieceSize else { continue }
      guard HostProcess.write(lines) else { return status }
      lines = ""
    }
    HostProcess.write(lines)
    return status
  }

  /// The size in bytes at which the collected lines are written.
  private static let pieceSize = 1 << 16

  /// The line for a mention: `docs/a.md:3:7: @ada: Ada Lovelace (ada@example.com)`.
  private static func text(_ mention: FileMention, in file: NamedFile) -> String {
    let who =
      switch mention.mention.meaning {
      case .known(let entity): MentionFinding.described(entity)
      case .ambiguous(let entities):
        "one of " + entities.map(MentionFinding.described).joined(separator: ", ")
      case .unknown: "unknown"
      case .stale(let entity): MentionFinding.described(entity) + ", now written differently"
      }
    let place = "\(PrintedText.path(file.shown)):\(mention.start.line):\(mention.start.column)"
    return "\(place): \(ShownText.line(mention.written)): \(who)"
  }

  private static func json(_ mention: FileMention, in file: NamedFile) -> String {
    var object: JSONObject = [
      "path": .string(file.shown), "line": .integer(mention.start.line),
      "column": .integer(mention.start.column), "endLine": .integer(mention.end.line),
      "endColumn": .integer(mention.end.column), "offset": .integer(mention.mention.range.start.utf8),
      "length": .integer(mention.mention.range.count), "text": .string(mention.written),
      "key": .string(mention.mention.key),
    ]
    let entities: [Entity]
    switch mention.mention.meaning {
    case .known(let entity): (object["meaning"], entities) = ("known", [entity])
    case .ambiguous(let several): (object["meaning"], entities) = ("ambiguous", several)
    case .unknown: (object["meaning"], entities) = ("unknown", [])
    case .stale(let entity): (object["meaning"], entities) = ("stale", [entity])
    }
    object["entities"] = .array(entities.map { .object(members(of: $0)) })
    return PrintedText.json(.object(object))
  }

  private static func members(of entity: Entity) -> JSONObject {
    var members: JSONObject = ["id": .string(entity.id), "name": .string(entity.name)]
    if let handle = entity.handle { members["handle"] = .string(handle) }
    if let email = entity.email { members["email"] = .string(email) }
    members["kind"] = .string(entity.kind.rawValue)
    members["source"] = .string(entity.source)
    return members
  }
}

/// The common part of `scan` and `check`: the files and the settings.
struct ScanRun {
  let scan: MentionScan
  /// The results in the order of the files; errors for files that could not be read have already been printed.
  let results: [MentionScan.FileResult]
  /// Whether the settings, the sources and all named paths could be read. Skipped files, such as binary ones, do not
  /// count as unread, because Git hooks pass files with any content.
  let isWhole: Bool

  /// The arguments that both commands accept.
  struct Request {
    let root: String?
    let language: String?
    /// The name for standard input; nil if files are read.
    let inputName: String?
    let paths: [String]

    init(_ arguments: inout Arguments) throws(UsageError) {
      root = try arguments.value("--root")
      let language = try arguments.language()
      let name = try arguments.value("--stdin-name")
      let readsInput = arguments.flag("--stdin")
      inputName = readsInput ? name ?? "stdin" : nil
      // Standard input without a name is plain text, not a file of an unknown language.
      self.language = language ?? (readsInput && name == nil ? "plaintext" : nil)
      paths = try arguments.allWords()
      try arguments.finish()
      if name != nil, !readsInput { throw UsageError("--stdin-name needs --stdin") }
      // An empty path usually comes from an unset variable in a script.
      if paths.contains("") { throw UsageError("a PATH is empty, expected a file or a folder") }
      if readsInput, let path = paths.first { throw UsageError("--stdin cannot be combined with \(path)") }
    }
  }

  /// - Parameters:
  ///   - request: the command line.
  ///   - severities: the severities of individual kinds of findings, which override the settings.
  init(
    _ request: Request, severities: [MentionFinding.Kind: ReportedSeverity] = [:]
  ) throws(UsageError) {
    let inspection = try SettingsInspection(argument: request.root)
    for problem in inspection.problems { Self.complain("\(problem)") }
    var isWhole = !inspection.problems.contains { $0.severity == .error }
    scan = MentionScan(
      inspection.settings, root: inspection.root, language: request.language, severities: severities)
    for problem in scan.people.sources.flatMap(\.problems) where problem.severity != .note {
      Self.complain("\(problem)")
      if problem.hidesPeople { isWhole = false }
    }
    if let name = request.inputName {
      let input = Self.input(named: name, scan)
      (results, self.isWhole) = (input.results, isWhole && input.isWhole)
      return
    }
    let named = NamedFiles(request.paths.isEmpty ? ["."] : request.paths)
    for problem in named.problems { Self.complain(problem) }
    results = scan.read(named.files)
    isWhole = isWhole && named.isWhole
    for result in results {
      if let problem = result.problem { Self.complain(problem) }
      if result.outcome == .unreadable, result.file.isNamed { isWhole = false }
    }
    self.isWhole = isWhole
  }

  private static func input(named name: String, _ scan: MentionScan) -> (
    results: [MentionScan.FileResult], isWhole: Bool
  ) {
    let file = NamedFile(unread: name)
    do throws(UnreadableFile) {
      switch TextFileRule.judge(try HostProcess.readStandardInput(limit: TextFileRule.sizeLimit)) {
      case .text(let bytes):
        return ([.init(file: file, mentions: scan.mentions(in: bytes, of: file))], true)
      case .tooLong: complain("standard input is longer than \(TextFileRule.sizeLimit >> 20) MiB")
      case .binary, .unreadable: complain("standard input is not UTF-8 text")
      }
    } catch {
      complain("\(error)")
    }
    return ([], false)
  }

  /// Prints an error on one line, because file names may contain any characters, and other programs parse the output by
  /// lines.
  static func complain(_ message: String) {
    HostProcess.complain("mentions-lsp: \(ShownText.line(message))\n")
  }
}
