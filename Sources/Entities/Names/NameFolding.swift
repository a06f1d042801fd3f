import JSONText

/// Folds texts so that equivalent ones compare equal: drops case, diacritics and width; replaces `ß` with `ss`, `ø`
/// with `o`, `ł` with `l`, ligatures with their letters, and typographic dashes, quotes and spaces with their ASCII
/// equivalents. Hangul syllables are decomposed into single letters, so that `기` is a prefix of `김`, and `김`, whose
/// last letter may move to the next syllable, is a prefix of `기민`.
///
/// Folding is idempotent. It maps each scalar by itself, so the folding of a text's prefix is a prefix of the text's
/// folding. ASCII keeps its length; its control characters become spaces, so no folding contains a zero byte.
package enum NameFolding {
  /// Folds UTF-8 text; ill-formed parts become U+FFFD. O(bytes).
  package static func fold(_ utf8: some Collection<UInt8>) -> [UInt8] {
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

  package static func fold(_ text: String) -> [UInt8] { fold(text.utf8) }

  /// Whether a byte of a folded text separates words: all of ASCII except letters and digits. (Separators outside of
  /// ASCII fold to ASCII ones.) A run of Han or kana is one word.
  @inline(__always)
  package static func isSeparator(_ byte: UInt8) -> Bool {
    byte < 0x80 && !(byte &- 0x61 < 26 || byte &- 0x30 < 10)
  }

  /// The byte ranges of the words of a folded text. O(bytes).
  package static func words(_ folded: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var scan = WordScan()
    while let word = scan.next(in: folded.span) { words.append(word) }
    return words
  }

  static func append(folding utf8: Span<UInt8>, to folded: inout [UInt8]) {
    // ASCII keeps its length, so an ASCII prefix is written at once.
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

  /// The folding of a text, and for each byte of the folding the UTF-8 range in the text that the byte came from: a
  /// scalar and any scalars after it that folding drops, such as accents.
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
        // A dropped accent belongs to the letter before it.
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

  /// Lowercases eight bytes at once and leaves bytes outside of ASCII unchanged; nil if any byte is a control character
  /// (below 0x20).
  @inline(__always)
  static func lowercase(_ word: UInt64) -> UInt64? {
    if ByteWord.lanes(below: 0x20, in: word) != 0 { return nil }
    // Sums of 7-bit values do not carry into the next lane.
    let bits = word & ~ByteWord.high
    let fromA = bits &+ ByteWord.repeating(0x80 - 0x41)
    let behindZ = bits &+ ByteWord.repeating(0x80 - 0x5B)
    return word | (fromA & ~behindZ & ~word & ByteWord.high) >> 2
  }

  /// For eight bytes of a folded text, returns a word in which the highest bit of each byte that separates words is
  /// set; all other bits are clear.
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
      // Unicode 3.12: a syllable is composed of one of 19 leads, 21 vowels and 28 tails, in this order.
      let syllable = scalar &- 0xAC00
      UTF8Reading.append(0x1100 + syllable / 588, to: &folded)
      FoldingPages.shared.append(folding: 0x1161 + syllable % 588 / 28, to: &folded)
      if syllable % 28 != 0 { FoldingPages.shared.append(folding: 0x11A7 + syllable % 28, to: &folded) }
    } else {
      FoldingPages.shared.append(folding: scalar, to: &folded)
    }
  }
}

/// Iterates over the words of a folded text without storing them.
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

/// `NameFoldingTable` unpacked: pages of 128 scalars, with a shared page for unchanged scalars; each entry refers to
/// the scalar's folding. Created when the first non-ASCII letter is folded.
struct FoldingPages: Sendable {
  static let shared = FoldingPages(table: NameFoldingTable.text)

  /// The page of each `scalar >> 7`; 0 is the page of unchanged scalars.
  private var pageOf: [UInt16] = []
  /// 128 entries per page: 0 for an unchanged scalar, else one more than the index of its folding in `starts`.
  private var entries: [UInt16] = Array(repeating: 0, count: 128)
  private var starts: [UInt32] = []
  private var bytes: [UInt8] = []

  /// - Parameter table: in the format of `NameFoldingTable/text`. Invalid entries are skipped.
  init(table: String) {
    var next: UInt32 = 0
    for line in table.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let parts = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let range = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let target = parts[1].split(separator: UInt8(ascii: "+")).compactMap(Self.hexadecimal)
      guard range.count <= 2, let first = range[0].isEmpty ? next : Self.hexadecimal(range[0]),
        let last = range.count == 2 ? Self.hexadecimal(range[1]) : first, first <= last, last < 0x110000
      else { continue }
      for scalar in first...last {
        // In a range, the targets advance with the scalars. Other entries list their targets.
        set(scalar, range.count == 2 ? target.prefix(1).map { $0 + (scalar - first) } : target)
      }
      next = last + 1
    }
    starts.append(UInt32(bytes.count))
  }

  private mutating func set(_ scalar: UInt32, _ target: [UInt32]) {
    let page = Int(scalar >> 7)
    while pageOf.count <= page { pageOf.append(0) }
    if pageOf[page] == 0 {
      pageOf[page] = UInt16(truncatingIfNeeded: entries.count / 128)
      entries += Array(repeating: 0, count: 128)
    }
    starts.append(UInt32(bytes.count))
    entries[Int(pageOf[page]) * 128 + Int(scalar & 127)] = UInt16(truncatingIfNeeded: starts.count)
    for scalar in target { UTF8Reading.append(scalar, to: &bytes) }
  }

  private static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt32(digit - 0x30)
      case 0x61...0x66: value = value << 4 | UInt32(digit - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }

  func append(folding scalar: UInt32, to folded: inout [UInt8]) {
    let page = Int(scalar >> 7)
    let entry = page < pageOf.count ? entries[Int(pageOf[page]) * 128 + Int(scalar & 127)] : 0
    if entry == 0 {
      UTF8Reading.append(scalar, to: &folded)
    } else {
      folded += bytes[Int(starts[Int(entry) - 1])..<Int(starts[Int(entry)])]
    }
  }
}

// MARK: - Scalars

/// Decodes scalars from bytes that should be UTF-8. Ill-formed input decodes to U+FFFD, one byte at a time.
enum UTF8Reading {
  /// The scalar at `at`, which must be in range; advances `at` past it.
  @inline(__always)
  static func scalar(_ bytes: Span<UInt8>, _ at: inout Int) -> UInt32 {
    let first = bytes[at]
    if first < 0x80 {
      at += 1
      return UInt32(first)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    if first < 0xC2 || first > 0xF4 || at + length > bytes.count {
      at += 1
      return 0xFFFD
    }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let byte = bytes[at + offset]
      if byte & 0xC0 != 0x80 {
        at += 1
        return 0xFFFD
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    at += length
    return value
  }

  /// The number of bytes of a scalar with this first byte.
  @inline(__always)
  static func length(first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  /// The text in a range of bytes; ill-formed parts become U+FFFD.
  static func string(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    // The buffer is only read, and does not escape.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  fileprivate static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case ..<0x10000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18 & 0x07))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}

// MARK: - Case

/// Whether letters are uppercase, for searches that distinguish `All` from `allanderek`.
///
/// Folding drops case, so a match is compared again with the original text. A letter counts as uppercase if it has a
/// different lowercase form.
enum LetterCase {
  /// Whether each byte of the text's folding comes from an uppercase letter. O(bytes).
  static func flags(_ text: String) -> [Bool] {
    let utf8 = Array(text.utf8)
    var flags: [Bool] = []
    var folded: [UInt8] = []
    var at = 0
    while at < utf8.count {
      let isUppercase = step(utf8.span, &at, &folded)
      while flags.count < folded.count { flags.append(isUppercase) }
    }
    return flags
  }

  /// Whether the letters in a part of a text have the case in `flags`.
  ///
  /// O(bytes up to the end of the part); allocates only for non-ASCII.
  ///
  /// - Parameters:
  ///   - flags: whether each byte of the part's folding should come from an uppercase letter.
  ///   - text: the original text.
  ///   - start: the offset of the part in the folding of `text`.
  static func matches(_ flags: [Bool], _ text: Span<UInt8>, from start: Int) -> Bool {
    var folded: [UInt8] = []
    var place = 0
    var at = 0
    while at < text.count, place < start + flags.count {
      let isUppercase: Bool
      var next = place + 1
      if text[at] < 0x80 {
        isUppercase = text[at] &- 0x41 < 26
        at += 1
      } else {
        folded.removeAll(keepingCapacity: true)
        isUppercase = step(text, &at, &folded)
        next = place + folded.count
      }
      while place < next {
        if place >= start, place < start + flags.count, flags[place - start] != isUppercase { return false }
        place += 1
      }
    }
    return place >= start + flags.count
  }

  /// Folds the scalar at `at`, advances `at` past it, and returns whether it is uppercase.
  private static func step(_ text: Span<UInt8>, _ at: inout Int, _ folded: inout [UInt8]) -> Bool {
    let start = at
    let scalar = UTF8Reading.scalar(text, &at)
    NameFolding.append(folding: text.extracting(start..<at), to: &folded)
    return Unicode.Scalar(scalar)?.properties.changesWhenLowercased ?? false
  }
}

// MARK: - Without case

/// A text that is compared without regard to case, by Unicode's full case folding (`ß` is `ss`).
///
/// Nearly all addresses and handles are ASCII. ASCII texts are compared and hashed by their bytes, without a folded
/// copy. Other texts are folded and compared like `String`, by canonical equivalence.
package struct CaselessText: Hashable, Sendable {
  /// The text, folded if it is not ASCII.
  private let text: String
  private let isASCII: Bool

  package init(_ text: String) {
    let isASCII = Self.isASCII(text)
    // Uppercases first, because uppercase has neither ligatures, such as `ﬁ`, nor final forms, such as `ς`.
    self.text = isASCII ? text : text.uppercased().lowercased()
    // The Kelvin sign and `ß` become ASCII.
    self.isASCII = isASCII || Self.isASCII(self.text)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  package static func == (a: Self, b: Self) -> Bool {
    guard a.isASCII, b.isASCII else { return a.isASCII == b.isASCII && a.text == b.text }
    return a.text.utf8.elementsEqual(b.text.utf8) { lowercase($0) == lowercase($1) }
  }

  package func hash(into hasher: inout Hasher) {
    guard isASCII else { return hasher.combine(text) }
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(Self.lowercase(byte))
      count += 1
      if count.isMultiple(of: 8) { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
