/// A line and a column, both counted from zero. The column is in the units of a ``PositionEncoding``.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  public var line: Int
  /// The column, from 0, in code units or scalars of a ``PositionEncoding``.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// The validity of a position that was converted to an offset.
public enum PositionVerdict: Sendable {
  /// The position is in the text.
  case exact
  /// The position is outside of the text: past the line's end, past the last line, or below zero.
  case clamped
  /// The position is inside a scalar (between the halves of a surrogate pair, between two bytes).
  case split
}

/// The unit of columns: UTF-8 code units, UTF-16 code units or Unicode scalars (LSP 3.17,
/// `PositionEncodingKind`).
public enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The offset of a position.
  ///
  /// A position past the end of a line means the end of that line, before its terminator (LSP 3.17, `Position`); one
  /// past the last line, the end of the text; one inside a scalar, the start of the scalar; one below zero, the start
  /// of the line or text. No position traps. Linear in the distance to the line's start, or to the last edit on a long
  /// line; reads ASCII eight bytes at a time.
  public func offset(of position: TextPosition, in text: IndexedText) -> (TextOffset, PositionVerdict) {
    guard position.line >= 0 else { return (.zero, .clamped) }
    guard position.line < text.lines.lineCount else { return (text.buffer.end, .clamped) }
    let line = text.content(ofLine: position.line)
    guard position.column >= 0 else { return (line.start, .clamped) }
    // In every encoding, a line has at most as many columns as bytes.
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

  /// The position of an offset. An offset out of range is clamped, an offset inside a scalar counts as the scalar's
  /// start, and an offset between CR and LF as the line's end. Cost as for ``offset(of:in:)``.
  public func position(of offset: TextOffset, in text: IndexedText) -> TextPosition {
    let place = text.buffer.scalarStart(at: offset)
    let line = text.lines.line(at: place)
    let content = text.content(ofLine: line)
    let end = min(place, content.end)
    if self == .utf8 { return TextPosition(line: line, column: end - content.start) }
    return TextPosition(line: line, column: units(text.columns(before: end, from: content.start)))
  }

  /// The width of a range in columns: the number of its code units or scalars, including line ends. Linear in the range
  /// (constant in UTF-8).
  public func length(of range: TextRange, in text: IndexedText) -> Int {
    let range = text.buffer.clamp(range)
    return self == .utf8 ? range.count : units(text.count(from: range.start, to: range.end))
  }

  func units(_ count: ColumnCount) -> Int {
    switch self {
    case .utf8: 0
    case .utf16: count.scalars + count.astral
    case .utf32: count.scalars
    }
  }

  /// The offset from which to count to `column`, and the column of that offset, which is at most `column`. The offset
  /// is the line's start or near the text's anchor.
  private func footing(
    for column: Int, on line: TextRange, in text: IndexedText
  ) -> (TextOffset, column: Int) {
    guard let anchor = text.anchor, anchor.lineStart == line.start.utf8 else { return (line.start, 0) }
    var place = TextOffset(anchor.offset)
    var known = units(anchor.columns)
    guard abs(known - column) < column else { return (line.start, 0) }
    // Go back in steps until the column is not before the offset.
    while known > column, place > line.start {
      let before = text.buffer.scalarStart(
        at: max(line.start, place - min(4 * ColumnAnchor.reach, place.utf8)))
      known -= units(text.count(from: before, to: place))
      place = before
    }
    return (place, known)
  }
}

/// Converts ascending offsets, such as those of a list of tokens. The cost of each conversion is the distance from the
/// previous offset, even on a very long line, instead of the distance from the line's start.
///
/// Does not retain the text, which must be the same in all calls. An offset before the previous one is allowed, at the
/// cost of ``PositionEncoding/position(of:in:)``.
public struct PositionCursor: Sendable {
  /// The unit of the columns.
  public let encoding: PositionEncoding
  private var line = 0
  private var content = TextRange(at: .zero)
  private var place = TextOffset(-1)
  private var column = 0

  public init(_ encoding: PositionEncoding) { self.encoding = encoding }

  /// The position of an offset, as ``PositionEncoding/position(of:in:)`` returns it.
  ///
  /// - Complexity: linear in the distance from the previous offset if `offset` is not before it, else as for
  ///   ``PositionEncoding/position(of:in:)``.
  public mutating func position(of offset: TextOffset, in text: IndexedText) -> TextPosition {
    let target = text.buffer.scalarStart(at: offset)
    if place >= .zero, target >= place, target <= content.end {
      column += encoding.length(of: TextRange(place, target), in: text)
    } else if let next = lineAhead(with: target, in: text) {
      line = next
      content = text.content(ofLine: next)
      column = encoding.length(of: TextRange(content.start, min(target, content.end)), in: text)
    } else {
      let position = encoding.position(of: target, in: text)
      line = position.line
      column = position.column
      content = text.content(ofLine: line)
    }
    place = min(target, content.end)
    return TextPosition(line: line, column: column)
  }

  /// The number of following lines to check before the index is searched. The next offset is usually on one of them.
  private static let stride = 8

  /// The line that contains `target`, if `target` is after the current line's content and at most `stride` lines
  /// further on; otherwise nil.
  private func lineAhead(with target: TextOffset, in text: IndexedText) -> Int? {
    guard place >= .zero, target > content.end else { return nil }
    let last = min(line + Self.stride, text.lines.lineCount - 1)
    var candidate = line
    while candidate < last, text.lines.start(ofLine: candidate + 1) <= target { candidate += 1 }
    let isThere = candidate < last || last == text.lines.lineCount - 1
    return isThere ? candidate : nil
  }
}
