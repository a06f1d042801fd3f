public import JSONText

/// A sample of Type A: a plain list.
///
/// | property of the model | |
/// |---|---|
/// | `rows` | the maximum number of visible entries; 5 by default |
///
/// Keys: `up`, `down`, `pageUp`, `pageDown`, `first` and `last` move the selection; `accept` accepts the selected
/// entry. Touches: a tap accepts an entry; scrolling moves the selection.
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
      return environment.refuse("rows", expected: "a whole number, at least 1")
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

  /// The visible entries and the status. Announces each visible entry to the data source.
  public var view: [StyledLine] { canvas.lines(cells.lines(list, rows: canvas.contentSize.rows)) }

  /// The whole width, and enough rows for the border, for as many entries as the property `rows` allows, and for the
  /// status if one is shown.
  ///
  /// - Complexity: draws each of these entries once.
  public func preferredSize(givenSize: CellSize) -> CellSize {
    let rows = ScrolledCells.preferredRows(list, most: mostRows)
    return CellSize(columns: givenSize.columns, rows: rows + (borderMode == .none ? 0 : 1))
  }

  public func setFrame(_ frame: CellFrame) { size = frame.size }

  public func becomeVisible() {}

  public func resetScrollPositionAndHide() { cells.reset() }

  /// Keeps the index of the selection, or selects the last entry if the list is shorter now.
  public func reloadData() { cells.clamp(count: source.numberOfCells) }

  /// Moves the selection, or accepts the selected entry. Returns false for `left`, `right` and `next`, and if
  /// the list is empty.
  public func keyPressed(_ key: ChooserKey) -> Bool {
    let list = list
    if key == .accept, list.count > 0 {
      source.cellSelected(at: cells.selection)
      return true
    }
    return cells.move(key, list, rows: canvas.contentSize.rows)
  }
  /// Selects the entry where a touch begins and accepts it if the touch ends there, or scrolls. Returns false
  /// if the touch has no effect.
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

/// A scrollable list of cells with one selected: the common part of the samples.
///
///     > Ada Lovelace       selected, always visible
///       Charles Babbage
///       … 20 more          the status: how many are not visible, and whether more are expected
struct ScrolledCells {
  private(set) var selection = 0
  /// The first visible cell, unless the selection requires another.
  private var top = 0

  /// The content to draw.
  struct Source {
    var count: Int
    var isLoading: Bool
    /// The cell shown while more results are expected; if empty, a single line of text is shown.
    var loadingCell: [StyledLine] = []
    /// Returns the lines of a cell; an empty result counts as one line.
    var cell: (Int) -> [StyledLine]
    /// Called for each visible cell.
    var willPresent: (Int) -> Void = { _ in }

    fileprivate func lines(_ index: Int) -> [StyledLine] {
      let lines = cell(index)
      return lines.isEmpty ? [StyledLine()] : lines
    }
  }

  private static let marker = "> "
  private static let searching = "Searching…"

  mutating func reset() { self = ScrolledCells() }

  /// Keeps the selection inside the list.
  mutating func clamp(count: Int) { selection = max(0, min(selection, count - 1)) }

  /// The preferred number of rows: for at most `most` cells, and for the status if there is one.
  static func preferredRows(_ source: Source, most: Int) -> Int {
    let shown = min(source.count, max(1, most))
    let rows = (0..<shown).reduce(0) { $0 + source.lines($1).count }
    return rows + (source.isLoading || shown < source.count ? statusRows(source) : 0)
  }

  /// Handles a key that moves the selection. Returns false for any other key and for an empty list.
  mutating func move(_ key: ChooserKey, _ source: Source, rows: Int) -> Bool {
    guard source.count > 0 else { return false }
    keepPlace(source, rows: rows)
    let page = max(1, rows - 2)
    switch key {
    case .up: selection -= 1
    case .down: selection += 1
    case .pageUp: selection -= page
    case .pageDown: selection += page
    case .first: selection = 0
    case .last: selection = source.count - 1
    case .left, .right, .next, .accept: return false
    }
    clamp(count: source.count)
    return true
  }

  /// The lines of the visible cells, followed by those of the loading cell or the status; at most `rows` lines.
  func lines(_ source: Source, rows: Int) -> [StyledLine] {
    let shown = shown(source, rows: rows)
    var lines: [StyledLine] = []
    for (index, count) in shown {
      source.willPresent(index)
      let cell = source.lines(index).prefix(count)
      lines += cell.enumerated().map { mark($1, isFirst: $0 == 0, at: index) }
    }
    let body = bodyRows(source, rows: rows)
    let (first, end) = (shown.first?.index ?? 0, (shown.last?.index ?? -1) + 1)
    guard body < rows else { return lines }
    if source.isLoading, !source.loadingCell.isEmpty {
      return lines + source.loadingCell.prefix(rows - body).map { StyledLine("  ") + $0 }
    }
    if let status = status(above: first, below: source.count - end, source) {
      lines.append(StyledLine("  ") + StyledLine(status, .status))
    }
    return lines
  }

  /// The visible cells for a number of rows, each with the number of its visible lines.
  private func shown(_ source: Source, rows: Int) -> [(index: Int, lines: Int)] {
    let body = bodyRows(source, rows: rows)
    let start = start(source, rows: body)
    var shown: [(index: Int, lines: Int)] = []
    var used = 0
    var next = start
    while next < source.count, used < body {
      let height = source.lines(next).count
      // Omits a cell that does not fit completely, unless it is the first one.
      if used + height > body, next > start { break }
      shown.append((next, min(height, body - used)))
      used += height
      next += 1
    }
    return shown
  }

  // MARK: Touches

  /// The outcome of a touch.
  enum Touched { case nothing, taken, accepted(Int) }

  /// Handles a touch on the list: selects the cell where the touch begins, and accepts that cell if the touch ends on
  /// it. Scrolling moves the selection.
  ///
  /// - Parameters:
  ///   - touch: the touch, whose row is relative to the first row of the list.
  ///   - source: the shown content.
  ///   - rows: the height of the list.
  mutating func touched(_ touch: ChooserTouch, _ source: Source, rows: Int) -> Touched {
    let cell = cell(atRow: touch.row, source, rows: rows)
    switch touch.phase {
    case .began:
      guard let cell else { return .nothing }
      keepPlace(source, rows: rows)
      selection = cell
    case .moved: break
    case .ended: return cell == selection ? .accepted(selection) : .taken
    case .scrolled(let by):
      guard source.count > 0 else { return .nothing }
      keepPlace(source, rows: rows)
      selection += by
      clamp(count: source.count)
    }
    return .taken
  }

  private func cell(atRow row: Int, _ source: Source, rows: Int) -> Int? {
    var next = 0
    for (index, count) in shown(source, rows: rows) {
      if (next..<next + count).contains(row) { return index }
      next += count
    }
    return nil
  }

  /// Stores the first visible cell, so that the list scrolls only if the selection moves out of the visible part.
  private mutating func keepPlace(_ source: Source, rows: Int) {
    top = start(source, rows: bodyRows(source, rows: rows))
  }

  private func mark(_ line: StyledLine, isFirst: Bool, at index: Int) -> StyledLine {
    let isSelected = index == selection
    return (StyledLine(isSelected && isFirst ? Self.marker : "  ") + line).restyled {
      $0.isSelected = isSelected
    }
  }

  private func status(above: Int, below: Int, _ source: Source) -> String? {
    if source.isLoading { return below > 0 ? "… \(below) more · \(Self.searching)" : Self.searching }
    if below > 0 { return "… \(below) more" }
    return above > 0 ? "… \(above) above" : nil
  }

  /// The number of rows for cells: all except those of the status, but at least one unless there are no rows or no
  /// cells.
  private func bodyRows(_ source: Source, rows: Int) -> Int {
    if source.count == 0 { return 0 }
    guard rows > 1 else { return rows }
    return source.isLoading || !fits(source, in: rows) ? max(1, rows - Self.statusRows(source)) : rows
  }

  private static func statusRows(_ source: Source) -> Int {
    source.isLoading ? max(1, source.loadingCell.count) : 1
  }

  private func fits(_ source: Source, in rows: Int) -> Bool {
    guard source.count <= rows else { return false }
    var used = 0
    for index in 0..<source.count where used <= rows { used += source.lines(index).count }
    return used <= rows
  }

  /// The first visible cell, chosen so that the whole selection is visible if possible, and no row is left empty
  /// unnecessarily.
  private func start(_ source: Source, rows: Int) -> Int {
    guard source.count > 0 else { return 0 }
    let kept = selection > top ? first(reaching: selection, from: top, source, rows: rows) : selection
    return min(kept, first(reaching: source.count - 1, from: 0, source, rows: rows))
  }

  /// The first cell, at or after `least`, such that all cells from it up to `last` fit into the rows.
  private func first(reaching last: Int, from least: Int, _ source: Source, rows: Int) -> Int {
    var first = last
    var used = source.lines(last).count
    while first > least {
      used += source.lines(first - 1).count
      if used > rows { break }
      first -= 1
    }
    return first
  }
}
