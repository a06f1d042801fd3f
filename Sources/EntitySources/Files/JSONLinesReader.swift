import SystemCalls

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
