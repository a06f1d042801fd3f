// MARK: - Scalars

extension TextBuffer {
  /// Whether `offset` does not divide a scalar; true at and beyond both ends. Cost as for the
  /// subscript.
  public func isScalarBoundary(_ offset: TextOffset) -> Bool {
    guard offset > .zero, offset < end else { return true }
    return !UTF8Form.isContinuation(byte(at: offset.utf8))
  }

  /// The start of the scalar that contains `offset`; `offset` itself on a boundary. Clamped to the text. Cost
  /// as for the subscript.
  public func scalarStart(at offset: TextOffset) -> TextOffset {
    var start = clamp(offset)
    while !isScalarBoundary(start) { start = start - 1 }
    return start
  }

  /// The scalar that ends at `offset`; nil at the start of the text and beyond its end. Cost as for the subscript.
  public func scalar(before offset: TextOffset) -> Unicode.Scalar? {
    guard offset > .zero, offset <= end else { return nil }
    return decode(at: scalarStart(at: offset - 1).utf8)
  }

  /// The scalar at `offset` (or around it, if it is not a boundary); nil at the end and outside of the text. Cost as
  /// for the subscript.
  public func scalar(at offset: TextOffset) -> Unicode.Scalar? {
    guard offset >= .zero, offset < end else { return nil }
    return decode(at: scalarStart(at: offset).utf8)
  }

  /// The first offset of `byte` from `start` on, before `limit` (the end of the text if nil). For an ASCII byte this is
  /// a search for a character. Reads eight bytes at a time, without a copy. Linear in the bytes up to the result.
  public func firstIndex(of byte: UInt8, from start: TextOffset, limit: TextOffset? = nil) -> TextOffset? {
    let from = clamp(start)
    let to = max(from, clamp(limit ?? end))
    var place = from
    var found: TextOffset?
    forEachPiece(in: TextRange(from, to)) { piece in
      found = ByteScan.firstIndex(of: byte, in: piece).map { place + $0 }
      place = place + piece.count
      return found == nil
    }
    return found
  }

  private func decode(at index: Int) -> Unicode.Scalar? {
    let lead = UInt32(byte(at: index))
    func next(_ k: Int) -> UInt32 { UInt32(byte(at: index + k)) & 0x3F }
    switch UTF8Form.width(ofLead: UInt8(lead)) {
    case 1: return Unicode.Scalar(lead)
    case 2: return Unicode.Scalar((lead & 0x1F) << 6 | next(1))
    case 3: return Unicode.Scalar((lead & 0x0F) << 12 | next(1) << 6 | next(2))
    case 4: return Unicode.Scalar((lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3))
    default: return nil
    }
  }
}

// MARK: - Graphemes

/// Graphemes as in the standard library, computed in a small window instead of the whole text.
///
/// The window begins at a break that is beyond doubt, mostly one or two characters away. If there is no such break
/// nearby (long runs of flags, stacked marks, scripts that join), the window is widened step by step, up to 16 KiB; a
/// longer grapheme counts as several.
extension TextBuffer {
  private static let windows = [256, 2048, 16384]

  /// The start of the grapheme that contains the byte before `offset`; nil at the start. O(1) in ordinary text; at
  /// worst linear in a window of 16 KiB.
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
  /// Cost as for ``graphemeStart(before:)``.
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
      // A grapheme that fills the window may continue after it.
      if start + length < limit || limit == end { return start + length }
    }
    return scalarStart(at: TextOffset(min(count, start.utf8 + 16384)))
  }

  /// Whether `offset` does not divide a grapheme; true at and beyond both ends.
  /// Cost as for ``graphemeStart(before:)``.
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

  /// The nearest grapheme boundary at or before `offset`, which is clamped to the text. Cost as for
  /// ``graphemeStart(before:)``.
  public func graphemeFloor(_ offset: TextOffset) -> TextOffset {
    let offset = clamp(offset)
    if isGraphemeBoundary(offset) { return offset }
    let scalarEnd = scalarStart(at: offset) + max(1, UTF8Form.width(ofLead: self[scalarStart(at: offset)]))
    return graphemeStart(before: scalarEnd) ?? .zero
  }

  /// The start of the last grapheme of the text before `end`, which must be a scalar boundary. Text after `end` cannot
  /// change the result, because a break depends only on the preceding text and the next scalar.
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

  /// Whether a text that may begin in the middle of a grapheme certainly has a break at `index`. A joiner or a linker
  /// at the start of the text can cause one false break; half of a flag at the start shifts all breaks after it.
  private func isSettled(_ text: String, _ index: String.Index) -> Bool {
    guard let first = text.unicodeScalars.first, !(0x1F1E6...0x1F1FF ~= first.value) else { return false }
    return text.index(index, offsetBy: -2, limitedBy: text.startIndex).map { $0 > text.startIndex } ?? false
  }

  /// The last break before `end` that is beyond doubt, or else the scalar boundary `lookBack` bytes before `end`, which
  /// is not `sure` to be a break unless it is the start of the text.
  private func windowStart(before end: TextOffset, lookBack: Int) -> (TextOffset, sure: Bool) {
    let limit = scalarStart(at: TextOffset(max(0, end.utf8 - lookBack)))
    var place = scalarStart(at: end - 1)
    while place > limit {
      if breaksSurely(before: place) { return (place, true) }
      place = scalarStart(at: place - 1)
    }
    return (limit, limit == .zero)
  }

  /// Whether two scalars that never join meet at `place`: ASCII (except CR LF), Han, whole Hangul syllables. True at
  /// both ends of the text.
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

  /// Whether a byte is the first byte of a scalar that never joins another such scalar: ASCII, U+4000…U+9FFF (only Han
  /// and hexagrams), U+B000…U+CFFF (only Hangul syllables).
  private static func keepsApart(_ lead: UInt8) -> Bool {
    lead < 0x80 || 0xE4...0xE9 ~= lead || lead == 0xEB || lead == 0xEC
  }
}
