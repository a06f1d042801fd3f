/// Rows of text in columns, two spaces apart. Widths are counted in graphemes.
struct Columns {
  private var rows: [[String]] = []

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ cells: String...) { rows.append(cells) }

  func lines(indent: String = "") -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
