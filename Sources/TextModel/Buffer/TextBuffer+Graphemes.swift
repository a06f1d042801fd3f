/// Graphemes as the standard library breaks them, seen through a small window instead of the whole text.
///
/// The window begins where a break is certain, mostly one or two characters away. Where none is near (long
/// runs of flags, piled-up marks, scripts that join) it is widened step by step, up to 16 KiB: a cluster
/// longer than that counts as several.
extension TextBuffer {
  private static let windows = [256, 2048, 16384]

  /// The start of the grapheme that ends at or holds the byte before `offset`; nil at the start.
  public func graphemeStart(before offset: TextOffset) -> TextOffset? {
    let end = clamp(offset)
    guard end > .zero else { return nil }
    let last = byte(at: end.utf8 - 1)
    if last < 0x80, end.utf8 == 1 || byte(at: end.utf8 - 2) < 0x80 {
      let pair = end.utf8 > 1 && last == ASCII.lineFeed && byte(at: end.utf8 - 2) == ASCII.carriageReturn
      return end - (pair ? 2 : 1)
    }
    return lastGraphemeStart(before: end)
  }

  /// The end of the grapheme that starts at `offset`; nil at the end.
  public func graphemeEnd(after offset: TextOffset) -> TextOffset? {
    let start = scalarStart(at: offset)
    guard start < end else { return nil }
    let first = byte(at: start.utf8)
    if first < 0x80, start + 1 == end || byte(at: start.utf8 + 1) < 0x80 {
      let pair =
        first == ASCII.carriageReturn && start + 1 < end && byte(at: start.utf8 + 1) == ASCII.lineFeed
      return start + (pair ? 2 : 1)
    }
    for window in [64] + Self.windows {
      let limit = scalarStart(at: TextOffset(min(count, start.utf8 + window)))
      let text = string(in: TextRange(start, limit))
      guard let length = text.first?.utf8.count else { return limit }
      // A grapheme that fills the window may go on behind it.
      if start + length < limit || limit == end { return start + length }
    }
    return scalarStart(at: TextOffset(min(count, start.utf8 + 16384)))
  }

  /// Whether `offset` divides no grapheme; true at and beyond both ends.
  public func isGraphemeBoundary(_ offset: TextOffset) -> Bool {
    guard offset > .zero, offset < end else { return true }
    let (left, right) = (byte(at: offset.utf8 - 1), byte(at: offset.utf8))
    if left < 0x80, right < 0x80 {
      return !(left == ASCII.carriageReturn && right == ASCII.lineFeed)
    }
    guard isScalarBoundary(offset) else { return false }
    if breaksSurely(before: offset) { return true }
    let scalarEnd = offset + max(1, UTF8Form.width(ofLead: right))
    return lastGraphemeStart(before: scalarEnd) == offset
  }

  /// The nearest grapheme boundary at or before `offset`.
  public func graphemeFloor(_ offset: TextOffset) -> TextOffset {
    let offset = clamp(offset)
    if isGraphemeBoundary(offset) { return offset }
    let scalarEnd = scalarStart(at: offset) + max(1, UTF8Form.width(ofLead: self[scalarStart(at: offset)]))
    return graphemeStart(before: scalarEnd) ?? .zero
  }

  /// The start of the last grapheme of the text before `end`, which must be a scalar boundary. What comes
  /// behind `end` cannot change it: a break depends on what precedes it and the scalar that follows it.
  private func lastGraphemeStart(before end: TextOffset) -> TextOffset {
    var answer = scalarStart(at: end - 1)
    for window in Self.windows {
      let (start, sure) = windowStart(before: end, lookBack: window)
      let text = string(in: TextRange(start, end))
      guard let last = text.indices.last else { return answer }
      answer = start + text.utf8.distance(from: text.startIndex, to: last)
      if sure || isSettled(text, last) { return answer }
    }
    return answer
  }

  /// Whether a text that may begin in the middle of a grapheme is certain to have a break at `index`:
  /// a joiner or a linker at its start can pretend one break too many, a flag's half shifts all that follow.
  private func isSettled(_ text: String, _ index: String.Index) -> Bool {
    guard let first = text.unicodeScalars.first, !(0x1F1E6...0x1F1FF ~= first.value) else { return false }
    return text.index(index, offsetBy: -2, limitedBy: text.startIndex).map { $0 > text.startIndex } ?? false
  }

  /// A place before the last scalar where a break is sure, else the scalar boundary `lookBack` bytes away.
  private func windowStart(before end: TextOffset, lookBack: Int) -> (TextOffset, sure: Bool) {
    let limit = scalarStart(at: TextOffset(max(0, end.utf8 - lookBack)))
    var place = scalarStart(at: end - 1)
    while place > limit {
      if breaksSurely(before: place) { return (place, true) }
      place = scalarStart(at: place - 1)
    }
    return (limit, limit == .zero)
  }

  /// Whether two scalars meet that never join: ASCII (but CR LF), Han, whole Hangul syllables.
  private func breaksSurely(before place: TextOffset) -> Bool {
    guard place > .zero, place < end else { return true }
    let (left, right) = (byte(at: place.utf8 - 1), byte(at: place.utf8))
    if left == ASCII.carriageReturn, right == ASCII.lineFeed { return false }
    guard Self.keepsApart(right) else { return false }
    if left < 0x80 { return true }
    guard place.utf8 >= 3 else { return false }
    let lead = byte(at: place.utf8 - 3)
    return lead >= 0x80 && Self.keepsApart(lead)
  }

  /// First bytes of scalars that never join each other: ASCII, U+4000…U+9FFF (Han and hexagrams only),
  /// U+B000…U+CFFF (Hangul syllables only).
  private static func keepsApart(_ lead: UInt8) -> Bool {
    lead < 0x80 || 0xE4...0xE9 ~= lead || lead == 0xEB || lead == 0xEC
  }
}
