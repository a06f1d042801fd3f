/// A long sequence in chunks. The current chunk is that of the last edit.
///
/// What lies before the current chunk is counted from the start of the sequence, what lies behind it from the end, so
/// that an edit in the current chunk shifts none of the others:
///
/// ```
/// before           current      behind, nearest last
/// 0   64K   128K  │ 192K │  −256K   −192K   −128K   −64K
/// ```
///
/// Going to another chunk costs the number of chunks in between, not what is in them; finding one the logarithm of
/// their number. A short sequence is one chunk.
struct ChunkList<Chunk: Sendable, Place: AdditiveArithmetic & Sendable>: Sendable {
  struct Placed: Sendable {
    /// Where the chunk starts: from the start of the sequence before the current chunk, from the end behind it.
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

  /// Where a chunk behind the current one starts, from the start of the sequence.
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

  /// The same behind the current one.
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

  /// Makes a chunk current that lies before the current one, which is kept behind it, or dropped.
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

  /// The same with a chunk that lies behind the current one.
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
