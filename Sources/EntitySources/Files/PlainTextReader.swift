import SystemCalls

/// `.txt`: one name a line, `Name <address>` understood, what follows a `#` at a line's start a comment.
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

/// A person as e-mail and Git write one: `Name <address>`.
struct Contact: Hashable, Sendable {
  /// Without the address; where there is nothing else, the address's part before the `@`.
  var name: String
  var email: String?
  /// Where the name is; nil where it is made of the address.
  var nameRange: Range<Int>?

  init(_ bytes: ArraySlice<UInt8>) {
    let trimmed = Self.trimmed(bytes)
    if trimmed.last == UInt8(ascii: ">"), let open = trimmed.lastIndex(of: UInt8(ascii: "<")) {
      let address = Self.trimmed(trimmed[trimmed.index(after: open)...].dropLast())
      if !address.isEmpty { email = String(decoding: address, as: UTF8.self) }
      var before = Self.trimmed(trimmed[..<open])
      if before.count > 1, before.first == UInt8(ascii: "\""), before.last == UInt8(ascii: "\"") {
        before = Self.trimmed(before.dropFirst().dropLast())
      }
      name = String(decoding: before, as: UTF8.self)
      if before.isEmpty {
        name = String(decoding: address.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
      } else {
        nameRange = before.indices
      }
    } else {
      name = String(decoding: trimmed, as: UTF8.self)
      nameRange = trimmed.indices
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return bytes
  }
}
