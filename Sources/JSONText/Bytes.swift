// MARK: - Words of eight bytes

/// Operations on eight bytes at a time, loaded into one word: the first byte is the lowest lane of the word.
///
/// A search marks a lane by setting its top bit. The subtraction in a search may borrow from the next lane and mark it
/// wrongly, but only above a correctly marked lane, so only the lowest mark is reliable.
public enum ByteWord {
  /// The top bit of each lane. O(1).
  @inlinable public static var high: UInt64 { 0x8080_8080_8080_8080 }

  /// Loads the eight bytes at `index`, which must be in range. O(1).
  @inlinable @inline(__always)
  public static func load(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
    let raw = unsafe bytes.bytes
    return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Loads the eight bytes at `index` of a mutable span; all must be in range. O(1).
  @inlinable @inline(__always)
  public static func load(_ bytes: borrowing MutableSpan<UInt8>, _ index: Int) -> UInt64 {
    let raw = unsafe bytes.bytes
    return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Loads up to eight bytes from `index` on, padded with zeros after the end of the span. O(1).
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

  /// Returns a word in which the lanes that equal `byte` are marked. O(1).
  @inlinable @inline(__always)
  public static func lanes(of byte: UInt8, in word: UInt64) -> UInt64 {
    let zero = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (zero &- 0x0101_0101_0101_0101) & ~zero & 0x8080_8080_8080_8080
  }

  /// Returns a word in which the lanes below `bound` are marked; `bound` must be at most 128. O(1).
  @inlinable @inline(__always)
  public static func lanes(below bound: UInt8, in word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101 &* UInt64(bound)) & ~word & 0x8080_8080_8080_8080
  }

  /// The index of the lowest marked lane; 8 if there is none. O(1).
  @inlinable @inline(__always)
  public static func first(_ lanes: UInt64) -> Int { lanes.trailingZeroBitCount / 8 }

  /// The first `count` bytes of a word, followed by zeros. O(1).
  @inlinable @inline(__always)
  public static func prefix(_ word: UInt64, _ count: Int) -> UInt64 {
    count >= 8 ? word : word & ~(UInt64.max << UInt64(count &* 8))
  }

  /// A word with `byte` in each lane. O(1).
  @inlinable @inline(__always)
  public static func repeating(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
}

// MARK: - Search

// The standard library's `contains(_:)` for substrings, `firstRange(of:)` and `replacing(_:with:)` belong to its
// regular expression engine. A single use of one of them links the whole engine: a megabyte, and two thousand protocol
// conformances that are scanned each time the program starts.

extension Collection<UInt8> {
  /// The range of the first occurrence of `bytes`; nil if there is none. An empty sequence occurs at the start. The
  /// cost is O(count · bytes.count).
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
  /// Whether the text contains `text`, compared by bytes instead of canonical equivalence. O(count · text.count).
  package func holds(_ text: String) -> Bool { utf8.firstOccurrence(of: text.utf8) != nil }

  /// The text with each character that is a key of `characters` replaced by its value.
  package func replacing(_ characters: [Character: String]) -> String {
    map { characters[$0] ?? String($0) }.joined()
  }
}
