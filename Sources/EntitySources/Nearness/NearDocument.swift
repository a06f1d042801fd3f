import SystemCalls

/// The location of a document's file and its repository.
struct NearDocument {
  /// The absolute path of the file, with symbolic links resolved. If the file itself is a link that leads out of its
  /// work tree, only the links in the path of its folder are resolved.
  let path: String
  /// The document's folder or, if it does not exist, the nearest existing parent.
  let folder: String
  /// The reason why Git cannot blame the document; nil if it can.
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
      problem = "the document is a symbolic link to a file outside the work tree"
    }
  }

  /// The nearest folder above a file that contains a `.git`; nil if there is none.
  ///
  /// - Parameter path: absolute, with the links of its folder resolved.
  fileprivate static func repository(above path: String) -> String? {
    var folder = Nearness.split(path).folder
    while folder.utf8.count > 1 {
      if Platform.kind(of: folder + "/.git") != nil { return folder }
      folder = Nearness.split(folder).folder
    }
    return nil
  }
}

// MARK: - Owners

/// A document to which a CODEOWNERS file applies.
struct OwnedPath {
  let rules: CodeownersRules
  /// The path relative to the folder that the rules apply to.
  let path: String

  /// Nil if there is no readable CODEOWNERS file.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the document, with the links of its folder resolved.
  ///   - workspace: the folder whose CODEOWNERS file applies to a document outside of any repository; nil if none does.
  init?(_ path: String, workspace: String?) {
    let folder = NearDocument.repository(above: path) ?? workspace.flatMap { Platform.realPath($0) }
    guard let root = folder, path.hasPrefix(root == "/" ? root : root + "/") else { return nil }
    let places = CodeownersSource.paths
    guard let place = places.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }),
      // The repository's author controls this file: a link must not lead out of the repository.
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
  /// The rules in a commit or in the index; nil if there are none.
  ///
  /// - Parameter revision: the commit; empty for the index.
  init?(_ git: GitProgram, in revision: String) {
    for place in CodeownersSource.paths {
      // Git reports an error for each path that does not exist; ignore it.
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
/// Lines around the cursor that occur in both versions determine the offset between them: each votes for its own
/// offset, with a weight that rises with its proximity to the cursor and falls with its number of occurrences in the
/// committed version. The offset with the greatest weight is used, or 0 if no line occurs in both versions.
enum CommittedLines {
  /// The minimum length in bytes of a line that is compared, without surrounding white space. Shorter lines, such as
  /// braces and blank lines, occur everywhere.
  private static let shortest = 4
  /// The number of occurrences above which a line is no evidence.
  private static let mostPlaces = 16

  /// The number of the corresponding line of the committed version, from 0, and the number of lines of that version.
  /// Nil if that version is empty.
  ///
  /// - Parameters:
  ///   - place: a line of the document with the surrounding lines.
  ///   - committed: the text of the committed version.
  /// - Complexity: O(n) in the bytes of both.
  static func line(of place: NearLine, in committed: [UInt8]) -> (line: Int, count: Int)? {
    var own: [ArraySlice<UInt8>: [Int]] = [:]
    for (at, text) in place.texts.enumerated() where text.count < NearLine.longestText {
      let text = trimmed(text[...])
      if text.count < shortest { continue }
      own[text, default: []].append(place.first + at)
    }
    /// The positions of lines of the committed version, by text; only texts that the document contains.
    var places: [ArraySlice<UInt8>: [Int]] = [:]
    var count = 0
    var rest = committed[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let text = trimmed(rest[..<end])
      // One more entry than the limit is kept, which shows that there are too many.
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
      // If the votes are equal, the shorter distance wins.
      return abs(a.key) != abs(b.key) ? abs(a.key) > abs(b.key) : a.key < b.key
    }
    return (min(max(place.line + (move?.key ?? 0), 0), count - 1), count)
  }

  /// The line without surrounding white space, including a CR from a line end that Git does not store.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line.drop { $0 <= 0x20 }
  }
}

/// Reads the output of `git blame --porcelain`: the author of each line.
///
/// The author of each commit is printed once, before the first of its lines. A line's text follows a tab, so the
/// content of a file cannot be mistaken for a header; names and addresses come from commits and may be any bytes except
/// a line end.
struct BlameReader {
  struct Line: Hashable {
    /// The line number in the requested version, from 0.
    var number: Int
    var name: [UInt8]
    var email: [UInt8]
  }

  private struct Author {
    var name: [UInt8] = []
    var email: [UInt8] = []
    /// Whether the commit is a boundary: it has no parent in this repository, so the lines may be older.
    var isBoundary = false
  }

  /// The maximum number of lines kept.
  let limit: Int
  /// Whether lines of boundary commits are ignored, because in a shallow repository their authors are unknown.
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

  /// Processes the end of the output.
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

  /// Reads a header: `<commit> <line in the original> <line> [<lines>]`.
  private mutating func begin(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: 0x20, maxSplits: 3)
    guard words.count >= 3, (40...64).contains(words[0].count),
      let number = Int(String(decoding: words[2], as: UTF8.self)), number > 0, result.count < limit
    else { return }
    // Copied, because the slice would keep a whole piece of output alive.
    let commit = Array(words[0])[...]
    if authors[commit] == nil { authors[commit] = Author() }
    current = (commit, number - 1)
  }

  private static func value(of key: StaticString, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let key = Array("\(key)".utf8)
    return line.starts(with: key) ? line.dropFirst(key.count) : nil
  }
}
