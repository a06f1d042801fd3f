import Entities
import EntitySources
import LanguageProtocol
import Mentions
import MentionsServer
import SystemCalls
import TextModel

/// Reads the mentions of many files in parallel. This is a class, because copying the settings takes longer than
/// reading a short file.
package final class MentionScan: Sendable {
  /// The result for one file.
  package struct FileResult: Sendable {
    package let file: NamedFile
    /// The mentions in the order of the file.
    package let mentions: [FileMention]
    package let outcome: Outcome
    /// The reason why the file was not read; nil if it was read, or if it was skipped without having been named
    /// explicitly.
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
  /// The workspace folder with links resolved, and as named, since the path of a file may begin with either.
  private let rootPaths: [String]
  private let roots: [FolderPath]
  /// The language of all files; nil if it is determined by their names.
  private let language: String?
  private let kept: KeptMentionLookup
  /// Cached look-ups of entities, by the index of the trigger in the settings; nil for mentions without a trigger.
  private let lookups = LookupMemory<Int?>()

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

  /// The readers of one thread, and the location of the folder from which the thread last read a file.
  private struct Work {
    var readers = FileReaders<FileTraits>()
    /// The folder of the previous file: its path, with a final slash, and both results of `located` for it.
    var last: (folder: Substring, path: String, workspace: FolderPath?)?
  }

  /// The path of a file relative to the workspace folder; the absolute path of a file that is outside of this folder.
  package func place(of file: NamedFile) -> String {
    let (path, folder) = located(file)
    return folder.flatMap { FolderPath(path, home: nil)?.relative(to: $0) } ?? path
  }

  /// A path of a file, and the path of the workspace folder that contains it; nil if none does. The path with links
  /// resolved is preferred, so that another name of a file or folder cannot bypass a rule.
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

  /// Returns the same as ``located(_:)``, derived from the result for the previous file if both files are in one
  /// folder.
  private func located(_ file: NamedFile, _ work: inout Work) -> (path: String, folder: FolderPath?) {
    let slash = file.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.path.startIndex
    let (folder, name) = (file.path[...slash], file.path[file.path.utf8.index(after: slash)...])
    if let last = work.last, last.folder.utf8.elementsEqual(folder.utf8) {
      return (last.path + name, last.workspace)
    }
    let (path, workspace) = located(file)
    work.last = (folder, String(Substring(path.utf8.dropLast(name.utf8.count))), workspace)
    return (path, workspace)
  }

  /// Reads files on all cores. The results are in the order of the files.
  package func read(_ files: [NamedFile], on executor: some ParallelExecutor = ThreadExecutor())
    -> [FileResult]
  {
    let size = 64
    let parts = executor.map((files.count + size - 1) / size) { part in
      var work = Work()
      return files[(part * size)..<min(files.count, (part + 1) * size)].map { read($0, &work) }
    }
    return parts.flatMap(\.self)
  }

  private func read(_ file: NamedFile, _ work: inout Work) -> FileResult {
    switch TextFileRule.read(file.path, followsLink: file.isNamed) {
    case .text(let bytes):
      return FileResult(file: file, mentions: mentions(in: bytes, of: file, &work))
    case .binary: return leftOut(file, "it is not UTF-8 text")
    case .tooLong: return leftOut(file, "it is longer than \(TextFileRule.sizeLimit >> 20) MiB")
    case .unreadable(let reason):
      // Git also lists files that were deleted or replaced in the working tree.
      if !file.isNamed, Platform.kind(of: file.path) != .file { return leftOut(file, reason) }
      return FileResult(
        file: file, mentions: [], outcome: .unreadable, problem: "\(file.shown) cannot be read: \(reason)")
    }
  }

  /// The result for a skipped file. The reason is reported only if the file was named, because files found in a folder
  /// need not be text.
  private func leftOut(_ file: NamedFile, _ reason: String) -> FileResult {
    let problem = file.isNamed ? "\(file.shown) is skipped: \(reason)" : nil
    return FileResult(file: file, mentions: [], outcome: .leftOut, problem: problem)
  }

  /// The mentions of a text, whether or not it is in a file.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, possibly with a byte order mark.
  ///   - file: the name of the text, which determines the policy and the language.
  package func mentions(in bytes: [UInt8], of file: NamedFile) -> [FileMention] {
    var work = Work()
    return mentions(in: bytes, of: file, &work)
  }

  private func mentions(in bytes: [UInt8], of file: NamedFile, _ work: inout Work) -> [FileMention] {
    let readable = ReadableText(bytes, of: file.path, language: language)
    let (path, folder) = located(file, &work)
    let traits = settings.traits(at: path, in: folder)
    let reader = work.readers.reader(traits, readable.language) { settings.policy(of: traits) }
    let kept = file.isInput ? nil : self.kept(for: file)
    guard kept != nil || reader.mayFind(in: readable.bytes) else { return [] }
    let rules = diagnostics.rules(for: path, in: folder)
    let behind = bytes.count - readable.bytes.count
    if let kept {
      return mentions(in: reader.document(readable.bytes, kept), behind: behind, reader, rules)
    }
    let text = IndexedText(readable.bytes)
    var cursor = PositionCursor(.utf32)
    return reader.mentions.read(text, known: known).map { mention in
      let finding = finding(of: mention, in: text, reader, rules)
      return FileMention(mention, in: text, behind: behind, &cursor, finding: finding)
    }
  }

  /// The mentions of a document in which stored mentions were restored.
  private func mentions(
    in document: MentionsDocument, behind: Int, _ reader: FileReader, _ rules: MentionRules
  ) -> [FileMention] {
    var document = document
    let text = document.text
    let everybody = people.known(nil)
    // Includes restored annotations, whose people may no longer be known.
    let every = document.everyReadMention(known: known)
    _ = document.read(known: known)
    let found = document.findings(
      rules, current: { everybody?.current($0) },
      isListed: { everybody != nil && settings.holdsSource(of: $0) })
    let ofAnnotations = Dictionary(found.map { ($0.range, $0) }) { first, _ in first }
    var cursor = PositionCursor(.utf32)
    return every.map { mention in
      var mention = mention
      let finding: MentionFinding?
      if document.annotations.indices(in: mention.range).isEmpty {
        finding = self.finding(of: mention, in: text, reader, rules)
      } else {
        finding = ofAnnotations[mention.range]
        mention.meaning = Self.meaning(now: mention.meaning, finding, everybody)
      }
      return FileMention(mention, in: text, behind: behind, &cursor, finding: finding)
    }
  }

  private func finding(
    of mention: ReadMention, in text: IndexedText, _ reader: FileReader, _ rules: MentionRules
  ) -> MentionFinding? {
    rules.finding(of: mention, written: text.buffer.string(in: mention.range)) {
      reader.mentions.written($0, instead: mention, in: text)
    }
  }

  private func known(_ trigger: Int?) -> MentionReader.Known? {
    people.known(trigger).map { lookups.remembering($0, at: trigger) }
  }

  /// The stored mentions of a file, which may be stored under its path as named or under its real path.
  private func kept(for file: NamedFile) -> KeptMentionFiles.File? {
    kept.file(of: file.path) ?? (file.realPath == file.path ? nil : kept.file(of: file.realPath))
  }

  /// The current meaning of an annotation, which itself refers to the entity as it was when the annotation was created.
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
  /// A position in a text, as displayed to users and used by tools: lines and columns are counted from 1, columns in
  /// Unicode code points.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  /// The mention; its range is in bytes of the file, including the byte order mark.
  package let mention: ReadMention
  /// The text in the range of the mention.
  package let written: String
  package let start: Position
  /// The position after the last code point of the mention.
  package let end: Position
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
  /// The path shown in messages: the path as named on the command line; for a file found in a named folder, the path of
  /// the folder as named, followed by the path of the file in the folder.
  package let shown: String
  /// The absolute path.
  package let path: String
  /// The path with the links in its folder resolved, so that it is equal for all paths that lead to the file through
  /// linked folders. A path whose last component is a link counts as a separate file, as in Git.
  package let realPath: String
  /// Whether it was named explicitly, rather than found in a folder.
  package let isNamed: Bool
  /// Whether its text comes from elsewhere, so that the file on disk is ignored.
  package let isInput: Bool

  init(shown: String, path: String, realPath: String, isNamed: Bool, isInput: Bool = false) {
    (self.shown, self.path, self.realPath) = (shown, path, realPath)
    (self.isNamed, self.isInput) = (isNamed, isInput)
  }

  /// Creates a file that was named explicitly. Blocks the calling thread while it resolves symbolic links.
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

/// The files to which paths refer: each named file itself, and for each named folder the files that belong to it
/// (`ListedFiles`).
package struct NamedFiles: Sendable {
  /// The files, sorted by the bytes of the displayed path, without duplicates, even if a file was named several times
  /// or by several names.
  package let files: [NamedFile]
  /// The problems, one sentence each.
  package let problems: [String]
  /// Whether all named paths exist.
  package let isWhole: Bool

  /// Finds the files. Blocks.
  ///
  /// - Parameter paths: paths of files and folders, absolute or relative to the current directory.
  package init(_ paths: [String]) {
    let current = Platform.currentDirectory()
    var files: [NamedFile] = []
    /// The indices in `files` by real path.
    var places: [String: Int] = [:]
    func add(_ file: NamedFile) {
      // A single path, even that of a folder, yields each file only once.
      if paths.count == 1 {
        files.append(file)
      } else if let place = places[file.realPath] {
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
        let (shown, start, realStart) = (Self.shownStart(path), Self.start(absolute), Self.start(real))
        for name in listed.paths {
          add(
            NamedFile(
              shown: shown + name, path: start + name, realPath: realStart + name, isNamed: false))
        }
      case .file, .other:
        add(NamedFile(named: path, in: current))
      case nil:
        isWhole = false
        problems.append("cannot read \(path): there is no such file or folder")
      }
    }
    // Files of one folder are already sorted; `sorted` is linear in this case.
    self.files = files.sorted { Platform.precedes($0.shown, $1.shown) }
    self.problems = problems
    self.isWhole = isWhole
  }

  /// The prefix of the displayed paths in a folder, without a leading `.`, as in Git.
  private static func shownStart(_ folder: String) -> String {
    var folder = folder
    while folder.hasSuffix("/"), folder.utf8.count > 1 { folder.removeLast() }
    return folder == "." ? "" : start(folder)
  }

  /// The prefix of the paths in a folder.
  private static func start(_ folder: String) -> String { folder == "/" ? "/" : folder + "/" }
}
