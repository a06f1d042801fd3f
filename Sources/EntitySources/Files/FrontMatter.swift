import JSONText
import SystemCalls

/// The fields at the start of a Markdown file, between two lines of `---`.
///
/// Their syntax is a strict subset of YAML, which other programs read identically: one unindented `key: value` per
/// field. The value is plain, quoted, a block scalar (`|`, `>`), a list (`[a, b]`, possibly over several lines, or
/// lines of `- a`) or none (`null`, `~`). Anchors, aliases, tags and maps are refused with a message. Unknown keys
/// belong to other programs and are ignored, with their values.
struct FrontMatter {
  private struct Line {
    var number: Int
    /// The text of the line in UTF-8, without trailing white space.
    var text: [UInt8]
    /// The file offset of the line during a search; otherwise 0.
    var start: Int

    var indentation: Int { text.prefix { $0 == 0x20 || $0 == 0x09 }.count }
    var isBlank: Bool { text.count == indentation }
    /// Whether the line is blank or a comment.
    var isPassedOver: Bool { isBlank || text[indentation] == UInt8(ascii: "#") }
    /// The text of the list item on this line; nil if the line is not a list item.
    var item: ArraySlice<UInt8>? {
      let rest = text[indentation...]
      guard rest.first == UInt8(ascii: "-"), rest.dropFirst().first.map({ $0 <= 0x20 }) ?? true else {
        return nil
      }
      return YAMLText.trimmed(rest.dropFirst())
    }
  }

  /// The value of a field, or the reason why it was refused.
  private enum Value {
    case none, refused(String)
    case text(String)
    case list([String])
  }

  /// The maximum number of lines of a bracketed list or quoted text, which is scanned again after each line.
  private static let longestValue = 256

  private var lines: [Line] = []
  private var record = EntityRecord()

  /// Reads the front matter at the start of a file.
  ///
  /// - Returns: the fields and, during a search, the range of the front matter in the file; otherwise an empty range.
  static func read(_ reader: consuming ByteReader, into collector: inout RecordCollector) throws(SystemError)
    -> (record: EntityRecord, range: Range<Int>)
  {
    if let encoding = reader.skipByteOrderMark() {
      collector.add(.error, line: 1, "the file is \(encoding), expected UTF-8")
      return (EntityRecord(), 0..<0)
    }
    let start = reader.place
    var matter = FrontMatter()
    let end = try matter.readLines(reader, into: &collector)
    matter.readFields(into: &collector)
    return (matter.record, start..<max(start, end))
  }

  /// Reads the lines of the front matter. During a search, returns the file offset at which the front matter ends, or 0
  /// if it is not closed.
  private mutating func readLines(
    _ reader: consuming ByteReader, into collector: inout RecordCollector
  ) throws(SystemError) -> Int {
    var reader = LineReader(reader)
    var length = 0
    while let line = reader.next(&collector) {
      let bytes = reader.bytes.buffer[line.range]
      let text = YAMLText.trimmed(bytes)
      length += bytes.count + 1
      if length > collector.limits.record {
        collector.addTooLong("front matter", line: line.number)
        return 0
      }
      if line.number == 1 {
        guard text.elementsEqual("---".utf8) else { break }
        continue
      }
      if !line.isASCII { collector.checkEncoding(of: reader.bytes.buffer, line.range, line: line.number) }
      let place = collector.inFile(line.range)
      if text.elementsEqual("---".utf8) || text.elementsEqual("...".utf8) {
        return place.upperBound
      }
      lines.append(
        Line(number: line.number, text: Array(bytes[..<text.endIndex]), start: place.lowerBound))
    }
    if let fault = reader.bytes.fault { throw fault }
    // The first line is not that of front matter, but a thematic break.
    if !lines.isEmpty {
      collector.add(.note, line: 1, "the front matter is not closed by a line of “---”; ignored")
    }
    lines = []
    return 0
  }

  private mutating func readFields(into collector: inout RecordCollector) {
    var next = 0
    while next < lines.count {
      let at = next
      next += 1
      let line = lines[at]
      guard !line.isPassedOver, line.indentation == 0, line.item == nil,
        let colon = line.text.indices.first(where: {
          line.text[$0] == UInt8(ascii: ":") && ($0 + 1 == line.text.count || line.text[$0 + 1] <= 0x20)
        }), let field = Self.field(named: line.text[..<colon])
      else { continue }
      let rest = YAMLText.trimmed(line.text[(colon + 1)...])
      let value = value(rest, next: &next)
      if next == at + 1, field != .name || record.name == nil, case .text = value {
        let extent = YAMLText.extent(of: rest)
        let place = line.start + extent.startIndex..<line.start + extent.endIndex
        collector.search?.note(field, at: place, .frontMatter)
      }
      take(value, of: field, line: line.number, &collector)
    }
  }

  private static func field(named name: ArraySlice<UInt8>) -> EntityField? {
    let name = YAMLText.trimmed(name).filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    if name.elementsEqual("title".utf8) { return .name }
    if name.elementsEqual("alias".utf8) { return .aliases }
    // A note's key `metadata` belongs to other programs; it is not the entity's field of that name.
    return EntityField(header: name).flatMap { $0 == .metadata ? nil : $0 }
  }

  private mutating func take(
    _ value: Value, of field: EntityField, line: Int, _ collector: inout RecordCollector
  ) {
    switch (value, field) {
    case (.none, _): break
    case (.refused(let complaint), _): collector.add(line: line, field: field.rawValue, complaint)
    case (.text(let text), .aliases): record.aliases.append(text)
    case (.list(let texts), .aliases): record.aliases += texts
    case (.list(let texts), .email):
      record.email = texts.first
      record.aliases += texts.dropFirst()
    case (.list, _): collector.add(line: line, field: field.rawValue, "expected text, found a list")
    case (.text(let text), .name): if record.name == nil { record.name = text }
    case (.text(let text), _): collector.set(field, text: text, line: line, in: &record)
    }
  }

  // MARK: Values

  /// Reads a value. `rest` is the text after the key on the first line; `next` is the index of the next line, and is
  /// advanced past the value.
  private func value(_ rest: ArraySlice<UInt8>, next: inout Int) -> Value {
    if let complaint = YAMLText.complaint(about: rest) { return .refused(complaint) }
    switch rest.first {
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return .text(block(isFolded: rest.first == UInt8(ascii: ">"), &next))
    case UInt8(ascii: "["): return flowList(rest, &next)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(rest, &next)
    case nil, UInt8(ascii: "#"): return below(&next)
    default:
      let text = plain(rest, &next)
      return YAMLText.isNull(text) ? .none : .text(text)
    }
  }

  /// The indented and blank lines after a key, which belong to its value.
  private func indented(_ next: inout Int) -> ArraySlice<Line> {
    let first = next
    var end = next
    while next < lines.count, lines[next].isBlank || lines[next].indentation > 0 {
      next += 1
      if !lines[next - 1].isBlank { end = next }
    }
    next = end
    return lines[first..<end]
  }

  /// A block scalar: its lines joined by `\n`, or by spaces if it is folded.
  private func block(isFolded: Bool, _ next: inout Int) -> String {
    let own = indented(&next)
    let indentation = own.lazy.filter { !$0.isBlank }.map(\.indentation).min() ?? 0
    let texts = own.map { String(decoding: $0.text.dropFirst(indentation), as: UTF8.self) }
    return texts.joined(separator: isFolded ? " " : "\n")
  }

  /// A plain scalar, which may continue on indented lines.
  private func plain(_ rest: ArraySlice<UInt8>, _ next: inout Int) -> String {
    var parts = [String(decoding: YAMLText.extent(of: rest), as: UTF8.self)]
    for line in indented(&next) where !line.isPassedOver {
      parts.append(String(decoding: YAMLText.extent(of: line.text[line.indentation...]), as: UTF8.self))
    }
    return parts.joined(separator: " ")
  }

  /// A quoted scalar, which ends on this line or an indented one.
  private func quoted(_ rest: ArraySlice<UInt8>, _ next: inout Int) -> Value {
    var text = Array(rest)
    let bound = next + Self.longestValue
    while !YAMLText.isClosed(text[...]) {
      guard next < min(lines.count, bound), lines[next].isBlank || lines[next].indentation > 0 else {
        return .refused("the quote is not closed")
      }
      text += [0x20] + YAMLText.trimmed(lines[next].text[...])
      next += 1
    }
    return .text(YAMLText.text(text[...]))
  }

  /// A list such as `[a, "b, c"]`, possibly over several lines.
  private func flowList(_ rest: ArraySlice<UInt8>, _ next: inout Int) -> Value {
    var text = Array(YAMLText.withoutComment(rest))
    let start = next
    let bound = next + Self.longestValue
    while true {
      if let items = YAMLText.items(of: text[...]) {
        if let complaint = items.lazy.compactMap(YAMLText.complaint).first { return .refused(complaint) }
        return .list(items.map(YAMLText.text).filter { !$0.isEmpty })
      }
      guard next < min(lines.count, bound) else {
        // The keys on the following lines are not part of the list.
        next = start
        return .refused("the list is not closed")
      }
      text += [0x20] + YAMLText.withoutComment(lines[next].text[...])
      next += 1
    }
  }

  /// The value of a key whose line contains no value: lines of `- a`, or indented text.
  private func below(_ next: inout Int) -> Value {
    var items: [String] = []
    var complaint: String?
    let start = next
    while next < lines.count, lines[next].isPassedOver || lines[next].item != nil {
      if let item = lines[next].item {
        complaint = complaint ?? YAMLText.complaint(about: item)
        items.append(YAMLText.text(item))
      }
      next += 1
    }
    if let complaint { return .refused(complaint) }
    if !items.isEmpty { return .list(items.filter { !$0.isEmpty }) }
    next = start
    let own = indented(&next)
    guard let first = own.firstIndex(where: { !$0.isPassedOver }) else { return .none }
    let rest = own[first].text[own[first].indentation...]
    next = first + 1
    let isMap = rest.last == UInt8(ascii: ":") || rest.firstOccurrence(of: ": ".utf8) != nil
    return isMap ? .refused("expected text, found a map") : value(rest, next: &next)
  }
}

/// Parses YAML scalars and lists that are on one line.
private enum YAMLText {
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

  /// The reason why a value is not supported; nil if it is.
  static func complaint(about value: ArraySlice<UInt8>) -> String? {
    switch trimmed(value).first {
    case UInt8(ascii: "&"), UInt8(ascii: "*"): "YAML anchors and aliases are not supported; left out"
    case UInt8(ascii: "!"): "YAML tags are not supported; left out"
    case UInt8(ascii: "{"): "expected text, found a map"
    default: nil
    }
  }

  static func isNull(_ text: String) -> Bool { ["null", "Null", "NULL", "~"].contains(text) }

  /// A value without a trailing comment, including its quotes.
  static func extent(of value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if quote(of: value) != nil { return closingQuote(of: value).map { value[...$0] } ?? value }
    let mark = value.indices.dropFirst().first { value[$0] == UInt8(ascii: "#") && value[$0 - 1] <= 0x20 }
    return trimmed(value[..<(mark ?? value.endIndex)])
  }

  /// A line of a list without a trailing comment; `#` inside quotes does not begin one.
  static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var at = line.startIndex
    while at < line.endIndex {
      let begins = at == line.startIndex || line[at - 1] <= 0x20 || line[at - 1] == UInt8(ascii: "[")
      if begins, line[at] == UInt8(ascii: "#") { return trimmed(line[..<at]) }
      if begins || line[at - 1] == UInt8(ascii: ","), let close = closingQuote(of: line[at...]) { at = close }
      at += 1
    }
    return trimmed(line)
  }

  private static func quote(of value: ArraySlice<UInt8>) -> UInt8? {
    value.first.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
  }

  /// The index of the quote that ends a quoted scalar. Between single quotes, `''` is a literal quote; between double
  /// quotes, `\"` is.
  private static func closingQuote(of value: ArraySlice<UInt8>) -> Int? {
    guard let quote = quote(of: value) else { return nil }
    var at = value.startIndex + 1
    while at < value.endIndex {
      if value[at] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        at += 1
      } else if value[at] == quote {
        guard quote == UInt8(ascii: "'"), at + 1 < value.endIndex, value[at + 1] == quote else { return at }
        at += 1
      }
      at += 1
    }
    return nil
  }

  static func isClosed(_ quoted: ArraySlice<UInt8>) -> Bool { closingQuote(of: quoted) != nil }

  /// The text of a scalar on one line, without quotes or trailing comment; empty for `null`.
  static func text(_ value: ArraySlice<UInt8>) -> String {
    let value = extent(of: trimmed(value))
    guard let quote = quote(of: value) else {
      let text = String(decoding: value, as: UTF8.self)
      return isNull(text) ? "" : text
    }
    if quote == UInt8(ascii: "\""), let json = try? JSONParser.parse(value), case .string(let inner) = json {
      return inner
    }
    let inside = value.dropFirst().dropLast(value.last == quote && value.count > 1 ? 1 : 0)
    return Placeholder.fill(["''"], in: String(decoding: inside, as: UTF8.self), with: "'")
  }

  /// The items of `[a, "b, c"]`; nil if the list is not closed.
  static func items(of list: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var items: [ArraySlice<UInt8>] = []
    var from = list.startIndex + 1
    var at = from
    // Whether the item has begun. A quote inside of an item is an ordinary character.
    var hasBegun = false
    while at < list.endIndex {
      let byte = list[at]
      if !hasBegun, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let close = closingQuote(of: list[at...]) else { return nil }
        hasBegun = true
        at = close
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
        items.append(trimmed(list[from..<at]))
        if byte == UInt8(ascii: "]") { return items }
        from = at + 1
        hasBegun = false
      } else if byte > 0x20 {
        hasBegun = true
      }
      at += 1
    }
    return nil
  }
}
