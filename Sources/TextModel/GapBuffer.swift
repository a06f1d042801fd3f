/// Bytes with a gap where the last edit was: one chunk of a ``TextBuffer``.
///
/// An edit costs its own size plus the way that the gap has to move; only when the gap is used up are all bytes moved
/// once (the gap grows with them, so that this is rare).
struct GapBuffer: Sendable {
  /// Bytes before the gap, the gap's old bytes, bytes after it.
  private var storage: [UInt8]
  private(set) var gapStart: Int
  private var gapEnd: Int

  /// The gap is made with the text, so that the first key typed does not pay for it.
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

  /// UTF-8 code units.
  var count: Int { storage.count - (gapEnd - gapStart) }
  var isEmpty: Bool { count == 0 }
  /// With the gap.
  var capacity: Int { storage.count }

  /// O(1). Traps outside.
  func byte(at index: Int) -> UInt8 {
    storage[index < gapStart ? index : index + (gapEnd - gapStart)]
  }

  // MARK: Reading

  /// The parts of a range before and after the gap, either perhaps empty, without a copy.
  func withPieces<Result, Failure: Error>(
    _ from: Int, _ to: Int, _ body: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let gap = gapEnd - gapStart
    let span = storage.span
    let first = span.extracting(min(from, gapStart)..<min(to, gapStart))
    let second = span.extracting(max(from, gapStart) + gap..<max(to, gapStart) + gap)
    return try body(first, second)
  }

  /// The bytes of a range that the gap does not divide, without a copy.
  func undivided(_ from: Int, _ to: Int) -> ArraySlice<UInt8>? {
    if to <= gapStart { return storage[from..<to] }
    let gap = gapEnd - gapStart
    return from >= gapStart ? storage[from + gap..<to + gap] : nil
  }

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

  /// Keeps what is before `index` and returns the rest.
  mutating func split(at index: Int) -> GapBuffer {
    var rest: [UInt8] = []
    rest.reserveCapacity(count - index)
    append(index, count, to: &rest)
    moveGap(to: index)
    gapEnd = storage.count
    trimGap()
    return GapBuffer(rest[...])
  }

  /// Gives back most of a gap that deletions have made large.
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

/// A long sequence in chunks. The current chunk is that of the last edit.
/// Chunks before the current one are counted from the start of the sequence, those after it from the end, so that an
/// edit in the current chunk shifts none of the others:
/// ```
/// before           current      after, nearest last
/// 0   64K   128K  │ 192K │  −256K   −192K   −128K   −64K
/// ```
/// Moving to another chunk costs the number of chunks in between, not their content; finding one the logarithm of
/// their number. A short sequence is one chunk.
struct ChunkList<Chunk: Sendable, Place: AdditiveArithmetic & Sendable>: Sendable {
  struct Placed: Sendable {
    /// The start of the chunk: from the start of the sequence before the current chunk, from the end after it.
    var start: Place
    var chunk: Chunk
  }

  var current: Chunk
  /// Where the current chunk starts.
  var currentStart: Place
  /// Where the sequence ends. What changes the current chunk's length says so here.
  var end: Place
  var before: [Placed] = []
  /// The nearest is the last.
  var behind: [Placed] = []

  init(current: Chunk, start: Place, end: Place) {
    self.current = current
    currentStart = start
    self.end = end
  }

  /// The start of a chunk after the current one, from the start of the sequence.
  func start(behind index: Int) -> Place { end - behind[index].start }

  /// The last chunk before the current one whose start fulfils a condition that holds up to some chunk only.
  func lastBefore(where holds: (Place) -> Bool) -> Int? {
    var (low, high) = (0, before.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(before[middle].start) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The last chunk after the current one that fulfils a condition.
  func lastBehind(where holds: (Place) -> Bool) -> Int? {
    // Near the last edit, as most of what is asked, it holds for none of them.
    guard !behind.isEmpty, holds(start(behind: behind.count - 1)) else { return nil }
    var (low, high) = (0, behind.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(start(behind: middle)) { high = middle } else { low = middle + 1 }
    }
    return low < behind.count ? low : nil
  }

  /// Makes a chunk before the current one current; the current one is kept after it, or dropped.
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

  /// Makes a chunk after the current one current.
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
