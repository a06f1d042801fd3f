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
  /// Bytes that are counted anew without a thought.
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
