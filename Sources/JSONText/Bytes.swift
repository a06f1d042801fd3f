// MARK: - Words of eight bytes

/// Eight bytes at a time: the first byte is the lowest lane of the word.
///
/// Searches mark lanes by their top bits. A borrow can mark a lane wrongly, but only after a correct one, so only the
/// lowest mark is reliable.
public enum ByteWord {
  /// The top bit of each lane. O(1).
  @inlinable public static var high: UInt64 { 0x8080_8080_8080_8080 }

  /// Loads the eight bytes at `index`, which must be in range. O(1).
  @inlinable @inline(__always)
  public static func load(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
    let raw = unsafe bytes.bytes
    return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Loads eight bytes of a mutable span. O(1).
  @inlinable @inline(__always)
  public static func load(_ bytes: borrowing MutableSpan<UInt8>, _ index: Int) -> UInt64 {
    let raw = unsafe bytes.bytes
    return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Loads the bytes from `index` on, padded with zeros after the last one. O(1).
  @inlinable @inline(__always)
  public static func loadToEnd(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
    if index + 8 <= bytes.count { return load(bytes, index) }
    var word: UInt64 = 0
    var at = bytes.count - 1
    while at >= index {
      word = word << 8 | UInt64(bytes[at])
      at -= 1
    }
    return word
  }

  /// Stores eight bytes at `index`, which must be in range. O(1).
  @inlinable @inline(__always)
  public static func store(_ word: UInt64, _ bytes: inout MutableSpan<UInt8>, _ index: Int) {
    var raw = unsafe bytes.mutableBytes
    raw.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
  }

  /// Marks the lanes that are `byte`. O(1).
  @inlinable @inline(__always)
  public static func lanes(of byte: UInt8, in word: UInt64) -> UInt64 {
    let zero = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (zero &- 0x0101_0101_0101_0101) & ~zero & 0x8080_8080_8080_8080
  }

  /// Marks the lanes below `bound`, which is at most 128. O(1).
  @inlinable @inline(__always)
  public static func lanes(below bound: UInt8, in word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101 &* UInt64(bound)) & ~word & 0x8080_8080_8080_8080
  }

  /// The index of the lowest mark; 8 if there is none. O(1).
  @inlinable @inline(__always)
  public static func first(_ lanes: UInt64) -> Int { lanes.trailingZeroBitCount / 8 }

  /// The first `count` bytes of a word, followed by zeros. O(1).
  @inlinable @inline(__always)
  public static func prefix(_ word: UInt64, _ count: Int) -> UInt64 {
    count >= 8 ? word : word & ~(UInt64.max << UInt64(count &* 8))
  }

  /// `byte` in each lane. O(1).
  @inlinable @inline(__always)
  public static func repeating(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
}

// MARK: - Search

// The standard library's `contains(_:)` for substrings, `firstRange(of:)` and `replacing(_:with:)` come from its
// regular expression engine. A single use links all of it: a megabyte, and two thousand protocol conformances to scan
// at every start.

extension Collection<UInt8> {
  /// The first occurrence of these bytes; an empty sequence occurs at the start. O(count · bytes.count).
  package func firstOccurrence(of bytes: some Collection<UInt8>) -> Range<Index>? {
    var start = startIndex
    while true {
      var end = start
      var next = bytes.startIndex
      while next != bytes.endIndex, end != endIndex, self[end] == bytes[next] {
        formIndex(after: &end)
        bytes.formIndex(after: &next)
      }
      if next == bytes.endIndex { return start..<end }
      if end == endIndex { return nil }
      formIndex(after: &start)
    }
  }
}

extension StringProtocol {
  /// Whether the text contains another one, byte by byte. O(count · text.count).
  package func holds(_ text: String) -> Bool { utf8.firstOccurrence(of: text.utf8) != nil }

  /// The text with some of its characters replaced.
  package func replacing(_ characters: [Character: String]) -> String {
    map { characters[$0] ?? String($0) }.joined()
  }
}
