import Entities
import EntitySources
import LanguageProtocol
import Mentions
import MentionsServer
import SystemCalls
import TextModel

/// Reads the mentions of many files in parallel.
package struct MentionScan: Sendable {
  /// The result for one file.
  package struct FileResult: Sendable {
    package let file: NamedFile
    /// The mentions in the order of the file.
    package let mentions: [FileMention]
    package let outcome: Outcome
    /// The reason why it was not read; nil if it was read, or was not named explicitly.
    package let problem: String?

    package init(
      file: NamedFile, mentions: [FileMention], outcome: Outcome = .read, problem: String? = nil
    ) {
      (self.file, self.mentions, self.outcome, self.problem) = (file, mentions, outcome, problem)
    }
  }

  package enum Outcome: Hashable, Sendable {
    case read
    /// The file was skipped by `TextFileRule`, or deleted meanwhile.
    case leftOut
    case unreadable
  }

  package let people: PeopleInspection
  /// The findings to report, with severities.
  package let diagnostics: DiagnosticSettings
  private let settings: ServerSettings
  /// The workspace folder with links resolved, and as named, since files may be known by either.
  private let rootPaths: [String]
  private let roots: [FolderPath]
  /// The language of all files; nil if it is determined by their names.
  private let language: String?
  private let kept: KeptMentionLookup

  /// Loads the sources. Blocks.
  ///
  /// - Parameters:
  ///   - settings: the settings with the sources to load.
  ///   - root: the absolute path to which globs in the settings are relative.
  ///   - language: an LSP identifier for all files; nil to determine it by their names.
  ///   - severities: the severities of individual kinds of findings, which override the settings.
  package init(
    _ settings: ServerSettings, root: String, language: String? = nil,
    severities: [MentionFinding.Kind: ReportedSeverity] = [:]
  ) {
    people = PeopleInspection(settings)
    self.settings = settings
    let real = Platform.realPath(root) ?? root
    rootPaths = real == root ? [root] : [real, root]
    roots = rootPaths.compactMap { FolderPath($0, home: nil) }
    self.language = language
    diagnostics = settings.diagnostics.withoutEditor(severities)
    kept = KeptMentionLookup(settings.annotationStore, root: root)
  }

  /// The path of a file relative to the workspace folder; its own path outside of it.
  package func place(of file: NamedFile) -> String {
    let (path, folder) = located(file)
    return folder.flatMap { FolderPath(path, home: nil)?.relative(to: $0) } ?? path
  }

  /// One of a file's paths, and the path of the workspace folder that contains it; nil if none does. The path with
  /// links resolved is preferred, so that another name of a file or folder cannot bypass a rule.
  private func located(_ file: NamedFile) -> (path: String, folder: FolderPath?) {
    for path in [file.realPath, file.path] {
      let folder = roots.first { FolderPath(path, home: nil)?.relative(to: $0) != nil }
      if let folder { return (path, folder) }
    }
    // The path may lead into the workspace folder through one link, and out of it through another.
    guard let path = FolderPath(file.path, home: nil) else { return (file.path, nil) }
    for folder in path.ancestors.dropLast() where Platform.realPath(folder.path) == rootPaths[0] {
      if let rest = path.relative(to: folder) { return (rootPaths[0] + "/" + rest, roots.first) }
    }
    return (file.path, nil)
  }

  /// Reads files on all cores. The results are in the order of the files.
  package func read(_ files: [NamedFile], on executor: some ParallelExecutor = ThreadExecutor())
    -> [FileResult]
  {
    let size = 16
    let parts = executor.map((files.count + size - 1) / size) { part in
      files[(part * size)..<min(files.count, (part + 1) * size)].map(read)
    }
    return parts.flatMap(\.self)
  }

  private func read(_ file: NamedFile) -> FileResult {
    switch TextFileRule.read(file.path, followsLink: file.isNamed) {
    case .text(let bytes):
      return FileResult(file: file, mentions: mentions(in: bytes, of: file))
    case .binary: return leftOut(file, "it is not UTF-8 text")
    case .tooLong: return leftOut(file, "it is longer than \(TextFileRule.sizeLimit >> 20) MiB")
    case .unreadable(let reason):
      // Git also lists files that were deleted or replaced in the working tree.
      if !file.isNamed, Platform.kind(of: file.path) != .file { return leftOut(file, reason) }
      return FileResult(
        file: file, mentions: [], outcome: .unreadable, problem: "\(file.shown) cannot be read: \(reason)")
    }
  }

  /// A file that is skipped. Files found in a folder need not be text.
  private func leftOut(_ file: NamedFile, _ reason: String) -> FileResult {
    let problem = file.isNamed ? "\(file.shown) is skipped: \(reason)" : nil
    return FileResult(file: file, mentions: [], outcome: .leftOut, problem: problem)
  }

  /// The mentions of a text that need not be in a file.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, possibly with a byte order mark.
  ///   - file: the name of the text, which determines the policy and the language.
  package func mentions(in bytes: [UInt8], of file: NamedFile) -> [FileMention] {
    let readable = ReadableText(bytes, of: file.path, language: language)
    let (shown, languageID) = (readable.bytes, readable.language)
    let (path, folder) = located(file)
    let policy = settings.policy(at: path, in: folder)
    let reader = MentionReader(policy: policy, languageID: languageID)
    let kept = file.isInput ? nil : self.kept(for: file)
    guard kept != nil || reader.mayFind(in: shown) else { return [] }
    var document = MentionsDocument(text: shown, languageID: languageID, policy: policy)
    if let kept { document.restore(kept) }
    let text = document.text
    let rules = diagnostics.rules(for: path, in: folder)
    let everybody = people.known(nil)
    // Includes restored annotations, whose people may no longer be known.
    let every = document.everyReadMention(known: people.known)
    if kept != nil { _ = document.read(known: people.known) }
    let found = document.findings(
      rules, current: { everybody?.current($0) },
      isListed: { everybody != nil && settings.holdsSource(of: $0) })
    let ofAnnotations = Dictionary(found.map { ($0.range, $0) }) { first, _ in first }
    var cursor = PositionCursor(.utf32)
    return every.map { mention in
      let written = text.buffer.string(in: mention.range)
      var mention = mention
      let finding: MentionFinding?
      if document.annotations.indices(in: mention.range).isEmpty {
        finding = rules.finding(of: mention, written: written) {
          reader.written($0, instead: mention, in: text)
        }
      } else {
        finding = ofAnnotations[mention.range]
        mention.meaning = Self.meaning(now: mention.meaning, finding, everybody)
      }
      return FileMention(
        mention, in: text, behind: bytes.count - shown.count, &cursor, finding: finding)
    }
  }

  /// The stored mentions of a file under either of its names.
  private func kept(for file: NamedFile) -> KeptMentionFiles.File? {
    kept.file(of: file.path) ?? (file.realPath == file.path ? nil : kept.file(of: file.realPath))
  }

  /// The meaning of an annotation, which refers to the entity at the time of its creation.
  private static func meaning(
    now meaning: ReadMention.Meaning, _ finding: MentionFinding?, _ everybody: MentionReader.Known?
  ) -> ReadMention.Meaning {
    guard case .known(let then) = meaning else { return meaning }
    let now = everybody?.current(then) ?? then
    switch finding?.kind {
    case .unknown: return .unknown
    case .stale: return .stale(now)
    case .ambiguous, .left, .notAllowed, nil: return .known(now)
    }
  }
}

/// A mention in a file, with its finding.
package struct FileMention: Sendable {
  /// A position in a text, as displayed to users and used by tools: from 1. Columns are Unicode code points.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  /// Its range is in bytes of the file, including the byte order mark.
  package let mention: ReadMention
  /// The text in its range.
  package let written: String
  package let start: Position
  /// After its last code point.
  package let end: Position
  /// The finding about it, if any.
  package let finding: MentionFinding?

  /// - Parameter mark: the number of bytes of the byte order mark before the text.
  init(
    _ mention: ReadMention, in text: IndexedText, behind mark: Int, _ cursor: inout PositionCursor,
    finding: MentionFinding?
  ) {
    var inFile = mention
    inFile.range = TextRange(mention.range.start + mark, mention.range.end + mark)
    self.mention = inFile
    written = text.buffer.string(in: mention.range)
    start = Position(cursor.position(of: mention.range.start, in: text))
    end = Position(cursor.position(of: mention.range.end, in: text))
    self.finding = finding
  }
}

extension FileMention.Position {
  fileprivate init(_ position: TextPosition) {
    self.init(line: position.line + 1, column: position.column + 1)
  }
}

/// A file to read for mentions.
package struct NamedFile: Hashable, Sendable {
  /// The path in messages: as named on the command line, with the path below that.
  package let shown: String
  /// Absolute.
  package let path: String
  /// The path with the links in its folder resolved: equal for all names of the file. A link as its last component is a
  /// separate name, as in Git.
  package let realPath: String
  /// Whether it was named explicitly, rather than found in a folder.
  package let isNamed: Bool
  /// Whether its text comes from elsewhere, so that the file on disk is ignored.
  package let isInput: Bool

  init(shown: String, path: String, realPath: String, isNamed: Bool, isInput: Bool = false) {
    (self.shown, self.path, self.realPath) = (shown, path, realPath)
    (self.isNamed, self.isInput) = (isNamed, isInput)
  }

  /// A file that was named explicitly. Blocks to resolve links.
  init(named name: String, in current: String, isInput: Bool = false) {
    let path = Self.absolute(name, in: current)
    self.init(
      shown: name, path: path, realPath: Self.followingFolder(of: path), isNamed: true, isInput: isInput)
  }

  /// A file that is not read, because its text comes from elsewhere.
  ///
  /// - Parameter name: the hypothetical name of the file, relative to the current directory.
  package init(unread name: String) {
    self.init(named: name, in: Platform.currentDirectory(), isInput: true)
  }

  /// A path made absolute with the current directory. `~` is treated like any other name, because the shell has
  /// expanded it already.
  fileprivate static func absolute(_ path: String, in current: String) -> String {
    FolderPath.resolve(path.utf8.first == UInt8(ascii: "/") ? path : "./" + path, in: current, home: nil)
  }

  /// A file's path with the links in its folder resolved. If the folder does not exist yet, as for a text that is yet
  /// to be saved, the nearest existing parent is used.
  private static func followingFolder(of path: String) -> String {
    var folder = path[...]
    while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      folder = path[..<slash]
      if let real = Platform.realPath(String(folder)) {
        return (real == "/" ? "" : real) + path[slash...]
      }
    }
    return path
  }
}

/// The files to which paths refer: the paths themselves, and for folders the files that belong to them (`ListedFiles`).
package struct NamedFiles: Sendable {
  /// Sorted by the bytes of the displayed path, without duplicates, even if a file was named several times or by
  /// several names.
  package let files: [NamedFile]
  /// One sentence each.
  package let problems: [String]
  /// Whether all named paths exist.
  package let isWhole: Bool

  /// Finds the files. Blocks.
  ///
  /// - Parameter paths: relative ones are relative to the current directory.
  package init(_ paths: [String]) {
    let current = Platform.currentDirectory()
    var files: [NamedFile] = []
    /// The indices in `files` by real path.
    var places: [String: Int] = [:]
    func add(_ file: NamedFile) {
      if let place = places[file.realPath] {
        if file.isNamed, !files[place].isNamed { files[place] = file }
      } else {
        places[file.realPath] = files.count
        files.append(file)
      }
    }
    var problems: [String] = []
    var isWhole = true
    for path in paths {
      let absolute = NamedFile.absolute(path, in: current)
      switch Platform.kind(of: absolute) {
      case .directory:
        let listed = ListedFiles(absolute)
        problems += listed.problems
        // Links in the folder are not followed, so its real path applies to all files in it.
        let real = Platform.realPath(absolute) ?? absolute
        for name in listed.paths {
          add(
            NamedFile(
              shown: Self.shown(name, in: path), path: Self.join(absolute, name),
              realPath: Self.join(real, name), isNamed: false))
        }
      case .file, .other:
        add(NamedFile(named: path, in: current))
      case nil:
        isWhole = false
        problems.append("cannot read \(path): there is no such file or folder")
      }
    }
    // Files of one folder are already sorted, for which `sorted` is linear.
    self.files = files.sorted { $0.shown.utf8.lexicographicallyPrecedes($1.shown.utf8) }
    self.problems = problems
    self.isWhole = isWhole
  }

  /// A displayed path without a leading `.`, as in Git.
  private static func shown(_ name: String, in folder: String) -> String {
    var folder = folder
    while folder.hasSuffix("/"), folder.utf8.count > 1 { folder.removeLast() }
    return folder == "." ? name : join(folder, name)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }
}
