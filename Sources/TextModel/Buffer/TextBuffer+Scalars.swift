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
    var place = from
    var found: TextOffset?
    forEachPiece(in: TextRange(from, to)) { piece in
      found = ByteScan.firstIndex(of: byte, in: piece).map { place + $0 }
      place = place + piece.count
      return found == nil
    }
    return found
  }

  /// The last place of `byte` before `end`, not before `limit` (the start of the text if nil).
  public func lastIndex(
    of byte: UInt8, before end: TextOffset, limit: TextOffset? = nil
  ) -> TextOffset? {
    let to = clamp(end)
    let from = min(to, clamp(limit ?? .zero))
    var place = to
    var found: TextOffset?
    forEachPieceBackwards(in: TextRange(from, to)) { piece in
      place = place - piece.count
      found = ByteScan.lastIndex(of: byte, in: piece).map { place + $0 }
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
