/// Reads what `git blame --porcelain` prints: who wrote each line.
///
/// Of each commit the author is told once, before the first of its lines. A line's text follows a tab, so that nothing
/// in a file passes for a header; names and addresses are what a commit says, any bytes but a line end.
struct BlameReader {
  struct Line: Hashable {
    /// In the version that was asked for, counted from 0.
    var number: Int
    var name: [UInt8]
    var email: [UInt8]
  }

  private struct Author {
    var name: [UInt8] = []
    var email: [UInt8] = []
    /// Whether the lines are at least as old as the commit: that has no parent, or none that is here.
    var isBoundary = false
  }

  /// No more lines than were asked for are kept.
  let limit: Int
  /// Whether those of commits without a parent are left out: in a shallow repository anybody may have written them.
  let leavesOutBoundary: Bool
  private(set) var result: [Line] = []
  private var authors: [ArraySlice<UInt8>: Author] = [:]
  private var current: (commit: ArraySlice<UInt8>, number: Int)?
  private var lines = LineSplitter(limit: 1 << 20)

  init(limit: Int, leavesOutBoundary: Bool = false) {
    self.limit = limit
    self.leavesOutBoundary = leavesOutBoundary
  }

  mutating func take(_ bytes: [UInt8]) {
    var lines = lines
    lines.take(bytes) { read($0) }
    self.lines = lines
  }

  /// There is no more.
  mutating func finish() {
    var lines = lines
    lines.finish { read($0) }
    self.lines = lines
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    if line.first == 0x09 {
      if let current, let author = authors[current.commit], result.count < limit,
        !(author.isBoundary && leavesOutBoundary)
      {
        result.append(Line(number: current.number, name: author.name, email: author.email))
      }
      current = nil
    } else if let current {
      if let name = Self.value(of: "author ", line) {
        authors[current.commit]?.name = Array(name.prefix(GitHistory.identityLimit))
      } else if let email = Self.value(of: "author-mail ", line) {
        authors[current.commit]?.email = Array(
          email.drop { $0 == UInt8(ascii: "<") }.prefix { $0 != UInt8(ascii: ">") }
            .prefix(GitHistory.identityLimit))
      } else if line.elementsEqual("boundary".utf8) {
        authors[current.commit]?.isBoundary = true
      }
    } else {
      begin(line)
    }
  }

  /// `<commit> <line in the original> <line> [<lines>]`.
  private mutating func begin(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: 0x20, maxSplits: 3)
    guard words.count >= 3, (40...64).contains(words[0].count),
      let number = Int(String(decoding: words[2], as: UTF8.self)), number > 0, result.count < limit
    else { return }
    // A copy of its own: the slice would keep a whole piece of output alive.
    let commit = Array(words[0])[...]
    if authors[commit] == nil { authors[commit] = Author() }
    current = (commit, number - 1)
  }

  private static func value(of key: StaticString, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let key = Array("\(key)".utf8)
    return line.starts(with: key) ? line.dropFirst(key.count) : nil
  }
}
