/// The possible placements of a chooser, named as in Hakawai's `HKWMentionsChooserPositionMode`.
///
/// | mode | the line being typed | the chooser | arrow |
/// |---|---|---|---|
/// | `enclosedTop` | locked to the top of the text view | inside the text view, below that line | – |
/// | `enclosedBottom` | locked to the bottom | inside the text view, above that line | – |
/// | `customLockTop…` | locked to the top | where the host attaches it | as the rest of the name says |
/// | `customLockBottom…` | locked to the bottom | where the host attaches it | as the rest of the name says |
/// | `customNoLock…` | stays where it is | where the host attaches it | as the rest of the name says |
public enum ChooserPositionMode: String, Hashable, Sendable, CaseIterable {
  case enclosedTop, enclosedBottom
  case customLockTopNoArrow, customLockTopArrowPointingUp, customLockTopArrowPointingDown
  case customLockBottomNoArrow, customLockBottomArrowPointingUp, customLockBottomArrowPointingDown
  case customNoLockNoArrow, customNoLockArrowPointingUp, customNoLockArrowPointingDown

  /// Whether the chooser is inside the text view; otherwise the host decides its position.
  public var isEnclosed: Bool { self == .enclosedTop || self == .enclosedBottom }

  /// The edge of the text view to which the current line is locked while the chooser is open (*single-line viewport
  /// mode*); nil if the text does not move.
  public var viewport: ViewportEdge? {
    switch self {
    case .enclosedTop, .customLockTopNoArrow, .customLockTopArrowPointingUp, .customLockTopArrowPointingDown:
      .top
    case .enclosedBottom, .customLockBottomNoArrow, .customLockBottomArrowPointingUp,
      .customLockBottomArrowPointingDown:
      .bottom
    case .customNoLockNoArrow, .customNoLockArrowPointingUp, .customNoLockArrowPointingDown: nil
    }
  }

  /// The direction of the arrow at the column of the mention; nil if no arrow is drawn.
  public var arrow: ChooserArrow.Direction? {
    switch self {
    case .customLockTopArrowPointingUp, .customLockBottomArrowPointingUp, .customNoLockArrowPointingUp:
      .pointingUp
    case .customLockTopArrowPointingDown, .customLockBottomArrowPointingDown, .customNoLockArrowPointingDown:
      .pointingDown
    case .enclosedTop, .enclosedBottom, .customLockTopNoArrow, .customLockBottomNoArrow,
      .customNoLockNoArrow:
      nil
    }
  }
}

/// An edge of the text view.
public enum ViewportEdge: String, Hashable, Sendable, CaseIterable { case top, bottom }

/// The arrow from a chooser to the mention being created.
public struct ChooserArrow: Hashable, Sendable {
  public enum Direction: String, Hashable, Sendable, CaseIterable { case pointingUp, pointingDown }

  public var direction: Direction
  /// The distance from the left edge of the container in cells, as in `CellFrame.column`.
  public var column: Int

  /// Creates an arrow.
  ///
  /// - Parameters:
  ///   - direction: the direction in which it points.
  ///   - column: the distance from the left edge of the container, in cells. If the frame does not include this column,
  ///     the arrow is drawn at the nearest one that it includes.
  public init(_ direction: Direction, column: Int) {
    self.direction = direction
    self.column = column
  }

  /// The chooser's edge that faces the text, including the arrow: `───▲──────`. If the frame does not include the
  /// arrow's column, the arrow is drawn at the nearest one that it includes.
  func line(over frame: CellFrame) -> StyledLine {
    let columns = frame.size.columns
    guard columns > 0 else { return StyledLine() }
    let before = min(max(column - frame.column, 0), columns - 1)
    return StyledLine(
      String(repeating: "─", count: before) + (direction == .pointingUp ? "▲" : "▼")
        + String(repeating: "─", count: columns - before - 1), .border)
  }
}

/// Computes the placement of a chooser in a position mode, for a host that draws in cells.
///
///     enclosedTop               customNoLockArrowPointingDown
///     ┌ text view ─────────┐    ┌ attachment ────────┐
///     │Dear @ad▏           │    │ Ada Lovelace       │
///     │────────────────────│    │─────▼──────────────│
///     │ Ada Lovelace       │    ┌ text view ─────────┐
///     │                    │    │Dear @ad▏           │
///     └────────────────────┘    └────────────────────┘
public struct ChooserPlacement: Hashable, Sendable {
  /// The space available to the chooser, for ``ChooserHost/setRoom(_:)``.
  public var room: CellFrame
  /// The argument for ``ChooserHost/setBorderMode(_:)``.
  public var borderMode: BorderMode
  /// The argument for ``ChooserHost/setArrow(_:)``.
  public var arrow: ChooserArrow?

  /// If the preferred side of the text has fewer rows than this, the chooser moves to the other side, provided that it
  /// has more.
  private static let fewRows = 3

  /// Computes the placement of a chooser.
  ///
  /// - Parameters:
  ///   - mode: the position mode. For an enclosed chooser it determines the preferred side of the text; otherwise the
  ///     host chooses the position.
  ///   - textView: the frame of the text view.
  ///   - typed: the rows of the text typed for the mention, in the coordinates of frames; at least one.
  ///   - column: the column where the mention begins, in the coordinates of frames.
  ///   - attachment: the frame to which the host attaches the chooser in a custom mode
  ///     (`setChooserTopLevelView:attachmentBlock:`).
  /// - Returns: nil if there is no room for a single cell.
  public init?(
    _ mode: ChooserPositionMode, in textView: CellFrame, typed: ClosedRange<Int>, column: Int,
    attachment: @autoclosure () -> CellFrame
  ) {
    if mode.isEnclosed {
      let end = textView.row + textView.size.rows
      let (above, below) = (max(0, typed.lowerBound - textView.row), max(0, end - typed.upperBound - 1))
      let (wanted, other) = mode == .enclosedTop ? (below, above) : (above, below)
      let isWanted = wanted >= Self.fewRows || wanted >= other
      let isBelow = (mode == .enclosedTop) == isWanted
      room = CellFrame(
        column: textView.column, row: isBelow ? typed.upperBound + 1 : textView.row,
        size: CellSize(columns: textView.size.columns, rows: isBelow ? below : above))
      borderMode = isBelow ? .top : .bottom
    } else {
      room = attachment()
      borderMode = .none
      arrow = mode.arrow.map { ChooserArrow($0, column: column) }
    }
    guard room.size.rows > 0, room.size.columns > 0 else { return nil }
  }
}
