/// A line and a column, both from zero; the column in the units of a ``PositionEncoding``.
public struct TextPosition: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// How good a conversion from a position was.
public enum PositionVerdict: Sendable {
  /// The position named a place of the text.
  case exact
  /// It lay outside: past the line's end, past the last line, or below zero.
  case clamped
  /// It lay inside a scalar (between the halves of a surrogate pair, between two bytes).
  case split
}
