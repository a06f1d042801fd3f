import JSONText

/// The searched texts of an entity, folded, in one run of bytes: lengths, then name, handle, initials and aliases,
/// each zero-terminated (no folded text contains a zero). E-mail addresses are searched in the `EncodedEntity`.
///
/// Lengths are variable-length integers: seven bits per byte, the highest bit set in all but the last.
struct FoldedRecord {
  let name: Range<Int>
  /// Empty if the entity has no handle.
  let handle: Range<Int>
  /// The first scalar of each word of the name; empty if the name has fewer than two words.
  let initials: Range<Int>
  let aliasCount: Int
  /// The offsets of the aliases' lengths and of the first alias.
  private let aliasLengths: Int
  private let aliasStart: Int

  /// - Parameter start: the offset of the record in the bytes.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at start: Int) {
    var at = start
    let nameLength = VariableLength.read(bytes, &at)
    let handleLength = VariableLength.read(bytes, &at)
    let initialsLength = VariableLength.read(bytes, &at)
    let aliases = VariableLength.read(bytes, &at)
    // A damaged record may contain lengths beyond the end of the bytes.
    aliasCount = min(aliases, max(0, bytes.count - at))
    aliasLengths = at
    for _ in 0..<aliasCount { _ = VariableLength.read(bytes, &at) }
    name = Self.text(bytes, at, nameLength)
    handle = Self.text(bytes, name.upperBound + 1, handleLength)
    initials = Self.text(bytes, handle.upperBound + 1, initialsLength)
    aliasStart = initials.upperBound + 1
  }

  @inline(__always)
  private static func text(_ bytes: Span<UInt8>, _ start: Int, _ length: Int) -> Range<Int> {
    let start = min(start, bytes.count)
    return start..<min(start + length, bytes.count)
  }

  /// The aliases' ranges. O(aliases).
  func aliases(_ bytes: Span<UInt8>) -> [Range<Int>] {
    if aliasCount == 0 { return [] }
    var at = aliasLengths
    var start = aliasStart
    return (0..<aliasCount).map { _ in
      let alias = Self.text(bytes, start, VariableLength.read(bytes, &at))
      start = alias.upperBound + 1
      return alias
    }
  }

  /// Whether a condition holds for one of the aliases' ranges. O(aliases).
  @inline(__always)
  func anyAlias(_ bytes: Span<UInt8>, where condition: (Range<Int>) -> Bool) -> Bool {
    var at = aliasLengths
    var start = aliasStart
    for _ in 0..<aliasCount {
      let alias = Self.text(bytes, start, VariableLength.read(bytes, &at))
      if condition(alias) { return true }
      start = alias.upperBound + 1
    }
    return false
  }

  /// Appends the folded record of an entity without aliases, eight bytes at a time. Returns false, and appends nothing,
  /// if name or handle are 128 bytes or longer, are not ASCII, or contain control characters.
  static func appendPlain(
    _ name: Range<Int>, _ handle: Range<Int>, in bytes: Span<UInt8>, to folded: inout ByteArena
  ) -> Bool {
    if max(name.count, handle.count) >= 0x80 { return false }
    let before = folded.count
    folded.write(atMost: 2 * name.count + handle.count + 7) { out, start in
      var at = start + 4
      guard fold(name, bytes, &out, &at), fold(handle, bytes, &out, &at) else { return start }
      let initials = at
      writeInitials(start + 4, name.count, &out, &at)
      // The lengths, in the order in which `init` reads them. There are no aliases.
      out[start] = UInt8(name.count)
      out[start + 1] = UInt8(handle.count)
      out[start + 2] = UInt8(at - initials)
      out[start + 3] = 0
      out[at] = 0
      return at + 1
    }
    return folded.count > before
  }

  /// Writes a folded text and its terminating zero; returns false if the text is not ASCII or contains a control
  /// character.
  @inline(__always)
  private static func fold(
    _ text: Range<Int>, _ bytes: Span<UInt8>, _ out: inout MutableSpan<UInt8>, _ at: inout Int
  ) -> Bool {
    var from = text.lowerBound
    while from < text.upperBound {
      let count = min(8, text.upperBound - from)
      // The bytes after the text are unspecified; their output is overwritten.
      var word = ByteWord.prefix(ByteWord.loadToEnd(bytes, from), count)
      if count < 8 { word |= ByteWord.repeating(0x20) << UInt64(count * 8) }
      guard word & ByteWord.high == 0, let small = NameFolding.lowercase(word) else { return false }
      ByteWord.store(small, &out, at)
      from += count
      at += count
    }
    out[at] = 0
    at += 1
    return true
  }

  /// Writes the first letter of each word, if there are several words.
  @inline(__always)
  private static func writeInitials(
    _ start: Int, _ count: Int, _ out: inout MutableSpan<UInt8>, _ at: inout Int
  ) {
    let initials = at
    var isInWord: UInt64 = 0
    var from = 0
    while from < count {
      let word = ByteWord.load(out, start + from)
      // The zero that terminates the name is a separator too.
      let letters = ~NameFolding.separators(word) & ByteWord.prefix(ByteWord.high, count - from)
      var starts = letters & ~(letters << 8 | isInWord)
      isInWord = letters >> 56
      while starts != 0 {
        out[at] = out[start + from + ByteWord.first(starts)]
        at += 1
        starts &= starts - 1
      }
      from += 8
    }
    if at - initials < 2 { at = initials }
  }

  /// Folds an entity's record.
  ///
  /// - Parameter texts: scratch space; its contents are discarded.
  static func append(
    folding record: EncodedEntity, in bytes: Span<UInt8>, to folded: inout [UInt8], using texts: inout [UInt8]
  ) {
    texts.removeAll(keepingCapacity: true)
    NameFolding.append(folding: bytes.extracting(record.name), to: &texts)
    VariableLength.append(texts.count, to: &folded)
    let name = 0..<texts.count
    texts.append(0)
    append(record.handle, bytes, &texts, &folded)
    let start = texts.count
    appendInitials(name, &texts)
    VariableLength.append(texts.count - start, to: &folded)
    texts.append(0)
    VariableLength.append(record.aliases.count, to: &folded)
    for alias in record.aliases { append(alias, bytes, &texts, &folded) }
    folded += texts
  }

  private static func append(
    _ range: Range<Int>?, _ bytes: Span<UInt8>, _ texts: inout [UInt8], _ lengths: inout [UInt8]
  ) {
    let start = texts.count
    if let range { NameFolding.append(folding: bytes.extracting(range), to: &texts) }
    VariableLength.append(texts.count - start, to: &lengths)
    texts.append(0)
  }

  private static func appendInitials(_ name: Range<Int>, _ texts: inout [UInt8]) {
    let start = texts.count
    var scan = WordScan()
    var words = 0
    while let word = scan.next(in: texts.span.extracting(name)) {
      words += 1
      let length = min(UTF8Reading.length(first: texts[word.lowerBound]), word.count)
      for at in word.lowerBound..<word.lowerBound + length { texts.append(texts[at]) }
    }
    if words < 2 { texts.removeLast(texts.count - start) }
  }
}

/// Variable-length integers, shorter for small numbers.
enum VariableLength {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ at: inout Int) -> Int {
    if at >= bytes.count { return 0 }
    var byte = bytes[at]
    at += 1
    if byte < 0x80 { return Int(byte) }
    var value = Int(byte & 0x7F)
    var shift = 7
    while byte >= 0x80, shift < 7 * mostBytes, at < bytes.count {
      byte = bytes[at]
      at += 1
      value |= Int(byte & 0x7F) &<< shift
      shift += 7
    }
    return value
  }

  /// The maximum size in bytes, for numbers below 2^28.
  static let mostBytes = 4

  @inline(__always)
  static func write(_ value: Int, to bytes: inout MutableSpan<UInt8>, _ at: inout Int) {
    var rest = value
    while rest >= 0x80 {
      bytes[at] = UInt8(truncatingIfNeeded: rest) | 0x80
      at += 1
      rest >>= 7
    }
    bytes[at] = UInt8(truncatingIfNeeded: rest)
    at += 1
  }

  static func append(_ value: Int, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
