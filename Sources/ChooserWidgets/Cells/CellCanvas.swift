/// Which edge of the chooser faces the text: there a line is drawn between the two.
public enum BorderMode: String, Hashable, Sendable, CaseIterable { case top, bottom, none }

/// Draws lines into a frame: border, background, everything filled or cut to size.
public struct CellCanvas: Sendable {
  public let size: CellSize
  public let borderMode: BorderMode
  public let background: String?

  public init(size: CellSize, borderMode: BorderMode, background: String?) {
    self.size = size
    self.borderMode = borderMode
    self.background = background
  }

  /// What is left for content: a border takes one row, where there are two.
  public var contentSize: CellSize {
    CellSize(columns: size.columns, rows: size.rows - (hasBorder ? 1 : 0))
  }

  /// The row where the content begins.
  public var contentRow: Int { hasBorder && borderMode == .top ? 1 : 0 }

  private var hasBorder: Bool { borderMode != .none && size.rows > 1 }

  /// Exactly as many lines as the size has rows, each exactly as wide.
  public func lines(_ content: [StyledLine]) -> [StyledLine] {
    let blank = StyledLine().fitted(to: size.columns)
    var lines = content.prefix(contentSize.rows).map { $0.fitted(to: size.columns) }
    lines += Array(repeating: blank, count: contentSize.rows - lines.count)
    if hasBorder {
      let border = StyledLine(String(repeating: "─", count: size.columns), .border)
      lines.insert(border, at: borderMode == .top ? 0 : lines.count)
    }
    guard let background else { return lines }
    return lines.map { line in line.restyled { $0.background = $0.background ?? background } }
  }
}
