import JSONText
import SystemCalls

/// Reads `.vcf`: vCard 3 and 4 (RFC 2426, RFC 6350), and the parts of 2.1 that are still in use.
///
/// - Name: the preferred FN, else N, else ORG.
/// - E-mail address: the preferred EMAIL.
/// - Aliases: NICKNAME, and the other EMAILs and FNs.
/// - Id and unique id: UID.
/// - Detail: TITLE and ORG.
/// - URL and avatar: URL and PHOTO, unchanged; a PHOTO that is not a URL is ignored.
///
/// `X-WEIGHT` and `X-GONE` set fields for which vCard has no property.
struct VCardReader {
  private var record = EntityRecord()
  private var cardLine = 0
  private var structuredName: String?
  private var organization: String?
  private var title: String?
  private var names: [Ranked] = []
  private var emails: [Ranked] = []
  private var isOpen = false
  /// The length of the properties so far, in bytes.
  private var length = 0
  /// The file offset at which the card starts, and the range of the current property in the file, in bytes.
  private var cardStart = 0
  private var property = 0..<0
  /// Whether the current property is on one line, so that its value is contiguous in the file.
  private var isUnfolded = true

  private struct Ranked {
    var text: String
    var rank: Int
  }

  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink)
    -> SystemError?
  {
    var lines = LineReader(reader)
    var card = VCardReader()
    var pending: [UInt8] = []
    var pendingLine = 0
    var pendingRange = 0..<0
    var isUnfolded = true
    var head = Head(of: [])
    /// Whether the property exceeds the size limit.
    var isTooLong = false
    func unfold(_ content: ArraySlice<UInt8>, at range: Range<Int>) {
      pendingRange = pendingRange.lowerBound..<range.upperBound
      isUnfolded = false
      if pending.count + content.count <= collector.limits.record {
        pending += content
      } else {
        isTooLong = true
      }
    }
    while let line = lines.next(&collector) {
      head.read(pending)
      if !line.isASCII, !head.namesCharset {
        let text = Array(lines.bytes.buffer[line.range])
        if !Head(of: text).namesCharset {
          collector.checkEncoding(of: text, 0..<text.count, line: line.number)
        }
      }
      var content = lines.bytes.buffer[line.range]
      if pending.last == UInt8(ascii: "="), head.isQuotedPrintable {
        pending.removeLast()
        content = content.drop { $0 == 0x20 }
        unfold(content, at: collector.inFile(line.range))
        continue
      }
      if let first = content.first, first == 0x20 || first == 0x09 {
        unfold(content.dropFirst(), at: collector.inFile(line.range))
        continue
      }
      (card.property, card.isUnfolded) = (pendingRange, isUnfolded)
      card.take(pending, line: pendingLine, isWhole: !isTooLong, into: &collector, sink)
      isTooLong = false
      isUnfolded = true
      pending = Array(content)
      pendingRange = collector.inFile(line.range)
      pendingLine = line.number
      head = Head(of: pending)
    }
    (card.property, card.isUnfolded) = (pendingRange, isUnfolded)
    card.take(pending, line: pendingLine, isWhole: !isTooLong, into: &collector, sink)
    if card.isOpen {
      collector.add(line: card.cardLine, "the card has no END:VCARD")
      card.close(into: &collector, sink)
    }
    if card.cardLine == 0, lines.bytes.fault == nil {
      collector.add(.error, "the file has no vCard; expected a line BEGIN:VCARD")
    }
    return lines.bytes.fault
  }

  /// The encoding declared by the parameters of a property. Only the first KiB is examined, up to the colon.
  private struct Head {
    private static let longest = 1024

    private(set) var isQuotedPrintable = false
    private(set) var namesCharset = false
    private var length = 0
    private var isWhole = false

    /// Reads a single line.
    init(of line: [UInt8]) { read(line) }

    /// Called at each line with the property so far; parses the property again only while its parameters are
    /// incomplete.
    mutating func read(_ property: [UInt8]) {
      guard !isWhole, property.count != length else { return }
      let head = property.prefix(Self.longest).prefix { $0 != UInt8(ascii: ":") }
      length = property.count
      isWhole = head.count < property.count
      let pieces = String(decoding: head, as: UTF8.self).uppercased().split(separator: ";")
      isQuotedPrintable = pieces.contains { $0.hasSuffix("QUOTED-PRINTABLE") }
      namesCharset = pieces.contains { $0.hasPrefix("CHARSET=") && !$0.hasSuffix("UTF-8") }
    }
  }

  private mutating func take(
    _ line: [UInt8], line number: Int, isWhole: Bool, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) {
    guard !line.isEmpty else { return }
    guard let property = VCardProperty(line) else {
      if isOpen { collector.add(line: number, "expected NAME:VALUE; the line is left out") }
      return
    }
    switch property.name {
    case "BEGIN":
      if isOpen {
        collector.add(line: cardLine, "the card has no END:VCARD")
        close(into: &collector, sink)
      }
      let place = self.property
      self = VCardReader()
      isOpen = true
      (self.property, cardStart) = (place, place.lowerBound)
      cardLine = number
    case "END":
      if isOpen { close(into: &collector, sink) }
    default:
      guard isOpen, Self.readNames.contains(property.name) else { return }
      guard isWhole else {
        // An embedded photo may be too long, but only the URL of a photo would be used.
        if property.name != "PHOTO" { collector.addTooLong("property", line: number) }
        return
      }
      length += line.count
      if length <= collector.limits.record {
        note(property, in: &collector)
        if let charset = property.unknownCharset {
          collector.add(
            line: number, "the character set “\(EntityRecord.excerpt(charset))” is not known; read as UTF-8")
        }
        if let (field, complaint) = apply(property) {
          collector.add(line: number, field: field.rawValue, complaint)
        }
      } else if length - line.count <= collector.limits.record {
        collector.addTooLong("card", line: number)
      }
    }
  }

  private static let readNames: Set = [
    "FN", "N", "NICKNAME", "EMAIL", "UID", "ORG", "TITLE", "URL", "PHOTO", "KIND", "X-ADDRESSBOOKSERVER-KIND",
    "X-WEIGHT", "X-GONE",
  ]

  /// Records the range of a value that the file contains literally.
  private func note(_ property: VCardProperty, in collector: inout RecordCollector) {
    guard collector.search != nil, isUnfolded, property.isPlain else { return }
    let field: EntityField
    switch property.name {
    case "FN" where isPreferred(property, to: names): field = .name
    case "EMAIL" where isPreferred(property, to: emails): field = .email
    default: return
    }
    let end = self.property.upperBound
    collector.search?.note(field, at: end - property.value.count..<end, .vCard)
  }

  private func isPreferred(_ property: VCardProperty, to others: [Ranked]) -> Bool {
    others.allSatisfy { property.preference < $0.rank }
  }

  /// Applies a property. Returns the field and the expected value if the value is invalid.
  private mutating func apply(_ property: VCardProperty) -> (EntityField, String)? {
    switch property.name {
    case "FN":
      EntityRecord.trimmed(property.text).map { names.append(Ranked(text: $0, rank: property.preference)) }
    case "N":
      // family;given;middle;prefixes;suffixes
      let parts = property.parts(dividedBy: UInt8(ascii: ";"))
      let order = [1, 2, 0].compactMap { $0 < parts.count && !parts[$0].isEmpty ? parts[$0] : nil }
      structuredName = order.isEmpty ? nil : order.joined(separator: " ")
    case "NICKNAME":
      record.aliases += property.parts(dividedBy: UInt8(ascii: ",")).filter { !$0.isEmpty }
    case "EMAIL":
      let address = Contact.address(Array(property.text.utf8)[...])
      EntityRecord.trimmed(String(decoding: address, as: UTF8.self)).map {
        emails.append(Ranked(text: $0, rank: property.preference))
      }
    case "UID":
      record.id = property.text
      record.uniqueID = property.text
    case "ORG":
      organization = property.parts(dividedBy: UInt8(ascii: ";")).first { !$0.isEmpty }
    case "TITLE": title = property.text
    case "URL": if record.url == nil { record.url = property.text }
    case "PHOTO":
      let text = property.text
      if text.hasPrefix("http:") || text.hasPrefix("https:") || text.hasPrefix("file:") {
        record.avatar = text
      }
    case "KIND", "X-ADDRESSBOOKSERVER-KIND":
      switch property.text.lowercased() {
      case "individual", "": record.kind = nil
      case "group": record.kind = "team"
      case let other: record.kind = other
      }
    case "X-WEIGHT": return record.set(.weight, text: property.text).map { (.weight, $0) }
    case "X-GONE": return record.set(.gone, text: property.text).map { (.gone, $0) }
    default: break
    }
    return nil
  }

  /// Removes and returns the preferred value, or the first of several with equal preference.
  private static func takePreferred(of all: inout [Ranked]) -> String? {
    guard let best = all.indices.min(by: { all[$0].rank < all[$1].rank }) else { return nil }
    return all.remove(at: best).text
  }

  private mutating func close(into collector: inout RecordCollector, _ sink: EntitySink) {
    isOpen = false
    record.name = Self.takePreferred(of: &names) ?? structuredName ?? organization
    record.email = Self.takePreferred(of: &emails)
    record.aliases += (names + emails).map(\.text).filter { $0 != record.name && $0 != record.email }
    let detail = [title, organization].compactMap { $0.flatMap(EntityRecord.trimmed) }
    if !detail.isEmpty, organization != record.name { record.detail = detail.joined(separator: ", ") }
    let range = collector.search == nil ? 0..<0 : cardStart..<max(cardStart, property.upperBound)
    collector.finish(record, line: cardLine, inFile: range, sink)
    record = EntityRecord()
  }
}

/// One content line: `group.NAME;PARAMETER=VALUE:VALUE`.
private struct VCardProperty {
  /// The name in capital letters, without the group.
  var name: String
  /// The parameters in capital letters.
  var parameters: [String]
  /// The value in UTF-8, decoded from quoted-printable, with backslash escapes unresolved.
  var value: [UInt8]
  /// The name of the value's encoding if it is unsupported; otherwise nil.
  private(set) var unknownCharset: String?

  init?(_ line: [UInt8]) {
    var inQuotes = false
    guard
      let colon = line.firstIndex(where: {
        if $0 == UInt8(ascii: "\"") { inQuotes.toggle() }
        return $0 == UInt8(ascii: ":") && !inQuotes
      })
    else { return nil }
    let head = String(decoding: line[..<colon], as: UTF8.self).uppercased()
    var pieces = head.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0)) }
    guard let first = pieces.first else { return nil }
    pieces.removeFirst()
    name =
      first.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(first[first.utf8.index(after: $0)...]) }
      ?? first
    parameters = pieces
    value = Array(line[(colon + 1)...])
    if pieces.contains(where: { $0.hasSuffix("QUOTED-PRINTABLE") }) { value = Self.unquoted(value) }
    guard let parameter = pieces.first(where: { $0.hasPrefix("CHARSET=") }) else { return }
    let charset = parameter.dropFirst("CHARSET=".count).filter { $0 != "\"" }
    if let encoding = SingleByteEncoding(named: charset) {
      value = encoding.utf8(value)
    } else if !["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(charset) {
      unknownCharset = charset
    }
  }

  /// Whether the value is stored literally in the file.
  var isPlain: Bool {
    !parameters.contains { $0.hasSuffix("QUOTED-PRINTABLE") || $0.hasPrefix("CHARSET=") }
  }

  /// The whole value with its escapes resolved.
  var text: String { String(decoding: Self.unescaped(value[...]), as: UTF8.self) }

  /// The value, split at unescaped occurrences of a character.
  func parts(dividedBy divider: UInt8) -> [String] {
    var parts: [String] = []
    var from = 0
    var at = 0
    while at < value.count {
      if value[at] == UInt8(ascii: "\\") {
        at += 2
        continue
      }
      if value[at] == divider {
        parts.append(String(decoding: Self.unescaped(value[from..<at]), as: UTF8.self))
        from = at + 1
      }
      at += 1
    }
    parts.append(String(decoding: Self.unescaped(value[min(from, value.count)...]), as: UTF8.self))
    return parts.map { EntityRecord.trimmed($0) ?? "" }
  }

  /// The preference: from 1, the highest (`PREF=1`, `TYPE=pref`), to 101 for a value that states no preference.
  var preference: Int {
    for parameter in parameters {
      if parameter.hasPrefix("PREF="), let rank = Int(parameter.dropFirst(5)) {
        return min(max(rank, 1), 100)
      }
      if parameter == "PREF" || (parameter.hasPrefix("TYPE=") && parameter.holds("PREF")) { return 1 }
    }
    return 101
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        out.append(byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") ? 0x0A : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        out.append(byte)
      }
    }
    return out
  }

  private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "="), at + 2 < bytes.count,
        let high = hexDigit(bytes[at + 1]), let low = hexDigit(bytes[at + 2])
      {
        out.append(high << 4 | low)
        at += 3
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return out
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
