/// The bytes of a document: always well-formed UTF-8, in chunks, with a gap at the last edit.
///
/// The cost of an edit is its own size, plus the distance that the gap moves within one chunk, plus the number of
/// chunks between it and the previous edit, regardless of the document's size; a short text is one chunk. A copy shares
/// its storage with the original until one of them is edited. That edit copies the chunk and the list of the other
/// chunks, so text that is edited should have a single owner. Only the subscript traps for an offset outside of the
/// text; all other readers clamp ranges and offsets to the text.
public struct TextBuffer: Sendable {
  /// The chunks of the text. They begin and end on scalar boundaries; only the current one may be empty.
  var chunks: ChunkList<GapBuffer, Int>
  /// The maximum number of UTF-8 code units in a chunk. A text is divided into chunks of half that size.
  let chunkSize: Int

  /// 128 KiB: moving the gap through a chunk takes 10 µs, and a text of 100 MB has 1,600 chunks.
  private static let standardChunkSize = 128 << 10

  /// Creates a buffer from UTF-8; ill-formed parts are replaced by U+FFFD. Linear.
  public init(_ bytes: [UInt8]) { self.init(wellFormed: UTF8Form.repaired(bytes)) }
  /// Creates a buffer with the UTF-8 of a string.
  ///
  /// - Complexity: linear in the text.
  public init(_ string: String) { self.init(wellFormed: Array(string.utf8)) }

  /// Creates a buffer with chunks of another size, at least 16 bytes. For tests, to have chunk boundaries everywhere.
  package init(_ bytes: [UInt8], chunkSize: Int) {
    self.init(wellFormed: UTF8Form.repaired(bytes), chunkSize: chunkSize)
  }

  private init(wellFormed bytes: [UInt8], chunkSize: Int = Self.standardChunkSize) {
    self.chunkSize = chunkSize
    let parts =
      bytes.count <= chunkSize ? [bytes.indices] : Self.parts(of: bytes, ofAtMost: chunkSize / 2)
    chunks = ChunkList(current: GapBuffer(bytes[parts[0]]), start: 0, end: bytes.count)
    chunks.behind = parts.dropFirst().reversed().map { part in
      ChunkList.Placed(start: bytes.count - part.lowerBound, chunk: GapBuffer(bytes[part]))
    }
  }

  /// The number of UTF-8 code units.
  public var count: Int { chunks.end }
  /// The offset after the last byte.
  public var end: TextOffset { TextOffset(count) }
  public var range: TextRange { TextRange(.zero, end) }

  /// The byte at an offset, which must be in range. O(1) in the chunk of the last edit, else logarithmic in the
  /// number of chunks.
  public subscript(offset: TextOffset) -> UInt8 { byte(at: offset.utf8) }

  func byte(at index: Int) -> UInt8 {
    let place = index - chunks.currentStart
    if place >= 0, place < chunks.current.count { return chunks.current.byte(at: place) }
    return distantByte(at: index)
  }

  @inline(never)
  private func distantByte(at index: Int) -> UInt8 {
    if index < chunks.currentStart, let found = chunks.lastBefore(where: { $0 <= index }) {
      return chunks.before[found].chunk.byte(at: index - chunks.before[found].start)
    }
    guard index < count, let found = chunks.lastBehind(where: { $0 <= index }) else {
      preconditionFailure("an offset outside of the text")
    }
    return chunks.behind[found].chunk.byte(at: index - chunks.start(behind: found))
  }

  /// The nearest offset in the text.
  public func clamp(_ offset: TextOffset) -> TextOffset { min(max(offset, .zero), end) }
  /// The range with both edges moved to the nearest offsets in the text; empty if it lies outside.
  public func clamp(_ range: TextRange) -> TextRange { TextRange(clamp(range.start), clamp(range.end)) }

  /// A copy of the bytes. Linear in the range.
  public func bytes(in range: TextRange) -> [UInt8] {
    let range = clamp(range)
    if let bytes = undivided(range) { return Array(bytes) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    forEachChunk(in: range) { chunk, from, to in
      chunk.append(from, to, to: &bytes)
      return true
    }
    return bytes
  }

  /// The text of a range. Linear in the range; an edge inside a scalar yields U+FFFD.
  public func string(in range: TextRange) -> String {
    let range = clamp(range)
    if let bytes = undivided(range) { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes(in: range), as: UTF8.self)
  }

  /// The bytes of a range without a copy, if it is in the current chunk, on one side of the gap.
  private func undivided(_ range: TextRange) -> ArraySlice<UInt8>? {
    let (from, to) = (range.start.utf8 - chunks.currentStart, range.end.utf8 - chunks.currentStart)
    return from >= 0 && to <= chunks.current.count ? chunks.current.undivided(from, to) : nil
  }

  /// Whether the text at `offset` equals `bytes`. Linear in `bytes`.
  public func holds(_ bytes: [UInt8], at offset: TextOffset) -> Bool {
    guard offset >= .zero, offset <= end, bytes.count <= end - offset else { return false }
    return commonPrefix(with: bytes.span, at: offset.utf8) == bytes.count
  }
}

// MARK: - Editing

extension TextBuffer {
  /// Replaces a range and returns the actual effect: the range is clamped to the text and widened to scalar boundaries,
  /// and ill-formed UTF-8 in `bytes` is repaired with U+FFFD.
  ///
  /// The cost is the size of the edit, plus at most the size of a chunk for moving the gap, plus the number of chunks
  /// between the last edit and this one.
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

  /// The range clamped to the text, its edges moved outwards to scalar boundaries.
  package func widenedToScalars(_ range: TextRange) -> TextRange {
    let range = clamp(range)
    var end = range.end
    while !isScalarBoundary(end) { end = end + 1 }
    // An empty range inside a scalar moves to the scalar's start, so that an insertion never removes text.
    let start = scalarStart(at: range.start)
    return TextRange(start, range.isEmpty ? start : end)
  }

  // MARK: Chunks

  /// Divides bytes into parts of similar size, at most `size`, on scalar boundaries.
  private static func parts(of bytes: [UInt8], ofAtMost size: Int) -> [Range<Int>] {
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

  /// Makes current the chunk that contains an offset, or that begins or ends there.
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

  /// Prepares for making another chunk current: frees room left by deletions, and joins a small chunk with a small
  /// neighbour, to limit the number of chunks and the size of gaps.
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

  /// Removes a number of bytes after the current chunk. Later chunks need no update, because their starts are relative
  /// to the end.
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

  /// Inserts bytes that do not fit in the current chunk.
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
        // Joins the first part to a small chunk before the insertion.
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

  /// Divides the current chunk; the half that contains `place` becomes current. Returns the offset of `place` in that
  /// half.
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

// MARK: - Reading in pieces

/// Reading without a copy: a text is a sequence of pieces, divided by the edges of chunks and by gaps, always on
/// scalar boundaries.
extension TextBuffer {
  /// Calls `body` with the pieces of a range from its start to its end, none of them empty, until `body` returns false.
  /// The pieces are valid only inside `body`. Linear in the pieces; throws the error that `body` throws.
  public func forEachPiece<Failure: Error>(
    in range: TextRange, _ body: (Span<UInt8>) throws(Failure) -> Bool
  ) throws(Failure) {
    try forEachChunk(in: clamp(range)) { chunk, from, to throws(Failure) in
      try chunk.withPieces(from, to) { first, second throws(Failure) in
        if !first.isEmpty, try !body(first) { return false }
        return second.isEmpty ? true : try body(second)
      }
    }
  }

  /// Calls `body` with the pieces of a range from its end to its start, until `body` returns false.
  private func forEachPieceBackwards(in range: TextRange, _ body: (Span<UInt8>) -> Bool) {
    forEachChunkBackwards(in: clamp(range)) { chunk, from, to in
      chunk.withPieces(from, to) { first, second in
        if !second.isEmpty, !body(second) { return false }
        return first.isEmpty || body(first)
      }
    }
  }

  /// Calls `body` with each chunk that overlaps a range of the text, and with the bounds of the overlap relative to the
  /// chunk, until `body` returns false. The overlap is never empty.
  private func forEachChunk<Failure: Error>(
    in range: TextRange, _ body: (GapBuffer, _ from: Int, _ to: Int) throws(Failure) -> Bool
  ) throws(Failure) {
    var from = range.start.utf8
    let to = range.end.utf8
    if from < chunks.currentStart, from < to, var index = chunks.lastBefore(where: { $0 <= from }) {
      while index < chunks.before.count, from < to {
        let (start, chunk) = (chunks.before[index].start, chunks.before[index].chunk)
        let next = min(to, start + chunk.count)
        guard try body(chunk, from - start, next - start) else { return }
        from = next
        index += 1
      }
    }
    let currentEnd = chunks.currentStart + chunks.current.count
    if from < to, from < currentEnd {
      guard try body(chunks.current, from - chunks.currentStart, min(to, currentEnd) - chunks.currentStart)
      else { return }
      from = min(to, currentEnd)
    }
    guard from < to, var index = chunks.lastBehind(where: { $0 <= from }) else { return }
    while from < to {
      let (start, chunk) = (chunks.start(behind: index), chunks.behind[index].chunk)
      let next = min(to, start + chunk.count)
      guard try body(chunk, from - start, next - start) else { return }
      from = next
      index -= 1
    }
  }

  /// Calls `body` with each chunk that overlaps a range of the text, from the last to the first, until `body` returns
  /// false.
  private func forEachChunkBackwards(
    in range: TextRange, _ body: (GapBuffer, _ from: Int, _ to: Int) -> Bool
  ) {
    let from = range.start.utf8
    var to = range.end.utf8
    let currentEnd = chunks.currentStart + chunks.current.count
    if to > currentEnd, from < to, var index = chunks.lastBehind(where: { $0 < to }) {
      while index < chunks.behind.count, from < to {
        let start = chunks.start(behind: index)
        guard body(chunks.behind[index].chunk, max(from, start) - start, to - start) else { return }
        to = max(from, start)
        index += 1
      }
    }
    if from < to, to > chunks.currentStart, to <= currentEnd {
      let start = chunks.currentStart
      guard body(chunks.current, max(from, start) - start, to - start) else { return }
      to = max(from, start)
    }
    guard from < to, var index = chunks.lastBefore(where: { $0 < to }) else { return }
    while from < to {
      let start = chunks.before[index].start
      guard body(chunks.before[index].chunk, max(from, start) - start, to - start) else { return }
      to = max(from, start)
      index -= 1
    }
  }

  /// The number of bytes from `start` on that equal those of `span`.
  func commonPrefix(with span: Span<UInt8>, at start: Int) -> Int {
    var agreed = 0
    forEachPiece(in: TextRange(TextOffset(min(start, count)), end)) { piece in
      let more = ByteScan.commonPrefix(piece, span.extracting(agreed..<span.count))
      agreed += more
      return more == piece.count && agreed < span.count
    }
    return agreed
  }

  /// The number of bytes at the end of `range` that equal those at the end of `span`.
  func commonSuffix(with span: Span<UInt8>, in range: TextRange) -> Int {
    var agreed = 0
    forEachPieceBackwards(in: range) { piece in
      let more = ByteScan.commonSuffix(piece, span.extracting(0..<span.count - agreed))
      agreed += more
      return more == piece.count && agreed < span.count
    }
    return agreed
  }
}

extension TextBuffer: Equatable {
  /// Whether both buffers contain the same bytes, regardless of chunks. Linear.
  public static func == (a: TextBuffer, b: TextBuffer) -> Bool {
    guard a.count == b.count else { return false }
    var agreed = 0
    a.forEachPiece(in: a.range) { piece in
      let more = b.commonPrefix(with: piece, at: agreed)
      agreed += more
      return more == piece.count
    }
    return agreed == a.count
  }
}
