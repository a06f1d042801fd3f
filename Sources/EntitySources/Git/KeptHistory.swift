import Entities
import SystemCalls

/// Keeps a source's bytes from one load to the next, and from one process to the next. Its functions may be called on
/// any thread. If the bytes cannot be stored, the next load does not find them.
package struct SourceMemory: Sendable {
  package var read: @Sendable () -> [UInt8]?
  package var write: @Sendable (_ bytes: [UInt8]) -> Void

  package init(read: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable ([UInt8]) -> Void) {
    (self.read, self.write) = (read, write)
  }
}

/// A stored history up to some tips. The next read adds only the commits since these tips, which is possible because
/// sums over commits do not depend on their order.
struct KeptHistory {
  /// A fingerprint of everything that affects the history besides the tips; see ``GitTips``.
  var conditions: UInt64
  /// The object names of the tips, sorted.
  var tips: [String]
  var history: GitHistory

  /// The maximum number of tips. The history of a repository with more tips is always read from the beginning.
  static let mostTips = 20_000
  private static let heading = "mentions-lsp history 1"

  /// The serialized form: a heading with a checksum of the rest, the conditions, the tips, and a line for each name.
  var bytes: [UInt8] {
    var bytes = Array("\(conditions) \(history.leftOut) \(tips.count)\n".utf8)
    for tip in tips { bytes += "\(tip)\n".utf8 }
    history.append(to: &bytes)
    let sum = unsafe Checksum.of(bytes.span.bytes)
    return Array("\(Self.heading) \(sum)\n".utf8) + bytes
  }

  /// Parses the serialized form. Nil if it is damaged or has another format.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let sum = unsafe Checksum.of(bytes.span.bytes.extracting(last: bytes.count - end - 1))
    guard bytes[..<end].elementsEqual("\(Self.heading) \(sum)".utf8) else { return nil }
    let lines = bytes[(end + 1)...].split(separator: 0x0A)
    let numbers = lines.first?.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) } ?? []
    guard numbers.count == 3, let conditions = UInt64(numbers[0]), let leftOut = Int(numbers[1]),
      let count = Int(numbers[2]), count >= 0, count < lines.count,
      let history = GitHistory(kept: lines.dropFirst(1 + count), leftOut: leftOut)
    else { return nil }
    self.conditions = conditions
    tips = lines.dropFirst().prefix(count).map { String(decoding: $0, as: UTF8.self) }
    self.history = history
  }

  init(conditions: UInt64, tips: [String], history: GitHistory) {
    (self.conditions, self.tips, self.history) = (conditions, tips, history)
  }
}

/// The commits from which a history is read.
struct GitTips {
  /// The version of the rules that derive people from commits; to be increased when the rules change.
  private static let rules = 1

  /// Object names, sorted, without duplicates. Some may be tags or other objects that are not commits.
  private(set) var names: [String] = []
  /// A fingerprint of everything else that affects which commits are found and what they contain: the boundary of a
  /// shallow clone, grafts, replacements, whether co-authors count.
  private(set) var conditions: UInt64 = 0

  /// The full name of the current branch; nil if HEAD is detached.
  private(set) var branch: String?

  /// - Parameters:
  ///   - git: runs in the repository.
  ///   - common: the repository's common directory, which contains the refs.
  ///   - coauthors: whether co-authors count.
  init(_ git: GitProgram, common: String, coauthors: Bool) throws(GitProgram.GitError) {
    var lines = LineSplitter()
    var names: Set<String> = []
    var branch: String?
    var conditions = Array("\(coauthors)\n".utf8)
    func take(_ line: ArraySlice<UInt8>) {
      let isCurrent = line.first == UInt8(ascii: "*")
      let line = line.dropFirst()
      guard let space = line.firstIndex(of: 0x20) else { return }
      let ref = line[(space + 1)...]
      if isCurrent { branch = String(decoding: ref, as: UTF8.self) }
      if ref.elementsEqual("refs/stash".utf8) || ref.starts(with: "refs/notes/".utf8) { return }
      if ref.starts(with: "refs/replace/".utf8) { conditions += line + [0x0A] }
      names.insert(String(decoding: line[..<space], as: UTF8.self))
    }
    // Each line begins with a star for the current branch, else with a space.
    try git.run(git.command(["for-each-ref", "--format=%(HEAD)%(objectname) %(refname)"])) { bytes in
      lines.take(bytes, take)
    }
    lines.finish(take)
    if branch == nil {
      // The branch has no commits, or HEAD is detached.
      branch = try? git.lines(["symbolic-ref", "--quiet", "HEAD"]).first
      let head = branch == nil ? try? git.lines(["rev-parse", "--verify", "--quiet", "HEAD"]).first : nil
      if let head { names.insert(head) }
    }
    for file in ["/shallow", "/info/grafts"] {
      conditions += (try? Platform.readFile(common + file, limit: 1 << 24)) ?? []
      conditions.append(0)
    }
    self.names = names.sorted()
    self.branch = branch
    self.conditions = unsafe Checksum.of(conditions.span.bytes)
  }

  /// A fingerprint of the people that result from these tips with a mailmap.
  func version(with mailmap: [UInt8]) -> UInt64 {
    let bytes = Array("\(Self.rules) \(conditions) \(names.joined(separator: " "))\n".utf8) + mailmap
    return unsafe Checksum.of(bytes.span.bytes)
  }
}
