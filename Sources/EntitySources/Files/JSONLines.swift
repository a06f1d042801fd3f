import Entities
import JSONText
import SystemCalls

/// Reads a `.jsonl` file in parts that end where lines do, at the same time where the executor can.
///
/// What comes out, problems and their lines included, is what `JSONLinesReader` makes of the whole file.
enum JSONLinesParts {
  /// In bytes; smaller files are one part.
  static let leastPart = 1 << 20
  /// Larger files are read one entity after the other: what they hold may not find room in a catalog.
  private static let largestFile = 1 << 30

  /// What one part yields. Lines are counted in the part.
  private struct Part: Sendable {
    var batch: EntityBatch
    /// The line of each entity.
    var lines: [UInt32] = []
    var collector: RecordCollector
    /// How many lines there are.
    var lineCount = 0
    var fault: SystemError?
  }

  /// Nil where the file is to be read one entity after the other, be it only to say why it cannot be read.
  ///
  /// - Complexity: linear in the file; memory: that of the records, twice.
  static func load(
    _ source: FileSource, on executor: any ParallelExecutor, leastPart: Int, early: EarlyCatalog
  ) -> (catalog: EntityCatalog, problems: SourceProblems)? {
    guard let descriptor = try? source.reach.openFile(source.path) else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    guard let size = try? Platform.facts(of: descriptor).stamp.size, size <= largestFile else { return nil }
    var head = ByteReader(sharing: descriptor, from: 0)
    guard head.skipByteOrderMark() == nil else { return nil }
    let start = head.place
    var collector = RecordCollector(
      source: source.name, file: source.shownPath, problems: SourceProblems(source: source.name))
    let empty = collector
    let count = max(1, min(executor.width, (size - start) / max(1, leastPart)))
    func bound(_ part: Int) -> Int { part == count ? .max : start + (size - start) / count * part }
    let bounds = (0...count).map(bound)
    var parts = executor.map(count) { part in
      read(descriptor, bounds[part]..<bounds[part + 1], isFirst: part == 0, size: size, empty)
    }
    // As far as a fault everything is kept.
    if let broken = parts.firstIndex(where: { $0.fault != nil }) { parts.removeSubrange((broken + 1)...) }
    var builder = EntityCatalog.Builder(source: source.name)
    let counts = parts.map(\.batch.count)
    var batches: [EntityBatch] = []
    for at in parts.indices {
      batches.append(parts[at].batch)
      parts[at].batch = EntityBatch()
    }
    guard let duplicates = builder.append(&batches, on: executor) else { return nil }
    report(parts, counts, duplicates, of: builder, to: &collector)
    if let fault = parts.last?.fault { collector.add(.error, "the file cannot be read: \(fault.message)") }
    return (builder.finish(on: executor, early: early), collector.problems)
  }

  /// Says what the parts have to say, in the order of the file.
  private static func report(
    _ parts: [Part], _ counts: [Int], _ duplicates: [Int], of builder: EntityCatalog.Builder,
    to collector: inout RecordCollector
  ) {
    var (lines, entities) = (0, 0)
    var rest = duplicates[...]
    for (part, count) in zip(parts, counts) {
      let own = rest.prefix { $0 < entities + count }
      rest = rest.dropFirst(own.count)
      collector.take(
        part.collector, after: lines, duplicates: own.map { Int(part.lines[$0 - entities]) }
      ) { builder.identity(at: own[own.startIndex + $0]) }
      lines += part.lineCount
      entities += count
    }
  }

  /// Reads the lines that begin in a range of the file.
  private static func read(
    _ descriptor: Int32, _ range: Range<Int>, isFirst: Bool, size: Int, _ collector: RecordCollector
  ) -> Part {
    let length = min(range.upperBound, size) - min(range.lowerBound, size)
    var part = Part(batch: EntityBatch(capacity: isFirst ? size : length), collector: collector)
    part.collector.log = PartLog()
    var reader = ByteReader(sharing: descriptor, from: isFirst ? range.lowerBound : range.lowerBound - 1)
    if !isFirst { while !reader.skipLine(), reader.fill() {} }
    var lines = LineReader(reader, before: range.upperBound)
    var plain = PlainLineReader()
    while true {
      readPlainLines(&lines, &plain, &part.batch, &part.lines)
      guard let line = lines.next(&part.collector) else { break }
      read(line, of: lines.bytes.buffer, &plain, &part.collector, &part.batch, &part.lines)
    }
    part.lineCount = lines.number
    part.fault = lines.bytes.fault
    return part
  }

  /// As many plain lines as lie whole in the window, up to one that is not.
  private static func readPlainLines(
    _ lines: inout LineReader, _ plain: inout PlainLineReader, _ batch: inout EntityBatch,
    _ numbers: inout [UInt32]
  ) {
    let (first, bound, end) = (lines.bytes.start, lines.windowBound, lines.bytes.end)
    var start = first
    var number = lines.number
    let buffer = lines.bytes.buffer
    while start < bound, let lineEnd = plain.append(buffer.span, start, end, isWhole: false, to: &batch) {
      start = lineEnd + 1
      number += 1
      numbers.append(UInt32(truncatingIfNeeded: number))
    }
    if start > first { lines.pass(number - lines.number, to: start) }
  }

  private static func read(
    _ line: LineReader.Line, of buffer: [UInt8], _ plain: inout PlainLineReader,
    _ collector: inout RecordCollector, _ batch: inout EntityBatch, _ numbers: inout [UInt32]
  ) {
    let number = UInt32(truncatingIfNeeded: line.number)
    collector.log?.line = line.number
    if !line.isASCII { collector.checkEncoding(of: buffer, line.range, line: line.number) }
    var at = line.range.lowerBound
    let end = line.range.upperBound
    EntityJSON.skipSpace(buffer, &at, end)
    if at == end { return }
    if plain.append(buffer.span, at, end, isWhole: true, to: &batch) != nil { return numbers.append(number) }
    EntityJSON.read(buffer, at..<end, line: line.number, into: &collector) { entity in
      if let refusal = batch.append(entity) { return .refused(refusal.rawValue) }
      numbers.append(number)
      return .kept
    }
  }
}

/// `.jsonl`: one JSON object a line, empty lines passed over.
enum JSONLinesReader {
  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    -> SystemError?
  {
    var lines = LineReader(reader)
    while let line = lines.next(&collector) {
      if !line.isASCII { collector.checkEncoding(of: lines.bytes.buffer, line.range, line: line.number) }
      var at = line.range.lowerBound
      EntityJSON.skipSpace(lines.bytes.buffer, &at, line.range.upperBound)
      if at == line.range.upperBound { continue }
      EntityJSON.read(
        lines.bytes.buffer, at..<line.range.upperBound, line: line.number, into: &collector, sink)
    }
    return lines.bytes.fault
  }
}
