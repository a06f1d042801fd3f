public import Entities
import JSONText
import SystemCalls

/// A directory of notes (`"type": "directory"`): one Markdown file per entity, whose front matter gives the
/// fields; directories below are read too, hidden ones are not.
///
/// The name is `name` or `title` of the front matter, else the file's. `aliases` are honoured, `alias` too.
/// Without id, handle and e-mail address the id is the path under the directory without its ending, for two
/// notes may have one name. The kind is `document` unless it says otherwise.
public struct DirectorySource: LoadableSource {
  public let name: String
  public let path: String
  /// The path that messages show.
  public let shownPath: String
  public let reach: FileReach

  /// Directories below directories that are followed, and files that are read.
  static let deepest = 16
  static let mostFiles = 100_000

  public init(name: String, path: String, shownPath: String? = nil, reach: FileReach = .anywhere) {
    self.name = name
    self.path = path
    self.shownPath = shownPath ?? path
    self.reach = reach
  }

  public func read(_ sink: EntitySink) -> SourceReport {
    var problems = SourceProblems(source: name)
    let watched = visitNotes(&problems) { entry, folder, relative, problems in
      readNote(entry, in: folder, at: relative, &problems, sink)
      return true
    }
    return SourceReport(problems: problems.list, watchedPaths: watched)
  }

  /// The note that the id names is looked at first.
  public func definition(of entity: Entity) -> EntityDefinition? {
    let isInside = !entity.id.utf8.split(separator: UInt8(ascii: "/")).contains {
      $0.first == UInt8(ascii: ".")
    }
    for ending in [".md", ".markdown"] where isInside {
      let relative = entity.id + ending
      if Platform.kind(of: path + "/" + relative) == .file,
        let place = definition(of: entity, inNote: relative)
      {
        return place
      }
    }
    var found: EntityDefinition?
    var problems = SourceProblems(source: name)
    _ = visitNotes(&problems) { _, _, relative, _ in
      found = definition(of: entity, inNote: relative)
      return found == nil
    }
    return found
  }

  private func definition(of entity: Entity, inNote relative: String) -> EntityDefinition? {
    let path = path + "/" + relative
    return DefinitionReader.definition(of: entity, in: path, from: name) { () throws(SystemError) in
      try reach.openFile(path)
    } _: { reader, collector in
      try? Self.readNote(reader, at: relative, into: &collector) { _ in .kept }
    }
  }

  /// Goes through the notes until `visit` has enough; returns the directories to watch.
  private func visitNotes(
    _ problems: inout SourceProblems,
    _ visit: (_ entry: String, Platform.Folder?, _ relative: String, inout SourceProblems) -> Bool
  ) -> [String] {
    var watched: [String] = [path]
    guard Platform.kind(of: path) == .directory else {
      let isThere = Platform.kind(of: path) != nil
      problems.add(
        .error, file: shownPath, isThere ? "is a file, expected a directory" : "the directory does not exist")
      return watched
    }
    var files = 0
    // Breadth first, so that what is nearest is there when the limit is reached.
    var directories = [(under: "", depth: 0)]
    var next = 0
    while next < directories.count {
      let (under, depth) = directories[next]
      next += 1
      var names: [String] = []
      var folder: Platform.Folder?
      do throws(SystemError) {
        let opened = try reach.openFolder(path + "/" + under)
        let listing = try opened.listing()
        names = listing.names
        for name in listing.malformed where Self.isMarkdown(name) {
          problems.add(
            file: shownPath + "/" + (under.isEmpty ? "" : under + "/") + name, "the name is not UTF-8",
            leavesOut: true)
        }
        folder = opened
      } catch {
        problems.add(
          file: shownPath + "/" + under,
          error == .outside
            ? reach.explanation(of: error) : "the directory cannot be read: \(error.message)",
          leavesOut: true)
      }
      for entry in names where entry.utf8.first != UInt8(ascii: ".") {
        let relative = under.isEmpty ? entry : under + "/" + entry
        switch kind(of: entry, in: folder, at: relative) {
        case .directory:
          // A link may lead back up.
          if depth < Self.deepest, directories.count < Self.mostFiles {
            directories.append((relative, depth + 1))
            watched.append(path + "/" + relative)
          }
        case .file where Self.isMarkdown(entry):
          files += 1
          if files <= Self.mostFiles, !visit(entry, folder, relative, &problems) { return watched }
        default: break
        }
      }
    }
    if files > Self.mostFiles {
      problems.add(
        file: shownPath, "\(files) notes; only the first \(Self.mostFiles) are read", leavesOut: true)
    }
    return watched
  }

  private static func isMarkdown(_ file: String) -> Bool {
    let small = file.lowercased()
    return small.hasSuffix(".md") || small.hasSuffix(".markdown")
  }

  /// For a link, the kind of its target.
  private func kind(of entry: String, in folder: Platform.Folder?, at relative: String) -> Platform.FileKind?
  {
    switch (try? folder?.facts(of: entry))?.kind {
    case .file: .file
    case .folder: .directory
    case .link: Platform.kind(of: path + "/" + relative)
    case .other: .other
    case nil: nil
    }
  }

  private func openNote(
    _ entry: String, in folder: Platform.Folder?, at relative: String
  ) throws(SystemError) -> Int32 {
    do throws(SystemError) {
      if let folder { return try folder.openFile(entry) }
    } catch {
      if !error.isLink { throw error }
    }
    return try reach.openFile(path + "/" + relative)
  }

  private func readNote(
    _ entry: String, in folder: Platform.Folder?, at relative: String, _ problems: inout SourceProblems,
    _ sink: EntitySink
  ) {
    var collector = RecordCollector(source: name, file: shownPath + "/" + relative, problems: problems)
    defer { problems = collector.problems }
    do throws(SystemError) {
      let note = ByteReader(descriptor: try openNote(entry, in: folder, at: relative))
      try Self.readNote(note, at: relative, into: &collector, sink)
    } catch {
      collector.add(.warning, reach.explanation(of: error), leavesOut: true)
    }
  }

  /// Reads what a note holds; `relative` is its path under the directory.
  package static func read(
    note bytes: [UInt8], at relative: String, shownAs shownPath: String, problems: inout SourceProblems,
    _ sink: EntitySink
  ) {
    var collector = RecordCollector(source: problems.source, file: shownPath, problems: problems)
    try? readNote(ByteReader(bytes: bytes), at: relative, into: &collector, sink)
    problems = collector.problems
  }

  private static func readNote(
    _ reader: consuming ByteReader, at relative: String, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) throws(SystemError) {
    let stem = String(
      Substring(
        relative.utf8.prefix(upTo: relative.utf8.lastIndex(of: UInt8(ascii: ".")) ?? relative.utf8.endIndex)))
    var (record, range) = try FrontMatter.read(reader, into: &collector)
    if record.name.flatMap(EntityRecord.cleaned) == nil {
      let slash = stem.utf8.lastIndex(of: UInt8(ascii: "/"))
      record.name = slash.map { String(stem[stem.utf8.index(after: $0)...]) } ?? stem
    }
    if record.id == nil, record.handle == nil, record.email == nil { record.id = stem }
    if record.kind == nil { record.kind = "document" }
    // It is of the file already.
    collector.search?.origin = 0
    collector.finish(record, line: nil, at: range, sink)
  }
}

/// The fields in front of a Markdown file: `key: value` lines and lists between two lines of `---`.
///
/// The part of YAML that people write there: plain and quoted text, `[a, b]`, and lists of `- a` lines. Other
/// keys, and what is nested in them, are other programs' and are passed over without a word.
enum FrontMatter {
  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector) throws(SystemError)
    -> (record: EntityRecord, range: Range<Int>)
  {
    var record = EntityRecord()
    if let encoding = reader.skipByteOrderMark() {
      collector.add(.error, line: 1, "the file is \(encoding), expected UTF-8")
      return (record, 0..<0)
    }
    var range = reader.place..<reader.place
    var lines = LineReader(reader)
    var list: (field: EntityField, items: [String], line: Int)?
    func finishList(_ record: inout EntityRecord) {
      if let list, list.field == .aliases { record.aliases += list.items }
      list = nil
    }
    var length = 0
    while let line = lines.next(&collector) {
      let bytes = lines.bytes.buffer[line.range]
      let text = trimmed(bytes)
      length += bytes.count + 1
      if length > collector.limits.record {
        collector.addTooLong("front matter", line: line.number)
        break
      }
      if line.number == 1 {
        guard text.elementsEqual("---".utf8) else { break }
        continue
      }
      if !line.isASCII { collector.checkEncoding(of: lines.bytes.buffer, line.range, line: line.number) }
      if text.elementsEqual("---".utf8) || text.elementsEqual("...".utf8) {
        finishList(&record)
        range = range.lowerBound..<max(range.lowerBound, collector.inFile(line.range).upperBound)
        return (record, range)
      }
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      if text.first == UInt8(ascii: "-") {
        list?.items.append(plain(text.dropFirst()))
        continue
      }
      guard bytes.first != 0x20, bytes.first != 0x09, let colon = text.firstIndex(of: UInt8(ascii: ":"))
      else {
        continue
      }
      finishList(&record)
      guard let field = field(named: text[..<colon]) else { continue }
      let value = trimmed(text[(colon + 1)...])
      if value.isEmpty {
        list = (field, [], line.number)
      } else if field == .aliases {
        record.aliases += value.first == UInt8(ascii: "[") ? flowList(value) : [plain(value)]
      } else if field != .name || record.name == nil {
        collector.set(field, text: plain(value), line: line.number, in: &record)
        collector.note(field, at: extent(of: value).indices, .frontMatter)
      }
    }
    if let fault = lines.bytes.fault { throw fault }
    finishList(&record)
    return (record, range)
  }

  private static func field(named name: ArraySlice<UInt8>) -> EntityField? {
    if name.elementsEqual("title".utf8) { return .name }
    if name.elementsEqual("alias".utf8) { return .aliases }
    // A note's tables and the like are not metadata of ours.
    return EntityField(header: name).flatMap { $0 == .metadata ? nil : $0 }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

  /// A value without the comment behind it, with its quotes if it has any.
  private static func extent(of value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let quote = quote(of: value) else {
      var end = value.endIndex
      for at in value.indices.dropFirst() where value[at] == UInt8(ascii: "#") && value[at - 1] == 0x20 {
        end = at
        break
      }
      return trimmed(value[..<end])
    }
    guard let close = value.lastIndex(of: quote), close > value.startIndex else { return value }
    return value[...close]
  }

  private static func quote(of value: ArraySlice<UInt8>) -> UInt8? {
    value.first.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
  }

  /// Text without its quotes, or without the comment behind it.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let text = trimmed(bytes)
    guard let quote = quote(of: text) else { return String(decoding: extent(of: text), as: UTF8.self) }
    if quote == UInt8(ascii: "\""), let value = try? JSONParser.parse(extent(of: text)),
      case .string(let inner) = value
    {
      return inner
    }
    let inside = text.dropFirst()
    let end = inside.lastIndex(of: quote) ?? inside.endIndex
    return Placeholder.fill(["''"], in: String(decoding: inside[..<end], as: UTF8.self), with: "'")
  }

  /// The items of `[a, "b, c"]`.
  private static func flowList(_ bytes: ArraySlice<UInt8>) -> [String] {
    var items: [String] = []
    var quote: UInt8 = 0
    // Whether nothing but white space has come of the item.
    var isBlank = true
    var from = bytes.startIndex + 1
    for at in from..<max(from, bytes.endIndex) {
      let byte = bytes[at]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), isBlank {
        quote = byte
        isBlank = false
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
        items.append(plain(bytes[from..<at]))
        from = at + 1
        isBlank = true
        if byte == UInt8(ascii: "]") { break }
      } else if byte > 0x20 {
        isBlank = false
      }
    }
    return items.filter { !$0.isEmpty }
  }
}
