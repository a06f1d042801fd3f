/// Where a chooser may be in a position mode, for a host that draws in cells: arithmetic, without a screen.
///
///     enclosedTop               customNoLockArrowPointingDown
///     ┌ text view ─────────┐    ┌ attachment ────────┐
///     │Dear @ad▏           │    │ Ada Lovelace       │
///     │────────────────────│    │─────▼──────────────│
///     │ Ada Lovelace       │    ┌ text view ─────────┐
///     │                    │    │Dear @ad▏           │
///     └────────────────────┘    └────────────────────┘
public struct ChooserPlacement: Hashable, Sendable {
  /// What the chooser may take, for ``ChooserHost/setRoom(_:)``.
  public var room: CellFrame
  /// For ``ChooserHost/setBorderMode(_:)``.
  public var borderMode: BorderMode
  /// For ``ChooserHost/setArrow(_:)``.
  public var arrow: ChooserArrow?

  /// Fewer rows than these are passed over for the other side of the text, where that has more.
  private static let fewRows = 3

  /// The place of a chooser.
  ///
  /// - Parameters:
  ///   - mode: says on which side of the text it is, or that the host says so.
  ///   - textView: all that shows text.
  ///   - typed: the rows of what is typed for the mention, counted as frames are; at least one.
  ///   - column: where the mention begins, counted as frames are.
  ///   - attachment: where the host attaches a chooser in a custom mode (`setChooserTopLevelView:attachmentBlock:`).
  /// - Returns: nil where there is no cell for it.
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
