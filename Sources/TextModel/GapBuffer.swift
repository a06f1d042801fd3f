/// Bytes with a gap at the last edit: one chunk of a ``TextBuffer``.
///
/// An edit costs its own size plus the distance that the gap moves. All bytes are moved only when the gap is used up.
/// This is rare, because the size of a new gap is proportional to the number of bytes.
struct GapBuffer: Sendable {
  /// Bytes before the gap, unspecified bytes in the gap, bytes after it.
  private var storage: [UInt8]
  private(set) var gapStart: Int
  private var gapEnd: Int

  /// Creates a buffer that already has a gap, so that the first keystroke need not create one.
  init(_ bytes: ArraySlice<UInt8> = []) {
    let gap = Self.roomyGap(for: bytes.count)
    storage = []
    storage.reserveCapacity(bytes.count + gap)
    storage.append(contentsOf: bytes)
    storage += [UInt8](repeating: 0, count: gap)
    gapStart = bytes.count
    gapEnd = storage.count
  }

  private static func roomyGap(for count: Int) -> Int { 256 + count / 16 }

  /// The number of UTF-8 code units, without the gap.
  var count: Int { storage.count - (gapEnd - gapStart) }
  var isEmpty: Bool { count == 0 }
  /// The number of bytes in memory, including the gap.
  var capacity: Int { storage.count }

  /// The byte at an index. Traps if the index is out of range. O(1).
  func byte(at index: Int) -> UInt8 {
    storage[index < gapStart ? index : index + (gapEnd - gapStart)]
  }

  // MARK: Reading

  /// Calls `body` with the parts of a range before and after the gap, without copying them. Either may be empty.
  func withPieces<Result, Failure: Error>(
    _ from: Int, _ to: Int, _ body: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let gap = gapEnd - gapStart
    let span = storage.span
    let first = span.extracting(min(from, gapStart)..<min(to, gapStart))
    let second = span.extracting(max(from, gapStart) + gap..<max(to, gapStart) + gap)
    return try body(first, second)
  }

  /// The bytes of a range without a copy; nil if the gap divides it.
  func undivided(_ from: Int, _ to: Int) -> ArraySlice<UInt8>? {
    if to <= gapStart { return storage[from..<to] }
    let gap = gapEnd - gapStart
    return from >= gapStart ? storage[from + gap..<to + gap] : nil
  }

  /// Appends the bytes of a range to `bytes`.
  func append(_ from: Int, _ to: Int, to bytes: inout [UInt8]) {
    let gap = gapEnd - gapStart
    bytes.append(contentsOf: storage[min(from, gapStart)..<min(to, gapStart)])
    bytes.append(contentsOf: storage[max(from, gapStart) + gap..<max(to, gapStart) + gap])
  }

  /// A copy of all bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    append(0, count, to: &bytes)
    return bytes
  }

  // MARK: Editing

  mutating func replace(_ from: Int, _ to: Int, with bytes: ArraySlice<UInt8>) {
    moveGap(to: from)
    gapEnd += to - from
    if bytes.count > gapEnd - gapStart { resize(gap: bytes.count + Self.roomyGap(for: count + bytes.count)) }
    storage.replaceSubrange(gapStart..<gapStart + bytes.count, with: bytes)
    gapStart += bytes.count
  }

  /// Keeps the bytes before `index` and returns the rest.
  mutating func split(at index: Int) -> GapBuffer {
    var rest: [UInt8] = []
    rest.reserveCapacity(count - index)
    append(index, count, to: &rest)
    moveGap(to: index)
    gapEnd = storage.count
    trimGap()
    return GapBuffer(rest[...])
  }

  /// Frees most of a gap that deletions have enlarged.
  mutating func trimGap() {
    guard gapEnd - gapStart > 4 * Self.roomyGap(for: count) else { return }
    resize(gap: Self.roomyGap(for: count))
  }

  private mutating func moveGap(to place: Int) {
    guard place != gapStart else { return }
    let (start, end) = (gapStart, gapEnd)
    let moved = abs(place - start)
    unsafe storage.withUnsafeMutableBufferPointer { whole in
      guard let base = whole.baseAddress else { return }
      // `update` allows overlap, as memmove does.
      if place < start {
        unsafe (base + (end - moved)).update(from: base + place, count: moved)
      } else {
        unsafe (base + start).update(from: base + end, count: moved)
      }
    }
    gapEnd = place < start ? end - moved : end + moved
    gapStart = place
  }

  private mutating func resize(gap: Int) {
    var other: [UInt8] = []
    other.reserveCapacity(count + gap)
    other.append(contentsOf: storage[..<gapStart])
    other += [UInt8](repeating: 0, count: gap)
    other.append(contentsOf: storage[gapEnd...])
    gapEnd = gapStart + gap
    storage = other
  }
}

// MARK: - Chunks

/// A long sequence that is divided into chunks. The current chunk is the one that was edited last.
///
/// The start of a chunk before the current one is relative to the start of the sequence; that of a later chunk is
/// relative to the end of the sequence. Therefore, an edit in the current chunk shifts none of the others:
///
/// ```
/// before           current      behind, nearest last
/// 0   64K   128K  │ 192K │  −256K   −192K   −128K   −64K
/// ```
///
/// Making another chunk current is linear in the number of chunks in between, regardless of their size; finding a chunk
/// is logarithmic. A short sequence is one chunk.
struct ChunkList<Chunk: Sendable, Place: AdditiveArithmetic & Sendable>: Sendable {
  struct Placed: Sendable {
    /// The chunk's start. For a chunk before the current one, it is relative to the start of the sequence; for a later
    /// chunk, it is the distance to the end.
    var start: Place
    var chunk: Chunk
  }

  var current: Chunk
  /// The start of the current chunk.
  var currentStart: Place
  /// The end of the sequence. Must be updated when the length of the current chunk changes.
  var end: Place
  var before: [Placed] = []
  /// The chunks after the current one, in reverse order.
  var behind: [Placed] = []

  init(current: Chunk, start: Place, end: Place) {
    self.current = current
    currentStart = start
    self.end = end
  }

  /// The start of a chunk after the current one, relative to the start of the sequence.
  func start(behind index: Int) -> Place { end - behind[index].start }

  /// The index of the last chunk before the current one whose start satisfies a condition. The condition must be
  /// monotonic: true up to some chunk, and false from there on.
  func lastBefore(where holds: (Place) -> Bool) -> Int? {
    var (low, high) = (0, before.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(before[middle].start) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The index of the last chunk after the current one whose start satisfies a condition. The condition must be
  /// monotonic: true up to some chunk, and false from there on.
  func lastBehind(where holds: (Place) -> Bool) -> Int? {
    // Most queries are near the last edit, where no later chunk satisfies the condition.
    guard !behind.isEmpty, holds(start(behind: behind.count - 1)) else { return nil }
    var (low, high) = (0, behind.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(start(behind: middle)) { high = middle } else { low = middle + 1 }
    }
    return low < behind.count ? low : nil
  }

  /// Makes an earlier chunk current. The chunk that was current is kept after the new one, or dropped.
  mutating func goBack(to index: Int, dropsCurrent: Bool) {
    if !dropsCurrent { behind.append(Placed(start: end - currentStart, chunk: current)) }
    while before.count > index + 1 {
      var passed = before.removeLast()
      passed.start = end - passed.start
      behind.append(passed)
    }
    let next = before.removeLast()
    (current, currentStart) = (next.chunk, next.start)
  }

  /// Makes a later chunk current. The chunk that was current is kept before the new one, or dropped.
  mutating func goForward(to index: Int, dropsCurrent: Bool) {
    if !dropsCurrent { before.append(Placed(start: currentStart, chunk: current)) }
    while behind.count > index + 1 {
      var passed = behind.removeLast()
      passed.start = end - passed.start
      before.append(passed)
    }
    let next = behind.removeLast()
    (current, currentStart) = (next.chunk, end - next.start)
  }
}
