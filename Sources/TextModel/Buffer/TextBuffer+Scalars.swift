extension TextBuffer {
  /// Whether no scalar is cut at `offset`; true at and beyond both ends.
  public func isScalarBoundary(_ offset: TextOffset) -> Bool {
    guard offset > .zero, offset < end else { return true }
    return !UTF8Form.isContinuation(byte(at: offset.utf8))
  }

  /// The start of the scalar that `offset` is in; `offset` itself on a boundary. Clamped to the text.
  public func scalarStart(at offset: TextOffset) -> TextOffset {
    var start = clamp(offset)
    while !isScalarBoundary(start) { start = start - 1 }
    return start
  }

  /// The scalar that ends at `offset`; nil at the start of the text and beyond its end. O(1).
  public func scalar(before offset: TextOffset) -> Unicode.Scalar? {
    guard offset > .zero, offset <= end else { return nil }
    return decode(at: scalarStart(at: offset - 1).utf8)
  }

  /// The scalar that starts at `offset` (the one that holds it, where that is not a boundary); nil at the end
  /// and outside of the text. O(1).
  public func scalar(at offset: TextOffset) -> Unicode.Scalar? {
    guard offset >= .zero, offset < end else { return nil }
    return decode(at: scalarStart(at: offset).utf8)
  }

  /// The first place of `byte` from `start` on, before `limit` (the end of the text if nil). For a byte
  /// of ASCII this is a search for a character. Eight bytes at a time, without a copy.
  public func firstIndex(of byte: UInt8, from start: TextOffset, limit: TextOffset? = nil) -> TextOffset? {
    let from = clamp(start)
    let to = max(from, clamp(limit ?? end))
    return withPieces(in: TextRange(from, to)) { first, second in
      if let at = ByteScan.firstIndex(of: byte, in: first) { return from + at }
      if let at = ByteScan.firstIndex(of: byte, in: second) { return from + first.count + at }
      return nil
    }
  }

  /// The last place of `byte` before `end`, not before `limit` (the start of the text if nil).
  public func lastIndex(
    of byte: UInt8, before end: TextOffset, limit: TextOffset? = nil
  ) -> TextOffset? {
    let to = clamp(end)
    let from = min(to, clamp(limit ?? .zero))
    return withPieces(in: TextRange(from, to)) { first, second in
      if let at = ByteScan.lastIndex(of: byte, in: second) { return from + first.count + at }
      if let at = ByteScan.lastIndex(of: byte, in: first) { return from + at }
      return nil
    }
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
