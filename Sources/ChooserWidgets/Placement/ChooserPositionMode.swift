/// Where a chooser is put, by the names of Hakawai's `HKWMentionsChooserPositionMode` (seed 003).
///
/// | mode | the line that is typed | the chooser | arrow |
/// |---|---|---|---|
/// | `enclosedTop` | locked to the top of the text view | inside the text view, below that line | – |
/// | `enclosedBottom` | locked to the bottom | inside the text view, above that line | – |
/// | `customLockTop…` | locked to the top | where the host attaches it | by the name |
/// | `customLockBottom…` | locked to the bottom | where the host attaches it | by the name |
/// | `customNoLock…` | stays where it is | where the host attaches it | by the name |
public enum ChooserPositionMode: String, Hashable, Sendable, CaseIterable {
  case enclosedTop, enclosedBottom
  case customLockTopNoArrow, customLockTopArrowPointingUp, customLockTopArrowPointingDown
  case customLockBottomNoArrow, customLockBottomArrowPointingUp, customLockBottomArrowPointingDown
  case customNoLockNoArrow, customNoLockArrowPointingUp, customNoLockArrowPointingDown

  /// Whether the chooser's place is inside the text view rather than the host's to say.
  public var isEnclosed: Bool { self == .enclosedTop || self == .enclosedBottom }

  /// The edge of the text view to which the line that is typed is locked while the chooser is open
  /// (*single-line viewport mode*); nil: the text stays where it is.
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

  /// The direction of the arrow at the column of the mention; nil: none is drawn.
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

/// The arrow from a chooser to the mention that is being made.
public struct ChooserArrow: Hashable, Sendable {
  public enum Direction: String, Hashable, Sendable, CaseIterable { case pointingUp, pointingDown }

  public var direction: Direction
  /// In cells from the left edge of the container, as frames are counted.
  public var column: Int

  public init(_ direction: Direction, column: Int) {
    self.direction = direction
    self.column = column
  }

  /// The chooser's edge towards the text, with the arrow in it: `───▲──────`. An arrow beside the frame is drawn at its
  /// nearest column.
  func line(over frame: CellFrame) -> StyledLine {
    let columns = frame.size.columns
    guard columns > 0 else { return StyledLine() }
    let before = min(max(column - frame.column, 0), columns - 1)
    return StyledLine(
      String(repeating: "─", count: before) + (direction == .pointingUp ? "▲" : "▼")
        + String(repeating: "─", count: columns - before - 1), .border)
  }
}
