/// Bytes being written one after the other: an array that is longer than what it holds, so that a piece costs one
/// check for room and one for uniqueness, not one for every byte.
@usableFromInline
struct ByteSink: Sendable {
  /// Its first ``count`` bytes were written; the others are zero.
  private var storage: [UInt8]
  private(set) var count: Int

  init(_ bytes: consuming [UInt8] = []) {
    count = bytes.count
    storage = bytes
  }

  /// What was written, as an array of its own.
  var bytes: [UInt8] { [UInt8](storage[..<count]) }

  /// What was written, without a copy.
  consuming func finished() -> [UInt8] {
    storage.removeLast(storage.count - count)
    return storage
  }

  /// Makes room for so many bytes more.
  @inline(__always)
  mutating func ensure(_ room: Int) {
    if storage.count - count < room { grow(room) }
  }

  @inline(never)
  private mutating func grow(_ room: Int) {
    storage.append(contentsOf: repeatElement(0, count: max(room, storage.count, 240)))
  }

  mutating func append(_ byte: UInt8) {
    ensure(1)
    storage[count] = byte
    count += 1
  }

  mutating func append(contentsOf bytes: some Collection<UInt8>) {
    let length = bytes.count
    ensure(length)
    storage.replaceSubrange(count..<count + length, with: bytes)
    count += length
  }

  mutating func append(_ byte: UInt8, times: Int) {
    for _ in 0..<times { append(byte) }
  }

  /// Appends `"name":`, after a comma where there must be one.
  mutating func append(name: StaticString, comma: Bool) {
    // The buffer is a constant of the program, only read, and only here.
    name.withUTF8Buffer { buffer in
      ensure(buffer.count + 4)
      var at = count
      var out = storage.mutableSpan
      if comma {
        out[at] = UInt8(ascii: ",")
        at += 1
      }
      out[at] = UInt8(ascii: "\"")
      at += 1
      for i in 0..<buffer.count {
        out[at] = unsafe buffer[i]
        at += 1
      }
      out[at] = UInt8(ascii: "\"")
      out[at + 1] = UInt8(ascii: ":")
      count = at + 2
    }
  }

  /// Appends a string in quotes, escaped.
  mutating func append(quoted text: String) {
    var text = text
    // The buffer is only read, and only here.
    let rest: Int? = text.withUTF8 { buffer in
      ensure(buffer.count + 2)
      var at = count
      var out = storage.mutableSpan
      out[at] = UInt8(ascii: "\"")
      at += 1
      var i = 0
      while i < buffer.count {
        let byte = unsafe buffer[i]
        if JSONEscape.isNeeded(byte) { break }
        out[at] = byte
        at += 1
        i += 1
      }
      if i == buffer.count {
        out[at] = UInt8(ascii: "\"")
        at += 1
      }
      count = at
      return i == buffer.count ? nil : i
    }
    if let rest {
      append(escaping: text.utf8.dropFirst(rest))
      append(UInt8(ascii: "\""))
    }
  }

  /// Appends text, escaping what must be.
  mutating func append(escaping text: some Collection<UInt8>) {
    ensure(text.count)
    for byte in text {
      if JSONEscape.isNeeded(byte) { append(escapeOf: byte) } else { append(byte) }
    }
  }

  private mutating func append(escapeOf byte: UInt8) {
    append(UInt8(ascii: "\\"))
    if let letter = JSONEscape.letter(byte) { return append(letter) }
    append(contentsOf: "u00".utf8)
    append(JSONEscape.digit(byte >> 4))
    append(JSONEscape.digit(byte & 15))
  }

  /// Appends numbers with commas between them; room is asked for once for many.
  mutating func append(decimals values: [Int]) {
    let portion = 512
    for start in stride(from: 0, to: values.count, by: portion) {
      ensure(portion * 21)
      var at = count
      var out = storage.mutableSpan
      for index in start..<min(start + portion, values.count) {
        let value = values[index]
        if index > 0 {
          out[at] = UInt8(ascii: ",")
          at += 1
        }
        if 0..<10 ~= value {
          out[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
          at += 1
        } else {
          at = Self.write(value, to: &out, at: at)
        }
      }
      count = at
    }
  }

  /// Writes a number's digits and returns where they end. There must be room for 20 bytes.
  @inline(__always)
  private static func write(_ value: Int, to out: inout MutableSpan<UInt8>, at start: Int) -> Int {
    let isNegative = value < 0
    var rest = value.magnitude
    var length = isNegative ? 2 : 1
    var above = rest / 10
    while above > 0 {
      length += 1
      above /= 10
    }
    var at = start + length
    repeat {
      at -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      out[at] = UInt8(ascii: "0") + UInt8(digit)
      rest = quotient
    } while rest > 0
    if isNegative { out[at - 1] = UInt8(ascii: "-") }
    return start + length
  }

  /// Appends a number in decimal digits.
  mutating func append(decimal value: Int) {
    ensure(20)
    let at = count
    var out = storage.mutableSpan
    let end = Self.write(value, to: &out, at: at)
    count = end
  }
}

/// What must be escaped in a string (RFC 8259, section 7), and how.
enum JSONEscape {
  /// Quotation mark, reverse solidus and the control characters.
  @inline(__always)
  static func isNeeded(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The letter of a two-character escape.
  static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }

  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
