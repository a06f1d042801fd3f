/// Writes JSON straight into bytes, without a tree in between.
///
/// ```swift
/// writer.object {
///   $0.member("label", label)
///   $0.member("range") { $0.object { … } }
/// }
/// ```
///
/// Commas and colons are put by the writer. Members are written in the order of the calls and not checked for
/// duplicates.
public struct JSONWriter {
  var sink: ByteSink
  /// Whether a comma must come before the next value.
  var needsComma = false
  /// Spaces per level; 0 = all on one line.
  let indentation: Int
  /// In a text for people: whether the next value is on its name's line.
  var isAfterName = false
  var depth = 0

  /// - Parameter indentation: the spaces per level of a text for people; 0 for one line without any space.
  public init(indentation: Int = 0) {
    self.indentation = max(indentation, 0)
    sink = ByteSink()
  }

  /// Goes on behind bytes that are there already, such as the gap for a header.
  public init(appendingTo bytes: consuming [UInt8]) {
    indentation = 0
    sink = ByteSink(bytes)
  }

  /// The JSON of a value.
  public static func bytes(of value: some JSONWritable, indentation: Int = 0) -> [UInt8] {
    var writer = JSONWriter(indentation: indentation)
    writer.write(value)
    return writer.finished()
  }

  /// What was written so far, as a copy; ``finished()`` makes none.
  public var bytes: [UInt8] { sink.bytes }

  /// Gives up the writer for its bytes, without a copy.
  public consuming func finished() -> [UInt8] { sink.finished() }

  /// Makes room for so many bytes.
  public mutating func reserveCapacity(_ count: Int) { sink.ensure(count) }

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

  /// Bytes that are one JSON value already.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    sink.append(contentsOf: json)
  }

  // MARK: Containers

  @inlinable
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// The body writes the elements, one after the other.
  @inlinable
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  @inlinable
  public mutating func array(_ elements: some Sequence<some JSONWritable>) {
    open(UInt8(ascii: "["))
    for element in elements { element.write(to: &self) }
    close(UInt8(ascii: "]"))
  }

  // MARK: Members

  /// A member with a name that the program knows. Such names are written as they are: they must hold nothing
  /// that needs escaping.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes the member only where there is a value.
  @inlinable
  public mutating func member(_ name: StaticString, ifPresent value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// The body writes exactly one value.
  @inlinable
  public mutating func member(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    body(&self)
  }

  /// A member with any name.
  @inlinable
  public mutating func member(named name: String, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// A member with any name. The body writes exactly one value.
  @inlinable
  public mutating func member(named name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    body(&self)
  }

  /// The member's name; exactly one value must follow.
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

  /// Writes what must precede a value: a comma, a new line.
  @inline(__always)
  mutating func separate() {
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

  /// An array of integers, in one go: for long lists.
  public mutating func array(integers: [Int]) {
    guard indentation == 0 else { return array(integers) }
    separate()
    sink.append(UInt8(ascii: "["))
    sink.append(decimals: integers)
    sink.append(UInt8(ascii: "]"))
  }

  /// The shortest text that reads back as the same number. JSON has no infinity and no NaN: they become `null`.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    sink.append(contentsOf: value.description.utf8)
  }
}

extension JSONWriter {
  public mutating func string(_ value: String) {
    separate()
    sink.append(quoted: value)
  }

  /// A string given as UTF-8. Bytes that are not UTF-8 become U+FFFD.
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
