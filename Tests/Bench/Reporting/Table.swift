import JSONText

/// Figures with columns of their own, printed as Markdown.
struct Table {
  let title: String
  let heads: [String]
  var rows: [[String]] = []

  init(_ title: String, _ heads: [String]) {
    self.title = title
    self.heads = heads
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The first column is aligned to the left, all others to the right.
  var markdown: String {
    let widths = heads.indices.map { column in
      ([heads] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = heads.indices.map { column in
        let cell = column < cells.count ? cells[column] : ""
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + gap : gap + cell
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = heads.indices.map { column in
      column == 0
        ? String(repeating: "-", count: widths[0] + 2)
        : String(repeating: "-", count: widths[column] + 1) + ":"
    }
    return "**\(title)**\n\n" + line(heads) + "|" + rule.joined(separator: "|") + "|\n"
      + rows.map(line).joined()
  }

  var json: JSONValue {
    func strings(_ cells: [String]) -> JSONValue { .array(cells.map { .string($0) }) }
    return [
      "title": .string(title), "heads": strings(heads), "rows": .array(rows.map(strings)),
    ]
  }
}
