/// A size in terminal cells. No side is negative, none longer than ``longestSide``.
public struct CellSize: Hashable, Sendable {
  /// More than any terminal has; what is asked beyond it is cut down to it.
  public static let longestSide = 4096

  public let columns: Int
  public let rows: Int

  public static let zero = CellSize(columns: 0, rows: 0)

  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.longestSide)
    self.rows = min(max(rows, 0), Self.longestSide)
  }

  /// This size, cut down to what fits into another.
  public func fitted(into other: CellSize) -> CellSize {
    CellSize(columns: min(columns, other.columns), rows: min(rows, other.rows))
  }

  /// Whether there is a cell so far from the upper left corner.
  func contains(column: Int, row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }
}

/// A position and a size: in cells, from the top left corner of the container.
public struct CellFrame: Hashable, Sendable {
  public let column: Int
  public let row: Int
  public let size: CellSize

  public static let zero = CellFrame(column: 0, row: 0, size: .zero)

  public init(column: Int, row: Int, size: CellSize) {
    self.column = Self.bounded(column)
    self.row = Self.bounded(row)
    self.size = size
  }

  private static func bounded(_ place: Int) -> Int {
    min(max(place, -CellSize.longestSide), CellSize.longestSide)
  }
}
