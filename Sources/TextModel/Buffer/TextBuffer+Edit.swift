extension TextBuffer {
  /// Replaces a range and returns what really happened: the range is clamped to the text and widened to
  /// scalar boundaries, ill-formed UTF-8 in `bytes` is repaired with U+FFFD.
  ///
  /// Costs the size of the edit, a chunk at most, and the number of chunks between the last edit and this one.
  @discardableResult
  public mutating func replace(_ range: TextRange, with bytes: [UInt8]) -> AppliedEdit {
    let wide = widenedToScalars(range)
    let inserted = UTF8Form.repaired(bytes)
    let removed = self.bytes(in: wide)
    let start = wide.start.utf8
    goTo(start)
    let place = start - chunks.currentStart
    let here = min(wide.count, chunks.current.count - place)
    if chunks.current.count - here + inserted.count <= chunkSize {
      chunks.current.replace(place, place + here, with: inserted[...])
      removeBehind(wide.count - here)
      chunks.end += inserted.count - wide.count
    } else {
      chunks.current.replace(place, place + here, with: [])
      removeBehind(wide.count - here)
      chunks.end -= wide.count
      insertByChunks(inserted, at: place)
    }
    return AppliedEdit(range: wide, removed: removed, inserted: inserted)
  }

  /// The range inside the text, its edges moved outwards to scalar boundaries.
  public func widenedToScalars(_ range: TextRange) -> TextRange {
    let range = clamp(range)
    var end = range.end
    while !isScalarBoundary(end) { end = end + 1 }
    // An empty range inside a scalar goes to its start: an insertion never removes anything.
    let start = scalarStart(at: range.start)
    return TextRange(start, range.isEmpty ? start : end)
  }

  // MARK: Chunks

  /// Cuts bytes into parts of about equal size, of `size` at most, on scalar boundaries.
  static func parts(of bytes: [UInt8], ofAtMost size: Int) -> [Range<Int>] {
    let count = (bytes.count + size - 1) / size
    guard count > 1 else { return [bytes.indices] }
    var parts: [Range<Int>] = []
    parts.reserveCapacity(count)
    var start = 0
    for index in 1...count {
      var cut = bytes.count * index / count
      while cut < bytes.count, UTF8Form.isContinuation(bytes[cut]) { cut -= 1 }
      if cut > start { parts.append(start..<cut) }
      start = max(start, cut)
    }
    return parts
  }

  /// Makes the chunk current that holds a place, which may be an edge of it.
  private mutating func goTo(_ place: Int) {
    guard place < chunks.currentStart || place > chunks.currentStart + chunks.current.count else { return }
    tidyCurrentChunk()
    if place < chunks.currentStart, let found = chunks.lastBefore(where: { $0 <= place }) {
      chunks.goBack(to: found, dropsCurrent: chunks.current.isEmpty)
    } else if place > chunks.currentStart + chunks.current.count,
      let found = chunks.lastBehind(where: { $0 <= place })
    {
      chunks.goForward(to: found, dropsCurrent: chunks.current.isEmpty)
    }
  }

  /// Before another chunk becomes current: room that deletions left is given back, and what is small joins a small neighbour, so
  /// that neither chunks nor gaps get many.
  private mutating func tidyCurrentChunk() {
    chunks.current.trimGap()
    guard !chunks.current.isEmpty, chunks.current.count <= chunkSize / 4 else { return }
    let small = chunks.current.bytes
    if let next = chunks.behind.last, next.chunk.count + small.count <= chunkSize / 2 {
      let start = chunks.currentStart
      chunks.goForward(to: chunks.behind.count - 1, dropsCurrent: true)
      chunks.current.replace(0, 0, with: small[...])
      chunks.currentStart = start
    } else if let last = chunks.before.last, last.chunk.count + small.count <= chunkSize / 2 {
      chunks.goBack(to: chunks.before.count - 1, dropsCurrent: true)
      chunks.current.replace(chunks.current.count, chunks.current.count, with: small[...])
    }
  }

  /// Removes bytes behind the current chunk, nearest first. Their chunks keep their distance from the end.
  private mutating func removeBehind(_ count: Int) {
    var rest = count
    while rest > 0, let next = chunks.behind.last?.chunk.count {
      if next <= rest {
        chunks.behind.removeLast()
        rest -= next
      } else {
        let index = chunks.behind.count - 1
        chunks.behind[index].chunk.replace(0, rest, with: [])
        chunks.behind[index].chunk.trimGap()
        chunks.behind[index].start -= rest
        rest = 0
      }
    }
  }

  /// Inserts bytes that are too many for the current chunk.
  private mutating func insertByChunks(_ bytes: [UInt8], at place: Int) {
    if bytes.count <= chunkSize / 2 {
      let place = halveCurrentChunk(keeping: place)
      chunks.current.replace(place, place, with: bytes[...])
      chunks.end += bytes.count
      return
    }
    let tail = chunks.current.split(at: place)
    let tailStart = chunks.end - chunks.currentStart - place
    for part in Self.parts(of: bytes, ofAtMost: chunkSize / 2) {
      let count = chunks.current.count
      if count <= chunkSize / 4 {
        // What is before the place is little, and joins the first part.
        chunks.current.replace(count, count, with: bytes[part])
      } else {
        chunks.before.append(ChunkList.Placed(start: chunks.currentStart, chunk: chunks.current))
        chunks.currentStart += count
        chunks.current = GapBuffer(bytes[part])
      }
    }
    chunks.end += bytes.count
    if tail.count <= chunkSize / 4 {
      let count = chunks.current.count
      chunks.current.replace(count, count, with: tail.bytes[...])
    } else {
      chunks.behind.append(ChunkList.Placed(start: tailStart, chunk: tail))
    }
  }

  /// Makes two chunks of the current one; that which holds `place` becomes current. Returns where the place is in it.
  private mutating func halveCurrentChunk(keeping place: Int) -> Int {
    var middle = chunks.current.count / 2
    while middle > 0, UTF8Form.isContinuation(chunks.current.byte(at: middle)) { middle -= 1 }
    guard middle > 0 else { return place }
    let second = chunks.current.split(at: middle)
    let start = chunks.currentStart + middle
    if place <= middle {
      chunks.behind.append(ChunkList.Placed(start: chunks.end - start, chunk: second))
      return place
    }
    chunks.before.append(ChunkList.Placed(start: chunks.currentStart, chunk: chunks.current))
    (chunks.current, chunks.currentStart) = (second, start)
    return place - middle
  }
}
