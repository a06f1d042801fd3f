import Entities
import JSONText
import SystemCalls

/// Reads a file once more to find where an entity is written down in it.
enum PlaceReader {
  /// In bytes; nobody is looked for in larger files.
  static let largestFile = 1 << 30

  /// Nil where the file cannot be read or changes meanwhile, and where the entity is not in it.
  ///
  /// - Parameters:
  ///   - source: the name of the source that the file belongs to.
  ///   - open: opens the file.
  ///   - read: reads what the reader holds with the collector, which has the search.
  /// - Complexity: O(n) in the file's bytes; memory: that of its longest record.
  static func place(
    of entity: Entity, in path: String, from source: String, _ open: () throws(SystemError) -> Int32,
    _ read: (consuming ByteReader, inout RecordCollector) -> Void
  ) -> EntityPlace? {
    guard let descriptor = try? open() else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    guard let stamp = try? Platform.facts(of: descriptor).stamp, stamp.size <= largestFile else { return nil }
    var collector = RecordCollector(source: source, file: nil, problems: SourceProblems(source: source))
    collector.search = RecordSearch(entity)
    var reader = ByteReader(sharing: descriptor, from: 0)
    guard reader.skipByteOrderMark() == nil else { return nil }
    read(reader, &collector)
    guard let record = collector.search?.found else { return nil }
    let place = place(record, in: path, from: source, descriptor)
    return (try? Platform.facts(of: descriptor).stamp) == stamp ? place : nil
  }

  /// The lines of a file that hold a record.
  private static func place(
    _ record: RecordSearch.Record, in path: String, from source: String, _ descriptor: Int32
  ) -> EntityPlace? {
    guard let line = lastLine(before: record.range.lowerBound, descriptor) else { return nil }
    var place = EntityPlace(
      source: source, path: path, firstLine: line.number, text: [], record: 0..<0, values: [])
    guard record.range.upperBound - line.start <= 2 * ReadingLimit.record else { return place }
    var reader = ByteReader(sharing: descriptor, from: line.start)
    if line.start == 0 { _ = reader.skipByteOrderMark() }
    let start = reader.place
    let length = record.range.upperBound - start
    while reader.end - reader.start < length, reader.fill() {}
    guard reader.end - reader.start >= length else { return nil }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    var end = length
    while end < 2 * ReadingLimit.record {
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
      EntityPlace.Value(field: $0.field, range: inText($0.range), notation: $0.notation)
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
