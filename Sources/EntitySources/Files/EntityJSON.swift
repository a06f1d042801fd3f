import JSONText
import SystemCalls

/// Entities written as JSON objects.
///
/// The simple case (an object with known fields and strings without escapes) is read directly from the bytes.
/// Everything else, including invalid text, goes through the full parser, which explains errors.
enum EntityJSON {
  /// Reads an entity from one JSON value and passes it to the sink, or reports an error.
  static func read(
    _ bytes: [UInt8], _ range: Range<Int>, line: Int, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) {
    if collector.search != nil { noteValues(bytes, range, in: &collector) }
    if let record = plainRecord(bytes, range) {
      collector.finish(record, line: line, at: range, sink)
      return
    }
    do throws(JSONError) {
      let value = try JSONParser.parse(bytes[range])
      take(value, line: line, at: range, into: &collector, sink)
    } catch {
      collector.add(
        line: line &+ error.line &- 1, "not JSON: column \(error.column): \(error.message); left out",
        leavesOut: true)
    }
  }

  /// Reads an entity from a JSON value: an object with the entity's fields, or a string with its name.
  static func take(
    _ value: JSONValue, line: Int?, at range: Range<Int> = 0..<0, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) {
    var record = EntityRecord()
    switch value {
    case .string(let name): record.name = name
    case .object(let object):
      for (name, value) in object.members {
        guard let field = EntityField(header: name.utf8) ?? usualField(name, in: object) else {
          collector.noteUnknown(name, line: line)
          continue
        }
        guard let complaint = record.set(field, json: value) else { continue }
        // An entity whose name is invalid is skipped, so one message is enough.
        if field == .name {
          return collector.add(
            line: line, field: field.rawValue, complaint + "; left out", leavesOut: true)
        }
        collector.add(line: line, field: field.rawValue, complaint)
      }
    default:
      collector.add(
        line: line, "expected a string or an object, found \(EntityRecord.sort(of: value)); left out",
        leavesOut: true)
      return
    }
    collector.finish(record, line: line, at: range, sink)
  }

  /// The field that other programs call by this name, as in the header of a table (`login`); nil if the object has the
  /// field under its own name.
  private static func usualField(_ name: String, in object: JSONObject) -> EntityField? {
    guard case .usual(let field) = TableColumn(header: Array(name.utf8)),
      !object.members.contains(where: { EntityField(header: $0.name.utf8) == field })
    else { return nil }
    return field
  }

  /// Records the positions of an object's string values. If the JSON value is itself a string, records its position as
  /// that of the name. Fields with escaped names are skipped.
  private static func noteValues(
    _ bytes: [UInt8], _ range: Range<Int>, in collector: inout RecordCollector
  ) {
    let end = range.upperBound
    var at = range.lowerBound
    skipSpace(bytes, &at, end)
    guard at < end else { return }
    if bytes[at] == UInt8(ascii: "\""), let stop = valueEnd(bytes, at, end) {
      return collector.note(.name, at: at..<stop, .json)
    }
    while at < end, bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: ",") {
      at += 1
      skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: "\""), let keyEnd = valueEnd(bytes, at, end) else { return }
      let key = bytes[at + 1..<keyEnd - 1]
      at = keyEnd
      skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ":") else { return }
      at += 1
      skipSpace(bytes, &at, end)
      guard let stop = valueEnd(bytes, at, end), stop > at else { return }
      if bytes[at] == UInt8(ascii: "\""), let field = EntityField(header: key) {
        collector.note(field, at: at..<stop, .json)
      }
      at = stop
      skipSpace(bytes, &at, end)
    }
  }

  /// The record, if the object is simple enough for this fast path; otherwise nil, whether or not the object is valid.
  static func plainRecord(_ bytes: [UInt8], _ range: Range<Int>) -> EntityRecord? {
    var at = range.lowerBound
    let end = range.upperBound
    skipSpace(bytes, &at, end)
    guard at < end, bytes[at] == UInt8(ascii: "{") else { return nil }
    at += 1
    var record = EntityRecord()
    record.isPrintableASCII = true
    while true {
      skipSpace(bytes, &at, end)
      guard let key = plainString(bytes, &at, end), let field = EntityField(header: bytes[key]) else {
        return nil
      }
      skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ":") else { return nil }
      at += 1
      skipSpace(bytes, &at, end)
      guard at < end else { return nil }
      if bytes[at] == UInt8(ascii: "\"") {
        guard let text = plainString(bytes, &at, end, isASCII: &record.isPrintableASCII),
          record.set(field, text: String(decoding: bytes[text], as: UTF8.self)) == nil
        else { return nil }
      } else {
        let from = at
        // The value may contain escapes.
        record.isPrintableASCII = false
        guard let stop = valueEnd(bytes, from, end), let value = try? JSONParser.parse(bytes[from..<stop]),
          record.set(field, json: value) == nil
        else { return nil }
        at = stop
      }
      skipSpace(bytes, &at, end)
      guard at < end else { return nil }
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: ",") { continue }
      guard byte == UInt8(ascii: "}") else { return nil }
      skipSpace(bytes, &at, end)
      return at == end ? record : nil
    }
  }

  static func skipSpace(_ bytes: [UInt8], _ at: inout Int, _ end: Int) {
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0A || bytes[at] == 0x0D {
      at += 1
    }
  }

  /// Reads a string without escapes that starts at `at`, and moves `at` past it. Returns the range between the quotes;
  /// nil if there is no such string.
  fileprivate static func plainString(_ bytes: [UInt8], _ at: inout Int, _ end: Int) -> Range<Int>? {
    var isASCII = true
    return plainString(bytes, &at, end, isASCII: &isASCII)
  }

  /// Reads a string without escapes like the overload above, and sets `isASCII` to false if the string contains
  /// non-ASCII characters.
  fileprivate static func plainString(
    _ bytes: [UInt8], _ at: inout Int, _ end: Int, isASCII: inout Bool
  ) -> Range<Int>? {
    guard at < end, bytes[at] == UInt8(ascii: "\"") else { return nil }
    let from = at + 1
    var next = from
    var bits: UInt8 = 0
    while next < end {
      let byte = bytes[next]
      if byte == UInt8(ascii: "\"") {
        at = next + 1
        if bits >= 0x80 { isASCII = false }
        return from..<next
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 || byte == 0x7F { return nil }
      bits |= byte
      next += 1
    }
    return nil
  }

  /// The end of the value that starts at `at`; nil if the value is incomplete. Examines only quotes, brackets, commas
  /// and white space, and does not check that the value is valid.
  fileprivate static func valueEnd(_ bytes: [UInt8], _ at: Int, _ end: Int) -> Int? {
    var at = at
    var depth = 0
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        while at < end, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        guard at < end else { return nil }
        if depth == 0 { return at + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return at }
        depth -= 1
        if depth == 0 { return at + 1 }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return at }
      default: break
      }
      at += 1
    }
    return depth == 0 ? at : nil
  }
}

/// Reads `.json`: an array of entities, or an object with such an array as `items` or `entities`.
///
/// Elements are found by their brackets and parsed one at a time, so the whole tree is never built and an invalid
/// element does not affect the others.
enum JSONArrayReader {
  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    -> SystemError?
  {
    let longest = collector.limits.wholeFile
    while reader.fileSize <= longest, reader.end - reader.start <= longest, reader.fill() {}
    if let fault = reader.fault { return fault }
    guard max(reader.fileSize, reader.end - reader.start) <= longest else {
      collector.add(
        .error,
        "the file is longer than \(ReadingLimits.text(longest)); convert it to .jsonl, with one object per line"
      )
      return nil
    }
    let bytes = reader.buffer
    let end = reader.end
    collector.search?.origin = reader.origin
    collector.checkEncoding(of: bytes, reader.start..<end, line: 1)
    var at = reader.start
    EntityJSON.skipSpace(bytes, &at, end)
    guard at < end else {
      collector.add(.error, "the file is empty; expected an array of entities")
      return nil
    }
    let first = at
    if bytes[at] == UInt8(ascii: "{") {
      guard let list = findList(bytes, at, end) else {
        explain(
          bytes, first..<end, into: &collector,
          otherwise: "expected an array of entities, or an object with “items” or “entities”")
        return nil
      }
      at = list
    } else if bytes[at] != UInt8(ascii: "[") {
      explain(
        bytes, first..<end, into: &collector,
        otherwise: "expected an array of entities, or an object with “items” or “entities”")
      return nil
    }
    if !readElements(bytes, at + 1, end, firstByte: first, into: &collector, sink) {
      explain(bytes, first..<end, into: &collector, otherwise: "the array of entities is incomplete")
    }
    return nil
  }

  /// Reads the elements of an array. Returns false if commas or brackets are missing or misplaced.
  private static func readElements(
    _ bytes: [UInt8], _ start: Int, _ end: Int, firstByte: Int, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) -> Bool {
    var at = start
    var line = 1 + lineEnds(bytes, 0, start)
    var counted = start
    var isFirst = true
    while true {
      EntityJSON.skipSpace(bytes, &at, end)
      guard at < end else { return false }
      if bytes[at] == UInt8(ascii: "]") { return isFirst }
      guard let stop = EntityJSON.valueEnd(bytes, at, end), stop > at else { return false }
      line += lineEnds(bytes, counted, at)
      counted = at
      if stop - at > collector.limits.record {
        collector.addTooLong("entity", line: line)
      } else {
        EntityJSON.read(bytes, at..<stop, line: line, into: &collector, sink)
      }
      isFirst = false
      at = stop
      EntityJSON.skipSpace(bytes, &at, end)
      guard at < end else { return false }
      if bytes[at] == UInt8(ascii: "]") { return true }
      guard bytes[at] == UInt8(ascii: ",") else { return false }
      at += 1
    }
  }

  private static func lineEnds(_ bytes: [UInt8], _ from: Int, _ to: Int) -> Int {
    var count = 0
    for at in from..<max(from, to) where bytes[at] == 0x0A { count += 1 }
    return count
  }

  /// The offset of the array that is the object's member `items` or `entities`; nil if there is none.
  private static func findList(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var at = start + 1
    while true {
      EntityJSON.skipSpace(bytes, &at, end)
      guard let key = EntityJSON.plainString(bytes, &at, end) else { return nil }
      EntityJSON.skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ":") else { return nil }
      at += 1
      EntityJSON.skipSpace(bytes, &at, end)
      let isList = bytes[key].elementsEqual("items".utf8) || bytes[key].elementsEqual("entities".utf8)
      if isList, at < end, bytes[at] == UInt8(ascii: "[") { return at }
      guard let stop = EntityJSON.valueEnd(bytes, at, end), stop > at else { return nil }
      at = stop
      EntityJSON.skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ",") else { return nil }
      at += 1
    }
  }

  /// Reports where the file is invalid, using the full parser.
  private static func explain(
    _ bytes: [UInt8], _ range: Range<Int>, into collector: inout RecordCollector, otherwise message: String
  ) {
    do throws(JSONError) {
      var reader = JSONReader(bytes[range])
      try reader.skip()
      collector.add(.error, line: 1 + lineEnds(bytes, 0, range.lowerBound), message)
    } catch {
      let line = lineEnds(bytes, 0, range.lowerBound) + error.line
      collector.add(.error, line: line, "not JSON: column \(error.column): \(error.message)")
    }
  }
}

// MARK: - Lists in the settings

/// Entities listed in the settings (`"type": "list"`): strings, or objects with an entity's fields.
package struct ListSource: LoadableSource {
  package let name: String
  package let items: [JSONValue]

  package init(name: String, items: [JSONValue]) {
    self.name = name
    self.items = items
  }

  package var inputs: [String]? { [] }

  package func read(_ sink: EntitySink) -> SourceReport {
    var collector = RecordCollector(source: name, file: nil, problems: SourceProblems(source: name))
    for (index, item) in items.enumerated() {
      collector.place = "items[\(index)]"
      EntityJSON.take(item, line: nil, into: &collector, sink)
    }
    return SourceReport(problems: collector.problems.list)
  }
}
