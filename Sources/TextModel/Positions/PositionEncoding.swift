/// The unit of columns: UTF-8 code units, UTF-16 code units or Unicode scalars (LSP 3.17,
/// `PositionEncodingKind`).
public enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The offset that a position names.
  ///
  /// Past the end of a line means its end, before the line's terminator (LSP 3.17, `Position`); past the
  /// last line the end of the text; inside a scalar its start; below zero the start of the line or text.
  /// No number traps. Linear in the distance to the line's start, or to the last edit on a long line, eight
  /// bytes at a time.
  public func offset(of position: TextPosition, in text: IndexedText) -> (TextOffset, PositionVerdict) {
    guard position.line >= 0 else { return (.zero, .clamped) }
    guard position.line < text.lines.lineCount else { return (text.buffer.end, .clamped) }
    let line = text.content(ofLine: position.line)
    guard position.column >= 0 else { return (line.start, .clamped) }
    // In no encoding has a line more columns than bytes.
    guard position.column <= line.count else { return (line.end, .clamped) }
    if self == .utf8 {
      let offset = line.start + position.column
      let start = text.buffer.scalarStart(at: offset)
      return (start, start == offset ? .exact : .split)
    }
    let (from, column) = footing(for: position.column, on: line, in: text)
    let astralWidth = self == .utf16 ? 2 : 1
    let target = position.column - column
    var offset = from
    var gone = 0
    text.buffer.forEachPiece(in: TextRange(from, line.end)) { piece in
      let more = ByteScan.advance(in: piece, columns: target - gone, astralWidth: astralWidth)
      offset = offset + more.bytes
      gone += more.columns
      return more.bytes == piece.count && gone < target
    }
    if gone == target { return (offset, .exact) }
    return (offset, offset == line.end ? .clamped : .split)
  }

  /// The position of an offset. Offsets outside are clamped, one inside a scalar counts as its start, one
  /// between CR and LF as the line's end. Cost as for ``offset(of:in:)``.
  public func position(of offset: TextOffset, in text: IndexedText) -> TextPosition {
    let place = text.buffer.scalarStart(at: offset)
    let line = text.lines.line(at: place)
    let content = text.content(ofLine: line)
    let end = min(place, content.end)
    if self == .utf8 { return TextPosition(line: line, column: end - content.start) }
    return TextPosition(line: line, column: units(text.columns(before: end, from: content.start)))
  }

  /// How many columns a range is wide: its code units or scalars, line ends counted like any other.
  /// Linear in the range (constant in UTF-8).
  public func length(of range: TextRange, in text: IndexedText) -> Int {
    let range = text.buffer.clamp(range)
    return self == .utf8 ? range.count : units(text.count(from: range.start, to: range.end))
  }

  /// Both edges of a range, and the worse of both verdicts.
  public func range(
    from start: TextPosition, to end: TextPosition, in text: IndexedText
  ) -> (TextRange, PositionVerdict) {
    let (first, firstVerdict) = offset(of: start, in: text)
    let (last, lastVerdict) = offset(of: end, in: text)
    let ordered = TextRange(min(first, last), max(first, last))
    if first > last { return (ordered, .clamped) }
    return (ordered, firstVerdict == .exact ? lastVerdict : firstVerdict)
  }

  func units(_ count: ColumnCount) -> Int {
    switch self {
    case .utf8: 0
    case .utf16: count.scalars + count.astral
    case .utf32: count.scalars
    }
  }

  /// A place on the line at or before `column`, and its column: the line's start, or something near the
  /// text's anchor.
  private func footing(
    for column: Int, on line: TextRange, in text: IndexedText
  ) -> (TextOffset, column: Int) {
    guard let anchor = text.anchor, anchor.lineStart == line.start.utf8 else { return (line.start, 0) }
    var place = TextOffset(anchor.offset)
    var known = units(anchor.columns)
    guard abs(known - column) < column else { return (line.start, 0) }
    // Backwards by stretches until the column lies ahead.
    while known > column, place > line.start {
      let before = text.buffer.scalarStart(
        at: max(line.start, place - min(4 * ColumnAnchor.reach, place.utf8)))
      known -= units(text.count(from: before, to: place))
      place = before
    }
    return (place, known)
  }
}
