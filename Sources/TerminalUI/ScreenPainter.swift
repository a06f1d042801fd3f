public import ChooserWidgets

/// Draws whole screens on a terminal, and sends of each only the lines that have changed.
public struct ScreenPainter: Sendable {
  /// Turns on: the second screen, bracketed paste, the mouse with drags in its SGR form. Hides the cursor.
  public static let enter: StaticString =
    "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?25l"
  /// Puts back what ``enter`` changed; harmless where nothing was.
  public static let leave: StaticString =
    "\u{1B}[?25h\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?1049l"

  /// For each role the parameters of `SGR`, `1;36` say. Without an entry: none.
  public var colours: [CellRole: String]
  private var shown: [StyledLine] = []
  private var size = CellSize.zero

  public init(colours: [CellRole: String]) { self.colours = colours }

  /// What makes the terminal show these lines.
  ///
  /// - Parameters:
  ///   - lines: from the upper edge; cut and filled to the size.
  ///   - cursor: where it blinks; nil hides it.
  ///   - size: the terminal's.
  /// - Complexity: linear in the screen.
  public mutating func paint(
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

  /// Draws everything anew the next time: something else may have written on the screen.
  public mutating func forget() { size = .zero }

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
