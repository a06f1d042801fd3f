extension JSONReader {
  /// Reads a value of a type that knows how.
  @inlinable
  public mutating func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  /// Reads an object and returns two of its members. Of one that occurs twice the last counts; others are passed over.
  /// An optional may be absent.
  ///
  /// The names are to be literals: the comparisons then cost next to nothing.
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

  /// Reads an object and returns three of its members, as `read(_:_:)` does.
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

  /// Reads `null` if it is here, and says whether it did.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard try token() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  /// Reads any value as a tree.
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

  /// Reads any value and hands out its bytes, checked but not taken apart. They share the storage of the whole.
  public mutating func readRaw() throws(JSONError) -> ArraySlice<UInt8> {
    _ = try token()
    let start = position
    try skip()
    return raw(start, position)
  }

  /// Checks the next value and steps over it.
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
    var matches = true
    var length = 0
    for scalar in word.description.utf8 {
      if start + length >= count || byte(start + length) != scalar { matches = false }
      length += 1
    }
    guard matches else { throw fault("expected '\(word)'") }
    position += length
    state = .read
  }
}
