import JSONText

/// What is known of a record since it was written. Whoever orders records or looks for duplicates need not visit them:
/// they lie scattered, and each visit waits for memory.
struct RecordFacts: Sendable {
  /// Where the record begins.
  var start: UInt32
  /// Where the searched e-mail address begins; `noEmail` where there is none.
  var email: UInt32
  /// The hash of what it is found by: its `uniqueID`, else its `id` within its source.
  let keyHash: UInt32
  /// The hash of its `id` within its source.
  let idHash: UInt32
  /// In graphemes.
  let nameLength: UInt32
  /// In bytes.
  let nameBytes: UInt32
  let source: UInt16
  /// Of its weight; above it whether there is a `uniqueID`.
  private let magnitudeAndKey: UInt16
  /// The name's first sixteen bytes, the first one highest, zeros behind its end.
  let nameHead: (UInt64, UInt64)

  static let noEmail = UInt32.max
  private static let uniqueIDFlag: UInt16 = 1 << 15

  var magnitude: Int { Int(magnitudeAndKey & ~Self.uniqueIDFlag) }
  var hasUniqueID: Bool { magnitudeAndKey & Self.uniqueIDFlag != 0 }

  /// Reads them out of a record. O(its name and its id).
  init(_ record: EncodedEntity, _ bytes: Span<UInt8>, at start: Int, source: UInt16) {
    let idHash = KeyTable.hash(bytes.extracting(record.id), seed: Self.seed(ofIDsIn: source))
    self.init(
      start: start, email: record.searchedEmail.flatMap { $0.isEmpty ? nil : $0.lowerBound }, idHash: idHash,
      keyHash: record.uniqueID.map { KeyTable.hash(bytes.extracting($0), seed: 0) },
      name: bytes.extracting(record.name), source: source,
      magnitude: EncodedEntity.hasWeight(bytes, at: start) ? Magnitude.of(record.weight(bytes)) : 0)
  }

  /// - Parameters:
  ///   - start: where the record begins.
  ///   - email: where its searched e-mail address begins.
  ///   - keyHash: of its `uniqueID`, if it has one.
  ///   - magnitude: of its weight.
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

  /// The same once what began at one offset begins at another.
  func moved(from old: Int, to new: Int) -> RecordFacts {
    var moved = self
    moved.start = UInt32(Int(start) - old + new)
    if email != Self.noEmail { moved.email = UInt32(Int(email) - old + new) }
    return moved
  }

  /// What the hashes of ids are made with, so that they tell sources apart.
  static func seed(ofIDsIn source: UInt16) -> UInt64 { UInt64(source) + 1 }

  /// Eight bytes of a text from an offset on, the first one highest, zeros behind its end.
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
    // ASCII is one grapheme a byte, but for a carriage return before a line feed.
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
