import Synchronization

/// Reads the content of files in a commit, and the authors of their lines. Git's output is cached, so that Git is
/// usually not called again for another position in the same file.
final class CommittedFiles: Sendable {
  /// A file in a commit. The same blob may have different authors in another file or history.
  struct File: Hashable {
    var directory: String
    /// The path relative to ``directory``.
    var name: String
    var commit: String
    var isShallow: Bool
  }

  private struct BlameKey: Hashable {
    var file: File
    var lines: Range<Int>
  }

  private struct Kept {
    var texts = RecentlyUsed<File, [UInt8]>(limit: 16)
    var blames = RecentlyUsed<BlameKey, [BlameReader.Line]>(limit: 32)
    var blameCount = 0
  }

  private let kept = Mutex(Kept())

  /// The maximum size in bytes of a file that is blamed.
  private static let largestFile = 4 << 20
  /// The maximum size in bytes of a file that is cached. Larger ones are read each time, and blamed only near the
  /// cursor.
  private static let largestKept = 1 << 17
  /// Blamed ranges of a large file begin and end at multiples of this number, so that nearby lines often share a range.
  private static let step = 16

  /// The number of calls of `git blame`.
  var blamesAsked: Int { kept.withLock { $0.blameCount } }

  func text(of file: File, _ git: GitProgram) throws(GitProgram.GitError) -> [UInt8] {
    if let text = kept.withLock({ $0.texts[file] }) { return text }
    guard let blob = try git.blob(of: file.name, in: file.commit) else {
      throw GitProgram.GitError(message: "the last commit does not contain the file")
    }
    var text: [UInt8] = []
    try git.run(git.command(["cat-file", "blob", blob], outputLimit: Self.largestFile)) { text += $0 }
    if text.count <= Self.largestKept { kept.withLock { $0.texts[file] = text } }
    return text
  }

  /// The authors of lines of a file, possibly including neighbouring lines.
  ///
  /// - Parameters:
  ///   - lines: existing lines of the file, from 0.
  ///   - size: the size of the file's text in bytes.
  ///   - count: the number of lines in the file.
  func authors(
    of lines: Range<Int>, in file: File, size: Int, count: Int, _ git: GitProgram
  ) throws(GitProgram.GitError) -> ArraySlice<BlameReader.Line> {
    let first = lines.lowerBound / Self.step * Self.step
    let end = min(count, ((lines.upperBound - 1) / Self.step + 1) * Self.step)
    let isKeptWhole = size <= Self.largestKept
    let key = BlameKey(file: file, lines: isKeptWhole ? 0..<count : first..<end)
    let all = try blame(key, git)
    let from = all.firstIndex { $0.number >= first } ?? all.endIndex
    return all[from...].prefix { $0.number < end }
  }

  private func blame(_ key: BlameKey, _ git: GitProgram) throws(GitProgram.GitError) -> [BlameReader.Line] {
    if let known = kept.withLock({ $0.blames[key] }) { return known }
    kept.withLock { $0.blameCount += 1 }
    var reader = BlameReader(limit: key.lines.count, leavesOutBoundary: key.file.isShallow)
    let range = "\(key.lines.lowerBound + 1),\(key.lines.upperBound)"
    let command = git.command(
      ["blame", "--porcelain", "--no-textconv", "-L", range, key.file.commit, "--", key.file.name],
      outputLimit: 1 << 26)
    try git.run(command) { reader.take($0) }
    reader.finish()
    let lines = reader.result
    kept.withLock { $0.blames[key] = lines }
    return lines
  }
}

/// A cache of the most recently used values.
private struct RecentlyUsed<Key: Hashable, Value> {
  let limit: Int
  /// The entries, least recently used first.
  private var entries: [(key: Key, value: Value)] = []

  init(limit: Int) { self.limit = limit }

  /// The value of a key; it becomes the most recently used one.
  ///
  /// - Complexity: O(limit).
  subscript(key: Key) -> Value? {
    mutating get {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      entries.append(entries.remove(at: place))
      return entries.last?.value
    }
    set {
      entries.removeAll { $0.key == key }
      if let newValue { entries.append((key, newValue)) }
      if entries.count > limit { entries.removeFirst() }
    }
  }
}
