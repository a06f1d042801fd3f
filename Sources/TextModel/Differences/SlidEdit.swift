extension AppliedEdit {
  /// The same insertion or deletion ending at the cursor, where it could as well have been there. Among equal letters a
  /// comparison of texts cannot know which one is new, and takes the last; a person types at the cursor.
  ///
  /// Looks at most 64 bytes back; an edit that both removes and inserts stays as it is.
  ///
  /// - Parameters:
  ///   - cursor: where the cursor was before the edit.
  ///   - buffer: the text after the edit.
  package func slid(toward cursor: TextOffset, in buffer: TextBuffer) -> AppliedEdit {
    let place = removed.isEmpty ? range.start : range.end
    let distance = place - cursor
    guard removed.isEmpty != inserted.isEmpty, distance > 0, distance <= 64, range.start.utf8 >= distance
    else { return self }
    let moved = removed.isEmpty ? inserted : removed
    let start = range.start - distance
    let between = buffer.bytes(in: TextRange(start, range.start))
    let whole = between + moved
    guard whole.suffix(distance).elementsEqual(between) else { return self }
    let bytes = Array(whole.prefix(moved.count))
    let slidRange = range.shifted(by: -distance)
    return removed.isEmpty
      ? AppliedEdit(range: slidRange, removed: [], inserted: bytes)
      : AppliedEdit(range: slidRange, removed: bytes, inserted: [])
  }
}
