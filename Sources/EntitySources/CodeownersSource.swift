public import Entities
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

  public func place(of entity: Entity) -> EntityPlace? {
    guard let place = Self.places.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }) else {
      return nil
    }
    let path = "\(root)/\(place)"
    return PlaceReader.place(of: entity, in: path, from: name) { () throws(SystemError) in
      try reach.openFile(path)
    } _: { reader, collector in
      try? Self.read(reader, into: &collector) { _ in .kept }
    }
  }

  private struct Owner {
    var text: String
    var patterns = 0
    var line: Int
    /// In the file, where somebody is looked for.
    var lineRange = 0..<0
    var range = 0..<0
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
      for bytes in CodeownersLine(lines.bytes.buffer[line.range]).words {
        let word = String(decoding: bytes, as: UTF8.self)
        guard CodeownersLine.isOwner(word) else {
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
          owners.append(
            Owner(
              text: word, patterns: 1, line: line.number, lineRange: collector.inFile(line.range),
              range: collector.inFile(bytes.indices)))
        }
      }
    }
    if let fault = lines.bytes.fault { throw fault }
    let order = owners.indices.sorted {
      owners[$0].patterns != owners[$1].patterns ? owners[$0].patterns > owners[$1].patterns : $0 < $1
    }
    // The places of owners are of the file already.
    collector.search?.origin = 0
    for index in order {
      let owner = owners[index]
      let handle = owner.text.utf8.prefix { $0 == UInt8(ascii: "@") }.count
      let value = owner.range.dropFirst(handle)
      if handle > 0 {
        collector.note(.handle, at: value.startIndex..<value.endIndex, .owner)
      } else if owner.patterns == 1 {
        // In further lines `@ada` is a mention, which is renamed as such; an address is none.
        collector.note(.email, at: owner.range, .address)
      }
      collector.finish(record(of: owner.text), line: owner.line, at: owner.lineRange, sink)
    }
  }

  private static func record(of owner: String) -> EntityRecord {
    var record = EntityRecord()
    if let handle = CodeownersLine.handle(of: owner) {
      record.name = handle
      record.handle = record.name
      let isTeam = handle.utf8.contains(UInt8(ascii: "/")) || owner.hasPrefix("@@")
      record.kind = isTeam ? "team" : "person"
    } else {
      record.name = String(Substring(owner.utf8.prefix { $0 != UInt8(ascii: "@") }))
      record.email = owner
      record.kind = "person"
    }
    return record
  }
}
