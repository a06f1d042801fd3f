import SystemCalls

/// People near a commit that is being created: the authors of similar earlier commits, and the people named in these
/// commits.
///
/// The weights of the kinds of evidence were tuned with `mentions-bench nearness` on histories whose trailers name
/// reviewers and co-authors.
struct NearCommit {
  /// The paths of the files in the commit, relative to the repository's root.
  var files: [String]
  /// The parent of the commit.
  var revision: String
  /// The author of the commit.
  var name: String
  var email: String
  var mailmap: Mailmap

  /// The maximum number of commits considered of each kind: those that touch the same files, and those by the same
  /// author.
  private static let mostAlike = 30
  /// The number of latest commits searched for those of the same author.
  private static let mostLatest = 3000
  /// The number of latest commits that count regardless of their author.
  private static let mostLately = 100
  /// The maximum number of bytes of history read.
  private static let outputLimit = 1 << 25

  private static let namedByOneself = 1.5
  private static let namedWithFiles = 1.0
  private static let namedLately = 0.5
  private static let touchedFiles = 0.4

  /// Adds the evidence from the history.
  ///
  /// - Returns: the reason why the evidence may be incomplete; nil if it is complete.
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

  /// The weight of the commit at this index; the newest has index 0.
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
      // The output before the error is used.
      return error.message
    }
    return nil
  }
}

extension NearPeople {
  /// Finds the people near an existing commit as if its message were being written now, with only the history up to its
  /// parent. Blocks.
  ///
  /// - Parameters:
  ///   - files: the paths changed by the commit, relative to the repository's root; only the first 64 are used.
  ///   - revision: the commit's parent.
  ///   - author: the name and e-mail address of the commit's author.
  ///   - mailmap: the repository's canonical names and addresses.
  ///   - git: runs Git in the repository.
  package init(
    committing files: [String], after revision: String, author: (name: String, email: String),
    mailmap: Mailmap,
    _ git: GitProgram
  ) {
    self.init(ownName: author.name, ownEmail: author.email)
    let files = Array(files.prefix(StagedFiles.most))
    var tally = NearTally()
    problem = NearCommit(
      files: files, revision: revision, name: author.name, email: author.email, mailmap: mailmap
    ).add(to: &tally, git)
    if let rules = CodeownersRules(git, in: revision) {
      for file in files { tally.add(ownersOf: file, rules) }
    }
    people = tally.people()
  }
}

/// The files of a commit whose message is being written.
enum StagedFiles {
  /// The maximum number of files considered.
  fileprivate static let most = 64

  /// The paths that differ between the index and `HEAD`; before the first commit, all paths of the index. If there are
  /// none (`--amend`, `--all`), the files listed in Git's comment in the message. The work tree is not examined,
  /// because that could run programs.
  ///
  /// - Returns: paths relative to the repository's root.
  static func names(_ git: GitProgram, message path: String) throws(GitProgram.GitError) -> [String] {
    var output: [UInt8] = []
    let command = git.command(
      [
        // Overrides a `diff.orderFile` in the configuration, which could name any file.
        "-c", "diff.orderFile=/dev/null", "diff", "--cached", "--name-only", "-z", "--no-ext-diff",
        "--no-textconv", "--no-renames", "--no-relative", "--ignore-submodules=all", "--",
      ], outputLimit: 1 << 20)
    try git.run(command) { output += $0 }
    let staged = output.split(separator: 0).prefix(most).map { String(decoding: $0, as: UTF8.self) }
    if !staged.isEmpty { return Array(staged) }
    let message = (try? Platform.readOrdinaryFile(path, limit: 1 << 20)) ?? []
    let listed = commented(in: message)
    return listed.isEmpty ? [] : try tracked(git, Array(listed.prefix(most)))
  }

  /// Resolves the paths in the message, which are relative to the directory where `git commit` was started: a path in
  /// the index that equals the listed one, or else the only one that ends with it.
  private static func tracked(
    _ git: GitProgram, _ listed: [String]
  ) throws(GitProgram.GitError) -> [String] {
    var output: [UInt8] = []
    try git.run(git.command(["ls-files", "-z", "--full-name"], outputLimit: 1 << 28)) { output += $0 }
    return paths(listed, among: output)
  }

  /// For each listed path, the tracked path that equals it or, if there is none, the only tracked path that ends with
  /// it.
  ///
  /// - Parameter tracked: paths relative to the root, each terminated by a NUL.
  static func paths(_ listed: [String], among tracked: [UInt8]) -> [String] {
    let listed = listed.map { name in
      var name = name.utf8[...]
      while name.starts(with: "../".utf8) { name = name.dropFirst(3) }
      return Array(name)
    }
    let names = Dictionary(grouping: listed.indices) { at in last(listed[at][...]) }
    /// For each listed path, the tracked path that equals it, or else the tracked paths that end with it.
    var found = listed.map { _ in (isWhole: false, paths: [ArraySlice<UInt8>]()) }
    for path in tracked.split(separator: 0) {
      for at in names[last(path)] ?? [] where !found[at].isWhole {
        let end = listed[at]
        if path.elementsEqual(end) {
          found[at] = (true, [path])
        } else if path.count > end.count, path.suffix(end.count).elementsEqual(end),
          path[path.endIndex - end.count - 1] == UInt8(ascii: "/"), found[at].paths.last != path
        {
          found[at].paths.append(path)
        }
      }
    }
    return found.compactMap { $0.paths.count == 1 ? String(decoding: $0.paths[0], as: UTF8.self) : nil }
  }

  /// The last component of a path.
  private static func last(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)...]
  }

  /// The paths in the first list of Git's comment, *Changes to be committed*, whose lines have the form
  /// `#⇥modified:   Sources/main.swift`, in any language. Includes both paths of `old -> new`.
  static func commented(in message: [UInt8]) -> [String] {
    var names: [String] = []
    for line in message.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let rest = line.dropFirst(2)
      guard line.count > 2, line[line.startIndex + 1] == 0x09,
        let colon = rest.firstIndex(of: UInt8(ascii: ":"))
      else {
        if names.isEmpty { continue }
        return names
      }
      let name = rest[(colon + 1)...].drop { $0 == 0x20 }
      // Skips names that git quotes, because their escapes are not decoded.
      if name.isEmpty || name.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\"") { continue }
      names += parts(of: name).map { String(decoding: $0, as: UTF8.self) }
    }
    return names
  }

  private static func parts(of name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let arrow = Array(" -> ".utf8)
    let start = name.indices.dropLast(arrow.count).first { name[$0...].starts(with: arrow) }
    return start.map { [name[..<$0], name[($0 + arrow.count)...]] } ?? [name]
  }
}

/// Reads records with a fixed number of fields, each terminated by a NUL, as printed by `git log -z`.
package struct FieldSplitter {
  let count: Int
  /// The maximum length in bytes of a field; longer fields are truncated.
  static let longestField = 1 << 18
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []

  package init(count: Int) { self.count = count }

  /// Passes on each record that these bytes complete.
  package mutating func take(_ bytes: [UInt8], _ record: ([[UInt8]]) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0) {
      append(rest[..<end])
      fields.append(field)
      field = []
      rest = rest[(end + 1)...]
      guard fields.count == count else { continue }
      record(fields)
      fields = []
    }
    append(rest)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    field += bytes.prefix(max(0, Self.longestField - field.count))
  }
}

/// The trailers of a commit's message.
package enum Trailers {
  /// The trailers that name reviewers and co-authors, in lower case. Trailers of reports and tests
  /// are not used, because most of the people in them never review or write code.
  private static let keys: Set<String> = ["reviewed-by", "acked-by", "co-authored-by"]

  /// The people named in the trailers of a message, without duplicates.
  static func named(in message: [UInt8]) -> [Contact] {
    // Compares name and address only, because a `Contact` also contains the position of its name.
    var seen: Set<[String?]> = []
    return all(in: message).filter { keys.contains($0.key) }.flatMap { Contact.all(in: $0.value) }
      .filter { !$0.name.isEmpty && seen.insert([$0.name, $0.email]).inserted }
  }

  /// The people named in a line `…-by: Name <address>`.
  package static func people(in line: [UInt8]) -> [Contact] {
    guard let trailer = trailer(line[...]), trailer.key.hasSuffix("-by") else { return [] }
    return Contact.all(in: trailer.value).filter { !$0.name.isEmpty }
  }

  /// The lines `Key: value` of the last paragraph, even if it contains other lines, because not all projects follow
  /// Git's format. The first paragraph, the subject, has no trailers.
  ///
  /// - Returns: keys in lower case.
  /// - Complexity: O(bytes of the message).
  package static func all(in message: [UInt8]) -> [(key: String, value: ArraySlice<UInt8>)] {
    var paragraph: [ArraySlice<UInt8>] = []
    var paragraphs = 0
    var isOpen = false
    for line in message.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 <= 0x20 }) {
        isOpen = false
        continue
      }
      if !isOpen {
        paragraph = []
        paragraphs += 1
        isOpen = true
      }
      paragraph.append(line)
    }
    if paragraphs < 2 { return [] }
    return paragraph.compactMap(trailer)
  }

  private static func trailer(_ line: ArraySlice<UInt8>) -> (key: String, value: ArraySlice<UInt8>)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), line[(colon + 1)...])
  }
}
