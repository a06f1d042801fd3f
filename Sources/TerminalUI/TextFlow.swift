import TextModel

/// A text broken into the rows of a screen: at line ends, and where a line is too long at its last space, else between
/// two characters.
///
/// Places in the text are counted in characters (grapheme clusters), so that the cursor never is inside one.
public struct TextFlow: Sendable {
  /// The characters of a row, its line end not among them.
  public struct Row: Hashable, Sendable {
    public let range: Range<Int>
    /// Whether the line goes on in the next row.
    public let isContinued: Bool
  }

  /// As LSP has them.
  private static let lineEnds: Set<Character> = ["\n", "\r\n", "\r"]

  public let rows: [Row]
  private let characters: [Character]

  /// - Parameters:
  ///   - text: lines end with LF, CR LF or CR.
  ///   - columns: the width of the screen in cells, 2 at least.
  /// - Complexity: linear in the text.
  public init(_ text: String, columns: Int) {
    let characters = Array(text)
    let columns = max(2, columns)
    var rows: [Row] = []
    var start = 0
    var width = 0
    /// Behind the last space of the row.
    var breaking: Int?
    for (at, character) in characters.enumerated() {
      if Self.lineEnds.contains(character) {
        rows.append(Row(range: start..<at, isContinued: false))
        (start, width, breaking) = (at + 1, 0, nil)
        continue
      }
      let own = CellWidth.columns(of: character)
      // A space may hang over the edge.
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

  /// How many characters the text has.
  public var count: Int { characters.count }

  /// Where a place is on the screen, in cells. Between two rows of a line it is the second. O(log rows + row).
  public func place(of index: Int) -> (row: Int, column: Int) {
    let index = min(max(0, index), count)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].range.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    let row = max(0, low - 1)
    return (row, width(rows[row].range.lowerBound..<index))
  }

  /// The place in the text that is nearest to a cell. O(row).
  public func index(row: Int, column: Int) -> Int {
    let row = rows[min(max(0, row), rows.count - 1)]
    var width = 0
    for at in row.range {
      let own = CellWidth.columns(of: characters[at])
      if width + (own + 1) / 2 > column { return at }
      width += own
    }
    // The end of a row that goes on is the beginning of the next one.
    return row.isContinued ? max(row.range.lowerBound, row.range.upperBound - 1) : row.range.upperBound
  }

  /// The text of some characters.
  public func text(_ range: Range<Int>) -> String { String(characters[range]) }

  private func width(_ range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + CellWidth.columns(of: $1) }
  }
}
