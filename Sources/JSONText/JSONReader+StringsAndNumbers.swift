// MARK: - Strings

/// A string after scanning and validation: its range without the quotes, and whether it contains escapes.
struct ScannedString {
  var start: Int
  var end: Int
  var hasEscapes: Bool
}

/// A long string that a reader has already validated, for another reader of the same storage. As a class, it keeps
/// readers and messages small: they are copied often, and few of them contain a long string.
package final class LongString: Sendable {
  /// The size in bytes below which it is cheaper to scan a string again than to remember it.
  fileprivate static let leastBytes = 4096

  /// The bounds are indices of the shared storage, not offsets in a slice of it.
  let start: Int
  let end: Int
  let hasEscapes: Bool

  init(start: Int, end: Int, hasEscapes: Bool) {
    self.start = start
    self.end = end
    self.hasEscapes = hasEscapes
  }
}

extension JSONReader {
  /// Reads a string.
  ///
  /// A surrogate escape without its counterpart becomes U+FFFD.
  ///
  /// - Throws: if the next value is not a string, or the string is malformed or ill-formed UTF-8.
  /// - Complexity: linear in the string's bytes.
  public mutating func readString() throws(JSONError) -> String {
    guard try token() == UInt8(ascii: "\"") else { throw mismatch(.string) }
    let scanned = try scanString()
    state = .read
    return string(scanned)
  }

  /// Reads a string as UTF-8 bytes, the form in which documents store their text.
  ///
  /// - Returns: well-formed UTF-8 with escapes resolved, as by ``readString()``.
  /// - Throws: if the next value is not a string, or the string is malformed or ill-formed UTF-8.
  /// - Complexity: linear in the string's bytes.
  public mutating func readUTF8() throws(JSONError) -> [UInt8] {
    guard try token() == UInt8(ascii: "\"") else { throw mismatch(.string) }
    let scanned = try scanString()
    state = .read
    return utf8(scanned)
  }

  func string(_ scanned: ScannedString) -> String {
    if scanned.hasEscapes { return String(decoding: unescaped(scanned), as: UTF8.self) }
    return String(decoding: raw(scanned.start, scanned.end), as: UTF8.self)
  }

  private func utf8(_ scanned: ScannedString) -> [UInt8] {
    scanned.hasEscapes ? unescaped(scanned) : [UInt8](raw(scanned.start, scanned.end))
  }

  func raw(_ start: Int, _ end: Int) -> ArraySlice<UInt8> {
    bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)]
  }

  /// Scans and validates the string whose opening quote is at the current position, and moves past the string.
  mutating func scanString() throws(JSONError) -> ScannedString {
    let base = bytes.startIndex
    if let known, known.start == base + position + 1, known.end < bytes.endIndex {
      position = known.end - base + 1
      return ScannedString(start: known.start - base, end: known.end - base, hasEscapes: known.hasEscapes)
    }
    let scanned = try scanString(from: position + 1)
    position = scanned.end + 1
    if scanned.end - scanned.start >= LongString.leastBytes { remember(scanned) }
    return scanned
  }

  private mutating func remember(_ scanned: ScannedString) {
    if let longString, longString.end - longString.start >= scanned.end - scanned.start { return }
    let base = bytes.startIndex
    longString = LongString(
      start: base + scanned.start, end: base + scanned.end, hasEscapes: scanned.hasEscapes)
  }

  /// Scans and validates the string whose first byte after the quote is at `start`, eight bytes at a time except around
  /// escapes.
  private func scanString(from start: Int) throws(JSONError) -> ScannedString {
    var at = start
    var hasEscapes = false
    var seen: UInt64 = 0
    let span = bytes.span
    while true {
      while at + 8 <= count {
        let word = ByteWord.load(span, at)
        let special =
          ByteWord.lanes(of: UInt8(ascii: "\""), in: word) | ByteWord.lanes(of: UInt8(ascii: "\\"), in: word)
          | ByteWord.lanes(below: 0x20, in: word)
        if special != 0 {
          let run = ByteWord.first(special)
          seen |= ByteWord.prefix(word, run)
          at += run
          break
        }
        seen |= word
        at += 8
      }
      guard at < count else { throw fault("unterminated string") }
      let byte = span[at]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        at += try escapeLength(at: at)
      } else if byte < 0x20 {
        throw fault("control character in a string; it must be escaped", at: at)
      } else {
        seen |= UInt64(byte)
        at += 1
      }
    }
    if seen & ByteWord.high != 0, let wrong = UTF8Validation.firstFault(in: span, start..<at) {
      throw fault("the string is not valid UTF-8", at: wrong)
    }
    return ScannedString(start: start, end: at, hasEscapes: hasEscapes)
  }

  /// Validates the escape at `at` and returns its length in bytes.
  private func escapeLength(at: Int) throws(JSONError) -> Int {
    guard at + 1 < count else { throw fault("unterminated string") }
    switch byte(at + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard hexadecimal(at: at + 2) != nil else {
        throw fault("'\\u' needs four hexadecimal digits", at: at)
      }
      return 6
    default:
      throw fault("invalid escape sequence in a string", at: at)
    }
  }

  /// The value of the four hexadecimal digits at `at`; nil if fewer than four are there.
  private func hexadecimal(at: Int) -> UInt32? {
    guard at + 4 <= count else { return nil }
    var value: UInt32 = 0
    for i in at..<at + 4 {
      let byte = byte(i)
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The unescaped bytes of a validated string. No escape is shorter than the UTF-8 of its value, so the result never
  /// exceeds the length of the escaped string.
  private func unescaped(_ scanned: ScannedString) -> [UInt8] {
    let span = bytes.span
    var out = [UInt8](repeating: 0, count: scanned.end - scanned.start)
    var length = 0
    var target = out.mutableSpan
    var at = scanned.start
    while at < scanned.end {
      while at + 8 <= scanned.end {
        let word = ByteWord.load(span, at)
        ByteWord.store(word, &target, length)
        let escape = ByteWord.lanes(of: UInt8(ascii: "\\"), in: word)
        if escape != 0 {
          at += ByteWord.first(escape)
          length += ByteWord.first(escape)
          break
        }
        at += 8
        length += 8
      }
      guard at < scanned.end else { break }
      var byte = span[at]
      at += 1
      if byte == UInt8(ascii: "\\") {
        byte = span[at]
        at += 1
        switch byte {
        case UInt8(ascii: "b"): byte = 0x08
        case UInt8(ascii: "f"): byte = 0x0C
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "u"):
          for unit in UTF8.encode(escapedScalar(digits: &at)) ?? UTF8.encodedReplacementCharacter {
            target[length] = unit
            length += 1
          }
          continue
        default: break
        }
      }
      target[length] = byte
      length += 1
    }
    out.removeLast(out.count - length)
    return out
  }

  /// The scalar given by the four hexadecimal digits at `at`, together with the next escape if the two form a surrogate
  /// pair. An unpaired surrogate becomes U+FFFD. Advances `at` past the digits and escapes that were used.
  private func escapedScalar(digits at: inout Int) -> UnicodeScalar {
    var code = hexadecimal(at: at) ?? 0xFFFD
    at += 4
    if code & 0xFC00 == 0xD800, at + 6 <= count, byte(at) == UInt8(ascii: "\\"),
      byte(at + 1) == UInt8(ascii: "u"), let low = hexadecimal(at: at + 2), low & 0xFC00 == 0xDC00
    {
      code = 0x10000 + ((code & 0x3FF) << 10 | low & 0x3FF)
      at += 6
    }
    return UnicodeScalar(code) ?? "\u{FFFD}"
  }
}

/// Finds ill-formed UTF-8 (Unicode, table 3-7: shortest form, no surrogates, nothing above U+10FFFF).
package enum UTF8Validation {
  /// The index of the first byte of the first ill-formed sequence in `range`, or nil.
  ///
  /// - Complexity: linear in the range.
  package static func firstFault(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    var i = range.lowerBound
    let end = range.upperBound
    while i < end {
      while i + 8 <= end, ByteWord.load(bytes, i) & ByteWord.high == 0 { i += 8 }
      guard i < end else { return nil }
      let first = bytes[i]
      if first < 0x80 {
        i += 1
        continue
      }
      let length: Int
      var low: UInt8 = 0x80
      var high: UInt8 = 0xBF
      switch first {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, low) = (3, 0xA0)
      case 0xED: (length, high) = (3, 0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, low) = (4, 0x90)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, high) = (4, 0x8F)
      default: return i
      }
      guard end - i >= length else { return i }
      let second = bytes[i + 1]
      guard second >= low, second <= high else { return i }
      if length > 2 {
        guard bytes[i + 2] & 0xC0 == 0x80 else { return i }
        if length > 3 {
          guard bytes[i + 3] & 0xC0 == 0x80 else { return i }
        }
      }
      i += length
    }
    return nil
  }
}

// MARK: - Numbers

extension JSONReader {
  /// Reads a whole number. `2.0` and `2e3` are whole too.
  ///
  /// - Throws: if the next value is not a number, is not whole, or does not fit `Int`.
  public mutating func readInt() throws(JSONError) -> Int {
    let start = position
    switch try readNumber() {
    case .integer(let value): return value
    case .double(let value):
      if let whole = wholeNumber(value) { return whole }
    }
    position = start
    state = .value
    _ = try token()
    throw fault("expected a whole number")
  }

  /// Reads a number, rounded to the nearest `Double`.
  ///
  /// - Throws: if the next value is not a number, or is too large for `Double`.
  public mutating func readDouble() throws(JSONError) -> Double {
    switch try readNumber() {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }

  enum Number {
    case integer(Int)
    case double(Double)
  }

  mutating func readNumber() throws(JSONError) -> Number {
    let first = try token()
    guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10 else { throw mismatch(.number) }
    let start = position
    let integer = try scanNumber()
    state = .read
    if let integer { return .integer(integer) }
    let text = String(decoding: raw(start, position), as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw fault("number too large", at: start)
    }
    return .double(value)
  }

  /// Moves past the number at the current position. Returns its value if it has neither fraction nor exponent, fits
  /// `Int`, and is not `-0`; otherwise nil.
  mutating func scanNumber() throws(JSONError) -> Int? {
    let isNegative = byte(position) == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value = 0
    var isInteger = true
    while position < count {
      let digit = byte(position) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (tens, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, beyond) =
        isNegative
        ? tens.subtractingReportingOverflow(Int(digit)) : tens.addingReportingOverflow(Int(digit))
      if over || beyond { isInteger = false }
      value = sum
      position += 1
    }
    guard position > start else { throw unexpected("a digit") }
    if byte(start) == UInt8(ascii: "0"), position > start + 1 {
      throw fault("number with a leading zero", at: start + 1)
    }
    if position < count, byte(position) == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() else { throw unexpected("a digit after the decimal point") }
    }
    if position < count, byte(position) | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < count, byte(position) == UInt8(ascii: "+") || byte(position) == UInt8(ascii: "-") {
        position += 1
      }
      guard skipDigits() else { throw unexpected("a digit in the exponent") }
    }
    return isInteger && !(isNegative && value == 0) ? value : nil
  }

  /// Moves past digits. Returns whether there were any.
  private mutating func skipDigits() -> Bool {
    let start = position
    while position < count, byte(position) &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }
}

/// The number as `Int`; nil if it is not whole or does not fit. `Int(exactly:)` is avoided, because it would link the
/// mathematics library.
func wholeNumber(_ value: Double) -> Int? {
  guard value >= -0x1p63, value < 0x1p63 else { return nil }
  let whole = Int(value)
  return Double(whole) == value ? whole : nil
}
