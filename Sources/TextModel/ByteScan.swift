/// Searches raw bytes, eight at a time. No other code in this module loads machine words from memory.
enum ByteScan {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes from `index` on. The caller must have checked that the span contains them.
  @inline(__always)
  private static func word(_ bytes: RawSpan, _ index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// The lowest byte of the result whose top bit is set is at the position of the first zero byte of `word`.
  @inline(__always)
  private static func zeroLanes(_ word: UInt64) -> UInt64 { (word &- low) & ~word & high }

  static func firstIndex(of byte: UInt8, in span: Span<UInt8>) -> Int? {
    let bytes = unsafe span.bytes
    let pattern = low &* UInt64(byte)
    var i = 0
    while i + 8 <= span.count {
      let found = zeroLanes(word(bytes, i) ^ pattern)
      if found != 0 { return i + found.trailingZeroBitCount / 8 }
      i += 8
    }
    while i < span.count {
      if span[i] == byte { return i }
      i += 1
    }
    return nil
  }

  /// The length of the common prefix in bytes.
  static func commonPrefix(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let count = min(a.count, b.count)
    let left = unsafe a.bytes
    let right = unsafe b.bytes
    var i = 0
    while i + 32 <= count {
      let one = word(left, i) ^ word(right, i)
      let two = word(left, i + 8) ^ word(right, i + 8)
      let three = word(left, i + 16) ^ word(right, i + 16)
      let four = word(left, i + 24) ^ word(right, i + 24)
      if one | two | three | four != 0 { break }
      i += 32
    }
    while i + 8 <= count {
      let difference = word(left, i) ^ word(right, i)
      if difference != 0 { return i + difference.trailingZeroBitCount / 8 }
      i += 8
    }
    while i < count, a[i] == b[i] { i += 1 }
    return i
  }

  /// The length of the common suffix in bytes.
  static func commonSuffix(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let count = min(a.count, b.count)
    let left = unsafe a.bytes
    let right = unsafe b.bytes
    var i = 0
    while i + 32 <= count {
      let (x, y) = (a.count - i, b.count - i)
      let one = word(left, x - 8) ^ word(right, y - 8)
      let two = word(left, x - 16) ^ word(right, y - 16)
      let three = word(left, x - 24) ^ word(right, y - 24)
      let four = word(left, x - 32) ^ word(right, y - 32)
      if one | two | three | four != 0 { break }
      i += 32
    }
    while i + 8 <= count {
      let difference = word(left, a.count - i - 8) ^ word(right, b.count - i - 8)
      if difference != 0 { return i + difference.leadingZeroBitCount / 8 }
      i += 8
    }
    while i < count, a[a.count - 1 - i] == b[b.count - 1 - i] { i += 1 }
    return i
  }

  /// The index of the first non-ASCII byte from `start` on; the count if there is none.
  fileprivate static func endOfASCII(in span: Span<UInt8>, from start: Int = 0) -> Int {
    let bytes = unsafe span.bytes
    var i = start
    while i + 32 <= span.count {
      let all = word(bytes, i) | word(bytes, i + 8) | word(bytes, i + 16) | word(bytes, i + 24)
      if all & high != 0 { break }
      i += 32
    }
    while i + 8 <= span.count {
      let found = word(bytes, i) & high
      if found != 0 { return i + found.trailingZeroBitCount / 8 }
      i += 8
    }
    while i < span.count, span[i] < 0x80 { i += 1 }
    return i
  }

  /// The number of Unicode scalars in well-formed UTF-8 (`all`), and how many of them need two UTF-16 code units
  /// (`astral`). A scalar is counted at its first byte.
  static func scalars(in span: Span<UInt8>) -> (all: Int, astral: Int) {
    let bytes = unsafe span.bytes
    var continuations = 0
    var astral = 0
    var i = 0
    while i < span.count {
      i = endOfASCII(in: span, from: i)
      // Counts eight bytes at a time until a word is ASCII again.
      while i + 8 <= span.count {
        let w = word(bytes, i)
        if w & high == 0 { break }
        continuations += ((w >> 7) & ~(w >> 6) & low).nonzeroBitCount
        astral += ((w >> 7) & (w >> 6) & (w >> 5) & (w >> 4) & low).nonzeroBitCount
        i += 8
      }
      if i + 8 > span.count {
        while i < span.count {
          if span[i] & 0xC0 == 0x80 { continuations += 1 }
          if span[i] >= 0xF0 { astral += 1 }
          i += 1
        }
      }
    }
    return (span.count - continuations, astral)
  }

  /// A hash for finding equal parts of one text. It is neither stable between releases nor collision-resistant, so
  /// callers must also compare the bytes.
  static func hash(_ span: Span<UInt8>) -> UInt64 {
    let bytes = unsafe span.bytes
    var hash = UInt64(truncatingIfNeeded: span.count) &* 0x9E37_79B9_7F4A_7C15
    var i = 0
    while i < span.count {
      var next: UInt64 = 0
      if i + 8 <= span.count {
        next = word(bytes, i)
      } else {
        for k in i..<span.count { next = next << 8 | UInt64(span[k]) }
      }
      let product = (hash ^ next).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
      i += 8
    }
    return hash ^ hash >> 29
  }

  /// Advances over well-formed UTF-8 by `target` columns. Stops earlier at the end of the span, or before a surrogate
  /// pair of which only the first half would fit. Reads ASCII eight bytes at a time.
  static func advance(in span: Span<UInt8>, columns target: Int, astralWidth: Int) -> (
    bytes: Int, columns: Int
  ) {
    var (i, column) = (0, 0)
    while i < span.count, column < target {
      let reach = min(span.count - i, target - column)
      let run = endOfASCII(in: span.extracting(i..<i + reach))
      i += run
      column += run
      while i < span.count, column < target, span[i] >= 0x80 {
        let width = span[i] >= 0xF0 ? astralWidth : 1
        if column + width > target { return (i, column) }
        column += width
        i += max(1, UTF8Form.width(ofLead: span[i]))
      }
    }
    return (i, column)
  }

  /// Appends the offset after each line end (LF, CR LF, lone CR) of `span`, which is at `base` in its text and is
  /// followed by the byte `next`.
  static func appendLineStarts(
    of span: Span<UInt8>, at base: Int, next: UInt8?, to starts: inout [Int]
  ) {
    let bytes = unsafe span.bytes
    let count = span.count
    // Tests eight bytes at once. Bytes below 14 include LF, CR and a few other control characters.
    let bound = low &* 14
    var i = 0
    while i < count {
      if i + 8 <= count {
        let w = word(bytes, i)
        var found = (w &- bound) & ~w & high
        // A borrow from a matching lane can also mark the lane after it, so the byte of each marked lane is checked
        // again.
        while found != 0 {
          let at = i + found.trailingZeroBitCount / 8
          found &= found &- 1
          if endsLine(span, at, next) { starts.append(base + at + 1) }
        }
        i += 8
      } else {
        if endsLine(span, i, next) { starts.append(base + i + 1) }
        i += 1
      }
    }
  }

  @inline(__always)
  private static func endsLine(_ span: Span<UInt8>, _ i: Int, _ next: UInt8?) -> Bool {
    let byte = span[i]
    if byte == ASCII.lineFeed { return true }
    guard byte == ASCII.carriageReturn else { return false }
    return (i + 1 < span.count ? span[i + 1] : next) != ASCII.lineFeed
  }
}

/// The line-end characters.
enum ASCII {
  static let lineFeed: UInt8 = 10
  static let carriageReturn: UInt8 = 13
}

// MARK: - UTF-8

/// Well-formedness of UTF-8 (Unicode Standard, table 3-7).
enum UTF8Form {
  /// The bytes themselves if they are well-formed, else with every maximal ill-formed part replaced by U+FFFD.
  /// Linear; does not copy well-formed bytes.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    isWellFormed(bytes.span) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static func isWellFormed(_ span: Span<UInt8>) -> Bool {
    var i = 0
    while i < span.count {
      if span[i] < 0x80 {
        i = ByteScan.endOfASCII(in: span, from: i)
        continue
      }
      let width = width(ofLead: span[i])
      guard width > 1, i + width <= span.count, allows(second: span[i + 1], after: span[i]) else {
        return false
      }
      var k = 2
      while k < width {
        guard isContinuation(span[i + k]) else { return false }
        k += 1
      }
      i += width
    }
    return true
  }

  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// The number of bytes of the scalar that begins with `lead`; 0 if no scalar does.
  static func width(ofLead lead: UInt8) -> Int {
    switch lead {
    case 0...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// Whether `second` may follow `lead`. This rules out overlong forms, surrogates and values past U+10FFFF.
  private static func allows(second: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: 0xA0...0xBF ~= second
    case 0xED: 0x80...0x9F ~= second
    case 0xF0: 0x90...0xBF ~= second
    case 0xF4: 0x80...0x8F ~= second
    default: isContinuation(second)
    }
  }
}

// MARK: - White space

/// Runs of white space in well-formed UTF-8: the scalars with Unicode's property `White_Space`.
package enum WhiteSpace {
  /// The width in bytes of the white space scalar at `index`; 0 if there is none.
  package static func width(in bytes: Span<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    if byte == 0x20 || (byte >= 9 && byte <= 13) { return 1 }
    guard byte >= 0xC2, index + 1 < bytes.count else { return 0 }
    let second = bytes[index + 1]
    if byte == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard byte >= 0xE1, byte <= 0xE3, index + 2 < bytes.count else { return 0 }
    return isThreeByteSpace(byte, second, bytes[index + 2]) ? 3 : 0
  }

  private static func isThreeByteSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE1, 0x9A): third == 0x80
    case (0xE2, 0x80): third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
    case (0xE2, 0x81): third == 0x9F
    case (0xE3, 0x80): third == 0x80
    default: false
    }
  }

  /// The index after the run of white space that begins at `index`.
  package static func end(in bytes: Span<UInt8>, from index: Int) -> Int {
    var at = index
    while at < bytes.count {
      let width = width(in: bytes, at: at)
      if width == 0 { break }
      at += width
    }
    return at
  }

  /// Whether two texts are equal if every run of white space counts as one space. A run of white space never equals the
  /// absence of white space. Linear.
  package static func areEqualButForRuns(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (left, right) = (a.span, b.span)
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (one, other) = (end(in: left, from: i), end(in: right, from: j))
      if (one > i) != (other > j) { return false }
      if one > i {
        (i, j) = (one, other)
      } else {
        if left[i] != right[j] { return false }
        (i, j) = (i + 1, j + 1)
      }
    }
    return i == left.count && j == right.count
  }

  /// A range without the ASCII white space at its ends.
  package static func trimmed(_ range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    var (from, to) = (range.lowerBound, range.upperBound)
    while from < to, isASCIISpace(bytes[from]) { from += 1 }
    while to > from, isASCIISpace(bytes[to - 1]) { to -= 1 }
    return from..<to
  }

  package static func isASCIISpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }
}
