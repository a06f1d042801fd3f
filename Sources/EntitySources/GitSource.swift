import SystemCalls

/// The people of a Git repository (`"type": "git"`): authors and, where wanted, co-authors of all that can be
/// reached from its refs, as `.mailmap` names them.
///
/// Each weighs as much as their commits, every one of which counts half for every three years before the newest
/// one. Its own order: by weight, then commits, then who made the latest, then by name; programs
/// (`dependabot[bot]`) have no weight and come last, of kind `bot`.
public struct GitSource: LoadableSource {
  public let name: String
  /// A directory anywhere in the repository.
  public let directory: String
  public let includesCoauthors: Bool
  /// For each call of git, in milliseconds.
  public let timeout: Int
  /// The program, looked up in `PATH`.
  public let program: String

  public init(
    name: String, directory: String, includesCoauthors: Bool = true, timeout: Int = 120_000,
    program: String = "git"
  ) {
    self.name = name
    self.directory = directory
    self.includesCoauthors = includesCoauthors
    self.timeout = timeout
    self.program = program
  }

  public func read(_ sink: EntitySink) -> SourceReport {
    var problems = SourceProblems(source: name)
    var watched: [String] = []
    do throws(Failure) {
      let places = try findRepository()
      watched = places.watched
      var people = GitPeople()
      let coauthors = try readLog(into: &people)
      if !coauthors.isEmpty { try addCoauthors(coauthors, to: &people) }
      if people.isEmpty {
        problems.add(.note, file: directory, "the Git repository has no commits yet")
      }
      for record in people.records() { if let entity = record.entity(source: name) { _ = sink(entity) } }
    } catch {
      problems.add(error.severity, file: directory, error.message)
      watched.append(directory + "/.git")
    }
    return SourceReport(problems: problems.list, watchedPaths: watched)
  }

  struct Failure: Error {
    var severity = SourceProblem.Severity.error
    var message: String
  }

  private func command(_ arguments: [String]) -> ChildCommand {
    var command = ChildCommand(
      [
        program, "-C", directory, "--no-pager", "-c", "log.showSignature=false",
        "-c", "i18n.logOutputEncoding=UTF-8",
      ] + arguments, deadline: timeout)
    command.environment = [
      // Messages that can be told apart; output in large pieces; no questions; nothing written; nothing fetched.
      "LC_ALL": "C", "GIT_FLUSH": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
      "GIT_NO_LAZY_FETCH": "1",
      // An editor that was itself started by git must not point us at its repository.
      "GIT_DIR": nil as String?, "GIT_WORK_TREE": nil as String?, "GIT_INDEX_FILE": nil as String?,
      "GIT_COMMON_DIR": nil as String?,
    ]
    command.outputLimit = Int.max
    return command
  }

  private func run(_ command: ChildCommand, _ take: ([UInt8]) -> Void) throws(Failure) {
    let result: ChildResult
    do throws(ChildFault) {
      result = try ChildProcess.run(command, output: take)
    } catch {
      throw Failure(
        message: error == .notFound(program: program)
          ? "git is not installed: \(error)" : "git cannot be run: \(error)")
    }
    guard !result.isSuccess else { return }
    if result.stop == .deadline { throw Failure(message: "git did not finish within \(timeout) ms") }
    let words = result.complaint
    if words.contains("not a git repository") {
      throw Failure(severity: .note, message: "not inside a Git repository")
    }
    throw Failure(message: words.isEmpty ? "git failed with \(result.status)" : "git says: \(words)")
  }

  private func findRepository() throws(Failure) -> (common: String, watched: [String]) {
    if Platform.kind(of: directory) != .directory { throw Failure(message: "the directory does not exist") }
    var output: [UInt8] = []
    try run(command(["rev-parse", "--git-common-dir", "--show-cdup"])) { output += $0 }
    let lines = output.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let common = absolute(lines.first ?? ".git")
    let top = absolute(lines.count > 1 ? lines[1] : "")
    return (
      common,
      [
        common + "/HEAD", common + "/packed-refs", common + "/refs",
        top + (top.hasSuffix("/") ? "" : "/") + ".mailmap",
      ]
    )
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : path.isEmpty ? directory : directory + "/" + path
  }

  /// Reads all commits; returns the co-authors as they stand in the messages, with how often and when last.
  private func readLog(into people: inout GitPeople) throws(Failure) -> [[UInt8]: GitActivity] {
    let trailers = "%x00%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x00)"
    let log = command([
      "log", "--exclude=refs/stash", "--exclude=refs/notes/*", "--all", "--use-mailmap",
      "--format=%ct%x00%aN%x00%aE" + (includesCoauthors ? trailers : ""),
    ])
    var coauthors: [[UInt8]: GitActivity] = [:]
    var lines = LineSplitter()
    var gathered = people
    try run(log) { bytes in
      lines.take(bytes) { line in
        let fields = line.split(separator: 0, omittingEmptySubsequences: false)
        guard fields.count >= 3 else { return }
        let when = fields[0].reduce(0) { $0 &* 10 &+ Int($1 &- 48) }
        gathered.add(key: line[fields[1].startIndex..<fields[2].endIndex], when: when)
        for coauthor in fields.dropFirst(3) where !coauthor.isEmpty {
          coauthors[Array(coauthor), default: .init()].add(when, isAuthor: false)
        }
      }
    }
    people = gathered
    return coauthors
  }

  /// Lets git apply `.mailmap` to the co-authors, whom `log` gives as written.
  private func addCoauthors(
    _ coauthors: [[UInt8]: GitActivity], to people: inout GitPeople
  ) throws(Failure) {
    var contacts: [(key: [UInt8], activity: GitActivity)] = []
    var check = command(["check-mailmap", "--stdin"])
    for (text, activity) in coauthors.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      // Anybody can write anything into a message; git refuses what is no contact.
      let contact = Contact(text)
      guard let email = contact.email, !contact.name.isEmpty, !email.utf8.contains(UInt8(ascii: ">")) else {
        continue
      }
      let name = contact.name.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
      guard !name.isEmpty else { continue }
      check.input += name + Array(" <\(email)>\n".utf8)
      contacts.append((name + [0] + Array(email.utf8), activity))
    }
    guard !contacts.isEmpty else { return }
    var mapped: [[UInt8]] = []
    var lines = LineSplitter()
    try run(check) { bytes in lines.take(bytes) { mapped.append(Array($0)) } }
    for (index, entry) in contacts.enumerated() {
      var key = entry.key
      if mapped.count == contacts.count {
        let contact = Contact(mapped[index])
        key = Array(contact.name.utf8) + [0] + Array((contact.email ?? "").utf8)
      }
      people.add(key: key[...], entry.activity)
    }
  }
}
