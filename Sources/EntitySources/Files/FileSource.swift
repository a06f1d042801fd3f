import Entities
import SystemCalls

/// The formats of people files.
package enum EntityFileFormat: String, CaseIterable, Hashable, Sendable {
  case jsonl, json, csv, tsv, vcf, ldif, lines

  /// The usual file name extensions of people files, each with its dot.
  package static let extensions = [".jsonl", ".json", ".csv", ".tsv", ".vcf", ".ldif", ".txt"]

  /// The format for the extension of a file name; nil if the extension is unknown.
  package init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = String(path[path.utf8.index(after: dot)...]).lowercased()
    switch ending {
    case "ndjson": self = .jsonl
    case "vcard": self = .vcf
    case "txt", "text": self = .lines
    default: self.init(rawValue: ending)
    }
  }
}

/// A file of entities (`"type": "file"`).
package struct FileSource: LoadableSource {
  package let name: String
  /// The path of the file, absolute or relative to the process's working directory.
  package let path: String
  /// The path shown in messages.
  package let shownPath: String
  package let reach: FileReach
  var limits = ReadingLimits.standard

  package init(name: String, path: String, shownPath: String? = nil, reach: FileReach = .anywhere) {
    self.name = name
    self.path = path
    self.shownPath = shownPath ?? path
    self.reach = reach
  }

  package var inputs: [String]? { [path] }

  package func read(_ sink: EntitySink) -> SourceReport {
    var problems = SourceProblems(source: name)
    Self.read(path, reach, shownAs: shownPath, limits, problems: &problems, sink)
    return SourceReport(problems: problems.list, watchedPaths: [path])
  }

  package func definition(of entity: Entity) -> EntityDefinition? {
    Self.definition(of: entity, in: path, reach, from: name, limits)
  }

  static func definition(
    of entity: Entity, in path: String, _ reach: FileReach, from source: String,
    _ limits: ReadingLimits = .standard
  ) -> EntityDefinition? {
    guard let format = EntityFileFormat(path: path) else { return nil }
    return DefinitionReader.definition(of: entity, in: path, from: source, limits) { () throws(SystemError) in
      try reach.openFile(path)
    } _: { reader, collector in
      _ = read(reader, as: format, into: &collector) { _ in .kept }
    }
  }

  /// Loads the file; a `.jsonl` file is read in parts.
  package func load(
    on executor: any ParallelExecutor, early: @escaping (LoadedSource) -> Void
  ) -> LoadedSource {
    load(on: executor, leastPart: JSONLinesParts.leastPart, early: early)
  }

  /// Loads the file; a `.jsonl` file is read in parts.
  ///
  /// - Parameters:
  ///   - executor: reads and indexes the parts.
  ///   - leastPart: the minimum size of a part in bytes.
  ///   - early: receives the entities of a large file as soon as they can be searched.
  package func load(
    on executor: any ParallelExecutor, leastPart: Int, early: @escaping (LoadedSource) -> Void = { _ in }
  ) -> LoadedSource {
    let first = EarlyCatalog { early(LoadedSource(early: $0, watchedPaths: [path])) }
    if EntityFileFormat(path: path) == .jsonl,
      let (catalog, problems) = JSONLinesParts.load(self, on: executor, leastPart: leastPart, early: first)
    {
      return LoadedSource(catalog: catalog, problems: problems.list, watchedPaths: [path])
    }
    return loadOneByOne(on: executor, early: early)
  }

  static func read(
    _ path: String, _ reach: FileReach, shownAs shownPath: String, _ limits: ReadingLimits = .standard,
    problems: inout SourceProblems, _ sink: EntitySink
  ) {
    guard let format = EntityFileFormat(path: path) else {
      let known = EntityFileFormat.extensions.joined(separator: ", ")
      problems.add(.error, file: shownPath, "unknown kind of file; known kinds: \(known)")
      return
    }
    do throws(SystemError) {
      let reader = try ByteReader(path: path, reach: reach, piece: limits.piece)
      read(reader, as: format, shownAs: shownPath, limits, problems: &problems, sink)
    } catch {
      problems.add(.error, file: shownPath, reach.explanation(of: error))
    }
  }

  /// Reads the entities in the content of a file that has the given format.
  package static func read(
    _ bytes: [UInt8], as format: EntityFileFormat, shownAs shownPath: String?,
    problems: inout SourceProblems, _ sink: EntitySink
  ) {
    read(ByteReader(bytes: bytes), as: format, shownAs: shownPath, problems: &problems, sink)
  }

  static func read(
    _ reader: consuming ByteReader, as format: EntityFileFormat, shownAs shownPath: String?,
    _ limits: ReadingLimits = .standard, problems: inout SourceProblems, _ sink: EntitySink
  ) {
    if let complaint = reader.decode(longest: limits.wholeFile) {
      problems.add(.error, file: shownPath, complaint)
      return
    }
    var collector = RecordCollector(
      source: problems.source, file: shownPath, problems: problems, limits: limits)
    if let fault = read(reader, as: format, into: &collector, sink) {
      collector.add(.error, "the file cannot be read: \(fault.message)")
    }
    problems = collector.problems
  }

  private static func read(
    _ reader: consuming ByteReader, as format: EntityFileFormat, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) -> SystemError? {
    switch format {
    case .jsonl: JSONLinesReader.read(reader, into: &collector, sink)
    case .json: JSONArrayReader.read(reader, into: &collector, sink)
    case .csv: DelimitedReader.read(reader, delimiter: UInt8(ascii: ","), into: &collector, sink)
    case .tsv: DelimitedReader.read(reader, delimiter: 0x09, into: &collector, sink)
    case .vcf: VCardReader.read(reader, into: &collector, sink)
    case .ldif: LDIFReader.read(reader, into: &collector, sink)
    case .lines: PlainTextReader.read(reader, into: &collector, sink)
    }
  }
}

/// Reads `.txt`: one name or `Name <address>` per line; a line that begins with `#` is a comment.
private enum PlainTextReader {
  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    -> SystemError?
  {
    var lines = LineReader(reader)
    while let line = lines.next(&collector) {
      if !line.isASCII { collector.checkEncoding(of: lines.bytes.buffer, line.range, line: line.number) }
      let bytes = lines.bytes.buffer[line.range]
      guard let first = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }), first != UInt8(ascii: "#") else {
        continue
      }
      let contact = Contact(bytes)
      var record = EntityRecord()
      record.name = contact.name
      record.email = contact.email
      if let range = contact.nameRange { collector.note(.name, at: range, .contact) }
      collector.finish(record, line: line.number, at: line.range, sink)
    }
    return lines.bytes.fault
  }
}
