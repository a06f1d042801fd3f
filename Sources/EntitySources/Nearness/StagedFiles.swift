import SystemCalls

/// The files of a commit whose message is being written.
enum StagedFiles {
  /// Of more files the first count.
  static let most = 64

  /// What the index has and `HEAD` has not; before the first commit all that the index has. Where that is nothing
  /// (`--amend`, `--all`), the files that git's own comment in the message lists. The work tree is not looked at: that
  /// might run programs.
  ///
  /// - Returns: paths from the repository's root.
  static func names(_ git: GitProgram, message path: String) throws(GitProgram.GitError) -> [String] {
    var output: [UInt8] = []
    let command = git.command(
      [
        // The order of files in it is any file's that the configuration names.
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

  /// The message lists paths as seen from where `git commit` was started: what the index has under that name, or as the
  /// only one that ends so.
  private static func tracked(
    _ git: GitProgram, _ listed: [String]
  ) throws(GitProgram.GitError) -> [String] {
    var output: [UInt8] = []
    try git.run(git.command(["ls-files", "-z", "--full-name"], outputLimit: 1 << 28)) { output += $0 }
    return paths(listed, among: output)
  }

  /// - Parameter tracked: paths from the root, each with a NUL behind it.
  static func paths(_ listed: [String], among tracked: [UInt8]) -> [String] {
    let listed = listed.map { name in
      var name = name.utf8[...]
      while name.starts(with: "../".utf8) { name = name.dropFirst(3) }
      return Array(name)
    }
    let names = Dictionary(grouping: listed.indices) { at in last(listed[at][...]) }
    /// For each, what is called so or ends so; what is called so stands alone.
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

  /// The last part of a path.
  private static func last(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)...]
  }

  /// Of `#⇥modified:   Sources/main.swift`, in whatever language, the first list: *Changes to be committed*. Of
  /// `old -> new` both.
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
      // Names that git puts into quotes have bytes that are not worth decoding.
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
