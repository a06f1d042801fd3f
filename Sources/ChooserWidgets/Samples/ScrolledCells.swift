/// A list of cells with one selected, of which a frame shows a part: what the samples share.
///
///     > Ada Lovelace       selected, always in sight
///       Charles Babbage
///       … 20 more          the status: what is not in sight, and whether more may come
struct ScrolledCells {
  private(set) var selection = 0
  /// The first cell in sight, unless the selection demands another.
  private var top = 0

  /// What there is to draw.
  struct Source {
    var count: Int
    var isLoading: Bool
    /// One line at least, even where it gives none.
    var cell: (Int) -> [StyledLine]

    func lines(_ index: Int) -> [StyledLine] {
      let lines = cell(index)
      return lines.isEmpty ? [StyledLine()] : lines
    }
  }

  private static let marker = "> "
  private static let searching = "Searching…"

  mutating func reset() { self = ScrolledCells() }

  /// Keeps the selection inside the list.
  mutating func clamp(count: Int) { selection = max(0, min(selection, count - 1)) }

  /// How many rows it would like to have for at most `most` cells.
  static func preferredRows(_ source: Source, most: Int) -> Int {
    let shown = min(source.count, max(1, most))
    let rows = (0..<shown).reduce(0) { $0 + source.lines($1).count }
    return rows + (source.isLoading || shown < source.count ? 1 : 0)
  }

  /// Follows a key that moves the selection. False for any other, and for an empty list.
  mutating func move(_ key: ChooserKey, _ source: Source, rows: Int) -> Bool {
    guard source.count > 0 else { return false }
    top = start(source, rows: bodyRows(source, rows: rows))
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

  /// What is in sight in so many rows: never more lines than these.
  func lines(_ source: Source, rows: Int) -> [StyledLine] {
    let body = bodyRows(source, rows: rows)
    let start = start(source, rows: body)
    var lines: [StyledLine] = []
    var next = start
    while next < source.count, lines.count < body {
      let cell = source.lines(next)
      // A cell that does not fit whole is not shown, unless there would be none.
      if lines.count + cell.count > body, next > start { break }
      lines += cell.prefix(body - lines.count).enumerated().map { mark($1, isFirst: $0 == 0, at: next) }
      next += 1
    }
    if body < rows, let status = status(above: start, below: source.count - next, source) {
      lines.append(StyledLine("  ") + StyledLine(status, .status))
    }
    return lines
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

  /// Rows for cells: one less where the status has something to say and there is room for both.
  private func bodyRows(_ source: Source, rows: Int) -> Int {
    if source.count == 0 { return 0 }
    guard rows > 1 else { return rows }
    return source.isLoading || !fits(source, in: rows) ? rows - 1 : rows
  }

  private func fits(_ source: Source, in rows: Int) -> Bool {
    guard source.count <= rows else { return false }
    var used = 0
    for index in 0..<source.count where used <= rows { used += source.lines(index).count }
    return used <= rows
  }

  /// The first cell in sight: so that the selection is whole, if it can be, and no row stays free for
  /// nothing.
  private func start(_ source: Source, rows: Int) -> Int {
    guard source.count > 0 else { return 0 }
    let kept = selection > top ? first(reaching: selection, from: top, source, rows: rows) : selection
    return min(kept, first(reaching: source.count - 1, from: 0, source, rows: rows))
  }

  /// The first cell with which all up to `last` are in sight; never before `least`.
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
