extension TextBuffer {
  /// Replaces a range and returns what really happened: the range is clamped to the text and widened to
  /// scalar boundaries, ill-formed UTF-8 in `bytes` is repaired with U+FFFD.
  ///
  /// Costs the size of the edit plus the way from the last edit to this one.
  @discardableResult
  public mutating func replace(_ range: TextRange, with bytes: [UInt8]) -> AppliedEdit {
    let wide = widenedToScalars(range)
    let inserted = UTF8Form.repaired(bytes)
    let removed = self.bytes(in: wide)
    moveGap(to: wide.start.utf8)
    gapEnd += wide.count
    if inserted.count > gapEnd - gapStart { grow(for: inserted.count) }
    storage.replaceSubrange(gapStart..<gapStart + inserted.count, with: inserted)
    gapStart += inserted.count
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

  private mutating func grow(for needed: Int) {
    let room = needed + Self.roomyGap(for: count + needed)
    var larger: [UInt8] = []
    larger.reserveCapacity(count + room)
    larger.append(contentsOf: storage[..<gapStart])
    larger.append(contentsOf: repeatElement(0, count: room))
    larger.append(contentsOf: storage[gapEnd...])
    gapEnd = gapStart + room
    storage = larger
  }
}
