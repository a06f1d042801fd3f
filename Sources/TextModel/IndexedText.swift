/// A document's text together with the index of its lines, patched as one.
///
/// A key typed costs the same in 10 KB and in 100 MB, on short lines and on endless ones. Keep one owner
/// (see ``TextBuffer``).
public struct IndexedText: Sendable {
  public private(set) var buffer: TextBuffer
  public private(set) var lines: LineIndex
  private(set) var anchor: ColumnAnchor?

  /// Ill-formed UTF-8 is repaired with U+FFFD. Linear.
  public init(_ bytes: [UInt8] = []) { self.init(TextBuffer(bytes)) }

  public init(_ string: String) { self.init(TextBuffer(string)) }

  public init(_ buffer: TextBuffer) {
    self.buffer = buffer
    lines = LineIndex(buffer)
  }

  /// In chunks of so many bytes, at least 16, and runs of so many lines, at least four, for tests: their edges are
  /// everywhere then.
  package init(_ bytes: [UInt8], chunkSize: Int, runLength: Int) {
    buffer = TextBuffer(bytes, chunkSize: chunkSize)
    lines = LineIndex(buffer, runLength: runLength)
  }

  /// Applies one edit and returns its actual effect: the range is clamped to the text and widened to scalar
  /// boundaries, an ill-formed replacement repaired.
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

  /// Makes conversions near `offset` cheap on a line of any length. Each edit does this by itself; it is
  /// worth a call where a cursor has jumped along an endless line.
  public mutating func rememberColumn(at offset: TextOffset) {
    let place = buffer.scalarStart(at: offset)
    let start = lineStart(before: place)
    guard place - start > ColumnAnchor.reach else { return }
    if let anchor, anchor.lineStart == start.utf8, abs(anchor.offset - place.utf8) <= ColumnAnchor.reach {
      return
    }
    anchor = ColumnAnchor(
      lineStart: start.utf8, offset: place.utf8, columns: columns(before: place, from: start))
  }

  /// The columns between a line's start and a place on that line. Linear in the distance to the line's start or to
  /// the anchor, to the nearer of the two.
  func columns(before place: TextOffset, from lineStart: TextOffset) -> ColumnCount {
    guard let anchor, anchor.lineStart == lineStart.utf8,
      abs(anchor.offset - place.utf8) < place - lineStart
    else { return count(from: lineStart, to: place) }
    let known = TextOffset(anchor.offset)
    return known <= place
      ? anchor.columns + count(from: known, to: place) : anchor.columns - count(from: place, to: known)
  }

  /// Scalars in a range, by where their first bytes are. Linear in the range.
  func count(from start: TextOffset, to end: TextOffset) -> ColumnCount {
    var count = ColumnCount.zero
    buffer.forEachPiece(in: TextRange(start, end)) { piece in
      count = count + ColumnCount(piece)
      return true
    }
    return count
  }

  /// A line without its terminator. `line` counts from zero; outside of the text it is the text's start
  /// or end. O(1).
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

/// Unicode scalars of a stretch of text, and how many of them need two UTF-16 code units.
struct ColumnCount: Hashable, Sendable {
  var scalars = 0
  var astral = 0

  static let zero = ColumnCount()

  init() {}

  init(_ span: Span<UInt8>) { (scalars, astral) = ByteScan.scalars(in: span) }

  static func + (a: Self, b: Self) -> Self { a.plus(b, 1) }
  static func - (a: Self, b: Self) -> Self { a.plus(b, -1) }

  private func plus(_ other: Self, _ sign: Int) -> Self {
    var sum = self
    sum.scalars += sign * other.scalars
    sum.astral += sign * other.astral
    return sum
  }
}

/// A place on a long line whose column is known, so that the next conversion near it need not begin at the
/// line's start.
///
/// The text keeps at most one, at the last edit, and only where the line's start is far: in ordinary text
/// there is none and it costs nothing. It states a fact about the bytes between ``lineStart`` and
/// ``offset``; every edit moves it, counts what it put or took before it, or drops it.
struct ColumnAnchor: Hashable, Sendable {
  /// The number of bytes that are cheap to count again.
  static let reach = 1024

  private(set) var lineStart: Int
  private(set) var offset: Int
  private(set) var columns: ColumnCount

  init(lineStart: Int, offset: Int, columns: ColumnCount) {
    self.lineStart = lineStart
    self.offset = offset
    self.columns = columns
  }

  /// The anchor after an edit; nil if the edit leaves it no base. Whether its line still starts
  /// where it did is for the line index to say.
  func following(_ edit: AppliedEdit) -> ColumnAnchor? {
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
