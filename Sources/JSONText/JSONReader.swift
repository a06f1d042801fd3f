/// Reads JSON bytes value by value, without building a tree.
///
/// The caller reads the values that it expects, in the order of the text; all others are skipped (and still
/// validated):
///
/// ```swift
/// let object = try reader.beginObject()
/// var line: Int?
/// while let name = try reader.nextName() {
///   switch name {
///   case "line": line = try reader.read(Int.self)
///   default: break
///   }
/// }
/// self.line = try reader.require(line, "line", of: object)
/// ```
///
/// Positions are UTF-8 offsets from the first byte. A byte order mark at the start is skipped. Nesting is limited by
/// ``JSONParser/Options/maximumDepth``; a name that occurs twice in one object is returned twice. Reading is linear
/// in the number of bytes.
///
/// Each reading function throws at the first fault: text that is not JSON, or a value of an unexpected kind. The reader
/// must not be used after it has thrown an error.
public struct JSONReader {
  /// The reader's position in its container.
  enum State {
    /// A value comes next.
    case value
    /// Directly after `[` or `{`.
    case opened
    /// A value was read.
    case read
  }

  let bytes: ArraySlice<UInt8>
  let count: Int
  let options: JSONParser.Options
  let maximumDepth: Int
  var position = 0
  var depth = 0
  var state = State.value
  /// A string in `bytes` that need not be validated again: the ``longString`` of an earlier reader of the same bytes,
  /// or of a larger slice of the same storage.
  package var known: LongString?
  /// The longest string scanned so far, if it has several thousand bytes; otherwise nil. A later reader of a slice of
  /// `bytes` can take it as its ``known`` string instead of scanning the string again.
  package internal(set) var longString: LongString?

  /// Creates a reader at the start of a JSON text.
  ///
  /// - Parameters:
  ///   - bytes: One JSON text.
  ///   - options: Extensions of the syntax, and the maximum depth.
  /// - Complexity: O(1).
  public init(_ bytes: ArraySlice<UInt8>, options: JSONParser.Options = .init()) {
    self.bytes = bytes
    self.options = options
    count = bytes.count
    maximumDepth = min(max(options.maximumDepth, 0), JSONParser.Options.depthBound)
    if bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Creates a reader at the start of a JSON text.
  ///
  /// - Parameters:
  ///   - bytes: One JSON text.
  ///   - options: Extensions of the syntax, and the maximum depth.
  /// - Complexity: O(1).
  public init(_ bytes: [UInt8], options: JSONParser.Options = .init()) {
    self.init(bytes[...], options: options)
  }

  /// UTF-8 offset of the next byte to read.
  public var offset: Int { position }

  // MARK: Objects

  /// Enters an object. Returns the offset of its opening brace, for ``require(_:_:of:)``.
  ///
  /// - Throws: if the next value is not an object, or nesting exceeds the maximum depth.
  @discardableResult
  public mutating func beginObject() throws(JSONError) -> Int {
    try begin(UInt8(ascii: "{"), .object)
  }

  /// Moves to the next member and returns its name; nil at the end of the object. The caller may then read the member's
  /// value; the next call skips a value that was not read.
  ///
  /// - Throws: if a name, a colon or a comma is missing, or if a skipped value is malformed.
  /// - Complexity: linear in the bytes moved over.
  public mutating func nextName() throws(JSONError) -> JSONName? {
    guard let scanned = try nextNameRange() else { return nil }
    return JSONName(text: string(scanned))
  }

  /// The name of the next member, as returned by ``nextName()``, and its range in the text, including the quotes.
  package mutating func nextNameAndRange() throws(JSONError) -> (name: JSONName, range: Range<Int>)? {
    guard let scanned = try nextNameRange() else { return nil }
    return (JSONName(text: string(scanned)), scanned.start - 1..<scanned.end + 1)
  }

  /// Unwraps the value of a required member.
  ///
  /// - Parameters:
  ///   - value: the value that was read; nil if the member did not occur.
  ///   - name: the member's name, for the error.
  ///   - object: the offset returned by ``beginObject()``.
  /// - Throws: ``missing(_:of:)`` if the value is nil.
  @inlinable
  public func require<Value>(_ value: Value?, _ name: String, of object: Int) throws(JSONError) -> Value {
    if let value { return value }
    throw missing(name, of: object)
  }

  /// The error for a missing member.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - object: the offset returned by ``beginObject()``.
  /// - Complexity: O(`object`), to find line, column and path.
  public func missing(_ name: String, of object: Int) -> JSONError {
    JSONError("missing", at: object, in: bytes, member: name)
  }

  /// Moves past the next member's name and colon. Returns the scanned name; nil at the end of the object.
  private mutating func nextNameRange() throws(JSONError) -> ScannedString? {
    guard try next(closedBy: UInt8(ascii: "}")) else { return nil }
    guard position < count, byte(position) == UInt8(ascii: "\"") else {
      throw unexpected("a member name in quotes")
    }
    let scanned = try scanString()
    guard try token() == UInt8(ascii: ":") else { throw unexpected("':' after the member name") }
    position += 1
    state = .value
    return scanned
  }

  // MARK: Arrays

  /// Enters an array. Returns the offset of its opening bracket.
  ///
  /// - Throws: if the next value is not an array, or nesting exceeds the maximum depth.
  @discardableResult
  public mutating func beginArray() throws(JSONError) -> Int {
    try begin(UInt8(ascii: "["), .array)
  }

  /// Moves to the next element and returns true; false at the end of the array. The caller may then read the element;
  /// the next call skips an element that was not read.
  ///
  /// - Throws: if a comma is missing, or if a skipped element is malformed.
  /// - Complexity: linear in the bytes moved over.
  public mutating func nextElement() throws(JSONError) -> Bool {
    guard try next(closedBy: UInt8(ascii: "]")) else { return false }
    state = .value
    return true
  }

  // MARK: Whole text

  /// Skips the top-level value if it was not read, and checks that only whitespace (and comments, if allowed) follows
  /// it.
  ///
  /// - Throws: if something else follows, or if the skipped value is malformed.
  public mutating func finish() throws(JSONError) {
    if state == .value { try skip() }
    guard try token() == 0, position >= count else { throw unexpected("the end") }
  }

  /// The kind of the next value, judged by its first byte. Consumes only whitespace and comments.
  ///
  /// - Throws: if no value begins here.
  public mutating func peekKind() throws(JSONError) -> JSONKind {
    switch try token() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw unexpected("a value")
    }
  }

  // MARK: Steps

  private mutating func begin(_ opening: UInt8, _ kind: JSONKind) throws(JSONError) -> Int {
    guard try token() == opening else { throw mismatch(kind) }
    guard depth < maximumDepth else { throw fault("nested more than \(maximumDepth) levels deep") }
    let start = position
    depth += 1
    position += 1
    state = .opened
    return start
  }

  /// Skips the previous value if it was not read. Moves past the comma before the next member or element and returns
  /// true, or past the closing bracket and returns false.
  @inline(__always)
  private mutating func next(closedBy closing: UInt8) throws(JSONError) -> Bool {
    if state == .value { try skip() }
    var byte = try token()
    if state == .read {
      if byte == UInt8(ascii: ",") {
        position += 1
        byte = try token()
        if byte == closing, !options.allowsTrailingCommas { throw fault("trailing comma") }
      } else if byte != closing {
        throw unexpected("',' or '\(Character(UnicodeScalar(closing)))'")
      }
    }
    guard byte == closing else { return true }
    position += 1
    depth -= 1
    state = .read
    return false
  }

  /// Moves past whitespace and, if allowed, comments. Returns the byte that follows, without consuming it; 0 at the
  /// end.
  @inline(__always)
  mutating func token() throws(JSONError) -> UInt8 {
    while position < count {
      let next = byte(position)
      if next > 0x20 {
        if next == UInt8(ascii: "/"), options.allowsComments {
          try skipComment()
          continue
        }
        return next
      }
      guard next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 else { return next }
      position += 1
    }
    return 0
  }

  @inline(__always)
  func byte(_ position: Int) -> UInt8 { bytes[bytes.startIndex &+ position] }

  private mutating func skipComment() throws(JSONError) {
    let start = position
    switch position + 1 < count ? byte(position + 1) : 0 {
    case UInt8(ascii: "/"):
      while position < count, byte(position) != 0x0A, byte(position) != 0x0D { position += 1 }
    case UInt8(ascii: "*"):
      position += 3
      while true {
        guard position < count else { throw JSONError("unterminated comment", at: start, in: bytes) }
        if byte(position) == UInt8(ascii: "/"), byte(position - 1) == UInt8(ascii: "*") { break }
        position += 1
      }
      position += 1
    default:
      throw unexpected("a value")
    }
  }
}

/// The kind of a value, which can be recognized by its first byte.
public enum JSONKind: String, Hashable, Sendable {
  case null, bool, number, string, array, object

  /// The kind with its article: "a string", "null".
  package var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The name of a member in a ``JSONReader``, for comparison with literals in a `switch`.
public struct JSONName: Hashable, Sendable {
  /// The name without its quotes, with escapes resolved.
  public let text: String

  @inlinable
  init(text: String) { self.text = text }

  /// Whether the name equals a string, for `case` in a `switch`. Compares as `==` of `String` does, by
  /// canonical equivalence.
  @inlinable
  public static func ~= (pattern: String, name: JSONName) -> Bool { pattern == name.text }
}

extension JSONReader {
  /// Creates an error at the reader's position, or at another offset.
  ///
  /// - Parameters:
  ///   - reason: the reason, worded to follow the location, as ``JSONError/reason``.
  ///   - offset: a UTF-8 offset from the first byte; nil for the reader's position.
  /// - Complexity: linear in the offset, to find line, column and path.
  @inline(never)
  public func fault(_ reason: String, at offset: Int? = nil) -> JSONError {
    JSONError(reason, at: offset ?? position, in: bytes)
  }

  /// The error for an unexpected byte at the current position.
  @inline(never)
  func unexpected(_ expected: String) -> JSONError {
    guard position < count else { return fault("expected \(expected), found the end of the text") }
    let found = byte(position)
    guard found >= 0x20 else { return fault("expected \(expected), found a control character") }
    var tail = bytes[(bytes.startIndex + position)...].prefix(4)
    if found < 0x80 { tail = tail.prefix(1) }
    let character = String(decoding: tail, as: UTF8.self).first.map(String.init) ?? ""
    return fault("expected \(expected), found '\(character)'")
  }

  /// The error for a value of the wrong kind at the current position.
  @inline(never)
  package func mismatch(_ expected: JSONKind) -> JSONError {
    mismatch(expected.phrase)
  }

  /// The error for a value that does not match a description, such as "a whole number". The location of the error is
  /// the reader's position.
  ///
  /// - Complexity: linear in the reader's offset, to find line, column and path.
  @inline(never)
  public func mismatch(_ expected: String) -> JSONError {
    var copy = self
    guard let found = try? copy.peekKind() else { return unexpected(expected) }
    return fault("expected \(expected), found \(found.phrase)")
  }
}

// MARK: - Values

extension JSONReader {
  /// Reads a value of a ``JSONReadable`` type.
  ///
  /// - Throws: the first fault of the value.
  /// - Complexity: linear in the value's text.
  @inlinable
  public mutating func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  /// Reads an object and returns the values of two of its members; the other members are skipped. If a name occurs
  /// twice, its last value counts. A member of optional type may be absent.
  ///
  /// The names should be literals, so that comparing them costs next to nothing.
  ///
  /// - Throws: if the next value is not an object, one of its values is faulty, or a required member is missing.
  /// - Complexity: linear in the object's text.
  @inlinable
  @inline(__always)
  public mutating func read<First: JSONReadable, Second: JSONReadable>(
    _ first: String, _ second: String
  ) throws(JSONError) -> (First, Second) {
    let object = try beginObject()
    var (one, two) = (First.absent, Second.absent)
    while let name = try nextName() {
      switch name {
      case first: one = try First(from: &self)
      case second: two = try Second(from: &self)
      default: break
      }
    }
    return (try require(one, first, of: object), try require(two, second, of: object))
  }

  /// Reads an object and returns the values of three of its members, as `read(_:_:)` does.
  @inlinable
  @inline(__always)
  public mutating func read<First: JSONReadable, Second: JSONReadable, Third: JSONReadable>(
    _ first: String, _ second: String, _ third: String
  ) throws(JSONError) -> (First, Second, Third) {
    let object = try beginObject()
    var (one, two, three) = (First.absent, Second.absent, Third.absent)
    while let name = try nextName() {
      switch name {
      case first: one = try First(from: &self)
      case second: two = try Second(from: &self)
      case third: three = try Third(from: &self)
      default: break
      }
    }
    return (
      try require(one, first, of: object), try require(two, second, of: object),
      try require(three, third, of: object)
    )
  }

  /// Reads `true` or `false`.
  ///
  /// - Throws: if the next value is not a Boolean.
  public mutating func readBool() throws(JSONError) -> Bool {
    switch try token() {
    case UInt8(ascii: "t"):
      try literal("true")
      return true
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default:
      throw mismatch(.bool)
    }
  }

  /// Reads the next value if it is `null`, and returns whether it is. Does not move past any other value.
  ///
  /// - Throws: if the next value begins with `n` but is not `null`.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard try token() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  /// Reads any value as a tree.
  ///
  /// - Throws: the first fault of the value.
  /// - Complexity: linear in the value's text.
  public mutating func readValue() throws(JSONError) -> JSONValue {
    switch try peekKind() {
    case .null:
      try literal("null")
      return .null
    case .bool: return .bool(try readBool())
    case .string: return .string(try readString())
    case .number:
      switch try readNumber() {
      case .integer(let value): return .integer(value)
      case .double(let value): return .double(value)
      }
    case .array:
      var values: [JSONValue] = []
      try beginArray()
      while try nextElement() { values.append(try readValue()) }
      return .array(values)
    case .object:
      var object = JSONObject()
      try beginObject()
      while let scanned = try nextNameRange() {
        let name = string(scanned)
        object[name] = try readValue()
      }
      return .object(object)
    }
  }

  /// Reads any value and returns its bytes, validated but not parsed. They share storage with the input.
  ///
  /// - Throws: the first fault of the value.
  /// - Complexity: linear in the value's text, which is not copied.
  public mutating func readRaw() throws(JSONError) -> ArraySlice<UInt8> {
    _ = try token()
    let start = position
    try skip()
    return raw(start, position)
  }

  /// Validates the next value and moves past it.
  ///
  /// - Throws: the first fault of the value.
  /// - Complexity: linear in the value's text.
  public mutating func skip() throws(JSONError) {
    switch try peekKind() {
    case .null: try literal("null")
    case .bool: _ = try readBool()
    case .string:
      _ = try scanString()
      state = .read
    case .number:
      _ = try scanNumber()
      state = .read
    case .array:
      try beginArray()
      while try nextElement() { try skip() }
    case .object:
      try beginObject()
      while try nextNameRange() != nil { try skip() }
    }
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    let start = position
    var matching = 0
    for letter in word.description.utf8 {
      guard start + matching < count, byte(start + matching) == letter else { break }
      matching += 1
    }
    guard matching == word.utf8CodeUnitCount else {
      throw matching > 1 ? fault("expected '\(word)'") : unexpected("a value")
    }
    position += matching
    state = .read
  }
}
