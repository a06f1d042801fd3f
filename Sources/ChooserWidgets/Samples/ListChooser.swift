public import JSONText

/// A sample of Type A: the plain list.
///
/// | property of the model | |
/// |---|---|
/// | `rows` | how many entries it shows at most; 5 unless set |
///
/// Keys: up and down, by pages, to the first and the last; accept takes the selected one. Touches: a tap takes an entry.
public final class ListChooser: CellChooserWidget, ChooserKeyResponder, ChooserTouchResponder {
  public var borderMode = BorderMode.none
  public var background: String?
  private let environment: ChooserEnvironment
  private let source: any ChooserDataSource
  private var cells = ScrolledCells()
  private var mostRows = 5
  private var size = CellSize.zero

  public init(
    eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, dataSource: any ChooserDataSource
  ) {
    self.environment = environment
    source = dataSource
    readRows()
  }

  private func readRows() {
    guard let value = environment.model["rows"] else { return }
    guard let rows = value.intValue, rows > 0 else {
      return environment.refuse("rows", expected: "a whole number from 1")
    }
    mostRows = rows
  }

  public func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?) {
    if property == "rows" { readRows() }
  }

  private var canvas: CellCanvas { CellCanvas(size: size, borderMode: borderMode, background: background) }

  private var list: ScrolledCells.Source {
    ScrolledCells.Source(
      count: source.numberOfCells, isLoading: source.shouldDisplayLoadingIndicator,
      loadingCell: source.loadingCell, cell: source.cell(at:), willPresent: source.willPresentCell(at:))
  }

  public var view: [StyledLine] { canvas.lines(cells.lines(list, rows: canvas.contentSize.rows)) }

  public func preferredSize(givenSize: CellSize) -> CellSize {
    let rows = ScrolledCells.preferredRows(list, most: mostRows)
    return CellSize(columns: givenSize.columns, rows: rows + (borderMode == .none ? 0 : 1))
  }

  public func setFrame(_ frame: CellFrame) { size = frame.size }

  public func becomeVisible() {}

  public func resetScrollPositionAndHide() { cells.reset() }

  public func reloadData() { cells.clamp(count: source.numberOfCells) }

  public func keyPressed(_ key: ChooserKey) -> Bool {
    let list = list
    if key == .accept, list.count > 0 {
      source.cellSelected(at: cells.selection)
      return true
    }
    return cells.move(key, list, rows: canvas.contentSize.rows)
  }
  public func touched(_ touch: ChooserTouch) -> Bool {
    var touch = touch
    touch.row -= canvas.contentRow
    switch cells.touched(touch, list, rows: canvas.contentSize.rows) {
    case .nothing: return false
    case .taken: return true
    case .accepted(let index):
      source.cellSelected(at: index)
      return true
    }
  }
}
