import SystemCalls

/// Reads `.ldif`, the output of `ldapsearch` and `slapcat` (RFC 2849).
///
/// - Name: `displayName`, else `cn`, else `givenName` and `sn`.
/// - Handle: `uid`, else `sAMAccountName`.
/// - E-mail address: the first `mail`.
/// - Aliases: other values of `cn`, `mail` and `uid`.
/// - Detail: `title`, and the first of `ou`, `department` and `o` that is present.
/// - URL: `labeledURI`.
/// - Id: `dn`. Unique id: `entryUUID`.
///
/// Groups become teams, and an account disabled in Active Directory is marked as `gone`. Values by reference (`:<`) are
/// not read.
struct LDIFReader {
  private var line = 0
  private var start = 0
  private var end = 0
  private var dn: String?
  /// The values of each attribute, in the order of the file. The keys are in lower case, without options.
  private var values: [String: [String]] = [:]
  /// Whether the record is a change instead of an entry.
  private var isChange = false
  /// The length in bytes of the entry's attributes so far, without those that are not used.
  private var length = 0

  private static let attributes: Set<String> = [
    "dn", "cn", "displayname", "givenname", "sn", "uid", "samaccountname", "mail", "title", "ou",
    "department", "o",
    "labeleduri", "entryuuid", "objectclass", "useraccountcontrol", "changetype",
  ]

  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    -> SystemError?
  {
    var lines = LineReader(reader)
    var entry = LDIFReader()
    var pending: (text: [UInt8], line: Int) = ([], 0)
    var isTooLong = false
    func take(_ entry: inout LDIFReader, into collector: inout RecordCollector) {
      if isTooLong {
        // Attributes that are not used, such as photos, may be of any length.
        let name = Self.attribute(of: pending.text.prefix { $0 != UInt8(ascii: ":") })
        if Self.attributes.contains(name) { collector.addTooLong("value", line: pending.line) }
      } else if !pending.text.isEmpty {
        entry.take(pending.text, line: pending.line, into: &collector)
      }
      isTooLong = false
      pending.text = []
    }
    while let line = lines.next(&collector) {
      if !line.isASCII { collector.checkEncoding(of: lines.bytes.buffer, line.range, line: line.number) }
      let content = lines.bytes.buffer[line.range]
      if content.first == 0x20, !pending.text.isEmpty {
        if pending.text.count + content.count <= collector.limits.record {
          pending.text += content.dropFirst()
        } else {
          isTooLong = true
        }
        entry.end = collector.inFile(line.range).upperBound
        continue
      }
      take(&entry, into: &collector)
      if content.isEmpty {
        entry.finish(into: &collector, sink)
        entry = LDIFReader()
        continue
      }
      if entry.line == 0 {
        (entry.line, entry.start) = (line.number, collector.inFile(line.range).lowerBound)
      }
      entry.end = collector.inFile(line.range).upperBound
      pending = (Array(content), line.number)
    }
    take(&entry, into: &collector)
    entry.finish(into: &collector, sink)
    return lines.bytes.fault
  }

  /// The attribute without its options: `cn` for `cn;lang-de`.
  private static func attribute(of head: some Sequence<UInt8>) -> String {
    String(decoding: Array(head.prefix { $0 != UInt8(ascii: ";") }), as: UTF8.self).lowercased()
  }

  /// Processes an unfolded line.
  private mutating func take(_ text: [UInt8], line: Int, into collector: inout RecordCollector) {
    guard text.first != UInt8(ascii: "#"), text != [UInt8(ascii: "-")] else { return }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      collector.add(line: line, "expected ATTRIBUTE: VALUE; the line is left out")
      return
    }
    let name = Self.attribute(of: text[..<colon])
    guard Self.attributes.contains(name) else { return }
    length += text.count
    guard length <= collector.limits.record else {
      if length - text.count <= collector.limits.record { collector.addTooLong("entry", line: line) }
      return
    }
    var value = text[(colon + 1)...]
    let kind = value.first
    if kind == UInt8(ascii: ":") || kind == UInt8(ascii: "<") { value = value.dropFirst() }
    value = value.drop { $0 == 0x20 }
    switch kind {
    case UInt8(ascii: "<"): return
    case UInt8(ascii: ":"):
      guard let decoded = Base64.decoded(value) else {
        collector.add(line: line, "the value of “\(EntityRecord.excerpt(name))” is not base64; left out")
        return
      }
      add(String(decoding: decoded, as: UTF8.self), to: name)
    default: add(String(decoding: value, as: UTF8.self), to: name)
    }
  }

  private mutating func add(_ value: String, to name: String) {
    switch name {
    case "dn": dn = value
    case "changetype": isChange = value.lowercased() != "add"
    default: if !value.isEmpty { values[name, default: []].append(value) }
    }
  }

  private func first(_ names: String...) -> String? {
    names.lazy.compactMap { values[$0]?.first.flatMap(EntityRecord.trimmed) }.first
  }

  private mutating func finish(into collector: inout RecordCollector, _ sink: EntitySink) {
    guard let dn, !isChange else { return }
    var record = EntityRecord()
    record.id = dn
    record.uniqueID = first("entryuuid")
    let whole = [first("givenname"), first("sn")].compactMap(\.self).joined(separator: " ")
    record.name = first("displayname", "cn") ?? (whole.isEmpty ? nil : whole)
    record.handle = first("uid", "samaccountname")
    record.email = first("mail")
    let others = ["cn", "mail", "uid"].flatMap { values[$0] ?? [] }
    record.aliases = others.filter { ![record.name, record.handle, record.email].contains($0) }
    let detail = [first("title"), first("ou", "department", "o")].compactMap(\.self)
    if !detail.isEmpty { record.detail = detail.joined(separator: ", ") }
    // A value of `labeledURI` may contain a label, which follows the URL after a space.
    record.url = first("labeleduri").map { String($0.prefix { $0 != " " }) }
    let classes = Set((values["objectclass"] ?? []).map { $0.lowercased() })
    if !classes.isDisjoint(with: ["groupofnames", "groupofuniquenames", "posixgroup", "group"]) {
      record.kind = "team"
    }
    if let control = first("useraccountcontrol").flatMap({ Int($0) }), control & 2 != 0 { record.gone = true }
    // Containers, such as units and domains, cannot be mentioned.
    guard record.name != nil || record.handle != nil || record.email != nil else { return }
    collector.finish(
      record, line: line, inFile: collector.search == nil ? 0..<0 : start..<max(start, end), sink)
  }
}
