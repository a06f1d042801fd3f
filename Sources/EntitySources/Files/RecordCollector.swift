import Entities
import JSONText

/// Where the records of one file go: made entities, handed to the sink, complaints noted with file and line.
struct RecordCollector {
  let source: String
  /// The path for messages.
  let file: String?
  var problems: SourceProblems
  /// The record's place in the settings, if it is not from a file: `items[2]`.
  var place: String?
  private var unknown: Set<String> = []

  init(source: String, file: String?, problems: SourceProblems) {
    self.source = source
    self.file = file
    self.problems = problems
  }

  mutating func add(
    _ severity: SourceProblem.Severity = .warning, line: Int? = nil, field: String? = nil, _ message: String
  ) {
    let whole = [place, field].compactMap { $0 }.joined(separator: ".")
    problems.add(severity, file: file, line: line, field: whole.isEmpty ? nil : whole, message)
  }

  /// A field that is none of an entity's: noted once for a file.
  mutating func noteUnknown(_ field: String, line: Int?) {
    guard unknown.count < 64, unknown.insert(EntityRecord.excerpt(field)).inserted else { return }
    let known = EntityField.allCases.map(\.rawValue).joined(separator: ", ")
    add(.note, line: line, field: EntityRecord.excerpt(field), "unknown field, ignored (known are: \(known))")
  }

  /// Something that is more than is held at once, and not kept.
  mutating func addTooLong(_ what: String, line: Int?) {
    add(line: line, "the \(what) is longer than \(ReadingLimit.recordText); left out")
  }

  mutating func set(_ field: EntityField, text: String, line: Int?, in record: inout EntityRecord) {
    if let complaint = record.set(field, text: text) { add(line: line, field: field.rawValue, complaint) }
  }

  /// The entity that a record makes, or nil and a complaint.
  mutating func entity(of record: consuming EntityRecord, line: Int?) -> Entity? {
    let hidden = record.hiddenCharacter
    guard let entity = record.entity(source: source) else {
      add(line: line, field: "name", "an entity needs a name; left out")
      return nil
    }
    if let excess = entity.excess {
      problems.addTooLong(excess.field, bytes: excess.bytes, of: entity, file: file, line: line, place: place)
      return nil
    }
    if let hidden { problems.addHidden(hidden, in: entity, file: file, line: line) }
    return entity
  }

  mutating func finish(_ record: consuming EntityRecord, line: Int?, _ sink: EntitySink) {
    guard let entity = entity(of: record, line: line) else { return }
    switch sink(entity) {
    case .kept: break
    case .duplicate:
      let (field, value) = entity.uniqueID.map { ("uniqueID", $0) } ?? ("id", entity.id)
      add(
        line: line, field: field,
        "another entity has the \(field) “\(EntityRecord.excerpt(value))” already; the first is kept")
    case .refused(let reason): add(line: line, reason + "; left out")
    }
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
