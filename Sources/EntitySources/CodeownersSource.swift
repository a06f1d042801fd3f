import SystemCalls

/// The owners that a CODEOWNERS file names (`"type": "codeowners"`): `@user`, `@org/team`, addresses. GitHub's
/// and GitLab's forms, GitLab's sections (`[Docs][2] @writers`) included.
///
/// A user or team yields its handle; the one who owns most patterns comes first.
public struct CodeownersSource: LoadableSource {
  public let name: String
  /// The repository's root.
  public let root: String
  public let reach: FileReach

  /// Where the file may be; the first that exists is read.
  public static let places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]
  static let watchedGlob = "**/CODEOWNERS"

  public init(name: String, root: String, reach: FileReach = .anywhere) {
    self.name = name
    self.root = root
    self.reach = reach
  }

  public var inputs: [String]? { Self.places.map { "\(root)/\($0)" } }

  public func read(_ sink: EntitySink) -> SourceReport {
    var report = SourceReport(watchedPaths: Self.places.map { "\(root)/\($0)" })
    guard let place = Self.places.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }) else {
      report.problems = [
        SourceProblem(
          .note, source: name, file: root, "no CODEOWNERS file in .github, docs, .gitlab or the root")
      ]
      return report
    }
    do throws(SystemError) {
      var collector = RecordCollector(source: name, file: place, problems: SourceProblems(source: name))
      try Self.read(ByteReader(path: "\(root)/\(place)", reach: reach), into: &collector, sink)
      report.problems = collector.problems.list
    } catch {
      report.problems = [
        SourceProblem(.error, source: name, file: place, reach.explanation(of: error))
      ]
    }
    return report
  }

  private struct Owner {
    var text: String
    var patterns = 0
    var line: Int
  }

  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    throws(SystemError)
  {
    if let encoding = reader.skipByteOrderMark() {
      collector.add(.error, line: 1, "the file is \(encoding), expected UTF-8")
      return
    }
    var lines = LineReader(reader)
    var owners: [Owner] = []
    var places: [String: Int] = [:]
    while let line = lines.next(&collector) {
      if !line.isASCII { collector.checkEncoding(of: lines.bytes.buffer, line.range, line: line.number) }
      for word in words(lines.bytes.buffer[line.range]) {
        guard isOwner(word) else {
          collector.add(
            .note, line: line.number,
            "“\(EntityRecord.excerpt(word))” is neither @user, @org/team nor an e-mail address; left out")
          continue
        }
        let key = word.lowercased()
        if let place = places[key] {
          owners[place].patterns += 1
        } else {
          places[key] = owners.count
          owners.append(Owner(text: word, patterns: 1, line: line.number))
        }
      }
    }
    if let fault = lines.bytes.fault { throw fault }
    let order = owners.indices.sorted {
      owners[$0].patterns != owners[$1].patterns ? owners[$0].patterns > owners[$1].patterns : $0 < $1
    }
    for index in order { collector.finish(record(of: owners[index].text), line: owners[index].line, sink) }
  }

  /// The owners on a line: the text behind the pattern, or behind a section's brackets.
  private static func words(_ line: ArraySlice<UInt8>) -> [String] {
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first, first != UInt8(ascii: "#") else { return [] }
    let opens = first == UInt8(ascii: "^") ? rest.dropFirst().first : first
    if opens == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(close + 1)...]
      if rest.first == UInt8(ascii: "["), let count = rest.firstIndex(of: UInt8(ascii: "]")) {
        rest = rest[(count + 1)...]
      }
    } else {
      // A space in a pattern has a backslash before it.
      var isEscaped = false
      rest = rest.drop { byte in
        defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
        return isEscaped || (byte != 0x20 && byte != 0x09)
      }
    }
    var words: [String] = []
    for word in rest.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      if word.first == UInt8(ascii: "#") { break }
      words.append(String(decoding: word, as: UTF8.self))
    }
    return words
  }

  private static func isOwner(_ word: String) -> Bool {
    let at = word.utf8.firstIndex(of: UInt8(ascii: "@"))
    guard let at else { return false }
    return word.utf8.index(after: at) < word.utf8.endIndex
  }

  private static func record(of owner: String) -> EntityRecord {
    var record = EntityRecord()
    if owner.utf8.first == UInt8(ascii: "@") {
      var handle = owner.utf8.dropFirst()
      // GitLab's roles: @@developer.
      if handle.first == UInt8(ascii: "@") { handle = handle.dropFirst() }
      record.name = String(Substring(handle))
      record.handle = record.name
      let isTeam = handle.contains(UInt8(ascii: "/")) || owner.hasPrefix("@@")
      record.kind = isTeam ? "team" : "person"
    } else {
      record.name = String(Substring(owner.utf8.prefix { $0 != UInt8(ascii: "@") }))
      record.email = owner
      record.kind = "person"
    }
    return record
  }
}
