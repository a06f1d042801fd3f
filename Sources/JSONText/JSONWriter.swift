/// Writes JSON directly as bytes, without an intermediate tree.
///
/// ```swift
/// writer.object {
///   $0.member("label", label)
///   $0.member("range") { $0.object { … } }
/// }
/// ```
///
/// The writer adds commas and colons. Members are written in the order of the calls and not checked for duplicates.
///
/// Each function takes time linear in the number of bytes that it writes.
public struct JSONWriter {
  var sink: ByteSink
  /// Whether the next value must be preceded by a comma.
  var needsComma = false
  /// The number of spaces per level; 0 for output on one line.
  let indentation: Int
  /// Whether the next value follows a member name on the same line; used only for indented output.
  var isAfterName = false
  var depth = 0

  /// Creates an empty writer.
  ///
  /// - Parameter indentation: the spaces per level of indented output; 0 for one line without any spaces.
  public init(indentation: Int = 0) {
    self.indentation = max(indentation, 0)
    sink = ByteSink()
  }

  /// Creates a writer that appends to existing bytes, such as space reserved for a header. The writer produces a single
  /// line.
  ///
  /// - Complexity: O(1) if the bytes are not shared.
  public init(appendingTo bytes: consuming [UInt8]) {
    indentation = 0
    sink = ByteSink(bytes)
  }

  /// The JSON of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - indentation: the spaces per level of indented output; 0 for one line without any spaces.
  /// - Complexity: linear in the bytes returned.
  public static func bytes(of value: some JSONWritable, indentation: Int = 0) -> [UInt8] {
    var writer = JSONWriter(indentation: indentation)
    writer.write(value)
    return writer.finished()
  }

  /// A copy of the bytes written so far; ``finished()`` does not copy.
  ///
  /// - Complexity: linear in the bytes.
  public var bytes: [UInt8] { sink.bytes }

  /// Consumes the writer and returns its bytes, without a copy.
  public consuming func finished() -> [UInt8] { sink.finished() }

  // MARK: Values

  @inlinable
  public mutating func write(_ value: some JSONWritable) { value.write(to: &self) }

  public mutating func null() {
    separate()
    sink.append(contentsOf: "null".utf8)
  }

  public mutating func bool(_ value: Bool) {
    separate()
    sink.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes bytes that must already be exactly one JSON value; they are neither validated nor indented.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    sink.append(contentsOf: json)
  }

  // MARK: Containers

  /// Writes an object. The body writes the members.
  @inlinable
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array. The body writes the elements, one after another.
  @inlinable
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes an array of these elements.
  @inlinable
  public mutating func array(_ elements: some Sequence<some JSONWritable>) {
    open(UInt8(ascii: "["))
    for element in elements { element.write(to: &self) }
    close(UInt8(ascii: "]"))
  }

  // MARK: Members

  /// Writes a member with a literal name, which must not contain characters that need to be escaped.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member with a literal name; writes nothing if the value is nil.
  @inlinable
  public mutating func member(_ name: StaticString, ifPresent value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes a member with a literal name. The body must write exactly one value.
  @inlinable
  public mutating func member(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    body(&self)
  }

  /// Writes a member with any name, which is escaped as needed.
  @inlinable
  public mutating func member(named name: String, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member with any name. The body must write exactly one value.
  @inlinable
  public mutating func member(named name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    body(&self)
  }

  /// Writes the member's name; exactly one value must follow.
  public mutating func name(_ name: String) {
    separate()
    sink.append(quoted: name)
    endName()
  }

  @usableFromInline
  mutating func name(_ name: StaticString) {
    if indentation == 0 {
      sink.append(name: name, comma: needsComma)
      needsComma = false
    } else {
      self.name(name.description)
    }
  }

  @inline(__always)
  private mutating func endName() {
    sink.append(UInt8(ascii: ":"))
    needsComma = false
    if indentation > 0 {
      sink.append(0x20)
      isAfterName = true
    }
  }

  // MARK: Steps

  /// Writes the comma and the line break that are needed before the next name or value, if any.
  @inline(__always)
  private mutating func separate() {
    if needsComma { sink.append(UInt8(ascii: ",")) }
    needsComma = true
    if indentation > 0 { breakLine() }
  }

  @inline(never)
  private mutating func breakLine() {
    if !isAfterName, depth > 0 { newLine() }
    isAfterName = false
  }

  private mutating func newLine() {
    sink.append(0x0A)
    sink.append(0x20, times: indentation * depth)
  }

  @usableFromInline
  mutating func open(_ bracket: UInt8) {
    separate()
    sink.append(bracket)
    depth += 1
    needsComma = false
  }

  @usableFromInline
  mutating func close(_ bracket: UInt8) {
    depth -= 1
    if indentation > 0, needsComma { newLine() }
    sink.append(bracket)
    needsComma = true
  }
}

extension JSONWriter {
  public mutating func integer(_ value: Int) {
    separate()
    sink.append(decimal: value)
  }

  /// Writes an array of integers in one step, which is faster for long arrays.
  package mutating func array(integers: [Int]) {
    guard indentation == 0 else { return array(integers) }
    separate()
    sink.append(UInt8(ascii: "["))
    sink.append(decimals: integers)
    sink.append(UInt8(ascii: "]"))
  }

  /// Writes the shortest text that reads back as the same number. JSON has no infinity and no NaN: they become
  /// `null`.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    sink.append(contentsOf: value.description.utf8)
  }

  /// Writes a string in quotes. Quotation marks, backslashes and control characters are escaped; all other characters
  /// are written as UTF-8.
  public mutating func string(_ value: String) {
    separate()
    sink.append(quoted: value)
  }

  /// Writes a string given as UTF-8. Ill-formed parts become U+FFFD.
  public mutating func string(utf8 value: [UInt8]) {
    guard UTF8Validation.firstFault(in: value.span, 0..<value.count) == nil else {
      return string(String(decoding: value, as: UTF8.self))
    }
    separate()
    sink.append(UInt8(ascii: "\""))
    var runStart = 0
    let span = value.span
    for i in 0..<span.count where JSONEscape.isNeeded(span[i]) {
      sink.append(contentsOf: value[runStart..<i])
      sink.append(escaping: CollectionOfOne(span[i]))
      runStart = i + 1
    }
    sink.append(contentsOf: value[runStart...])
    sink.append(UInt8(ascii: "\""))
  }
}

// MARK: - Bytes

/// A byte buffer that is longer than its contents, so that there is one check for capacity and uniqueness per piece
/// instead of one per byte.
@usableFromInline
struct ByteSink: Sendable {
  /// The bytes, of which the first ``count`` were written; the others are zero.
  private var storage: [UInt8]
  private(set) var count: Int

  init(_ bytes: consuming [UInt8] = []) {
    count = bytes.count
    storage = bytes
  }

  /// A copy of the bytes written.
  var bytes: [UInt8] { [UInt8](storage[..<count]) }

  /// The bytes written, without a copy.
  consuming func finished() -> [UInt8] {
    storage.removeLast(storage.count - count)
    return storage
  }

  /// Reserves room for this many more bytes.
  @inline(__always)
  mutating func ensure(_ room: Int) {
    if storage.count - count < room { grow(room) }
  }

  @inline(never)
  private mutating func grow(_ room: Int) {
    // Appends an array, because a debug build copies any other sequence byte by byte.
    storage += [UInt8](repeating: 0, count: max(room, storage.count, 240))
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

  /// Appends `"name":`, after a comma if requested.
  mutating func append(name: StaticString, comma: Bool) {
    // The buffer is a constant of the program. It is only read, and does not escape.
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
    // The buffer is only read, and does not escape.
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

  /// Appends text with escapes where needed.
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

  /// Appends numbers separated by commas. Reserves room for many of them at a time.
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

  /// Writes a number in decimal digits at `start` and returns the offset of its end. There must be room for 20 bytes.
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

/// Escapes in strings (RFC 8259, section 7).
private enum JSONEscape {
  /// Whether a byte must be escaped: a quotation mark, a backslash or a control character.
  @inline(__always)
  static func isNeeded(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The second character of the two-character escape of a byte; nil if it has none.
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
