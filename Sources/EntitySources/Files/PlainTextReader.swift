import SystemCalls

/// Reads `.txt`: one name or `Name <address>` per line; a line that begins with `#` is a comment.
enum PlainTextReader {
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
