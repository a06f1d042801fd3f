import Entities
import JSONText
import SystemCalls

/// Receives the records of one file: creates entities, passes them to the sink, and reports problems with file and
/// line.
struct RecordCollector {
  let source: String
  /// The path for messages.
  let file: String?
  var problems: SourceProblems
  let limits: ReadingLimits
  /// The location of a record in the settings, such as `items[2]`; nil if the record is from a file.
  var place: String?
  private var unknown: Set<String> = []
  /// The problems of one part of a file that is read in parts; nil if the file is read as a whole.
  var log: PartLog?
  /// The search for the definition of an entity; nil while entities are loaded. Readers pass the ranges of values and
  /// records to it.
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

  /// Reports a field that entities do not have, once per file.
  mutating func noteUnknown(_ field: String, line: Int?) {
    let name = EntityRecord.excerpt(field)
    guard isNew(name) else { return }
    let known = EntityField.allCases.map(\.rawValue)
    let hint = NearestName.of(name, among: known).map { "; did you mean “\($0)”?" } ?? ""
    log?.unknown = name
    add(
      EntityField.isMisspelled(name) ? .warning : .note, line: line, field: name,
      "unknown field, ignored\(hint) (known names: \(known.joined(separator: ", ")))")
  }

  private mutating func isNew(_ unknownField: String) -> Bool {
    unknown.count < 64 && unknown.insert(unknownField).inserted
  }

  /// Reports a record that exceeds a size limit and was skipped.
  mutating func addTooLong(_ what: String, line: Int?) {
    log?.line = line ?? 0
    let limit = ReadingLimits.text(limits.record)
    add(line: line, "the \(what) is longer than \(limit); left out", leavesOut: true)
  }

  mutating func set(_ field: EntityField, text: String, line: Int?, in record: inout EntityRecord) {
    if let complaint = record.set(field, text: text) { add(line: line, field: field.rawValue, complaint) }
  }

  /// Creates the entity of a record. If that is impossible, reports the problem and returns nil.
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

  /// Ends a record, and passes its entity to the sink if it is valid.
  ///
  /// - Parameter range: the range of the record in the reader's window.
  mutating func finish(
    _ record: consuming EntityRecord, line: Int?, at range: Range<Int> = 0..<0, _ sink: EntitySink
  ) {
    finish(record, line: line, inFile: inFile(range), sink)
  }

  /// Ends a record, and passes its entity to the sink if it is valid.
  ///
  /// - Parameter range: the range of the record in the file, because the window may have moved since the record began.
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

  /// Converts a range of the reader's window to a range of the file; empty unless there is a search.
  func inFile(_ range: Range<Int>) -> Range<Int> {
    guard let origin = search?.origin else { return 0..<0 }
    return range.lowerBound + origin..<range.upperBound + origin
  }

  /// Records the position of a value of the current record, as a range of the reader's window.
  mutating func note(_ field: EntityField, at range: Range<Int>, _ notation: EntityDefinition.Notation) {
    guard search != nil else { return }
    let place = inFile(range)
    search?.note(field, at: place, notation)
  }

  /// Reports that an entity with this id already exists.
  private mutating func addDuplicate(_ value: String, isUniqueID: Bool, line: Int?) {
    let field = isUniqueID ? "uniqueID" : "id"
    add(
      line: line, field: field,
      "an earlier entity has the \(field) “\(EntityRecord.excerpt(value))”; the first is kept")
  }

  /// Adds the problems of the next part of the file.
  ///
  /// - Parameters:
  ///   - part: the collector of the part; its `log` must not be nil.
  ///   - lines: the number of lines before the part.
  ///   - duplicates: the numbers of the lines whose entities are duplicates, ascending and relative to the part.
  ///   - identity: returns the id that the duplicate at the given index of `duplicates` shares with another entity.
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

  /// Reports a line that is not UTF-8. Invalid bytes are read as U+FFFD.
  mutating func checkEncoding(of bytes: [UInt8], _ range: Range<Int>, line: Int, field: EntityField? = nil) {
    guard let at = UTF8Validation.firstFault(in: bytes.span, range) else { return }
    let digits = String(bytes[at], radix: 16, uppercase: true)
    add(
      line: line, field: field?.rawValue,
      "not UTF-8: byte 0x\(digits) at column \(at - range.lowerBound + 1); replaced by U+FFFD")
  }
}

/// The problems of one part of a file, in order. Only the first problems of the whole file are kept, so problems of the
/// part that cannot be among them are only counted.
struct PartLog: Sendable {
  struct Entry: Sendable {
    let problem: SourceProblem
    /// The line that was current when the problem was added, relative to the part.
    let place: Int
    /// The name of the unknown field that the problem reports; nil for other problems.
    let unknown: String?
  }

  private(set) var entries: [Entry] = []
  /// The number of problems beyond the limit, which ``entries`` omits.
  private(set) var more = 0
  private var plain = 0
  /// The current line, relative to the part.
  var line = 0
  /// The unknown field that the next problem is about, if any.
  var unknown: String?

  /// Adds a problem; problems above the limit are only counted.
  ///
  /// - Parameter limit: the maximum number of problems kept per file.
  fileprivate mutating func add(_ problem: SourceProblem, limit: Int) {
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

/// A search for an entity while a file is read, and the position of the record that was found.
///
/// Readers record the range of each value and then that of the whole record; without a search they skip this work.
/// Ranges are in bytes of the file.
struct RecordSearch {
  struct Record {
    var range: Range<Int>
    var values: [EntityDefinition.Value]
  }

  private let wanted: Entity
  private let key: EntityKey
  /// The file offset of the start of the reader's window.
  var origin = 0
  private var values: [EntityDefinition.Value] = []
  /// The record of the entity itself, else the first record with its e-mail address or handle.
  private(set) var found: Record?
  /// Whether no better record can follow.
  private(set) var isOver = false

  init(_ wanted: Entity) {
    self.wanted = wanted
    key = wanted.key
  }

  /// Records the range of a field's value in the current record. If a field has several values, the last one counts.
  mutating func note(_ field: EntityField, at range: Range<Int>, _ notation: EntityDefinition.Notation) {
    values.removeAll { $0.field == field }
    values.append(EntityDefinition.Value(field: field, range: range, notation: notation))
  }

  /// Ends the current record.
  ///
  /// - Parameter entity: the entity of the record; nil if the record is invalid.
  mutating func take(_ entity: Entity?, at range: Range<Int>) {
    defer { values.removeAll(keepingCapacity: true) }
    guard let entity, !isOver else { return }
    isOver = entity.key == key
    // Across sources, an equal address or handle identifies an entity (Behaviour, section 4).
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

/// Reads a file again to find an entity's definition in it.
enum DefinitionReader {
  /// The maximum size of a searched file, in bytes.
  private static let largestFile = 1 << 30

  /// Finds the definition of an entity. Nil if the file cannot be read, changes meanwhile, or does not contain the
  /// entity.
  ///
  /// - Parameters:
  ///   - source: the name of the source that the file belongs to.
  ///   - open: opens the file.
  ///   - read: reads the file with a collector that contains the search for the entity.
  /// - Complexity: O(n) in the file's bytes; memory: the size of its longest record.
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

  /// Creates a definition from a record, and from the lines of the file that contain the record.
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

  /// The number (from 0) and the start offset of the line that contains an offset; nil if the file ends before the
  /// offset.
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
