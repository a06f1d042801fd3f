import JSONText
import SystemCalls

/// `.json`: an array of entities, or an object that has one as `items` or `entities`.
///
/// The elements are found by their brackets and read one at a time, so the file's tree is never built and a
/// broken element costs only itself.
enum JSONArrayReader {
  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    -> SystemError?
  {
    while reader.fileSize <= ReadingLimit.wholeFile, reader.end - reader.start <= ReadingLimit.wholeFile,
      reader.fill()
    {}
    if let fault = reader.fault { return fault }
    guard max(reader.fileSize, reader.end - reader.start) <= ReadingLimit.wholeFile else {
      collector.add(
        .error,
        "the file is longer than \(ReadingLimit.wholeFileText); as .jsonl, an object a line, it could be read"
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
      explain(bytes, first..<end, into: &collector, otherwise: "the array of entities is broken off")
    }
    return nil
  }

  /// False where commas and brackets are not as they should be.
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
      if stop - at > ReadingLimit.record {
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

  /// The offset of the array in the object's `items` or `entities`.
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

  /// Lets the real parser say where the file is broken.
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
