import ChooserWidgets
import TextModel

/// Draws whole screens on a terminal, sending only the lines that have changed.
struct ScreenPainter: Sendable {
  /// Enables the alternate screen, bracketed paste, and mouse reporting (including drags) in SGR encoding. Hides the
  /// cursor.
  static let enter: StaticString =
    "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?25l"
  /// Reverts the effects of ``enter``; has no effect otherwise.
  static let leave: StaticString =
    "\u{1B}[?25h\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?1049l"

  /// The parameters of `SGR` for each role, such as `1;36`.
  var colours: [CellRole: String]
  private var shown: [StyledLine] = []
  private var size = CellSize.zero

  init(colours: [CellRole: String]) { self.colours = colours }

  /// The output that displays these lines on the terminal.
  ///
  /// - Parameters:
  ///   - lines: the lines from the top of the screen; clipped and padded to the size.
  ///   - cursor: the position of the cursor; nil hides it.
  ///   - size: the size of the terminal.
  /// - Complexity: linear in the number of cells.
  mutating func paint(
    _ lines: [StyledLine], cursor: (column: Int, row: Int)?, size: CellSize
  ) -> String {
    var text = "\u{1B}[?25l"
    if size != self.size {
      text += "\u{1B}[0m\u{1B}[2J"
      shown = []
      self.size = size
    }
    let screen = CellCanvas(size: size, borderMode: .none, background: nil).lines(lines)
    for (row, line) in screen.enumerated() where row >= shown.count || shown[row] != line {
      text += "\u{1B}[\(row + 1);1H" + drawn(line)
    }
    shown = screen
    if let cursor, cursor.column < size.columns, cursor.row < size.rows {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    return text
  }

  /// Makes the next output redraw everything, because other output may have changed the screen.
  mutating func forget() { size = .zero }

  private func drawn(_ line: StyledLine) -> String {
    var text = ""
    for run in line.runs {
      var codes: [String] = []
      if let colour = colours[run.style.role] { codes.append(colour) }
      if run.style.isSelected { codes.append("7") }
      text += codes.isEmpty ? run.text : "\u{1B}[\(codes.joined(separator: ";"))m\(run.text)\u{1B}[0m"
    }
    return text
  }
}

/// A text divided into the rows of a screen. A line that is too long for a row is broken after the last space that
/// fits, or else between two characters.
///
/// Positions in the text are in characters (grapheme clusters), so that the cursor is never inside a character.
struct TextFlow: Sendable {
  /// The characters of a row, without its line end.
  struct Row: Hashable, Sendable {
    let range: Range<Int>
    /// Whether the line continues in the next row.
    let isContinued: Bool
  }

  /// The line ends of LSP.
  private static let lineEnds: Set<Character> = ["\n", "\r\n", "\r"]

  let rows: [Row]
  private let characters: [Character]

  /// - Parameters:
  ///   - text: the text, whose lines end with LF, CR LF or CR.
  ///   - columns: the width of the screen in cells, at least 2.
  /// - Complexity: linear in the text.
  init(_ text: String, columns: Int) {
    let characters = Array(text)
    let columns = max(2, columns)
    var rows: [Row] = []
    var start = 0
    var width = 0
    /// The position after the last space of the row.
    var breaking: Int?
    for (at, character) in characters.enumerated() {
      if Self.lineEnds.contains(character) {
        rows.append(Row(range: start..<at, isContinued: false))
        (start, width, breaking) = (at + 1, 0, nil)
        continue
      }
      let own = CellWidth.columns(of: character)
      // A space may extend beyond the edge.
      if width + own > columns, character != " " {
        let end = breaking ?? at
        rows.append(Row(range: start..<end, isContinued: true))
        width = characters[end..<at].reduce(0) { $0 + CellWidth.columns(of: $1) }
        (start, breaking) = (end, nil)
      }
      width += own
      if character == " " { breaking = at + 1 }
    }
    rows.append(Row(range: start..<characters.count, isContinued: false))
    self.rows = rows
    self.characters = characters
  }

  /// The number of characters in the text.
  var count: Int { characters.count }

  /// The cell of a position. A position between two rows of a line is in the second row. O(log rows + row).
  func place(of index: Int) -> (row: Int, column: Int) {
    let index = min(max(0, index), count)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].range.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    let row = max(0, low - 1)
    return (row, width(rows[row].range.lowerBound..<index))
  }

  /// The position in the text nearest to a cell. O(row).
  func index(row: Int, column: Int) -> Int {
    let row = rows[min(max(0, row), rows.count - 1)]
    var width = 0
    for at in row.range {
      let own = CellWidth.columns(of: characters[at])
      if width + (own + 1) / 2 > column { return at }
      width += own
    }
    // The end of a continued row is the start of the next row, so the position before the row's last character is used.
    return row.isContinued ? max(row.range.lowerBound, row.range.upperBound - 1) : row.range.upperBound
  }

  /// The text of a range of characters.
  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  private func width(_ range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + CellWidth.columns(of: $1) }
  }
}
