/// A stretch of text divided into lines or words, each with a key: equal tokens have equal keys, and
/// short tokens of equal keys are equal.
struct TextTokens {
  /// Where tokens start, and where the last one ends.
  private(set) var bounds: [Int]
  private(set) var keys: [UInt64] = []
  /// What of each token is compared; empty: all of it.
  private var contents: [Range<Int>] = []

  var count: Int { keys.count }

  func range(_ token: Int) -> Range<Int> { bounds[token]..<bounds[token + 1] }
  /// The bytes of a run of tokens, which may be empty.
  func range(_ tokens: Range<Int>) -> Range<Int> { bounds[tokens.lowerBound]..<bounds[tokens.upperBound] }

  /// What of a token is compared with others.
  func content(_ token: Int) -> Range<Int> { contents.isEmpty ? range(token) : contents[token] }

  /// Whether a line has a letter or a digit: others are too common to be told from one another.
  func says(_ token: Int) -> Bool { keys[token] & Self.sayingBit != 0 }

  /// Lines with their terminators, to be compared without the white space at their ends. A lone CR ends none here:
  /// this is for comparison only.
  static func lines(of bytes: [UInt8], in range: Range<Int>) -> TextTokens {
    var tokens = TextTokens(bounds: [range.lowerBound])
    let span = bytes.span.extracting(range)
    var at = 0
    while at < span.count {
      let end =
        ByteScan.firstIndex(of: ASCII.lineFeed, in: span.extracting(at..<span.count))
        .map { at + $0 + 1 } ?? span.count
      let content = WhiteSpace.trimmed(at..<end, in: span)
      tokens.append(width: end - at, key: lineKey(of: span.extracting(content)))
      tokens.contents.append(range.lowerBound + content.lowerBound..<range.lowerBound + content.upperBound)
      at = end
    }
    return tokens
  }

  /// The top bits tell lines from words of the same bytes: no line's key is exact.
  private static func lineKey(of line: Span<UInt8>) -> UInt64 {
    var says = false
    for index in line.indices where !says { says = line[index] >= 0x80 || isWordByte(line[index]) }
    let key = ByteScan.hash(line) | 0xFE << 56
    return says ? key | sayingBit : key & ~sayingBit
  }

  private static let sayingBit: UInt64 = 1 << 56

  /// Words (ASCII letters and digits, `_`, and scalars of two bytes: the alphabets), CR LF, and every other
  /// scalar alone.
  static func words(of bytes: [UInt8], in range: Range<Int>) -> TextTokens {
    var tokens = TextTokens(bounds: [range.lowerBound])
    let span = bytes.span.extracting(range)
    var at = 0
    while at < span.count {
      var end = at
      while end < span.count, isWordByte(span[end]) { end += 1 }
      if end == at {
        end = min(span.count, at + max(1, UTF8Form.width(ofLead: span[at])))
        let pair = span[at] == ASCII.carriageReturn && end < span.count && span[end] == ASCII.lineFeed
        if pair { end += 1 }
      }
      tokens.append(span.extracting(at..<end))
      at = end
    }
    return tokens
  }

  /// The bytes of scalars of one and two bytes only: a continuation byte that is met here follows one of
  /// their leads, since longer scalars are taken whole.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xDF: true
    default: false
    }
  }

  private mutating func append(_ span: Span<UInt8>) { append(width: span.count, key: Self.key(of: span)) }

  private mutating func append(width: Int, key: UInt64) {
    bounds.append(bounds[bounds.count - 1] + width)
    keys.append(key)
  }

  /// Up to seven bytes the bytes themselves and their number; else a hash with the top byte set.
  private static func key(of span: Span<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    if span.count < 8 {
      for i in span.indices { key = key << 8 | UInt64(span[i]) }
      return key | UInt64(span.count) << 56
    }
    return ByteScan.hash(span) | 0xFF << 56
  }

  static func isExact(_ key: UInt64) -> Bool { key >> 56 < 8 }
}
