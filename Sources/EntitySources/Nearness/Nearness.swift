import Synchronization
import SystemCalls

/// Finds who is near a place, by what git and CODEOWNERS say. Starts programs and blocks: not for the loop.
///
/// All of git's rules hold (`GitProgram`): nothing is run that a repository names, nothing is fetched, each call has its
/// time. Blame is asked of the commit that `HEAD` is at, never of the working file, and what it says is kept by commit,
/// blob and lines.
public final class Nearness: Sendable {
  /// For each call of git, in milliseconds.
  let timeout: Int
  /// The program, looked up in `PATH`.
  let program: String

  /// Who wrote the lines of a blob is another question for each file that has the same text, and for each history.
  private struct BlameKey: Hashable {
    var directory: String
    var name: String
    var commit: String
    var isShallow: Bool
    var blob: String
    var lines: Range<Int>
  }

  /// The latest last.
  private let blames = Mutex<[(key: BlameKey, lines: [BlameReader.Line])]>([])
  private static let mostBlames = 64
  /// How often blame was asked: what is kept is not asked again.
  private let blameCount = Mutex(0)

  public init(timeout: Int = 5000, program: String = "git") {
    self.timeout = timeout
    self.program = program
  }

  /// Who is near a place.
  public func people(near question: NearQuestion) -> NearPeople {
    let document = NearDocument(question)
    let git = GitProgram(directory: document.folder, timeout: timeout, program: program)
    var answer = NearPeople()
    var tally = NearTally()
    do throws(GitProgram.GitError) {
      let configuration = try git.configuration()
      (answer.ownName, answer.ownEmail) = (configuration.name, configuration.email)
      switch question.place {
      case .line(let line):
        if let problem = document.problem { throw GitProgram.GitError(message: problem) }
        try git.checkIgnoredRevisions(configuration.ignoredRevisions)
        try addAuthors(of: line, in: Self.split(document.path).name, git, to: &tally)
      case .commitMessage:
        let files = try StagedFiles.names(git, message: question.path)
        // What is above the `.git` of a submodule or of a linked work tree belongs to another one. The index is
        // the same wherever the message lies.
        if let rules = CodeownersRules(git, in: "") { for file in files { tally.add(ownersOf: file, rules) } }
        let commit = NearCommit(
          files: files, revision: "HEAD", name: answer.ownName, email: answer.ownEmail,
          mailmap: Mailmap(git.mailmap(in: "")))
        answer.problem = commit.add(to: &tally, git).map { problem(in: document.folder) ?? $0 }
      case .nowhere: break
      }
    } catch {
      answer.problem = error.message
    }
    if case .line = question.place, let owned = OwnedPath(document.path, workspace: question.workspace) {
      tally.add(ownersOf: owned.path, owned.rules)
    }
    answer.people = tally.people()
    return answer
  }

  /// Whether git can tell who is near the documents of a folder; why not, if it cannot.
  public func problem(in folder: String) -> String? {
    let git = GitProgram(directory: folder, timeout: timeout, program: program)
    do throws(GitProgram.GitError) {
      let head = try git.lines(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
      return head.first?.isEmpty == false ? nil : "the repository has no commits"
    } catch {
      return error.isSilent ? "the repository has no commits" : error.message
    }
  }

  var blamesAsked: Int { blameCount.withLock { $0 } }

  // MARK: Lines

  /// So many lines before and behind the cursor are blamed at least.
  private static let reach = 24
  /// Ranges begin and end at multiples of it, so that the next line's is often the same.
  private static let step = 16
  /// Larger files are not blamed. In bytes.
  private static let largestFile = 4 << 20

  private func addAuthors(
    of place: NearLine, in name: String, _ git: GitProgram, to tally: inout NearTally
  ) throws(GitProgram.GitError) {
    // HEAD may move at any time: all that follows is asked of one commit.
    guard let facts = try? git.lines(["rev-parse", "--is-shallow-repository", "HEAD^{commit}"]),
      facts.count >= 2
    else {
      throw GitProgram.GitError(message: problem(in: git.directory) ?? "the last commit cannot be read")
    }
    let (isShallow, commit) = (facts[0] == "true", facts[1])
    guard let blob = try git.blob(of: name, in: commit) else {
      throw GitProgram.GitError(message: "the last commit does not have the file")
    }
    var committed: [UInt8] = []
    try git.run(git.command(["cat-file", "blob", blob], outputLimit: Self.largestFile)) { committed += $0 }
    guard let (line, count) = CommittedLines.line(of: place, in: committed) else { return }
    let first = max(0, line - Self.reach) / Self.step * Self.step
    let end = min(count, ((line + Self.reach) / Self.step + 1) * Self.step)
    let lines = try blame(
      BlameKey(
        directory: git.directory, name: name, commit: commit, isShallow: isShallow, blob: blob,
        lines: first..<end), git)
    if isShallow, lines.isEmpty {
      throw GitProgram.GitError(message: "the clone is shallow: its history does not go back to these lines")
    }
    let weights = lines.map { 1 / (1 + Double(abs($0.number - line)) / 8) }
    let whole = weights.reduce(0, +)
    let mailmap = Mailmap(git.mailmap(isBare: false))
    for (line, weight) in zip(lines, weights) {
      let (name, email) = mailmap.identity(name: line.name, email: line.email)
      tally.add(NearTally.Identity(name: name, email: email), .wroteLines, weight / whole)
    }
  }

  private func blame(
    _ key: BlameKey, _ git: GitProgram
  ) throws(GitProgram.GitError) -> [BlameReader.Line] {
    let known = blames.withLock { blames -> [BlameReader.Line]? in
      guard let at = blames.firstIndex(where: { $0.key == key }) else { return nil }
      blames.append(blames.remove(at: at))
      return blames.last?.lines
    }
    if let known { return known }
    blameCount.withLock { $0 += 1 }
    var reader = BlameReader(limit: key.lines.count, leavesOutBoundary: key.isShallow)
    let command = git.command(
      [
        "blame", "--porcelain", "--no-textconv", "-L",
        "\(key.lines.lowerBound + 1),\(key.lines.upperBound)", key.commit, "--", key.name,
      ], outputLimit: 1 << 24)
    try git.run(command) { reader.take($0) }
    reader.finish()
    let result = reader.result
    blames.withLock { blames in
      blames.append((key, result))
      if blames.count > Self.mostBlames { blames.removeFirst() }
    }
    return result
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }
}

extension NearTally {
  /// What owning a file counts, beside the share of the lines that somebody wrote.
  private static let ownership = 0.3

  mutating func add(ownersOf path: String, _ rules: CodeownersRules) {
    for owner in rules.owners(of: path) {
      if let handle = CodeownersLine.handle(of: owner) {
        add(Identity(handle: handle), .owns, Self.ownership)
      } else {
        add(Identity(email: Array(owner.utf8)), .owns, Self.ownership)
      }
    }
  }
}

extension GitProgram {
  /// What nearness wants to know of the configuration.
  struct Configuration {
    /// `user.name` and `user.email`; empty where they are not set.
    var name = ""
    var email = ""
    /// `blame.ignoreRevsFile`, as it is written.
    var ignoredRevisions: [String] = []
  }

  /// The id of a file's blob; nil where the commit has no ordinary file of that name.
  ///
  /// - Parameter name: in ``directory``.
  func blob(of name: String, in commit: String) throws(GitError) -> String? {
    // With the mode: of a symbolic link the blob is where it leads to.
    let words = try lines(["ls-tree", "-z", commit, "--", "./" + name]).first?.split(separator: "\t").first?
      .split(separator: " ")
    guard let words, words.count == 3, words[0].hasPrefix("100") else { return nil }
    return String(words[2])
  }

  func configuration() throws(GitError) -> Configuration {
    var output: [UInt8] = []
    let keys = "^(user\\.(name|email)|blame\\.ignorerevsfile)$"
    do throws(GitError) {
      try run(command(["config", "-z", "--get-regexp", keys], outputLimit: 1 << 16)) { output += $0 }
    } catch {
      // That nothing is set is no fault.
      if !error.isSilent { throw error }
    }
    var configuration = Configuration()
    for entry in output.split(separator: 0) {
      let parts = entry.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let text = String(decoding: parts[1], as: UTF8.self)
      // The last name and address count.
      switch String(decoding: parts[0], as: UTF8.self) {
      case "user.name": configuration.name = EntityRecord.cleaned(text) ?? ""
      case "user.email": configuration.email = EntityRecord.cleaned(text) ?? ""
      default: configuration.ignoredRevisions.append(text)
      }
    }
    return configuration
  }

  /// Blame reads every file that `blame.ignoreRevsFile` names, and nothing on its command line keeps it from that. So
  /// these must be files of the work tree.
  func checkIgnoredRevisions(_ paths: [String]) throws(GitError) {
    for path in paths where !path.isEmpty {
      let top = topOfWorkTree.flatMap { Platform.realPath($0) }
      let file = Platform.realPath(path.hasPrefix("/") ? path : (top ?? directory) + "/" + path)
      guard let top, let file, file.hasPrefix(top + "/"), Platform.kind(of: file) == .file else {
        throw GitError(message: "blame.ignoreRevsFile names what is not a file of the work tree")
      }
    }
  }
}
