import SystemCalls

/// Writes pieces of any size to a descriptor in portions of about a megabyte.
struct FileBuffer {
  private static let portion = 1 << 20

  private let descriptor: Int32
  private var waiting: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    waiting.reserveCapacity(Self.portion)
  }

  mutating func write(_ piece: RawSpan) throws(SystemError) {
    var start = 0
    while start < piece.byteCount {
      let count = min(Self.portion - waiting.count, piece.byteCount - start)
      let part = piece.extracting(start..<start + count)
      unsafe part.withUnsafeBytes { unsafe waiting.append(contentsOf: $0) }
      start += count
      if waiting.count == Self.portion { try finish() }
    }
  }

  /// Writes what still waits.
  mutating func finish() throws(SystemError) {
    try Platform.writeAll(descriptor, waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
