/// Who is near a commit that is being made: whom earlier commits named that are like it, and who made those.
///
/// How much each kind of evidence counts was tuned with `mentions-bench nearness`, on histories that tell who reviewed
/// and who took part.
struct NearCommit {
  /// Paths from the repository's root.
  var files: [String]
  /// What the commit will follow.
  var revision: String
  /// Who makes it.
  var name: String
  var email: String
  var mailmap: Mailmap

  /// So many commits of the same files, and of the same author, count.
  private static let mostAlike = 30
  /// So many of the latest commits are looked through for those of the same author.
  private static let mostLatest = 3000
  /// So many of the latest commits count whoever made them.
  private static let mostLately = 100
  /// Bytes of history that are read.
  private static let outputLimit = 1 << 25

  private static let namedByOneself = 1.5
  private static let namedWithFiles = 1.0
  private static let namedLately = 0.5
  private static let touchedFiles = 0.4

  /// Adds what the history says.
  ///
  /// - Returns: why that may not be all.
  func add(to tally: inout NearTally, _ git: GitProgram) -> String? {
    let own = mailmap.identity(name: Array(name.utf8), email: Array(email.utf8))
    var alike = 0
    if !files.isEmpty {
      let paths = files.prefix(StagedFiles.most).map { ":(top,literal)" + $0 }
      let problem = read(["-n", "\(Self.mostAlike)"], ["--"] + paths, git) { author, named in
        let decay = Self.decay(alike)
        alike += 1
        if author != own {
          tally.add(.init(name: author.name, email: author.email), .touchedFiles, Self.touchedFiles * decay)
        }
        add(named, .namedWithFiles, Self.namedWithFiles * decay, to: &tally)
      }
      if let problem { return problem }
    }
    var all = 0
    var byOneself = 0
    return read(["-n", "\(Self.mostLatest)"], ["--"], git) { author, named in
      if all < Self.mostLately {
        add(named, .namedLately, Self.namedLately * Self.decay(all), to: &tally)
      }
      all += 1
      guard byOneself < Self.mostAlike, author == own else {
        return
      }
      add(named, .namedByOneself, Self.namedByOneself * Self.decay(byOneself), to: &tally)
      byOneself += 1
    }
  }

  private func add(
    _ contacts: [Contact], _ kind: NearTally.Evidence, _ score: Double, to tally: inout NearTally
  ) {
    for contact in contacts {
      let (name, email) = mailmap.identity(
        name: Array(contact.name.utf8), email: Array((contact.email ?? "").utf8))
      tally.add(.init(name: name, email: email), kind, score)
    }
  }

  /// Of the commit of this place, the newest being 0.
  private static func decay(_ place: Int) -> Double { 1 / Double(1 + place).squareRoot() }

  private func read(
    _ options: [String], _ paths: [String], _ git: GitProgram,
    _ take: (_ author: (name: [UInt8], email: [UInt8]), _ named: [Contact]) -> Void
  ) -> String? {
    var fields = FieldSplitter(count: 3)
    let arguments =
      [
        "log", "-z", "--no-merges", "--no-mailmap", "--no-notes", "--no-patch", "--no-ext-diff",
        "--no-textconv",
      ]
      + ["--format=%an%x00%ae%x00%B"] + options + [revision] + paths
    do throws(GitProgram.GitError) {
      try git.run(git.command(arguments, outputLimit: Self.outputLimit)) { bytes in
        fields.take(bytes) { take(mailmap.identity(name: $0[0], email: $0[1]), Trailers.named(in: $0[2])) }
      }
    } catch {
      // What it printed until then counts.
      return error.message
    }
    return nil
  }
}
