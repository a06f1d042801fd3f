import SystemCalls

/// The files of a commit whose message is being written.
enum StagedFiles {
  /// Of more files the first count.
  static let most = 64

  /// What the index has and `HEAD` has not; before the first commit all that the index has. Where that is nothing
  /// (`--amend`, `--all`), the files that git's own comment in the message lists.
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
    return Array(commented(in: message).prefix(most))
  }

  /// Of `#⇥modified:   Sources/main.swift`, in whatever language, the first list: *Changes to be committed*.
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
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }
}
