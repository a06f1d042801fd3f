import JSONText

/// An entity as a run of bytes: two bytes of flags, then its texts, each preceded by its length. An id that equals
/// the handle, e-mail address or name is not stored twice. Metadata and source are stored elsewhere, so that a record
/// can be copied from catalog to catalog. An e-mail address is zero-terminated, so that it can be searched in place.
struct EncodedEntity {
  struct Flags: OptionSet {
    let rawValue: UInt16
    static let uniqueID = Flags(rawValue: 1)
    static let handle = Flags(rawValue: 2)
    static let aliases = Flags(rawValue: 4)
    static let email = Flags(rawValue: 8)
    static let detail = Flags(rawValue: 16)
    static let kind = Flags(rawValue: 32)
    static let url = Flags(rawValue: 64)
    static let avatar = Flags(rawValue: 128)
    static let shortName = Flags(rawValue: 256)
    static let cannotTrim = Flags(rawValue: 512)
    static let idIsHandle = Flags(rawValue: 1024)
    static let idIsEmail = Flags(rawValue: 2048)
    static let idIsName = Flags(rawValue: 4096)
    static let foldedEmail = Flags(rawValue: 8192)
    static let weight = Flags(rawValue: 16384)
    static let gone = Flags(rawValue: 32768)
  }

  /// The ranges of the texts in the bytes.
  private(set) var id: Range<Int>
  let name: Range<Int>
  private(set) var uniqueID: Range<Int>?
  private(set) var handle: Range<Int>?
  private(set) var email: Range<Int>?
  /// The zero-terminated e-mail address that is searched: the address itself if it is ASCII without zeros, else its
  /// folding. Comparisons must ignore case.
  private(set) var searchedEmail: Range<Int>?
  private(set) var aliases: [Range<Int>] = []
  /// The offset of the rest of the record: the weight, if there is one, followed by the texts that are only displayed.
  private let rest: Int
  private let flags: Flags

  @inline(__always)
  init(_ bytes: Span<UInt8>, at start: Int) {
    let flags =
      start + 1 < bytes.count ? Flags(rawValue: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8) : []
    var at = start + 2
    name = Self.text(bytes, &at)
    id = name
    if flags.contains(.handle) { handle = Self.text(bytes, &at) }
    if flags.contains(.email) {
      let text = Self.text(bytes, &at)
      email = text
      at += 1
      searchedEmail = text
      if flags.contains(.foldedEmail) {
        searchedEmail = Self.text(bytes, &at)
        at += 1
      }
    }
    if flags.contains(.uniqueID) { uniqueID = Self.text(bytes, &at) }
    if flags.contains(.idIsHandle), let handle {
      id = handle
    } else if flags.contains(.idIsEmail), let email {
      id = email
    } else if !flags.contains(.idIsName) {
      id = Self.text(bytes, &at)
    }
    if flags.contains(.aliases) {
      let count = VariableLength.read(bytes, &at)
      while aliases.count < count, at < bytes.count { aliases.append(Self.text(bytes, &at)) }
    }
    rest = at
    self.flags = flags
  }

  @inline(__always)
  private static func text(_ bytes: Span<UInt8>, _ at: inout Int) -> Range<Int> {
    let length = VariableLength.read(bytes, &at)
    let start = min(at, bytes.count)
    // A damaged record may contain a length beyond the end of the bytes.
    at = min(start + length, bytes.count)
    return start..<at
  }

  private static let weightSize = 8
  /// The offset of the texts that are only displayed.
  private var shown: Int { flags.contains(.weight) ? rest + Self.weightSize : rest }

  /// Whether the record at `start` has a weight, without decoding it.
  @inline(__always)
  fileprivate static func hasWeight(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes[start + 1] & UInt8(truncatingIfNeeded: Flags.weight.rawValue >> 8) != 0
  }

  /// The name and the handle (empty if there is none) of the record at `start`; nil if the entity has aliases. Does not
  /// decode the rest of the record.
  @inline(__always)
  static func nameAndHandle(_ bytes: Span<UInt8>, at start: Int) -> (name: Range<Int>, handle: Range<Int>)? {
    let flags = Flags(rawValue: UInt16(bytes[start]))
    if flags.contains(.aliases) { return nil }
    var at = start + 2
    let name = text(bytes, &at)
    return (name, flags.contains(.handle) ? text(bytes, &at) : at..<at)
  }

  /// The weight, if there is one.
  @inline(__always)
  fileprivate func weight(_ bytes: Span<UInt8>) -> Double? {
    if !flags.contains(.weight) || rest + Self.weightSize > bytes.count { return nil }
    var bits: UInt64 = 0
    for at in rest..<rest + Self.weightSize { bits = bits << 8 | UInt64(bytes[at]) }
    return Double(bitPattern: bits)
  }

  /// The offset of the end of the record.
  func end(_ bytes: Span<UInt8>) -> Int {
    var at = shown
    for flag in [Flags.detail, .kind, .url, .avatar, .shortName] where flags.contains(flag) {
      _ = Self.text(bytes, &at)
    }
    return at
  }

  /// The range of the URL, if any.
  func url(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard flags.contains(.url) else { return nil }
    var at = shown
    for flag in [Flags.detail, .kind] where flags.contains(flag) { _ = Self.text(bytes, &at) }
    return Self.text(bytes, &at)
  }

  /// The entity without its metadata.
  func entity(_ bytes: Span<UInt8>, source: String) -> Entity {
    var at = shown
    var shown: [String?] = []
    for flag in [Flags.detail, .kind, .url, .avatar, .shortName] {
      shown.append(flags.contains(flag) ? UTF8Reading.string(bytes, Self.text(bytes, &at)) : nil)
    }
    var entity = Entity(id: UTF8Reading.string(bytes, id), name: UTF8Reading.string(bytes, name))
    if let uniqueID { entity.uniqueID = UTF8Reading.string(bytes, uniqueID) }
    if let handle { entity.handle = UTF8Reading.string(bytes, handle) }
    if let email { entity.email = UTF8Reading.string(bytes, email) }
    for alias in aliases { entity.aliases.append(UTF8Reading.string(bytes, alias)) }
    entity.detail = shown[0]
    if let kind = shown[1] { entity.kind = EntityKind(rawValue: kind) }
    entity.url = shown[2]
    entity.avatar = shown[3]
    entity.shortName = shown[4]
    entity.canTrim = !flags.contains(.cannotTrim)
    entity.weight = weight(bytes)
    entity.gone = flags.contains(.gone)
    entity.source = source
    return entity
  }

  static func append(_ entity: Entity, to bytes: inout [UInt8]) {
    var flags: Flags = []
    if entity.uniqueID != nil { flags.insert(.uniqueID) }
    if entity.handle != nil { flags.insert(.handle) }
    if !entity.aliases.isEmpty { flags.insert(.aliases) }
    if entity.email != nil { flags.insert(.email) }
    if entity.detail != nil { flags.insert(.detail) }
    if entity.kind != .person { flags.insert(.kind) }
    if entity.url != nil { flags.insert(.url) }
    if entity.avatar != nil { flags.insert(.avatar) }
    if entity.shortName != nil { flags.insert(.shortName) }
    if !entity.canTrim { flags.insert(.cannotTrim) }
    if entity.weight != nil { flags.insert(.weight) }
    if entity.gone { flags.insert(.gone) }
    if let handle = entity.handle, handle.utf8.elementsEqual(entity.id.utf8) {
      flags.insert(.idIsHandle)
    } else if let email = entity.email, email.utf8.elementsEqual(entity.id.utf8) {
      flags.insert(.idIsEmail)
    } else if entity.name.utf8.elementsEqual(entity.id.utf8) {
      flags.insert(.idIsName)
    }
    // Comparisons fold ASCII byte by byte, so an ASCII address needs no folded copy unless it contains a zero, which
    // would end the text.
    let isFoldedApart = entity.email.map { $0.utf8.contains { $0 >= 0x80 || $0 == 0 } } ?? false
    if isFoldedApart { flags.insert(.foldedEmail) }
    bytes.append(UInt8(truncatingIfNeeded: flags.rawValue))
    bytes.append(UInt8(truncatingIfNeeded: flags.rawValue >> 8))
    append(entity.name, &bytes)
    if let handle = entity.handle { append(handle, &bytes) }
    if let email = entity.email {
      append(email, &bytes)
      bytes.append(0)
      if isFoldedApart {
        let folded = NameFolding.fold(email)
        VariableLength.append(folded.count, to: &bytes)
        bytes += folded
        bytes.append(0)
      }
    }
    if let uniqueID = entity.uniqueID { append(uniqueID, &bytes) }
    if flags.isDisjoint(with: [.idIsHandle, .idIsEmail, .idIsName]) { append(entity.id, &bytes) }
    if !entity.aliases.isEmpty {
      VariableLength.append(entity.aliases.count, to: &bytes)
      for alias in entity.aliases { append(alias, &bytes) }
    }
    if let weight = entity.weight {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: weight.bitPattern >> shift))
      }
    }
    if let detail = entity.detail { append(detail, &bytes) }
    if entity.kind != .person { append(entity.kind.rawValue, &bytes) }
    if let url = entity.url { append(url, &bytes) }
    if let avatar = entity.avatar { append(avatar, &bytes) }
    if let shortName = entity.shortName { append(shortName, &bytes) }
  }

  private static func append(_ text: String, _ bytes: inout [UInt8]) {
    VariableLength.append(text.utf8.count, to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }
}

// MARK: - Plain texts

/// The texts of an entity that need no clean-up, as ranges of the source bytes; an empty range means that there is no
/// text. The texts are well-formed UTF-8 without hidden characters, and without spaces at either end; the e-mail
/// address and the id are ASCII.
package struct PlainTexts {
  /// The fields in their order in a record.
  package enum Field: Int { case name, handle, email, uniqueID, id, detail, kind, url, avatar, shortName }

  private var ranges: InlineArray<10, Range<Int>> = .init(repeating: 0..<0)

  package init() {}

  package subscript(field: Field) -> Range<Int> {
    get { ranges[field.rawValue] }
    set { ranges[field.rawValue] = newValue }
  }

  /// The id, or else the first of handle, e-mail address and name that is not empty.
  var idRange: Range<Int> {
    for field in [Field.id, .handle, .email] where !self[field].isEmpty { return self[field] }
    return self[.name]
  }

  /// The maximum size of the record in bytes.
  var mostBytes: Int {
    // Two bytes of flags, the zero after the address, and the length of each text.
    var sum = 3 + ranges.count * VariableLength.mostBytes
    for index in ranges.indices { sum += ranges[index].count }
    return sum
  }
}

extension EncodedEntity {
  /// Writes the record of an entity of plain texts, as `append(_:to:)` does. Returns the offset of the record's end.
  ///
  /// - Parameters:
  ///   - out: has room for the record and eight more bytes.
  ///   - email: is set to the offset of the e-mail address, if any.
  @inline(__always)
  static func write(
    _ texts: PlainTexts, of bytes: Span<UInt8>, to out: inout MutableSpan<UInt8>, at start: Int,
    _ email: inout Int?
  ) -> Int {
    var flags: Flags = []
    var at = start + 2
    append(bytes, texts[.name], &out, &at)
    let handle = texts[.handle]
    if !handle.isEmpty {
      flags.insert(.handle)
      append(bytes, handle, &out, &at)
    }
    let address = texts[.email]
    if !address.isEmpty {
      flags.insert(.email)
      append(bytes, address, &out, &at)
      email = at - address.count
      out[at] = 0
      at += 1
    }
    if !texts[.uniqueID].isEmpty {
      flags.insert(.uniqueID)
      append(bytes, texts[.uniqueID], &out, &at)
    }
    let id = texts.idRange
    if isSame(bytes, id, handle) {
      flags.insert(.idIsHandle)
    } else if isSame(bytes, id, address) {
      flags.insert(.idIsEmail)
    } else if isSame(bytes, id, texts[.name]) {
      flags.insert(.idIsName)
    } else {
      append(bytes, id, &out, &at)
    }
    if !texts[.detail].isEmpty {
      flags.insert(.detail)
      append(bytes, texts[.detail], &out, &at)
    }
    let kind = texts[.kind]
    if !kind.isEmpty, !isPerson(bytes, kind) {
      flags.insert(.kind)
      append(bytes, kind, &out, &at)
    }
    if !texts[.url].isEmpty {
      flags.insert(.url)
      append(bytes, texts[.url], &out, &at)
    }
    if !texts[.avatar].isEmpty {
      flags.insert(.avatar)
      append(bytes, texts[.avatar], &out, &at)
    }
    if !texts[.shortName].isEmpty {
      flags.insert(.shortName)
      append(bytes, texts[.shortName], &out, &at)
    }
    out[start] = UInt8(truncatingIfNeeded: flags.rawValue)
    out[start + 1] = UInt8(truncatingIfNeeded: flags.rawValue >> 8)
    return at
  }

  private static func isPerson(_ bytes: Span<UInt8>, _ kind: Range<Int>) -> Bool {
    let person = EntityKind.person.rawValue.utf8
    if kind.count != person.count { return false }
    for (offset, byte) in person.enumerated() where bytes[kind.lowerBound + offset] != byte { return false }
    return true
  }

  /// Whether two texts are equal and not empty.
  @inline(__always)
  private static func isSame(_ bytes: Span<UInt8>, _ a: Range<Int>, _ b: Range<Int>) -> Bool {
    if a.count != b.count || a.isEmpty { return false }
    for offset in 0..<a.count where bytes[a.lowerBound + offset] != bytes[b.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Writes a length and a text.
  @inline(__always)
  private static func append(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ out: inout MutableSpan<UInt8>, _ at: inout Int
  ) {
    VariableLength.write(range.count, to: &out, &at)
    let end = at + range.count
    var from = range.lowerBound
    // The last word may extend past the text; the next write replaces those bytes.
    while at < end, from + 8 <= bytes.count {
      ByteWord.store(ByteWord.load(bytes, from), &out, at)
      at += 8
      from += 8
    }
    while at < end {
      out[at] = bytes[from]
      at += 1
      from += 1
    }
    at = end
  }
}

// MARK: - Facts of records

/// A summary of a record, for sorting and for the search for duplicates. Both would visit the records themselves in an
/// order unrelated to the records' addresses, so each visit would wait for memory.
struct RecordFacts: Sendable {
  /// The offset of the record.
  var start: UInt32
  /// The offset of the searched e-mail address; `noEmail` if there is none.
  var email: UInt32
  /// The hash of the entity's key: its `uniqueID`, else its `id` within its source.
  let keyHash: UInt32
  /// The hash of the entity's `id` within its source.
  let idHash: UInt32
  /// The length of the name in graphemes.
  let nameLength: UInt32
  /// The length of the name in bytes.
  let nameBytes: UInt32
  let source: UInt16
  /// The magnitude of the weight; the highest bit indicates a `uniqueID`.
  private let magnitudeAndKey: UInt16
  /// The name's first sixteen bytes, big-endian, padded with zeros.
  let nameHead: (UInt64, UInt64)

  static let noEmail = UInt32.max
  private static let uniqueIDFlag: UInt16 = 1 << 15

  var magnitude: Int { Int(magnitudeAndKey & ~Self.uniqueIDFlag) }
  var hasUniqueID: Bool { magnitudeAndKey & Self.uniqueIDFlag != 0 }

  /// Summarizes a record. O(its name and its id).
  init(_ record: EncodedEntity, _ bytes: Span<UInt8>, at start: Int, source: UInt16) {
    let idHash = KeyTable.hash(bytes.extracting(record.id), seed: Self.seed(ofIDsIn: source))
    self.init(
      start: start, email: record.searchedEmail.flatMap { $0.isEmpty ? nil : $0.lowerBound }, idHash: idHash,
      keyHash: record.uniqueID.map { KeyTable.hash(bytes.extracting($0), seed: 0) },
      name: bytes.extracting(record.name), source: source,
      magnitude: EncodedEntity.hasWeight(bytes, at: start) ? Magnitude.of(record.weight(bytes)) : 0)
  }

  /// - Parameters:
  ///   - start: the offset of the record.
  ///   - email: the offset of the searched e-mail address.
  ///   - keyHash: the hash of the `uniqueID`, if any.
  ///   - magnitude: the magnitude of the weight.
  @inline(__always)
  init(
    start: Int, email: Int?, idHash: UInt32, keyHash: UInt32?, name: Span<UInt8>, source: UInt16,
    magnitude: Int
  ) {
    self.start = UInt32(start)
    self.email = email.map { UInt32($0) } ?? Self.noEmail
    self.idHash = idHash
    self.keyHash = keyHash ?? idHash
    nameBytes = UInt32(name.count)
    nameLength = UInt32(Self.graphemes(name))
    self.source = source
    magnitudeAndKey = UInt16(magnitude) | (keyHash == nil ? 0 : Self.uniqueIDFlag)
    nameHead = (Self.chunk(name, 0), Self.chunk(name, 8))
  }

  /// The summary of the same record in other bytes, where offset `old` corresponds to `new`.
  func moved(from old: Int, to new: Int) -> RecordFacts {
    var moved = self
    moved.start = UInt32(Int(start) - old + new)
    if email != Self.noEmail { moved.email = UInt32(Int(email) - old + new) }
    return moved
  }

  /// The hash seed for ids, which differs by source.
  static func seed(ofIDsIn source: UInt16) -> UInt64 { UInt64(source) + 1 }

  /// Eight bytes of a text starting at an offset, big-endian, padded with zeros.
  @inline(__always)
  static func chunk(_ text: Span<UInt8>, _ at: Int) -> UInt64 {
    if at + 8 <= text.count { return ByteWord.load(text, at).byteSwapped }
    var chunk: UInt64 = 0
    for offset in 0..<8 {
      chunk = chunk << 8 | (at + offset < text.count ? UInt64(text[at + offset]) : 0)
    }
    return chunk
  }

  private static func graphemes(_ name: Span<UInt8>) -> Int {
    // ASCII has one grapheme per byte, except for a carriage return before a line feed.
    var at = 0
    while at + 8 <= name.count {
      let word = ByteWord.load(name, at)
      if (word & ByteWord.high) | ByteWord.lanes(of: 0x0D, in: word) != 0 { break }
      at += 8
    }
    while at < name.count {
      if name[at] >= 0x80 || name[at] == 0x0D {
        return unsafe name.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self).count }
      }
      at += 1
    }
    return name.count
  }
}

// MARK: - Metadata

/// The metadata of those entities that have any, as JSON text.
struct MetadataTable: Sendable {
  /// The indices of the entities, ascending.
  let entities: Column<UInt32>
  /// The start of each text, and the end of the last one.
  let starts: Column<UInt64>
  let text: Column<UInt8>

  init(entities: Column<UInt32>, starts: Column<UInt64>, text: Column<UInt8>) {
    self.entities = entities
    self.starts = starts
    self.text = text
  }

  /// Creates a table. O(n log n) for n entities with metadata.
  init(_ members: [UInt32: JSONObject]) {
    let sorted = members.sorted { $0.key < $1.key }
    var starts: [UInt64] = []
    var text: [UInt8] = []
    starts.reserveCapacity(sorted.count + 1)
    for (_, members) in sorted {
      starts.append(UInt64(text.count))
      text += JSONWriter.bytes(of: JSONValue.object(members))
    }
    starts.append(UInt64(text.count))
    entities = Column(sorted.map(\.key))
    self.starts = Column(starts)
    self.text = Column(text)
  }

  /// The metadata of an entity; empty if it has none. O(log n + its text).
  func members(of index: Int) -> JSONObject {
    var low = 0
    var high = entities.count
    while low < high {
      let middle = (low + high) / 2
      if Int(entities[middle]) < index { low = middle + 1 } else { high = middle }
    }
    guard low < entities.count, Int(entities[low]) == index else { return JSONObject() }
    let (start, end) = (starts[low], starts[low + 1])
    guard start <= end, end <= UInt64(text.count),
      case .object(let members)? = try? JSONParser.parse(Array(text[Int(start)..<Int(end)]))
    else { return JSONObject() }
    return members
  }
}
