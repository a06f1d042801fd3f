import SystemCalls

/// A position for which nearby people are requested: its authors, its owners, people named in similar commits, and the
/// user.
package struct NearQuestion: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case line(NearLine)
    /// The message of a commit that is being written; the document is in the repository or in its `.git`.
    case commitMessage
    /// A document without a file: only the user is determined.
    case nowhere
  }

  /// The absolute path of the document or, if the document has no file, of the workspace folder.
  package var path: String
  package var place: Place
  /// The folder whose CODEOWNERS applies to a document outside of any repository; nil if none does.
  package var workspace: String?

  package init(path: String, place: Place, workspace: String? = nil) {
    self.path = path
    self.place = place
    self.workspace = workspace
  }

  /// Whether a file has one of the names under which Git lets the user edit a commit message.
  package static func isCommitMessage(path: String) -> Bool {
    ["COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG"].contains(path.split(separator: "/").last ?? "")
  }
}

/// A line of a document, with surrounding lines by which it is found in the committed version.
package struct NearLine: Hashable, Sendable {
  /// The line number, counted from 0.
  package var line: Int
  /// The line number of the first of ``texts``.
  package var first: Int
  /// Lines of the document without their ends, including `line`.
  package var texts: [[UInt8]]

  /// The maximum number of lines before and after the cursor in a question.
  package static let reach = 32
  /// The maximum length in bytes of a line that is compared; longer lines are never found.
  package static let longestText = 1 << 12

  package init(line: Int, first: Int, texts: [[UInt8]]) {
    self.line = line
    self.first = first
    self.texts = texts
  }
}

/// The people near a position, and the user.
package struct NearPeople: Hashable, Sendable {
  package struct Person: Hashable, Sendable {
    /// May be empty.
    package var name: String
    /// May be empty.
    package var email: String
    /// The handle of an owner: `ada`, `analysts/engine`. Empty for people found by Git.
    package var handle: String
    /// The proximity, always greater than 0. Nearer people have more points.
    package var points: Int
    /// The points for owning the document, which apply to all of its lines.
    package var ownership: Int
    /// The reasons in words: `wrote 12 lines here`.
    package var reasons: [String]

    package init(
      name: String = "", email: String = "", handle: String = "", points: Int, ownership: Int = 0,
      reasons: [String]
    ) {
      self.name = name
      self.email = email
      self.handle = handle
      self.points = points
      self.ownership = ownership
      self.reasons = reasons
    }
  }

  /// The people, nearest first; at most ``mostPeople``. The same person may occur under several addresses.
  package var people: [Person]
  /// The user's name and address according to the repository's configuration; empty if not set.
  package var ownName: String
  package var ownEmail: String
  /// The reason why people may be missing; nil if there was no error.
  package var problem: String?

  package static let mostPeople = 48

  package init(people: [Person] = [], ownName: String = "", ownEmail: String = "", problem: String? = nil) {
    self.people = people
    self.ownName = ownName
    self.ownEmail = ownEmail
    self.problem = problem
  }

  /// The part of the evidence that applies to all lines of the document.
  package var elsewhere: NearPeople {
    var near = self
    near.people = people.filter { $0.ownership > 0 }
    for at in near.people.indices {
      near.people[at].points = near.people[at].ownership
      near.people[at].reasons = [NearTally.Evidence.owns.text(1)]
    }
    return near
  }
}

/// Finds the people near a position, using Git and CODEOWNERS. Starts programs and blocks, so it must not be called on
/// the event loop.
///
/// The restrictions of `GitProgram` apply: no program configured by a repository is run, nothing is fetched, and each
/// call has a timeout. Lines are blamed in the commit at `HEAD`, never in the working file, and results are cached by
/// commit and file.
package final class Nearness: Sendable {
  /// The timeout of each call of Git, in milliseconds.
  let timeout: Int
  /// The program, looked up in `PATH`.
  let program: String

  let files = CommittedFiles()

  package init(timeout: Int = 5000, program: String = "git") {
    self.timeout = timeout
    self.program = program
  }

  /// Finds the people near a position.
  package func people(near question: NearQuestion) -> NearPeople {
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
        // The rules are read from the index, because the folder above the `.git` of a submodule or of a
        // linked work tree belongs to another work tree.
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

  /// The reason why nothing can be found for the documents of a folder; nil if Git works there.
  package func problem(in folder: String) -> String? {
    let git = GitProgram(directory: folder, timeout: timeout, program: program)
    do throws(GitProgram.GitError) {
      let head = try git.lines(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
      return head.first?.isEmpty == false ? nil : "the repository has no commits"
    } catch {
      return error.isSilent ? "the repository has no commits" : error.message
    }
  }

  // MARK: Lines

  /// The minimum number of lines blamed before and after the cursor.
  private static let reach = 24

  private func addAuthors(
    of place: NearLine, in name: String, _ git: GitProgram, to tally: inout NearTally
  ) throws(GitProgram.GitError) {
    // HEAD may move at any time, so all following calls name one commit.
    guard let facts = try? git.lines(["rev-parse", "--is-shallow-repository", "HEAD^{commit}"]),
      facts.count >= 2
    else {
      throw GitProgram.GitError(message: problem(in: git.directory) ?? "the last commit cannot be read")
    }
    let (isShallow, commit) = (facts[0] == "true", facts[1])
    let file = CommittedFiles.File(
      directory: git.directory, name: name, commit: commit, isShallow: isShallow)
    let committed = try files.text(of: file, git)
    guard let (line, count) = CommittedLines.line(of: place, in: committed) else { return }
    let around = max(0, line - Self.reach)..<min(count, line + Self.reach + 1)
    let lines = try files.authors(of: around, in: file, size: committed.count, count: count, git)
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

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }
}

extension NearTally {
  /// The weight of owning a file, relative to the authorship of all nearby lines, which has the weight 1.
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
  /// The configuration values that nearness needs.
  struct Configuration {
    /// `user.name` and `user.email`; empty if not set.
    var name = ""
    var email = ""
    /// `blame.ignoreRevsFile`, as written.
    var ignoredRevisions: [String] = []
  }

  /// The id of a file's blob; nil if the commit has no regular file with that name.
  ///
  /// - Parameter name: relative to ``directory``.
  func blob(of name: String, in commit: String) throws(GitError) -> String? {
    // The mode identifies regular files; the blob of a symbolic link is its target.
    let words = try lines(["ls-tree", "-z", commit, "--", "./" + name]).first?.split(separator: "\t").first?
      .split(separator: " ")
    guard let words, words.count == 3, words[0].hasPrefix("100") else { return nil }
    return String(words[2])
  }

  fileprivate func configuration() throws(GitError) -> Configuration {
    var output: [UInt8] = []
    let keys = "^(user\\.(name|email)|blame\\.ignorerevsfile)$"
    do throws(GitError) {
      try run(command(["config", "-z", "--get-regexp", keys], outputLimit: 1 << 16)) { output += $0 }
    } catch {
      // Missing settings are not an error.
      if !error.isSilent { throw error }
    }
    var configuration = Configuration()
    for entry in output.split(separator: 0) {
      let parts = entry.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let text = String(decoding: parts[1], as: UTF8.self)
      // Later values of the name and the address replace earlier ones.
      switch String(decoding: parts[0], as: UTF8.self) {
      case "user.name": configuration.name = EntityRecord.cleaned(text) ?? ""
      case "user.email": configuration.email = EntityRecord.cleaned(text) ?? ""
      default: configuration.ignoredRevisions.append(text)
      }
    }
    return configuration
  }

  /// Checks that the files named by `blame.ignoreRevsFile` are in the work tree. Blame reads them all, and no option
  /// prevents that.
  fileprivate func checkIgnoredRevisions(_ paths: [String]) throws(GitError) {
    for path in paths where !path.isEmpty {
      let top = topOfWorkTree.flatMap { Platform.realPath($0) }
      let file = Platform.realPath(path.hasPrefix("/") ? path : (top ?? directory) + "/" + path)
      guard let top, let file, file.hasPrefix(top + "/"), Platform.kind(of: file) == .file else {
        throw GitError(message: "blame.ignoreRevsFile does not name a file in the work tree")
      }
    }
  }
}

/// Collects several kinds of evidence about nearby people.
struct NearTally {
  /// A person as named by Git or CODEOWNERS.
  struct Identity: Hashable {
    var name: [UInt8] = []
    var email: [UInt8] = []
    var handle = ""
  }

  private struct Entry {
    var identity: Identity
    var score = 0.0
    /// The part of the score for owning the document.
    var ownership = 0.0
    /// The kinds of evidence for the person, each with its number of occurrences.
    var evidence: [(kind: Evidence, count: Int)] = []
  }

  enum Evidence: CaseIterable {
    case wroteLines, touchedFiles, namedWithFiles, namedByOneself, namedLately, owns

    fileprivate func text(_ count: Int) -> String {
      let commits = count == 1 ? "1 commit" : "\(count) commits"
      return switch self {
      case .wroteLines: count == 1 ? "wrote 1 line here" : "wrote \(count) lines here"
      case .touchedFiles: "\(commits) to these files"
      case .namedWithFiles: "named in \(commits) to these files"
      case .namedByOneself: "named in \(commits) of yours"
      case .namedLately: "named in \(commits) recently"
      case .owns: "owner"
      }
    }
  }

  /// The maximum number of people counted. It bounds the memory used.
  private static let mostEntries = 4096
  private var entries: [Entry] = []
  private var places: [Identity: Int] = [:]

  /// Adds one piece of evidence.
  mutating func add(_ identity: Identity, _ kind: Evidence, _ score: Double, count: Int = 1) {
    // The case of e-mail addresses is ignored.
    var key = identity
    key.email = identity.email.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    if !key.email.isEmpty { key.name = [] }
    let place: Int
    if let known = places[key] {
      place = known
    } else {
      if entries.count == Self.mostEntries { return }
      place = entries.count
      places[key] = place
      entries.append(Entry(identity: identity))
    }
    entries[place].score += score
    if kind == .owns { entries[place].ownership += score }
    if let at = entries[place].evidence.firstIndex(where: { $0.kind == kind }) {
      entries[place].evidence[at].count += count
    } else {
      entries[place].evidence.append((kind, count))
    }
  }

  /// The people, nearest first; those with equal scores in the order in which they were added.
  func people() -> [NearPeople.Person] {
    let order = entries.indices.sorted { a, b in
      entries[a].score != entries[b].score ? entries[a].score > entries[b].score : a < b
    }
    return order.prefix(NearPeople.mostPeople).map { index in
      let entry = entries[index]
      let reasons = Evidence.allCases.compactMap { kind in
        entry.evidence.first { $0.kind == kind }.map { kind.text($0.count) }
      }
      return NearPeople.Person(
        name: EntityRecord.cleaned(String(decoding: entry.identity.name, as: UTF8.self)) ?? "",
        email: EntityRecord.cleaned(String(decoding: entry.identity.email, as: UTF8.self)) ?? "",
        handle: entry.identity.handle, points: Self.points(entry.score),
        ownership: entry.ownership > 0 ? Self.points(entry.ownership) : 0, reasons: reasons)
    }
  }

  private static func points(_ score: Double) -> Int { max(1, Int((score * 100).rounded())) }
}
