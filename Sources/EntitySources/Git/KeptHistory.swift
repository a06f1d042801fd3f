import Entities
import SystemCalls

/// Stores bytes for a source between loads and processes. Its functions may be called on any thread; bytes that cannot
/// be stored are missing at the next load.
package struct SourceMemory: Sendable {
  package var read: @Sendable () -> [UInt8]?
  package var write: @Sendable (_ bytes: [UInt8]) -> Void

  package init(read: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable ([UInt8]) -> Void) {
    (self.read, self.write) = (read, write)
  }
}

/// A history up to some tips, so that the next read starts there. Sums over commits do not depend on their order.
struct KeptHistory {
  /// A fingerprint of everything that affects the history besides the tips; see ``GitTips``.
  var conditions: UInt64
  /// Sorted object names.
  var tips: [String]
  var history: GitHistory

  /// Repositories with more refs are always read from the beginning.
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

  /// Nil if the bytes are damaged or have another format.
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
    tips = lines[1...count].map { String(decoding: $0, as: UTF8.self) }
    self.history = history
  }

  init(conditions: UInt64, tips: [String], history: GitHistory) {
    (self.conditions, self.tips, self.history) = (conditions, tips, history)
  }
}

/// The commits from which a history is read.
struct GitTips {
  /// Object names, sorted, without duplicates. Some may be tags or other objects that are not commits.
  private(set) var names: [String] = []
  /// A fingerprint of everything else that affects which commits are found and what they contain: the boundary of a
  /// shallow clone, grafts, replacements, whether co-authors count.
  private(set) var conditions: UInt64 = 0

  /// - Parameters:
  ///   - common: the repository's common directory, which contains the refs.
  ///   - head: the commit of a detached HEAD.
  init(_ git: GitProgram, common: String, head: String?, coauthors: Bool) throws(GitProgram.GitError) {
    var lines = LineSplitter()
    var names = Set([head].compactMap(\.self))
    var conditions = Array("\(coauthors)\n".utf8)
    func take(_ line: ArraySlice<UInt8>) {
      guard let space = line.firstIndex(of: 0x20) else { return }
      let ref = line[(space + 1)...]
      if ref.elementsEqual("refs/stash".utf8) || ref.starts(with: "refs/notes/".utf8) { return }
      if ref.starts(with: "refs/replace/".utf8) { conditions += line + [0x0A] }
      names.insert(String(decoding: line[..<space], as: UTF8.self))
    }
    try git.run(git.command(["for-each-ref", "--format=%(objectname) %(refname)"])) { bytes in
      lines.take(bytes, take)
    }
    lines.finish(take)
    for file in ["/shallow", "/info/grafts"] {
      conditions += (try? Platform.readFile(common + file, limit: 1 << 24)) ?? []
      conditions.append(0)
    }
    self.names = names.sorted()
    self.conditions = unsafe Checksum.of(conditions.span.bytes)
  }
}
