public import Entities
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
  static let watchedGlob = "**/.mailmap"

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
    do throws(GitProgram.GitError) {
      let places = try findRepository()
      watched = places.watched
      let history = try readHistory()
      let people = history.people(under: readMailmap(places, &problems))
      if people.isEmpty {
        problems.add(.note, file: directory, "the Git repository has no commits yet")
      }
      if history.leftOut > 0 {
        problems.add(
          file: directory, "names of commits are too long or too many; some are left out",
          details: "\(history.leftOut)", leavesOut: true)
      }
      var collector = RecordCollector(source: name, file: nil, problems: problems)
      for record in people.records() {
        // It is not an error that two people have the same id: the first is kept.
        if let entity = collector.entity(of: record, line: nil) { _ = sink(entity) }
      }
      problems = collector.problems
    } catch {
      problems.add(error.severity, file: directory, error.message)
      watched.append(directory + "/.git")
    }
    return SourceReport(problems: problems.list, watchedPaths: watched)
  }

  /// The line of `.mailmap` in the work tree that names the person.
  public func definition(of entity: Entity) -> EntityDefinition? {
    guard let top = git.topOfWorkTree.flatMap(Platform.realPath), let folder = try? Platform.Folder(top)
    else {
      return nil
    }
    return DefinitionReader.definition(of: entity, in: named(top) + "/.mailmap", from: name) {
      () throws(SystemError) in
      try folder.openFile(".mailmap")
    } _: { reader, collector in
      Self.readMailmap(reader, for: entity, into: &collector)
    }
  }

  /// The work tree's real path as the directory's own has it, which may lead through a symbolic link.
  private func named(_ top: String) -> String {
    guard directory.hasPrefix("/"), let real = Platform.realPath(directory) else { return top }
    let inner = real.dropFirst(top.count)
    let isInside = real.hasPrefix(top) && (inner.isEmpty || inner.hasPrefix("/"))
    return isInside && directory.hasSuffix(inner) ? String(directory.dropLast(inner.count)) : top
  }

  private static func readMailmap(
    _ reader: consuming ByteReader, for entity: Entity, into collector: inout RecordCollector
  ) {
    while reader.end - reader.start <= Mailmap.sizeLimit, reader.fill() {}
    guard reader.end - reader.start <= Mailmap.sizeLimit else { return }
    collector.search?.origin = reader.place
    let bytes = Array(reader.buffer[reader.start..<reader.end])
    guard let found = Mailmap.line(naming: (entity.name, entity.email), in: bytes) else { return }
    if let name = found.name { collector.note(.name, at: name, .contact) }
    if let email = found.email { collector.note(.email, at: email, .contact) }
    let line = collector.inFile(found.line)
    collector.search?.take(entity, at: line)
  }

  /// Paths of a repository, and the paths to watch for changes.
  private struct Places {
    var mailmap: String
    var isBare: Bool
    var watched: [String]
  }

  private var git: GitProgram { GitProgram(directory: directory, timeout: timeout, program: program) }

  private func findRepository() throws(GitProgram.GitError) -> Places {
    if Platform.kind(of: directory) != .directory {
      // Of a document that is new, along with its folder, or whose folder is on another machine.
      throw GitProgram.GitError(severity: .note, message: "the directory does not exist")
    }
    let lines = try git.lines(["rev-parse", "--git-common-dir", "--git-dir", "--is-bare-repository"])
    guard lines.count > 2 else {
      throw GitProgram.GitError(message: "git does not tell where the repository is")
    }
    let (common, own) = (absolute(lines[0]), absolute(lines[1]))
    // A commit changes the file of its branch and the log of HEAD, and nothing else of these.
    let branch = (try? git.lines(["symbolic-ref", "--quiet", "HEAD"]))?.first.map { common + "/" + $0 }
    // Not what git says is the top: that is any folder that the configuration names.
    let mailmap = (git.topOfWorkTree ?? directory) + "/.mailmap"
    return Places(
      mailmap: mailmap, isBare: lines[2] == "true",
      watched: [
        own + "/HEAD", own + "/logs/HEAD", branch, common + "/packed-refs", common + "/refs", mailmap,
      ].compactMap(\.self))
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : path.isEmpty ? directory : directory + "/" + path
  }

  /// The contents of `.mailmap`: of the file in the work tree, in a bare repository of that in the newest commit.
  private func readMailmap(_ places: Places, _ problems: inout SourceProblems) -> Mailmap {
    let bytes = git.mailmap(isBare: places.isBare)
    if bytes.count > Mailmap.sizeLimit {
      problems.add(
        file: places.mailmap,
        "longer than \(Mailmap.sizeLimit) bytes; names are shown as in the commits")
      return Mailmap()
    }
    return Mailmap(bytes)
  }

  private func readHistory() throws(GitProgram.GitError) -> GitHistory {
    var history = GitHistory()
    try git.run(git.command(GitHistory.arguments(coauthors: includesCoauthors))) { history.take($0) }
    history.finish()
    return history
  }
}
