import JSONText

/// Makes texts comparable that people take for the same: case, diacritics and width are dropped, `ß` is
/// `ss`, `ø` is `o`, `ł` is `l`, ligatures are their letters, typographic dashes, quotes and spaces are
/// their ASCII fellows, Hangul syllables are their letters (so that `기` begins `김`).
///
/// Folding is idempotent and maps each scalar by itself, so the folding of a prefix is a prefix of the
/// folding. ASCII keeps its length; its control characters become spaces, so no folding holds a zero byte.
public enum NameFolding {
  /// O(bytes). What is not UTF-8 becomes U+FFFD.
  public static func fold(_ utf8: some Collection<UInt8>) -> [UInt8] {
    if let folded = utf8.withContiguousStorageIfAvailable({ buffer in
      var folded: [UInt8] = []
      folded.reserveCapacity(buffer.count)
      unsafe append(folding: buffer.span, to: &folded)
      return folded
    }) {
      return folded
    }
    var folded: [UInt8] = []
    append(folding: Array(utf8).span, to: &folded)
    return folded
  }

  public static func fold(_ text: String) -> [UInt8] { fold(text.utf8) }

  /// Whether a byte of a folded text parts words: all of ASCII but letters and digits. (Separators outside
  /// ASCII fold to ASCII ones.) A run of Han or kana is one word.
  @inline(__always)
  public static func isSeparator(_ byte: UInt8) -> Bool {
    byte < 0x80 && !(byte &- 0x61 < 26 || byte &- 0x30 < 10)
  }

  /// The words of a folded text: byte ranges. O(bytes).
  public static func words(_ folded: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var scan = WordScan()
    while let word = scan.next(in: folded.span) { words.append(word) }
    return words
  }

  static func append(folding utf8: Span<UInt8>, to folded: inout [UInt8]) {
    // ASCII keeps its length, so what begins with it is written in one go.
    let start = folded.count
    folded.append(contentsOf: repeatElement(0, count: utf8.count))
    var at = 0
    do {
      var bytes = folded.mutableSpan
      while at < utf8.count, utf8[at] < 0x80 {
        bytes[start + at] = lowercase(utf8[at])
        at += 1
      }
    }
    if at == utf8.count { return }
    folded.removeLast(utf8.count - at)
    while at < utf8.count {
      let byte = utf8[at]
      if byte < 0x80 {
        folded.append(lowercase(byte))
        at += 1
      } else {
        let scalar = UTF8Reading.scalar(utf8, &at)
        append(foldingScalar: scalar, to: &folded)
      }
    }
  }

  /// The folding of a text, and for each of its bytes the range of the original scalar that it came from.
  static func foldWithOrigins(_ text: String) -> (folded: [UInt8], origins: [Range<Int>]) {
    let utf8 = Array(text.utf8)
    var folded: [UInt8] = []
    var origins: [Range<Int>] = []
    var at = 0
    while at < utf8.count {
      let start = at
      let scalar = UTF8Reading.scalar(utf8.span, &at)
      append(foldingScalar: scalar, to: &folded)
      if origins.count == folded.count, let last = origins.last {
        // An accent that was left out belongs to its letter.
        origins[origins.count - 1] = last.lowerBound..<at
      }
      while origins.count < folded.count { origins.append(start..<at) }
    }
    return (folded, origins)
  }

  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte < 0x20 ? 0x20 : byte
  }

  /// Eight bytes at once, those outside ASCII as they are; nil where a control character is among them.
  @inline(__always)
  static func lowercase(_ word: UInt64) -> UInt64? {
    if ByteWord.lanes(below: 0x20, in: word) != 0 { return nil }
    // Sums of seven bits do not reach the next lane.
    let bits = word & ~ByteWord.high
    let fromA = bits &+ ByteWord.repeating(0x80 - 0x41)
    let behindZ = bits &+ ByteWord.repeating(0x80 - 0x5B)
    return word | (fromA & ~behindZ & ~word & ByteWord.high) >> 2
  }

  /// Marks the bytes of a folded text that part words, each rightly.
  @inline(__always)
  static func separators(_ word: UInt64) -> UInt64 {
    let bits = word & ~ByteWord.high
    let letters = (bits &+ ByteWord.repeating(0x80 - 0x61)) & ~(bits &+ ByteWord.repeating(0x80 - 0x7B))
    let digits = (bits &+ ByteWord.repeating(0x80 - 0x30)) & ~(bits &+ ByteWord.repeating(0x80 - 0x3A))
    return ~(letters | digits | word) & ByteWord.high
  }

  private static func append(foldingScalar scalar: UInt32, to folded: inout [UInt8]) {
    if scalar < 0x80 {
      folded.append(lowercase(UInt8(truncatingIfNeeded: scalar)))
    } else if scalar &- 0xAC00 < 11172 {
      // Unicode 3.12: a syllable is one of 19 leads, 21 vowels and 28 tails, in this order.
      let syllable = scalar &- 0xAC00
      UTF8Reading.append(0x1100 + syllable / 588, to: &folded)
      UTF8Reading.append(0x1161 + syllable % 588 / 28, to: &folded)
      if syllable % 28 != 0 { UTF8Reading.append(0x11A7 + syllable % 28, to: &folded) }
    } else {
      FoldingPages.shared.append(folding: scalar, to: &folded)
    }
  }
}

/// Steps through the words of a folded text without keeping them.
struct WordScan {
  private var at = 0

  init(from start: Int = 0) { at = start }

  @inline(__always)
  mutating func next(in folded: Span<UInt8>) -> Range<Int>? {
    while at < folded.count, NameFolding.isSeparator(folded[at]) { at += 1 }
    if at == folded.count { return nil }
    let start = at
    while at < folded.count, !NameFolding.isSeparator(folded[at]) { at += 1 }
    return start..<at
  }
}
