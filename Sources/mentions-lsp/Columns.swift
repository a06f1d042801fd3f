import ChooserWidgets
import Entities
import ServerHost
import TextModel

/// A table of text without control characters. Its columns are two spaces apart, and their widths are measured in
/// terminal columns. Long texts are clipped.
struct Columns {
  struct Cell: ExpressibleByStringInterpolation {
    var text: String
    /// The ranges in bold: UTF-8 offsets in `text`.
    var bold: [Range<Int>] = []

    init(_ text: String, bold: [Range<Int>] = []) {
      self.text = text
      self.bold = bold
    }

    init(stringLiteral text: String) { self.init(text) }

    /// The text without control characters, clipped if it is long. If that changes the text, the bold ranges are
    /// dropped, because their offsets no longer fit.
    fileprivate var cleaned: Cell {
      let shown = ShownText.clipped(ShownText.line(text))
      return shown == text ? self : Cell(shown)
    }

    fileprivate var width: Int { CellWidth.columns(of: text) }
  }

  private var rows: [[Cell]] = []
  /// The minimum width to which a column is clipped.
  private static let least = 8

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ cells: [Cell]) { rows.append(cells.map(\.cleaned)) }

  mutating func add(_ cells: String...) { rows.append(cells.map { Cell($0).cleaned }) }

  /// The rows as lines. If they are wider than the terminal, the widest columns are clipped, with "…" at the end.
  func lines(indent: String = "", on terminal: Terminal = .standardOutput) -> [String] {
    let widths = widths(within: terminal.width.map { $0 - indent.count })
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        let fitted = fit(cell, widths[column])
        line += terminal.bold(fitted.text, fitted.bold)
        if column + 1 < row.count { line += spaces(widths[column] - fitted.width + 2) }
      }
      return trimmed(line)
    }
  }

  /// The rows as lines. A last cell that does not fit in `width` continues on further lines, indented to its column.
  func wrappedLines(indent: String, width: Int) -> [String] {
    let widths = widths(within: nil)
    return rows.flatMap { row -> [String] in
      guard let last = row.last else { return [] }
      var line = indent
      for (column, cell) in row.dropLast().enumerated() {
        line += cell.text + spaces(widths[column] - cell.width + 2)
      }
      let start = CellWidth.columns(of: line)
      let parts = Self.wrap(last.text, width: max(2 * Self.least, width - start))
      return parts.enumerated().map {
        trimmed($0.offset == 0 ? line + $0.element : spaces(start) + $0.element)
      }
    }
  }

  /// A text broken at spaces into lines of at most `width` terminal columns. A longer word has a line of its own.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, CellWidth.columns(of: line) + 1 + CellWidth.columns(of: String(word)) > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  private func widths(within limit: Int?) -> [Int] {
    let columns = rows.map(\.count).max() ?? 0
    var widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
    }
    guard let limit else { return widths }
    while widths.reduce(2 * (columns - 1), +) > limit {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.least
      else {
        break
      }
      widths[widest] -= 1
    }
    return widths
  }

  private func fit(_ cell: Cell, _ width: Int) -> Cell {
    guard cell.width > width else { return cell }
    var text = ""
    var used = 0
    for character in cell.text {
      let wide = CellWidth.columns(of: character)
      if used + wide > width - 1 { break }
      text.append(character)
      used += wide
    }
    let end = text.utf8.count
    let bold = cell.bold.filter { $0.lowerBound < end }.map { $0.lowerBound..<min($0.upperBound, end) }
    return Cell(text + "…", bold: bold)
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Capabilities of standard output.
struct Terminal {
  /// Whether text may be bold or coloured: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  let hasStyles: Bool
  /// The width in columns; nil if the output is a file or a pipe, or the terminal's width is unknown.
  let width: Int?

  static let standardOutput = Terminal(
    isTerminal: HostProcess.isOutputTerminal, width: HostProcess.outputWidth,
    environment: HostProcess.environment())

  init(isTerminal: Bool, width: Int?, environment: [String: String]) {
    // According to https://no-color.org, `NO_COLOR` counts if it is present and not empty.
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    hasStyles = isTerminal && !isPlain
    self.width = isTerminal ? width : nil
  }

  /// `text` with the bytes in `ranges` (UTF-8 offsets) in bold, if supported.
  fileprivate func bold(_ text: String, _ ranges: [Range<Int>]) -> String {
    guard hasStyles, !ranges.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var shown: [UInt8] = []
    var at = 0
    for range in ranges where range.lowerBound >= at && range.upperBound <= bytes.count {
      shown += bytes[at..<range.lowerBound] + Array("\u{1B}[1m".utf8)
      shown += bytes[range] + Array("\u{1B}[22m".utf8)
      at = range.upperBound
    }
    return String(decoding: shown + bytes[at...], as: UTF8.self)
  }
}
