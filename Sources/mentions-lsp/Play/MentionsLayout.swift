import ChooserWidgets

/// How the page of mentions is divided between the text and a chooser in one of Hakawai's position modes.
///
/// In the custom modes the host says where the chooser is. This one gives it a part of the page that the text leaves
/// free: above the text where the arrow points down, else below it.
struct MentionsLayout {
  let mode: ChooserPositionMode
  /// All of the page below its title.
  let room: CellSize

  private static let customRows = 8
  private static let customColumns = 50
  /// A custom chooser begins so far before the mention's column.
  private static let customIndent = 6

  /// Rows that only a chooser uses.
  private var panelRows: Int { mode.isEnclosed ? 0 : max(0, min(Self.customRows, room.rows - 1)) }

  private var isPanelAbove: Bool { mode.arrow == .pointingDown }

  /// The part of the page that shows text.
  var textView: CellFrame {
    CellFrame(
      column: 0, row: isPanelAbove ? panelRows : 0,
      size: CellSize(columns: room.columns, rows: room.rows - panelRows))
  }

  /// The row to which the line that is typed is locked while the chooser is open; nil: it stays where it is.
  var lockedRow: Int? {
    switch mode.viewport {
    case .top: textView.row
    case .bottom: textView.row + max(0, textView.size.rows - 1)
    case nil: nil
    }
  }

  /// Where the chooser may be.
  ///
  /// - Parameters:
  ///   - typed: the rows of what is typed for the mention.
  ///   - column: where the mention begins.
  func placement(typed: ClosedRange<Int>, column: Int) -> ChooserPlacement? {
    ChooserPlacement(
      mode, in: textView, typed: typed, column: column, attachment: attachment(typed, column: column))
  }

  private func attachment(_ typed: ClosedRange<Int>, column: Int) -> CellFrame {
    let columns = min(Self.customColumns, room.columns)
    let start = max(0, min(column - Self.customIndent, room.columns - columns))
    switch mode.arrow {
    case .pointingDown:
      let first = max(0, typed.lowerBound - panelRows)
      return CellFrame(
        column: start, row: first, size: CellSize(columns: columns, rows: typed.lowerBound - first))
    case .pointingUp:
      let first = typed.upperBound + 1
      return CellFrame(
        column: start, row: first, size: CellSize(columns: columns, rows: min(panelRows, room.rows - first)))
    case nil:
      let first = room.rows - panelRows
      return CellFrame(column: 0, row: first, size: CellSize(columns: columns, rows: panelRows))
    }
  }
}
