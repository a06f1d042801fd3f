/// Reading without a copy: a text is a row of pieces, divided by the edges of chunks and by gaps, always on scalar
/// boundaries.
extension TextBuffer {
  /// The pieces of a range from its start to its end, none of them empty. They are valid inside `body` only, which
  /// returns whether it wants the next one.
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

  /// The pieces of a range from its end to its start.
  func forEachPieceBackwards(in range: TextRange, _ body: (Span<UInt8>) -> Bool) {
    forEachChunkBackwards(in: clamp(range)) { chunk, from, to in
      chunk.withPieces(from, to) { first, second in
        if !second.isEmpty, !body(second) { return false }
        return first.isEmpty || body(first)
      }
    }
  }

  /// The chunks that a range inside the text touches, each with the part of the range that lies in it, which is not
  /// empty, until `body` returns false.
  func forEachChunk<Failure: Error>(
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

  /// The same from the last to the first.
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

  /// How many bytes from `start` on agree with `span`.
  func commonPrefix(with span: Span<UInt8>, at start: Int) -> Int {
    var agreed = 0
    forEachPiece(in: TextRange(TextOffset(min(start, count)), end)) { piece in
      let more = ByteScan.commonPrefix(piece, span.extracting(agreed..<span.count))
      agreed += more
      return more == piece.count && agreed < span.count
    }
    return agreed
  }

  /// How many bytes at the end of `range` agree with the end of `span`.
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
  /// Whether both hold the same bytes, in whatever chunks. Linear.
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
