import Entities
import JSONText
import SystemCalls

/// Reads a `.jsonl` file in parts that end at line ends, in parallel if the executor can.
///
/// The result, including problems and their line numbers, equals that of `JSONLinesReader` for the whole file.
enum JSONLinesParts {
  /// The minimum size of a part in bytes; a smaller file is a single part.
  static let leastPart = 1 << 20
  /// The maximum size in bytes of a file that is read in parts. Larger files are read one entity at a time, because
  /// their entities may not fit in a catalog.
  private static let largestFile = 1 << 30

  /// The result of one part. Line numbers are relative to the part.
  private struct Part: Sendable {
    var batch: EntityBatch
    /// The line number of each entity.
    var lines: [UInt32] = []
    var collector: RecordCollector
    /// The number of lines in the part.
    var lineCount = 0
    var fault: SystemError?
  }

  /// Loads the file. Nil if the caller must read it one entity at a time instead, for example because it cannot be
  /// opened, which is then reported.
  ///
  /// - Complexity: linear in the file; memory: twice the size of the records.
  static func load(
    _ source: FileSource, on executor: any ParallelExecutor, leastPart: Int, early: EarlyCatalog
  ) -> (catalog: EntityCatalog, problems: SourceProblems)? {
    guard let descriptor = try? source.reach.openFile(source.path) else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    guard let size = try? Platform.facts(of: descriptor).stamp.size, size <= largestFile else { return nil }
    var head = ByteReader(sharing: descriptor, from: 0, piece: source.limits.piece)
    guard head.skipByteOrderMark() == nil else { return nil }
    let start = head.place
    var collector = RecordCollector(
      source: source.name, file: source.shownPath, problems: SourceProblems(source: source.name),
      limits: source.limits)
    let empty = collector
    let count = max(1, min(executor.width, (size - start) / max(1, leastPart)))
    func bound(_ part: Int) -> Int { part == count ? .max : start + (size - start) / count * part }
    let bounds = (0...count).map(bound)
    var parts = executor.map(count) { part in
      read(descriptor, bounds[part]..<bounds[part + 1], isFirst: part == 0, size: size, empty)
    }
    // Discards the parts that follow the first read error.
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

  /// Reports the problems of all parts, in the order of the file.
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
    var reader = ByteReader(
      sharing: descriptor, from: isFirst ? range.lowerBound : range.lowerBound - 1,
      piece: collector.limits.piece)
    if !isFirst { while !reader.skipLine(), reader.fill() {} }
    var lines = LineReader(reader, before: range.upperBound)
    var plain = PlainLineReader(longest: collector.limits.record)
    while true {
      readPlainLines(&lines, &plain, &part.batch, &part.lines)
      guard let line = lines.next(&part.collector) else { break }
      read(line, of: lines.bytes.buffer, &plain, &part.collector, &part.batch, &part.lines)
    }
    part.lineCount = lines.number
    part.fault = lines.bytes.fault
    return part
  }

  /// Reads the simple lines that are complete in the window, up to the first line that is not simple.
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

/// Reads `.jsonl`: one JSON object per line; empty lines are ignored.
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

/// Reads simple JSON lines directly into a batch, eight bytes at a time: objects with known fields whose values are
/// strings without escapes, integers as ids, or `null`. All other lines are read by `EntityJSON`, which explains
/// errors; both yield the same result for the same line.
private struct PlainLineReader {
  /// A field's name as written, at most eight bytes.
  private struct Key {
    var bytes: UInt64 = 0
    var count = 0
    var field: EntityField?
  }

  /// The last key seen at each index of an object. It is compared first, because most lines of a file have the same
  /// fields in the same order.
  private var keys: [Key] = []
  /// The maximum length of a line in bytes.
  private let longest: Int

  init(longest: Int) { self.longest = longest }

  private static let quote = UInt8(ascii: "\"")

  /// Appends the entity of a line. Returns the end of the line; nil, without appending anything, if the line is not
  /// simple.
  ///
  /// - Parameters:
  ///   - start: the start of the object.
  ///   - end: the end of the readable bytes.
  ///   - isWhole: whether the line ends at `end`; otherwise it ends with a line feed.
  mutating func append(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, isWhole: Bool, to batch: inout EntityBatch
  ) -> Int? {
    guard start < end, bytes[start] == UInt8(ascii: "{") else { return nil }
    var texts = PlainTexts()
    var seen: UInt32 = 0
    var at = start + 1
    var place = 0
    while true {
      Self.skipSpace(bytes, &at, end)
      guard let key = Self.string(bytes, &at, end), let field = field(bytes, key, place) else { return nil }
      place += 1
      // A duplicate field is left to the general reader, which keeps the last valid value.
      let bit: UInt32 = 1 << UInt32(field.place)
      guard seen & bit == 0 else { return nil }
      seen |= bit
      Self.skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ":") else { return nil }
      at += 1
      Self.skipSpace(bytes, &at, end)
      guard let text = Self.value(of: field, bytes, &at, end) else { return nil }
      if let plain = field.plain {
        texts[plain] = text
      } else if !text.isEmpty {
        return nil
      }
      Self.skipSpace(bytes, &at, end)
      guard at < end else { return nil }
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: ",") { continue }
      guard byte == UInt8(ascii: "}") else { return nil }
      break
    }
    Self.skipSpace(bytes, &at, end)
    guard isWhole ? at == end : at < end && bytes[at] == 0x0A, at - start <= longest else {
      return nil
    }
    let (name, handle) = (texts[.name], texts[.handle])
    guard !name.isEmpty, max(name.count, handle.count) <= ShownText.longestName else { return nil }
    // A handle with `@` is left to the general reader, which removes the sign.
    if !handle.isEmpty, bytes[handle.lowerBound] == UInt8(ascii: "@") { return nil }
    batch.append(texts, of: bytes)
    return at
  }

  /// The field that a key names.
  @inline(__always)
  private mutating func field(_ bytes: Span<UInt8>, _ key: Range<Int>, _ place: Int) -> EntityField? {
    if key.count > 8 { return Self.field(bytes, key) }
    let word = ByteWord.prefix(ByteWord.loadToEnd(bytes, key.lowerBound), key.count)
    if place < keys.count, keys[place].bytes == word, keys[place].count == key.count {
      return keys[place].field
    }
    let field = Self.field(bytes, key)
    while keys.count <= min(place, EntityField.allCases.count) { keys.append(Key()) }
    if place < keys.count { keys[place] = Key(bytes: word, count: key.count, field: field) }
    return field
  }

  private static func field(_ bytes: Span<UInt8>, _ key: Range<Int>) -> EntityField? {
    var name: [UInt8] = []
    for at in key { name.append(bytes[at]) }
    return EntityField(header: name)
  }

  /// Skips white space within the line.
  @inline(__always)
  private static func skipSpace(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) {
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0D { at += 1 }
  }

  /// The text of a value, empty for `null`; nil if the value is not simple.
  @inline(__always)
  private static func value(
    of field: EntityField, _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int
  ) -> Range<Int>? {
    guard at < end else { return nil }
    if bytes[at] == quote {
      guard let text = string(bytes, &at, end) else { return nil }
      // Surrounding spaces are left to the general reader, which trims most texts.
      if !text.isEmpty, bytes[text.lowerBound] == 0x20 || bytes[text.upperBound - 1] == 0x20 { return nil }
      return text
    }
    if bytes[at] == UInt8(ascii: "n"), at + 4 <= end, bytes[at + 1] == UInt8(ascii: "u"),
      bytes[at + 2] == UInt8(ascii: "l"), bytes[at + 3] == UInt8(ascii: "l")
    {
      at += 4
      return at..<at
    }
    guard field == .id || field == .uniqueID else { return nil }
    let start = at
    while at < end, bytes[at] &- 0x30 < 10 { at += 1 }
    let digits = at - start
    return digits > 0 && digits <= longestNumber && (digits == 1 || bytes[start] != 0x30) ? start..<at : nil
  }

  /// The maximum number of digits of an integer. Every integer of this length fits in an `Int`.
  private static let longestNumber = 18

  /// Reads a string of printable ASCII without escapes that starts at `at`, and moves `at` past it.
  @inline(__always)
  private static func string(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Range<Int>? {
    guard at < end, bytes[at] == quote else { return nil }
    let start = at + 1
    var next = start
    while next + 8 <= end {
      let word = ByteWord.load(bytes, next)
      let special =
        ByteWord.lanes(of: quote, in: word) | ByteWord.lanes(of: UInt8(ascii: "\\"), in: word)
        | ByteWord.lanes(below: 0x20, in: word) | ByteWord.lanes(of: 0x7F, in: word) | word & ByteWord.high
      if special != 0 {
        let place = next + ByteWord.first(special)
        guard bytes[place] == quote else { return nil }
        at = place + 1
        return start..<place
      }
      next += 8
    }
    while next < end {
      let byte = bytes[next]
      if byte == quote {
        at = next + 1
        return start..<next
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x7F { return nil }
      next += 1
    }
    return nil
  }
}

extension EntityField {
  /// The index of the field among all fields.
  fileprivate var place: Int {
    switch self {
    case .name: 0
    case .id: 1
    case .uniqueID: 2
    case .handle: 3
    case .aliases: 4
    case .email: 5
    case .detail: 6
    case .kind: 7
    case .url: 8
    case .avatar: 9
    case .shortName: 10
    case .canTrim: 11
    case .weight: 12
    case .gone: 13
    case .metadata: 14
    }
  }

  /// The corresponding field of `PlainTexts`; nil for fields that are not plain text.
  fileprivate var plain: PlainTexts.Field? {
    switch self {
    case .name: .name
    case .id: .id
    case .uniqueID: .uniqueID
    case .handle: .handle
    case .email: .email
    case .detail: .detail
    case .kind: .kind
    case .url: .url
    case .avatar: .avatar
    case .shortName: .shortName
    case .aliases, .canTrim, .weight, .gone, .metadata: nil
    }
  }
}
