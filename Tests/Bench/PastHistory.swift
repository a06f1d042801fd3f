import Entities
import EntitySources
import MentionsServer

/// A history as it was before each of its commits: who could have been guessed to be named in it. For measuring.
struct PastHistory {
  struct Commit {
    let hash: String
    /// Their places in ``PastHistory/commits``.
    fileprivate(set) var parents: [Int] = []
    let author: (name: String, email: String)
    /// In seconds since 1970.
    let time: Int
    /// Whom `Reviewed-by` and `Co-authored-by` name besides the author.
    let named: [(key: String, name: String, email: String)]
    /// What the source `git` reads of it.
    let line: [UInt8]
  }

  /// Those who are to be guessed.
  static let keys = ["reviewed-by", "co-authored-by"]

  /// A commit comes before its parents.
  private(set) var commits: [Commit] = []
  private let git: GitProgram
  private let mailmap: Mailmap

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads all that `HEAD` has.
  ///
  /// - Parameter directory: in a repository, bare or not.
  init(directory: String) throws(Failure) {
    git = GitProgram(directory: directory, timeout: 600_000)
    do throws(GitProgram.GitError) {
      let isBare = try git.lines(["rev-parse", "--is-bare-repository"]).first == "true"
      mailmap = Mailmap(git.mailmap(isBare: isBare))
      try read()
    } catch {
      throw Failure(description: "\(directory): \(error.message)")
    }
  }

  private mutating func read() throws(GitProgram.GitError) {
    var fields = FieldSplitter(count: 6)
    var parents: [[Substring]] = []
    var commits: [Commit] = []
    let command = git.command([
      "log", "-z", "--topo-order", "--no-mailmap", "--no-notes", "--no-patch", "--no-ext-diff",
      "--no-textconv", "--format=%H%x00%P%x00%ct%x00%an%x00%ae%x00%B", "HEAD", "--",
    ])
    try git.run(command) { bytes in
      fields.take(bytes) { record in
        parents.append(String(decoding: record[1], as: UTF8.self).split(separator: " "))
        commits.append(commit(record))
      }
    }
    let places = Dictionary(uniqueKeysWithValues: commits.enumerated().map { ($1.hash[...], $0) })
    for at in commits.indices { commits[at].parents = parents[at].compactMap { places[$0] } }
    self.commits = commits
  }

  private func commit(_ fields: [[UInt8]]) -> Commit {
    let author = mailmap.identity(name: fields[3], email: fields[4])
    var named: [(key: String, name: String, email: String)] = []
    var line = fields[2] + [0] + fields[3] + [0] + fields[4]
    var seen: Set<String> = []
    for trailer in Trailers.all(in: fields[5]) where Self.keys.contains(trailer.key) {
      if trailer.key == "co-authored-by" { line += [0] + trailer.value }
      let contact = Contact(trailer.value)
      let (name, email) = mailmap.identity(
        name: Array(contact.name.utf8), email: Array((contact.email ?? "").utf8))
      if contact.name.isEmpty || name == author.name || (email == author.email && !email.isEmpty) { continue }
      let person = (
        key: trailer.key, name: String(decoding: name, as: UTF8.self),
        email: String(decoding: email, as: UTF8.self)
      )
      if seen.insert("\(person)").inserted { named.append(person) }
    }
    return Commit(
      hash: String(decoding: fields[0], as: UTF8.self),
      author: (String(decoding: author.name, as: UTF8.self), String(decoding: author.email, as: UTF8.self)),
      time: Int(String(decoding: fields[2], as: UTF8.self)) ?? 0, named: named, line: line)
  }

  /// Whom the author of each of these commits had named in commits before it, as choices.
  ///
  /// - Complexity: O(commits).
  func choices(before places: Set<Int>) -> [Int: Choices] {
    var all: [String: Choices] = [:]
    var wanted: [Int: Choices] = [:]
    for place in commits.indices.reversed() {
      let commit = commits[place]
      let author = commit.author.email.isEmpty ? commit.author.name : commit.author.email
      if places.contains(place) { wanted[place] = all[author] }
      for (_, name, email) in commit.named {
        var entity = Entity(id: email.isEmpty ? name : email, name: name)
        entity.email = email.isEmpty ? nil : email
        entity.source = "git"
        all[author, default: Choices()].apply(.chosen(entity, workspace: nil), at: commit.time)
      }
    }
    return wanted
  }

  /// The latest commits that name somebody and have one parent, at most so many.
  func naming(_ most: Int) -> [Int] {
    Array(
      commits.indices.lazy.filter { commits[$0].parents.count == 1 && !commits[$0].named.isEmpty }.prefix(
        most))
  }

  /// The people of the source `git` as it was before a commit: of its parent and all that comes before.
  ///
  /// - Complexity: O(commits before it).
  func catalog(before place: Int) -> EntityCatalog {
    var history = GitHistory()
    var isSeen = Array(repeating: false, count: commits.count)
    var open = commits[place].parents
    for next in open { isSeen[next] = true }
    while let next = open.popLast() {
      history.take(commits[next].line + [0x0A])
      for parent in commits[next].parents where !isSeen[parent] {
        isSeen[parent] = true
        open.append(parent)
      }
    }
    history.finish()
    return EntityCatalog(
      source: "git", history.records(under: mailmap).compactMap { $0.entity(source: "git") })
  }

  /// Who was near a commit while its message was written, and who wrote it: what the server finds out, of the parent.
  func near(before place: Int) throws(Failure) -> NearPeople {
    let commit = commits[place]
    guard let parent = commit.parents.first else { return NearPeople() }
    var output: [UInt8] = []
    do throws(GitProgram.GitError) {
      let command = git.command([
        "-c", "diff.orderFile=/dev/null", "diff-tree", "--name-only", "-r", "-z", "--no-renames",
        "--ignore-submodules=all", commits[parent].hash, commit.hash,
      ])
      try git.run(command) { output += $0 }
    } catch {
      throw Failure(description: "\(commit.hash): \(error.message)")
    }
    let files = output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return NearPeople(
      committing: files, after: commits[parent].hash, author: commit.author, mailmap: mailmap, git)
  }
}
