import SystemCalls

/// The files that belong to a folder: in a Git repository, the tracked files and the untracked files that are not
/// ignored, as listed by `git ls-files`; elsewhere, all files found by a walk that honours `.gitignore`.
///
/// Symbolic links are skipped, because a target in the folder is listed under its own name. Submodules and the content
/// of `.git` are skipped too. Tracked files are not checked and may have been deleted or replaced by links, which
/// readers must not follow (``TextFileRule/read(_:followsLink:)``).
package struct ListedFiles: Sendable {
  /// The method by which the files were found.
  package enum Means: Hashable, Sendable { case git, walk }

  package let means: Means
  /// The paths of the files relative to the folder, sorted by bytes. Names that are not UTF-8 are skipped and reported
  /// as a problem.
  package let paths: [String]
  /// Folders that could not be read, messages of Git, and names that are not UTF-8, one sentence each.
  package let problems: [String]

  /// The maximum number of listed files.
  package static let mostFiles = 2_000_000
  /// The maximum depth of folders.
  private static let deepest = 256

  /// Lists a folder. Blocks.
  ///
  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - walks: whether to walk through a folder outside of a repository; otherwise it yields no files.
  ///   - timeout: the timeout for Git, in milliseconds.
  ///   - program: git, looked up in `PATH`.
  ///   - isCancelled: polled regularly; once it returns true, the files listed so far are returned.
  package init(
    _ folder: String, walks: Bool = true, timeout: Int = 120_000, program: String = "git",
    isCancelled: () -> Bool = { false }
  ) {
    var problems: [String] = []
    var malformed: [String] = []
    do throws(GitProgram.GitError) {
      paths = try Self.listed(
        by: GitProgram(directory: folder, timeout: timeout, program: program), &malformed)
      means = .git
    } catch {
      if error.severity == .error { problems.append("\(folder): \(error.message)") }
      malformed = []
      let found = walks ? Self.walk(folder, &problems, &malformed, isCancelled) : []
      paths = found.sorted { Platform.precedes($0, $1) }
      means = .walk
    }
    if let problem = Self.problem(malformed) { problems.append("\(folder): \(problem)") }
    self.problems = problems
  }

  private static func problem(_ malformed: [String]) -> String? {
    guard let first = malformed.first else { return nil }
    if malformed.count == 1 { return "the file name \(first) is not UTF-8; the file is left out" }
    return "\(malformed.count) file names are not UTF-8, such as \(first); these files are left out"
  }

  // MARK: By git

  private static func listed(
    by git: GitProgram, _ malformed: inout [String]
  ) throws(GitProgram.GitError) -> [String] {
    // Only tracked files have modes, which identify links and submodules.
    let tracked = try records(git, ["ls-files", "-z", "--cached", "--stage"])
    var paths: [String] = []
    for record in tracked {
      guard record.starts(with: "100".utf8), let tab = record.firstIndex(of: 9) else { continue }
      let name = record[(tab + 1)...]
      if let path = String(validating: name, as: UTF8.self) {
        paths.append(path)
      } else {
        malformed.append(String(decoding: name, as: UTF8.self))
      }
    }
    let folder = try? Platform.Folder(git.directory)
    for record in try records(git, ["ls-files", "-z", "--others", "--exclude-standard"]) {
      // A final slash indicates a repository inside of this one.
      guard record.last != UInt8(ascii: "/") else { continue }
      guard let path = String(validating: record, as: UTF8.self) else {
        malformed.append(String(decoding: record, as: UTF8.self))
        continue
      }
      if (try? folder?.facts(of: path))?.kind == .file { paths.append(path) }
    }
    paths.sort { Platform.precedes($0, $1) }
    // A file with a conflict is listed up to three times.
    var distinct: [String] = []
    distinct.reserveCapacity(paths.count)
    var folders = FoldersInside(folder)
    for path in paths where distinct.last.map({ !$0.utf8.elementsEqual(path.utf8) }) ?? true {
      if distinct.count == mostFiles { break }
      // Git lists the paths of its index, but a link may have replaced a folder since.
      if folders.hold(path[...]) { distinct.append(path) }
    }
    return distinct
  }

  private static func records(
    _ git: GitProgram, _ arguments: [String]
  ) throws(GitProgram.GitError) -> [ArraySlice<UInt8>] {
    var output: [UInt8] = []
    try git.run(git.command(arguments, outputLimit: 1 << 29)) { output += $0 }
    return output.split(separator: 0)
  }

  // MARK: By a walk

  private struct Level {
    /// The path relative to the listed folder, with a trailing slash unless it is empty.
    var path: String
    var depth: Int
    /// The rules that apply, innermost first, each with the path that its patterns are relative to.
    var ignores: [(base: String, rules: IgnoreRules)]
  }

  private static func walk(
    _ folder: String, _ problems: inout [String], _ malformed: inout [String], _ isCancelled: () -> Bool
  ) -> [String] {
    var paths: [String] = []
    var levels = [Level(path: "", depth: 0, ignores: [])]
    while var level = levels.popLast(), !isCancelled() {
      let place = folder + "/" + level.path
      do throws(SystemError) {
        let opened = try Platform.Folder(place)
        if let bytes = try? opened.readFile(".gitignore", limit: IgnoreRules.sizeLimit) {
          level.ignores.insert((level.path, IgnoreRules(bytes)), at: 0)
        }
        let listing = try opened.listing().sorted()
        malformed += listing.malformed.map { level.path + $0 }
        for entry in listing.entries where entry.name != ".git" {
          guard let kind = entry.kind ?? (try? opened.facts(of: entry.name).kind) else { continue }
          let path = level.path + entry.name
          switch kind {
          case .file:
            if isIgnored(path, isFolder: false, level) { continue }
            paths.append(path)
            if paths.count == mostFiles { return paths }
          case .folder:
            if level.depth >= deepest || isIgnored(path, isFolder: true, level) { continue }
            levels.append(Level(path: path + "/", depth: level.depth + 1, ignores: level.ignores))
          case .link, .other: break
          }
        }
      } catch {
        problems.append("\(place): the folder cannot be read: \(error.message)")
      }
    }
    return paths
  }

  private static func isIgnored(_ path: String, isFolder: Bool, _ level: Level) -> Bool {
    for ignore in level.ignores {
      let relative = String(Substring(path.utf8.dropFirst(ignore.base.utf8.count)))
      if let verdict = ignore.rules.verdict(on: relative, isFolder: isFolder) { return verdict }
    }
    return false
  }
}

/// Distinguishes real folders inside a folder from symbolic links.
private struct FoldersInside {
  private let folder: Platform.Folder?
  private var known: [Substring: Bool] = [:]
  /// The result for the previous folder, cached because most files are in the same folder as the preceding file.
  private var last: (path: Substring, isInside: Bool) = ("", true)

  init(_ folder: Platform.Folder?) { self.folder = folder }

  /// Whether all parent folders of a path are real folders and not links. A folder that cannot be examined counts as
  /// real; reading its files then reports the error. Examines each folder once.
  mutating func hold(_ path: Substring) -> Bool {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return true }
    let parent = path[..<slash]
    if last.path.utf8.elementsEqual(parent.utf8) { return last.isInside }
    last = (parent, isInside(parent))
    return last.isInside
  }

  private mutating func isInside(_ path: Substring) -> Bool {
    if let known = known[path] { return known }
    let kind = try? folder?.facts(of: String(path)).kind
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let result = (kind ?? .folder) == .folder && slash.map { isInside(path[..<$0]) } ?? true
    known[path] = result
    return result
  }
}

/// The patterns of one `.gitignore` (gitignore(5)).
private struct IgnoreRules {
  private struct Rule {
    var glob: Glob
    var isForFolders: Bool
    var isNegated: Bool
  }

  /// The maximum number of bytes read from the file, and of patterns kept: each pattern is matched against each name.
  static let sizeLimit = 1 << 16
  private static let mostRules = 1000

  private let rules: [Rule]

  init(_ bytes: [UInt8]) {
    var rules: [Rule] = []
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) where rules.count < Self.mostRules {
      var line = line
      // Final white space is significant only if it is escaped.
      while let last = line.last, last == 0x20 || last == 9, line.dropLast().last != UInt8(ascii: "\\") {
        line.removeLast()
      }
      if line.first == UInt8(ascii: "#") { continue }
      let isNegated = line.first == UInt8(ascii: "!")
      if isNegated { line.removeFirst() }
      let isForFolders = line.last == UInt8(ascii: "/")
      let pattern = String(decoding: line, as: UTF8.self)
      guard pattern.utf8.contains(where: { $0 != UInt8(ascii: "/") }) else { continue }
      rules.append(
        Rule(glob: Glob(pattern, braces: false), isForFolders: isForFolders, isNegated: isNegated))
    }
    self.rules = rules
  }

  /// Whether a name is ignored; nil if no pattern matches. `path` is relative to the file's folder. The last matching
  /// pattern decides.
  func verdict(on path: String, isFolder: Bool) -> Bool? {
    let scalars = Glob.scalars(of: path)
    for rule in rules.reversed() where isFolder || !rule.isForFolders {
      if rule.glob.matches(scalars) { return !rule.isNegated }
    }
    return nil
  }
}

/// Defines the files that are searched for mentions: regular text files of at most ``sizeLimit`` bytes.
///
/// A file is text if its first ``headLength`` bytes contain no NUL, which is also how Git and grep detect binary
/// files, and all of it is well-formed UTF-8, with or without a byte order mark.
package enum TextFileRule {
  /// The maximum size in bytes of a file that is read. Files written by people are shorter.
  package static let sizeLimit = 4 << 20
  /// The number of bytes at the start that must not contain a NUL.
  package static let headLength = 8 << 10

  /// The result of reading a file.
  package enum Outcome: Hashable, Sendable {
    /// UTF-8, including the byte order mark.
    case text([UInt8])
    /// Binary, or in an encoding other than UTF-8, or a link that was not followed.
    case binary
    /// Longer than ``sizeLimit``.
    case tooLong
    /// The reason in words: no permission, a folder, no such file.
    case unreadable(String)
  }

  /// One sentence that describes the skipped files, for users.
  package static var explanation: String {
    "files over \(sizeLimit >> 20) MiB, files with a NUL in their first \(headLength >> 10) KiB, and files that are not UTF-8"
  }

  /// Reads a file. Blocks; O(file), or O(``sizeLimit``) for a longer one.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - followsLink: whether the file itself may be a link. Its parent folders may always be links.
  package static func read(_ path: String, followsLink: Bool = false) -> Outcome {
    do throws(SystemError) {
      return judge(try Platform.readOrdinaryFile(path, limit: sizeLimit, followsLink: followsLink))
    } catch {
      return outcome(of: error, followsLink: followsLink)
    }
  }

  /// Reads a file like ``read(_:followsLink:)``, without following a link.
  ///
  /// - Returns: the result, and a stamp that identifies the state of the file that was read. The stamp is nil if the
  ///   file changed while it was being read, or could not be read.
  package static func readStamped(_ path: String) -> (outcome: Outcome, stamp: FileStamp?) {
    do throws(SystemError) {
      let file = try Platform.readStampedFile(path, limit: sizeLimit, followsLink: false)
      return (judge(file.bytes), file.stamp)
    } catch {
      return (outcome(of: error, followsLink: false), nil)
    }
  }

  private static func outcome(of error: SystemError, followsLink: Bool) -> Outcome {
    if error.isLink, !followsLink { return .binary }
    return .unreadable(error.isMissing ? "there is no such file" : error.message)
  }

  /// Classifies bytes that the caller has read.
  package static func judge(_ bytes: [UInt8]) -> Outcome {
    if bytes.count > sizeLimit { return .tooLong }
    if bytes.prefix(headLength).contains(0) { return .binary }
    return isWellFormed(bytes) ? .text(bytes) : .binary
  }

  /// The text as editors show it, without a byte order mark. Lines and columns refer to this text.
  package static func shown(_ text: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
  }

  private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    // Most texts are ASCII, which needs no decoding.
    var at = 0
    let count = bytes.count
    while at < count, bytes[at] < 0x80 { at += 1 }
    if at == count { return true }
    return String(validating: bytes[at...], as: UTF8.self) != nil
  }
}
