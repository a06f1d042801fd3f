import Entities
import JSONText

/// Reads the plain kind of a JSON line straight into a batch, eight bytes at a time: an object whose fields are known
/// and hold strings without escapes, whole numbers as ids, or `null`. What it does not take, `EntityJSON` reads, which
/// knows what is wrong; both make the same of the same line.
struct PlainLineReader {
  /// A field's name as it was written, of eight bytes at most.
  private struct Key {
    var bytes: UInt64 = 0
    var count = 0
    var field: EntityField?
  }

  /// By place in the object: most lines of a file have the same fields in the same order.
  private var keys: [Key] = []

  private static let quote = UInt8(ascii: "\"")

  /// Appends the entity of a line. Returns where the line ends; nil, and nothing is appended, where it is not plain.
  ///
  /// - Parameters:
  ///   - start: where the object begins.
  ///   - end: where what may be read ends.
  ///   - isWhole: whether that is where the line ends; otherwise a line feed ends it.
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
      // Of a field that is there twice the last value that is one counts.
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
    guard isWhole ? at == end : at < end && bytes[at] == 0x0A, at - start <= ReadingLimit.record else {
      return nil
    }
    let (name, handle) = (texts[.name], texts[.handle])
    guard !name.isEmpty, max(name.count, handle.count) <= ShownText.longestName else { return nil }
    // A handle is written without its control character.
    if !handle.isEmpty, bytes[handle.lowerBound] == UInt8(ascii: "@") { return nil }
    batch.append(texts, of: bytes)
    return at
  }

  /// Which field a name means.
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

  /// Passes over white space that does not end a line.
  @inline(__always)
  private static func skipSpace(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) {
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0D { at += 1 }
  }

  /// The text that a value stands for, empty for none; nil for what is not plain.
  @inline(__always)
  private static func value(
    of field: EntityField, _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int
  ) -> Range<Int>? {
    guard at < end else { return nil }
    if bytes[at] == quote {
      guard let text = string(bytes, &at, end) else { return nil }
      // Spaces at the ends are not part of most texts.
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

  /// Digits that surely fit into an integer.
  private static let longestNumber = 18

  /// The inside of a string of printable ASCII without escapes that starts at `at`; moves `at` behind it.
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
  /// Its place among all fields.
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

  /// Where a plain text goes; nil for what is no text.
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
