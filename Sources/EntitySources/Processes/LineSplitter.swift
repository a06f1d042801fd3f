/// Cuts a stream of bytes into lines.
struct LineSplitter {
  private var rest: [UInt8] = []
  /// Longer lines are dropped whole, and counted.
  let limit: Int
  private(set) var dropped = 0
  private var isDropping = false

  init(limit: Int = 1 << 24) { self.limit = limit }

  /// Hands each line on that these bytes end, without its LF or CR LF.
  mutating func take(_ bytes: [UInt8], _ line: (ArraySlice<UInt8>) -> Void) {
    var from = 0
    while let end = bytes[from...].firstIndex(of: 0x0A) {
      if isDropping {
        isDropping = false
      } else if rest.count + end - from > limit {
        dropped += 1
      } else if rest.isEmpty {
        line(Self.withoutReturn(bytes[from..<end]))
      } else {
        rest += bytes[from..<end]
        line(Self.withoutReturn(rest[...]))
      }
      rest.removeAll(keepingCapacity: true)
      from = end + 1
    }
    if isDropping { return }
    if rest.count + bytes.count - from > limit {
      rest = []
      isDropping = true
      dropped += 1
    } else {
      rest += bytes[from...]
    }
  }

  /// The stream has ended: hands on what has no line end.
  mutating func finish(_ line: (ArraySlice<UInt8>) -> Void) {
    if !rest.isEmpty, !isDropping { line(Self.withoutReturn(rest[...])) }
    rest = []
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }
}
