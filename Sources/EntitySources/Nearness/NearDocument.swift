import SystemCalls

/// Location of a document's text.
struct NearDocument {
  /// Absolute, links followed; of a link that leads out of its work tree, only those of its folder.
  let path: String
  /// The document's folder or, where that does not exist, the nearest one above.
  let folder: String
  /// Reason why git cannot blame the document; nil if it can.
  let problem: String?

  init(_ question: NearQuestion) {
    if case .nowhere = question.place {
      (path, folder, problem) = (question.path, question.path, nil)
      return
    }
    var (folder, rest) = Nearness.split(question.path)
    while Platform.kind(of: folder) != .directory, folder.utf8.count > 1 {
      let (upper, name) = Nearness.split(folder)
      (folder, rest) = (upper, name + "/" + rest)
    }
    let isNew = rest.utf8.contains(UInt8(ascii: "/"))
    folder = Platform.realPath(folder) ?? folder
    let own = (folder == "/" ? "" : folder) + "/" + rest
    guard !isNew, let target = Platform.realPath(own), target != own else {
      (path, self.folder) = (own, folder)
      problem = isNew ? "the document's folder does not exist" : nil
      return
    }
    if let repository = Self.repository(above: own), repository == Self.repository(above: target) {
      (path, self.folder, problem) = (target, Nearness.split(target).folder, nil)
    } else {
      (path, self.folder) = (own, folder)
      problem = "the document is a link that leads out of the work tree"
    }
  }

  /// The nearest folder above a file that has a `.git`; nil where none has.
  ///
  /// - Parameter path: absolute, the links of its folder followed.
  static func repository(above path: String) -> String? {
    var folder = Nearness.split(path).folder
    while folder.utf8.count > 1 {
      if Platform.kind(of: folder + "/.git") != nil { return folder }
      folder = Nearness.split(folder).folder
    }
    return nil
  }
}

// MARK: - Owners

/// A document below a CODEOWNERS file.
struct OwnedPath {
  let rules: CodeownersRules
  /// Path below the folder of the rules.
  let path: String

  /// Nil where there is no such file that may be read.
  ///
  /// - Parameters:
  ///   - path: the document's, absolute, the links of its folder followed.
  ///   - workspace: the folder that is looked in for a document in no repository, as the source `codeowners` does.
  init?(_ path: String, workspace: String?) {
    let folder = NearDocument.repository(above: path) ?? workspace.flatMap { Platform.realPath($0) }
    guard let root = folder, path.hasPrefix(root == "/" ? root : root + "/") else { return nil }
    let places = CodeownersSource.paths
    guard let place = places.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }),
      // The author of the repository chose this file: a link does not lead out of it.
      let descriptor = try? Platform.openFile("\(root)/\(place)", within: root)
    else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    guard let bytes = try? Platform.readAll(descriptor, limit: CodeownersRules.sizeLimit),
      bytes.count <= CodeownersRules.sizeLimit
    else { return nil }
    rules = CodeownersRules(bytes, at: place)
    self.path = String(path.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }) ?? ""
  }
}

extension CodeownersRules {
  /// Rules of a commit, or of the index; nil if it has none.
  ///
  /// - Parameter revision: the commit; empty: the index.
  init?(_ git: GitProgram, in revision: String) {
    for place in CodeownersSource.paths {
      // That git complains of those which are not there is nothing new.
      let show = git.command(["cat-file", "blob", "\(revision):\(place)"], outputLimit: Self.sizeLimit)
      if let result = try? ChildProcess.run(show), result.isSuccess {
        self.init(result.output, at: place)
        return
      }
    }
    return nil
  }
}

// MARK: - Lines

/// Finds a line of a document in the version of the last commit.
///
/// Lines around the cursor that are in both show where it is. Each speaks for how far it has moved: the nearer it is to
/// the cursor, the more, and the less the more often the committed version has it. What most speaks for counts. Where
/// none of the lines is there, the same number does.
enum CommittedLines {
  /// Shorter lines (braces, blank ones) are everywhere. In bytes, spaces left out.
  private static let shortest = 4
  /// Text that occurs more often is no evidence.
  private static let mostPlaces = 16

  /// - Parameters:
  ///   - place: a line of the document, and those around it.
  ///   - committed: the whole text of the committed version.
  /// - Returns: the line's number there, and how many lines there are; nil where there are none.
  /// - Complexity: O(n) in the bytes of both.
  static func line(of place: NearLine, in committed: [UInt8]) -> (line: Int, count: Int)? {
    var own: [ArraySlice<UInt8>: [Int]] = [:]
    for (at, text) in place.texts.enumerated() where text.count < NearLine.longestText {
      let text = trimmed(text[...])
      if text.count < shortest { continue }
      own[text, default: []].append(place.first + at)
    }
    /// Lines of the committed version, by texts of the document.
    var places: [ArraySlice<UInt8>: [Int]] = [:]
    var count = 0
    var rest = committed[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let text = trimmed(rest[..<end])
      // One more than the limit shows that there are too many.
      if own[text] != nil, places[text, default: []].count <= mostPlaces {
        places[text, default: []].append(count)
      }
      count += 1
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    if count == 0 { return nil }
    var votes: [Int: Double] = [:]
    for (text, numbers) in own.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let found = places[text], found.count <= mostPlaces else { continue }
      for number in numbers {
        let distance = Double(1 + abs(number - place.line))
        let weight = 1 / (distance * distance * Double(found.count))
        for line in found { votes[line - number, default: 0] += weight }
      }
    }
    let move = votes.max { a, b in
      if a.value != b.value { return a.value < b.value }
      // Of two that as much speaks for, the shorter way.
      return abs(a.key) != abs(b.key) ? abs(a.key) > abs(b.key) : a.key < b.key
    }
    return (min(max(place.line + (move?.key ?? 0), 0), count - 1), count)
  }

  /// Without spaces at both ends: also the CR of a line end that git does not keep.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line.drop { $0 <= 0x20 }
  }
}

/// Reads what `git blame --porcelain` prints: who wrote each line.
///
/// The author of each commit is printed once, before the first of its lines. A line's text follows a tab, so that nothing
/// in a file passes for a header; names and addresses are what a commit says, any bytes but a line end.
struct BlameReader {
  struct Line: Hashable {
    /// Line in the requested version, counted from 0.
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
