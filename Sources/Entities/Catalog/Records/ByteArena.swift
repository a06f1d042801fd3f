/// Bytes that are only appended to. There is always some room behind them, so that they are read and written eight at a
/// time.
struct ByteArena: Sendable {
  /// What was written, and behind it anything.
  private(set) var bytes: [UInt8] = []
  /// How much was written.
  private(set) var count = 0

  private static let slack = 8
  private static let step = 1 << 12

  /// - Parameter capacity: bytes that are likely to be written; they take up no memory before they are.
  init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity + Self.slack + Self.step) }
  }

  /// Writes at most `most` bytes: `body` gets all bytes and where to begin, and returns where it ended. Up to eight
  /// bytes behind that it may write anything.
  @inline(__always)
  mutating func write(atMost most: Int, _ body: (inout MutableSpan<UInt8>, Int) -> Int) {
    let needed = count + most + Self.slack
    if needed > bytes.count { grow(needed) }
    let start = count
    let end: Int
    do {
      var span = bytes.mutableSpan
      end = body(&span, start)
    }
    count = end
  }

  /// Makes sure of the room behind what was written.
  mutating func keepRoom() {
    if count + Self.slack > bytes.count { bytes.append(contentsOf: repeatElement(0, count: Self.slack)) }
  }

  @inline(never)
  private mutating func grow(_ needed: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(needed - bytes.count, Self.step)))
  }

  /// Appends through an array.
  mutating func append<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
    bytes.removeLast(bytes.count - count)
    defer { count = bytes.count }
    return body(&bytes)
  }

  /// Takes back what was written behind an offset.
  mutating func cut(to offset: Int) { count = offset }
}
