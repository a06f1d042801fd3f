/// A document's text and its line index, which are updated together.
///
/// The cost of a keystroke depends neither on the size of the document nor on the length of its lines. A text should
/// have a single owner (see ``TextBuffer``).
public struct IndexedText: Sendable {
  public private(set) var buffer: TextBuffer
  public private(set) var lines: LineIndex
  private(set) var anchor: ColumnAnchor?

  /// Creates a text from UTF-8; ill-formed parts are replaced by U+FFFD. Linear.
  public init(_ bytes: [UInt8] = []) { self.init(TextBuffer(bytes)) }

  /// Creates a text with the UTF-8 of a string.
  ///
  /// - Complexity: linear in the text.
  public init(_ string: String) { self.init(TextBuffer(string)) }

  /// Indexes the lines of a buffer, whose storage is shared and not copied.
  ///
  /// - Complexity: linear in the text.
  public init(_ buffer: TextBuffer) {
    self.buffer = buffer
    lines = LineIndex(buffer)
  }

  /// Creates a text with chunks of at most `chunkSize` bytes (at least 16) and runs of at most `runLength` lines (at
  /// least four). For tests, to have chunk boundaries everywhere.
  package init(_ bytes: [UInt8], chunkSize: Int, runLength: Int) {
    buffer = TextBuffer(bytes, chunkSize: chunkSize)
    lines = LineIndex(buffer, runLength: runLength)
  }

  /// Applies one edit and returns its actual effect: the range is clamped to the text and widened to scalar boundaries,
  /// and an ill-formed replacement is repaired. O(edit), plus the distance from the previous edit within a chunk of the
  /// text.
  @discardableResult
  public mutating func apply(_ edit: TextReplacement) -> AppliedEdit {
    let applied = buffer.replace(edit.range, with: edit.replacement)
    lines.follow(applied, in: buffer)
    if let anchor {
      self.anchor = anchor.following(applied).flatMap { standsFirm($0) ? $0 : nil }
    }
    rememberColumn(at: applied.insertedRange.end)
    return applied
  }

  private func standsFirm(_ anchor: ColumnAnchor) -> Bool {
    lineStart(before: TextOffset(anchor.offset)).utf8 == anchor.lineStart
  }

  private func lineStart(before offset: TextOffset) -> TextOffset {
    lines.start(ofLine: lines.line(at: offset))
  }

  /// Sets the anchor at `offset` if the start of its line is far away, so that conversions near `offset` are fast.
  private mutating func rememberColumn(at offset: TextOffset) {
    let place = buffer.scalarStart(at: offset)
    let start = lineStart(before: place)
    guard place - start > ColumnAnchor.reach else { return }
    if let anchor, anchor.lineStart == start.utf8, abs(anchor.offset - place.utf8) <= ColumnAnchor.reach {
      return
    }
    anchor = ColumnAnchor(
      lineStart: start.utf8, offset: place.utf8, columns: columns(before: place, from: start))
  }

  /// The columns between a line's start and an offset on that line. Linear in the distance from the offset to the
  /// line's start, or to the anchor if the anchor is nearer.
  func columns(before place: TextOffset, from lineStart: TextOffset) -> ColumnCount {
    guard let anchor, anchor.lineStart == lineStart.utf8,
      abs(anchor.offset - place.utf8) < place - lineStart
    else { return count(from: lineStart, to: place) }
    let known = TextOffset(anchor.offset)
    return known <= place
      ? anchor.columns + count(from: known, to: place) : anchor.columns - count(from: place, to: known)
  }

  /// Counts the scalars whose first bytes are in a range. Linear in the range.
  func count(from start: TextOffset, to end: TextOffset) -> ColumnCount {
    var count = ColumnCount.zero
    buffer.forEachPiece(in: TextRange(start, end)) { piece in
      count = count + ColumnCount(piece)
      return true
    }
    return count
  }

  /// The range of a line without its terminator. `line` counts from zero; a line out of range yields the empty range at
  /// the start or the end of the text.
  ///
  /// - Complexity: as for ``LineIndex/start(ofLine:)``.
  public func content(ofLine line: Int) -> TextRange {
    guard line >= 0 else { return TextRange(at: .zero) }
    guard line < lines.lineCount else { return TextRange(at: buffer.end) }
    let start = lines.start(ofLine: line)
    guard line + 1 < lines.lineCount else { return TextRange(start, buffer.end) }
    let last = lines.start(ofLine: line + 1) - 1
    let pair =
      buffer[last] == ASCII.lineFeed && last > start && buffer[last - 1] == ASCII.carriageReturn
    return TextRange(start, pair ? last - 1 : last)
  }
}

// MARK: - Columns on long lines

/// The number of Unicode scalars in a text, and how many of them need two UTF-16 code units.
struct ColumnCount: Hashable, Sendable {
  var scalars = 0
  var astral = 0

  fileprivate static let zero = ColumnCount()

  init() {}

  init(_ span: Span<UInt8>) { (scalars, astral) = ByteScan.scalars(in: span) }

  fileprivate static func + (a: Self, b: Self) -> Self { a.plus(b, 1) }
  fileprivate static func - (a: Self, b: Self) -> Self { a.plus(b, -1) }

  private func plus(_ other: Self, _ sign: Int) -> Self {
    var sum = self
    sum.scalars += sign * other.scalars
    sum.astral += sign * other.astral
    return sum
  }
}

/// An offset on a long line with a known column, so that a conversion near it need not begin at the line's start.
///
/// A text has at most one anchor, near the last edit, and only if the line's start is far away; ordinary text has none
/// and incurs no cost. The columns are those of the bytes between ``lineStart`` and ``offset``; every edit moves the
/// anchor, updates its columns, or drops it.
struct ColumnAnchor: Hashable, Sendable {
  /// The maximum distance in bytes for which columns are counted without an anchor.
  static let reach = 1024

  private(set) var lineStart: Int
  private(set) var offset: Int
  private(set) var columns: ColumnCount

  init(lineStart: Int, offset: Int, columns: ColumnCount) {
    self.lineStart = lineStart
    self.offset = offset
    self.columns = columns
  }

  /// The anchor after an edit; nil if it became invalid. The caller must check with the line index that the anchor's
  /// line still starts at `lineStart`.
  fileprivate func following(_ edit: AppliedEdit) -> ColumnAnchor? {
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    var moved = self
    if offset <= from { return self }
    if from >= lineStart {
      if offset >= to {
        moved.offset += edit.shift
        moved.columns = columns - ColumnCount(edit.removed.span) + ColumnCount(edit.inserted.span)
      } else {
        moved.offset = from
        moved.columns = columns - ColumnCount(edit.removed.span.extracting(0..<offset - from))
      }
      return moved
    }
    guard to <= lineStart else { return nil }
    moved.lineStart += edit.shift
    moved.offset += edit.shift
    return moved
  }
}
