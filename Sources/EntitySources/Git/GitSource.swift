import Entities
import SystemCalls

/// The people of a Git repository (`"type": "git"`): authors and, optionally, co-authors of all commits reachable from
/// its refs, with names from `.mailmap`.
///
/// The weight of a person is the sum of the weights of their commits: 1 for the newest commit of the history, halved
/// with every three years by which a commit is older. The source's own order is by weight, commits, time of the latest
/// commit, and name; bots (`dependabot[bot]`) have no weight, the kind `bot`, and come last.
package struct GitSource: VersionedSource {
  package let name: String
  /// Any directory in the repository.
  package let directory: String
  package let includesCoauthors: Bool
  /// The timeout of each call of Git, in milliseconds.
  package let timeout: Int
  package static let watchedGlob = "**/.mailmap"

  /// The program, looked up in `PATH`.
  package let program: String
  /// Stores the result of the history so that only new commits are read next time; nil if everything is read each time.
  package var memory: SourceMemory?
  package var knownVersion: UInt64?

  /// The number of newest commits that are enough for a preliminary result.
  static let firstCommits = 2000

  package init(
    name: String, directory: String, includesCoauthors: Bool = true, timeout: Int = 120_000,
    program: String = "git"
  ) {
    self.name = name
    self.directory = directory
    self.includesCoauthors = includesCoauthors
    self.timeout = timeout
    self.program = program
  }

  package func read(_ sink: EntitySink) -> SourceReport { read(sink) { _, _ in }.report }

  package func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    var builder = EntityCatalog.Builder(source: name)
    let reading = read {
      builder.reception(of: $0)
    } early: { entities, watched in
      var first = EntityCatalog.Builder(source: name)
      for entity in entities { _ = first.reception(of: entity) }
      early(LoadedSource(early: first.finish(on: executor), watchedPaths: watched))
    }
    var loaded = LoadedSource(
      catalog: reading.keepsKnown ? .empty : builder.finish(on: executor), problems: reading.problems.list,
      watchedPaths: reading.watched)
    loaded.keepsKnown = reading.keepsKnown
    loaded.version = reading.version
    return loaded
  }

  /// The result of reading, apart from the people.
  private struct Reading {
    var problems: SourceProblems
    var watched: [String] = []
    var version: UInt64?
    /// Whether nothing was read, because the current version equals `knownVersion`.
    var keepsKnown = false

    var report: SourceReport { SourceReport(problems: problems.list, watchedPaths: watched) }
  }

  /// Reads the people of the repository.
  ///
  /// - Parameter early: receives the people of the newest commits of a long history that is read from the beginning,
  ///   and the paths to watch.
  private func read(_ sink: EntitySink, early: ([Entity], [String]) -> Void) -> Reading {
    var reading = Reading(problems: SourceProblems(source: name))
    do throws(GitProgram.GitError) {
      let places = try findRepository()
      var tips = try tips(places)
      let watched = places.watched + [tips.branch.map { places.common + "/" + $0 }].compactMap(\.self)
      reading.watched = watched
      let bytes = git.mailmap(isBare: places.isBare)
      reading.version = tips.version(with: bytes)
      if knownVersion == reading.version {
        reading.keepsKnown = true
        return reading
      }
      let mailmap = mailmap(bytes, places, &reading.problems)
      let history = try readHistory(places, to: &tips) { history in
        var collector = RecordCollector(source: name, file: nil, problems: SourceProblems(source: name))
        early(history.records(under: mailmap).compactMap { collector.entity(of: $0, line: nil) }, watched)
      }
      reading.version = tips.version(with: bytes)
      let people = history.people(under: mailmap)
      if people.isEmpty {
        reading.problems.add(.note, file: directory, "the Git repository has no commits yet")
      }
      if history.leftOut > 0 {
        reading.problems.add(
          file: directory, "some authors are left out: there are too many, or their names are too long",
          details: "\(history.leftOut)", leavesOut: true)
      }
      var collector = RecordCollector(source: name, file: nil, problems: reading.problems)
      for record in people.records() {
        // Two people may have the same id; only the first is kept.
        if let entity = collector.entity(of: record, line: nil) { _ = sink(entity) }
      }
      reading.problems = collector.problems
    } catch {
      reading.problems.add(error.severity, file: directory, error.message)
      reading.watched.append(directory + "/.git")
    }
    return reading
  }

  /// The line of `.mailmap` in the work tree that names the person.
  package func definition(of entity: Entity) -> EntityDefinition? {
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

  /// The path of the work tree as spelled in the source's directory, which may contain symbolic links; `top`, in which
  /// links are resolved, if that spelling cannot be determined.
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

  /// The paths of a repository, and the paths to watch for changes.
  private struct Places {
    var mailmap: String
    var isBare: Bool
    /// The repository's common directory, which contains the refs.
    var common: String
    /// The files and folders to watch, except the ref file of the current branch.
    var watched: [String]
  }

  private var git: GitProgram { GitProgram(directory: directory, timeout: timeout, program: program) }

  private func findRepository() throws(GitProgram.GitError) -> Places {
    if Platform.kind(of: directory) != .directory {
      // The folder of a new document may not exist yet, or be on another machine.
      throw GitProgram.GitError(severity: .note, message: "the directory does not exist")
    }
    let lines = try git.lines(["rev-parse", "--git-common-dir", "--git-dir", "--is-bare-repository"])
    guard lines.count > 2 else {
      throw GitProgram.GitError(message: "git did not report the location of the repository")
    }
    let (common, own) = (absolute(lines[0]), absolute(lines[1]))
    // `git rev-parse --show-toplevel` is not used, because `core.worktree` in the repository's configuration can name
    // any folder.
    let mailmap = (git.topOfWorkTree ?? directory) + "/.mailmap"
    // A commit changes only the file of its branch and the log of HEAD, so the log is watched too.
    return Places(
      mailmap: mailmap, isBare: lines[2] == "true", common: common,
      watched: [own + "/HEAD", own + "/logs/HEAD", common + "/packed-refs", common + "/refs", mailmap])
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : path.isEmpty ? directory : directory + "/" + path
  }

  /// Parses a mailmap. One that is too long is reported and ignored.
  private func mailmap(
    _ bytes: [UInt8], _ places: Places, _ problems: inout SourceProblems
  ) -> Mailmap {
    guard bytes.count > Mailmap.sizeLimit else { return Mailmap(bytes) }
    problems.add(
      file: places.mailmap,
      "ignored, because it is longer than \(Mailmap.sizeLimit) bytes; names are shown as in the commits")
    return Mailmap([])
  }

  /// Reads the history up to some tips. If the refs change meanwhile, reads it again up to the new ones.
  ///
  /// - Parameters:
  ///   - tips: the current tips; on return, the tips up to which the history was read.
  ///   - early: receives the newest commits of a long history that is read from the beginning.
  private func readHistory(
    _ places: Places, to tips: inout GitTips, early: (GitHistory) -> Void
  ) throws(GitProgram.GitError) -> GitHistory {
    var (history, isNew) = try readHistory(to: tips, early: early)
    guard isNew else { return history }
    let now = try self.tips(places)
    if now.names != tips.names {
      // The refs changed while the history was read. Git skips tips that no longer exist, so commits may be missing.
      tips = now
      (history, isNew) = try readHistory(to: tips, early: early)
    }
    if isNew, let memory, tips.names.count <= KeptHistory.mostTips {
      memory.write(KeptHistory(conditions: tips.conditions, tips: tips.names, history: history).bytes)
    }
    return history
  }

  private func tips(_ places: Places) throws(GitProgram.GitError) -> GitTips {
    try GitTips(git, common: places.common, coauthors: includesCoauthors)
  }

  /// The history up to some tips, and whether any of it was read from Git; nothing is read if the stored history is up
  /// to date.
  private func readHistory(
    to tips: GitTips, early: (GitHistory) -> Void
  ) throws(GitProgram.GitError) -> (GitHistory, isNew: Bool) {
    let kept = memory?.read().flatMap(KeptHistory.init).flatMap {
      $0.conditions == tips.conditions ? $0 : nil
    }
    if let kept, kept.tips == tips.names { return (kept.history, false) }
    var history = GitHistory()
    if let kept, isBehind(kept.tips, tips.names) {
      history = kept.history
      try take(&history, from: tips.names, without: kept.tips) { _ in }
    } else {
      try take(&history, from: tips.names, early: early)
    }
    return (history, true)
  }

  /// Reads the commits that are reachable from `tips` but not from `old`.
  private func take(
    _ history: inout GitHistory, from tips: [String], without old: [String] = [],
    early: (GitHistory) -> Void
  ) throws(GitProgram.GitError) {
    // Without tips, git would begin with HEAD.
    guard !tips.isEmpty else { return }
    var command = git.command(GitHistory.arguments(coauthors: includesCoauthors))
    command.input = Self.input(tips, without: old)
    var isFirst = true
    try git.run(command) { bytes in
      history.take(bytes)
      if isFirst, history.taken >= Self.firstCommits {
        isFirst = false
        early(history)
      }
    }
    history.finish()
  }

  /// Whether the older tips still exist and all commits reachable from them are reachable from the new ones, so that no
  /// history was rewritten or removed.
  private func isBehind(_ old: [String], _ new: [String]) -> Bool {
    guard !old.isEmpty else { return true }
    var command = git.command(["rev-list", "--max-count=1", "--stdin"])
    command.input = Self.input(old, without: new)
    var isEmpty = true
    do throws(GitProgram.GitError) {
      try git.run(command) { bytes in if !bytes.isEmpty { isEmpty = false } }
    } catch {
      return false
    }
    return isEmpty
  }

  private static func input(_ tips: [String], without old: [String]) -> [UInt8] {
    Array((tips.map { "\($0)\n" } + old.map { "^\($0)\n" }).joined().utf8)
  }
}
