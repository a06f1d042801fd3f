import Entities
import JSONText
import SystemCalls

/// Receives the records of one file: makes entities, hands them to the sink, notes problems with file and line.
struct RecordCollector {
  let source: String
  /// The path for messages.
  let file: String?
  var problems: SourceProblems
  let limits: ReadingLimits
  /// The record's place in the settings, if it is not from a file: `items[2]`.
  var place: String?
  private var unknown: Set<String> = []
  /// Problems of one part of a file, if other parts come before it.
  var log: PartLog?
  /// The search, if there is one. Readers note the ranges of values and records in it.
  var search: RecordSearch?

  init(source: String, file: String?, problems: SourceProblems, limits: ReadingLimits = .standard) {
    self.source = source
    self.file = file
    self.problems = problems
    self.limits = limits
  }

  mutating func add(
    _ severity: SourceProblem.Severity = .warning, line: Int? = nil, field: String? = nil, _ message: String,
    leavesOut: Bool = false
  ) {
    let whole = [place, field].compactMap { $0 }.joined(separator: ".")
    let problem = SourceProblem(
      severity, source: source, file: file, line: line, field: whole.isEmpty ? nil : whole, message,
      leavesOut: leavesOut)
    if log == nil { problems.add(problem) } else { log?.add(problem, limit: problems.limit) }
  }

  /// A field that is none of an entity's: noted once for a file.
  mutating func noteUnknown(_ field: String, line: Int?) {
    let name = EntityRecord.excerpt(field)
    guard isNew(name) else { return }
    let known = EntityField.allCases.map(\.rawValue).joined(separator: ", ")
    log?.unknown = name
    add(.note, line: line, field: name, "unknown field, ignored (known are: \(known))")
  }

  private mutating func isNew(_ unknownField: String) -> Bool {
    unknown.count < 64 && unknown.insert(unknownField).inserted
  }

  /// Something that is more than is held at once, and not kept.
  mutating func addTooLong(_ what: String, line: Int?) {
    log?.line = line ?? 0
    let limit = ReadingLimits.text(limits.record)
    add(line: line, "the \(what) is longer than \(limit); left out", leavesOut: true)
  }

  mutating func set(_ field: EntityField, text: String, line: Int?, in record: inout EntityRecord) {
    if let complaint = record.set(field, text: text) { add(line: line, field: field.rawValue, complaint) }
  }

  /// The entity that a record makes, or nil and a complaint.
  mutating func entity(of record: consuming EntityRecord, line: Int?) -> Entity? {
    let hidden = record.hiddenCharacter
    guard let entity = record.entity(source: source) else {
      add(
        line: line, field: "name", "an entity needs a name, a handle or an e-mail address; left out",
        leavesOut: true)
      return nil
    }
    if let excess = entity.excess {
      problems.addTooLong(excess.field, bytes: excess.bytes, of: entity, file: file, line: line, place: place)
      return nil
    }
    if let hidden { problems.addHidden(hidden, in: entity, file: file, line: line) }
    return entity
  }

  /// - Parameter range: of the record, in the reader's window.
  mutating func finish(
    _ record: consuming EntityRecord, line: Int?, at range: Range<Int> = 0..<0, _ sink: EntitySink
  ) {
    finish(record, line: line, inFile: inFile(range), sink)
  }

  /// - Parameter range: of the record, in the file: the window may have moved since it began.
  mutating func finish(
    _ record: consuming EntityRecord, line: Int?, inFile range: Range<Int>, _ sink: EntitySink
  ) {
    let entity = entity(of: record, line: line)
    search?.take(entity, at: range)
    guard let entity else { return }
    switch sink(entity) {
    case .kept: break
    case .duplicate:
      addDuplicate(entity.uniqueID ?? entity.id, isUniqueID: entity.uniqueID != nil, line: line)
    case .refused(let reason): add(line: line, reason + "; left out", leavesOut: true)
    }
  }

  /// A range of the reader's window as bytes of the file; empty unless there is a search.
  func inFile(_ range: Range<Int>) -> Range<Int> {
    guard let origin = search?.origin else { return 0..<0 }
    return range.lowerBound + origin..<range.upperBound + origin
  }

  /// The record that is read has a value in this range of the reader's window.
  mutating func note(_ field: EntityField, at range: Range<Int>, _ notation: EntityDefinition.Notation) {
    guard search != nil else { return }
    let place = inFile(range)
    search?.note(field, at: place, notation)
  }

  /// An entity is one that is there already.
  mutating func addDuplicate(_ value: String, isUniqueID: Bool, line: Int?) {
    let field = isUniqueID ? "uniqueID" : "id"
    add(
      line: line, field: field,
      "another entity has the \(field) “\(EntityRecord.excerpt(value))” already; the first is kept")
  }

  /// Says what a part of the file has to say that follows what was read.
  ///
  /// - Parameters:
  ///   - part: the collector of the part, with a log.
  ///   - lines: how many lines come before the part.
  ///   - duplicates: the lines of its duplicates, ascending and counted in the part.
  ///   - identity: what the duplicate of that place in `duplicates` has in common with another entity.
  mutating func take(
    _ part: RecordCollector, after lines: Int, duplicates: [Int],
    identity: (Int) -> (isUniqueID: Bool, text: String)
  ) {
    guard let log = part.log else { return }
    var next = 0
    func addDuplicates(before line: Int) {
      while next < duplicates.count, duplicates[next] < line {
        if problems.isFull {
          problems.count(1)
        } else {
          let (isUniqueID, text) = identity(next)
          addDuplicate(text, isUniqueID: isUniqueID, line: duplicates[next] + lines)
        }
        next += 1
      }
    }
    for entry in log.entries {
      addDuplicates(before: entry.place)
      if let name = entry.unknown, !isNew(name) { continue }
      problems.add(entry.problem.moved(by: lines))
    }
    addDuplicates(before: .max)
    problems.count(log.more)
    problems.addSummaries(of: part.problems, after: lines)
  }

  /// Complains about a line that is not UTF-8. Its text is read with U+FFFD in place of what is broken.
  mutating func checkEncoding(of bytes: [UInt8], _ range: Range<Int>, line: Int, field: EntityField? = nil) {
    guard let at = UTF8Validation.firstFault(in: bytes.span, range) else { return }
    let digits = String(bytes[at], radix: 16, uppercase: true)
    add(
      line: line, field: field?.rawValue,
      "not UTF-8: byte 0x\(digits) at column \(at - range.lowerBound + 1); read with U+FFFD in its place")
  }
}

/// The problems of one part of a file in their order: as many as could be among the first of the whole file.
struct PartLog: Sendable {
  struct Entry: Sendable {
    let problem: SourceProblem
    /// The line that was read then, counted in the part.
    let place: Int
    /// The field that is unknown, if that is the problem.
    let unknown: String?
  }

  private(set) var entries: [Entry] = []
  /// Number of further problems.
  private(set) var more = 0
  private var plain = 0
  /// The line that is read now, counted in the part.
  var line = 0
  /// The field that the next problem is about, if it is unknown.
  var unknown: String?

  /// - Parameter limit: so many problems are kept of a whole file.
  mutating func add(_ problem: SourceProblem, limit: Int) {
    defer { unknown = nil }
    if unknown == nil {
      plain += 1
      if plain > limit {
        more += 1
        return
      }
    }
    entries.append(Entry(problem: problem, place: line, unknown: unknown))
  }
}

/// An entity that is looked for while a file is read, and where its record was found.
///
/// Readers note the place of each value and then that of the whole record, and do no work for it without a search.
/// Places are bytes of the file.
struct RecordSearch {
  struct Record {
    var range: Range<Int>
    var values: [EntityDefinition.Value]
  }

  private let wanted: Entity
  private let key: EntityKey
  /// Offset in the file of the reader's window.
  var origin = 0
  private var values: [EntityDefinition.Value] = []
  /// The record of the entity itself, else the first of somebody with its e-mail address or handle.
  private(set) var found: Record?
  /// Whether nothing better can follow.
  private(set) var isOver = false

  init(_ wanted: Entity) {
    self.wanted = wanted
    key = wanted.key
  }

  /// The record that is read has this value of a field. Of several, the last counts.
  mutating func note(_ field: EntityField, at range: Range<Int>, _ notation: EntityDefinition.Notation) {
    values.removeAll { $0.field == field }
    values.append(EntityDefinition.Value(field: field, range: range, notation: notation))
  }

  /// A record was read; nil where it makes no entity.
  mutating func take(_ entity: Entity?, at range: Range<Int>) {
    defer { values.removeAll(keepingCapacity: true) }
    guard let entity, !isOver else { return }
    isOver = entity.key == key
    // Across sources, an equal address or handle is the same entity (Behaviour, section 4).
    if isOver || found == nil && isSamePerson(entity) { found = Record(range: range, values: values) }
  }

  private func isSamePerson(_ entity: Entity) -> Bool {
    func isSame(_ a: String?, _ b: String?) -> Bool {
      guard let a, let b else { return false }
      return a.utf8.count == b.utf8.count && a.lowercased() == b.lowercased()
    }
    return isSame(entity.email, wanted.email) || isSame(entity.handle, wanted.handle)
  }
}

/// Reads a file once more to find an entity's definition in it.
enum DefinitionReader {
  /// In bytes; nobody is looked for in larger files.
  static let largestFile = 1 << 30

  /// Nil where the file cannot be read or changes meanwhile, and where the entity is not in it.
  ///
  /// - Parameters:
  ///   - source: the name of the source that the file belongs to.
  ///   - open: opens the file.
  ///   - read: reads what the reader holds with the collector, which has the search.
  /// - Complexity: O(n) in the file's bytes; memory: that of its longest record.
  static func definition(
    of entity: Entity, in path: String, from source: String, _ limits: ReadingLimits = .standard,
    _ open: () throws(SystemError) -> Int32, _ read: (consuming ByteReader, inout RecordCollector) -> Void
  ) -> EntityDefinition? {
    guard let descriptor = try? open() else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    guard let stamp = try? Platform.facts(of: descriptor).stamp, stamp.size <= largestFile else { return nil }
    var collector = RecordCollector(
      source: source, file: nil, problems: SourceProblems(source: source), limits: limits)
    collector.search = RecordSearch(entity)
    var reader = ByteReader(sharing: descriptor, from: 0, piece: limits.piece)
    guard reader.skipByteOrderMark() == nil else { return nil }
    read(reader, &collector)
    guard let record = collector.search?.found else { return nil }
    let definition = definition(record, in: path, from: source, limits, descriptor)
    return (try? Platform.facts(of: descriptor).stamp) == stamp ? definition : nil
  }

  /// The lines of a file that hold a record.
  private static func definition(
    _ record: RecordSearch.Record, in path: String, from source: String, _ limits: ReadingLimits,
    _ descriptor: Int32
  ) -> EntityDefinition? {
    guard let line = lastLine(before: record.range.lowerBound, descriptor) else { return nil }
    var place = EntityDefinition(
      source: source, path: path, firstLine: line.number, text: [], record: 0..<0, values: [])
    guard record.range.upperBound - line.start <= 2 * limits.record else { return place }
    var reader = ByteReader(sharing: descriptor, from: line.start)
    if line.start == 0 { _ = reader.skipByteOrderMark() }
    let start = reader.place
    let length = record.range.upperBound - start
    while reader.end - reader.start < length, reader.fill() {}
    guard reader.end - reader.start >= length else { return nil }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    var end = length
    while end < 2 * limits.record {
      if reader.start + end == reader.end, !reader.fill() { break }
      if isLineEnd(reader.buffer[reader.start + end]) { break }
      end += 1
    }
    let text = Array(reader.buffer[reader.start..<reader.start + end])
    guard UTF8Validation.firstFault(in: text.span, 0..<end) == nil else { return place }
    func inText(_ range: Range<Int>) -> Range<Int> { range.lowerBound - start..<range.upperBound - start }
    place.text = text
    place.record = inText(record.range)
    place.values = record.values.map {
      EntityDefinition.Value(field: $0.field, range: inText($0.range), notation: $0.notation)
    }
    return place
  }

  /// The number, from 0, and the first byte of the line that holds an offset; nil where the file ends before.
  private static func lastLine(before offset: Int, _ descriptor: Int32) -> (number: Int, start: Int)? {
    var reader = ByteReader(sharing: descriptor, from: 0)
    var (number, start, at) = (0, 0, 0)
    var previous: UInt8 = 0
    while at < offset {
      if reader.start == reader.end, !reader.fill() { return nil }
      let count = min(reader.end - reader.start, offset - at)
      for byte in reader.buffer[reader.start..<reader.start + count] {
        at += 1
        if byte == 0x0A || byte == 0x0D {
          if byte == 0x0D || previous != 0x0D { number += 1 }
          start = at
        }
        previous = byte
      }
      reader.start += count
    }
    return (number, start)
  }
}
