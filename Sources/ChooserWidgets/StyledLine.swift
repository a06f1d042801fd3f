import Entities
import TextModel

/// One line of styled text, measured in terminal columns.
///
/// Characters that may not be shown are removed (`ShownText`), so that no name can affect other parts of the screen. A
/// user-perceived character never has two styles: it has the style of its first scalar.
///
/// All operations are linear in the length of the text.
public struct StyledLine: Hashable, Sendable {
  /// A stretch of text in one style.
  public struct Run: Hashable, Sendable {
    public fileprivate(set) var text: String
    public fileprivate(set) var style: CellStyle
  }

  /// The text in its styles, from left to right. No run is empty, and adjacent ones have different styles.
  public private(set) var runs: [Run] = []
  /// The width in columns of a terminal.
  public private(set) var columns = 0

  public init() {}

  /// Creates a line of text in one style. Characters that may not be shown are removed.
  public init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  public init(_ text: String, _ role: CellRole) { self.init(text, CellStyle(role)) }

  /// The text without its styles.
  public var text: String { runs.map(\.text).joined() }

  // MARK: Making

  /// Appends text in a style. Characters that may not be shown are removed; a combining mark at its start
  /// joins the last character of the line and takes its style.
  public mutating func append(_ text: String, _ style: CellStyle = .plain) {
    let text = ShownText.line(text)
    guard !text.isEmpty else { return }
    guard let last = runs.last else { return add(text, style) }
    let joined = String(last.text.suffix(1)) + text
    let first = joined[joined.startIndex]
    let own = first.unicodeScalars.count - (last.text.last?.unicodeScalars.count ?? 0)
    guard own > 0 else { return add(text, style) }
    columns += CellWidth.columns(of: first) - CellWidth.columns(of: last.text.suffix(1).description)
    runs[runs.count - 1].text.unicodeScalars.append(contentsOf: text.unicodeScalars.prefix(own))
    let rest = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(own)))
    if !rest.isEmpty { add(rest, style) }
  }

  public mutating func append(_ text: String, _ role: CellRole) { append(text, CellStyle(role)) }

  /// Appends another line in its own styles.
  public mutating func append(_ line: StyledLine) {
    for run in line.runs { append(run.text, run.style) }
  }

  private mutating func add(_ text: String, _ style: CellStyle) {
    columns += CellWidth.columns(of: text)
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }

  // MARK: Fitting

  /// The line clipped to a number of columns, with `…` in place of the text that was removed. Characters are not split:
  /// if a wide character does not fit, the result is a column narrower.
  public func clipped(to columns: Int) -> StyledLine {
    guard self.columns > columns else { return self }
    var result = StyledLine()
    guard columns > 0 else { return result }
    var total = 0
    for run in runs {
      var kept = ""
      for character in run.text {
        total += CellWidth.columns(of: character)
        guard total < columns else {
          result.append(kept, run.style)
          result.append("…", run.style)
          return result
        }
        kept.append(character)
      }
      result.append(kept, run.style)
    }
    return result
  }

  /// The line in exactly this many columns: clipped, or padded with spaces.
  public func fitted(to columns: Int, filling style: CellStyle = .plain) -> StyledLine {
    var result = clipped(to: columns)
    result.append(String(repeating: " ", count: max(0, columns - result.columns)), style)
    return result
  }

  // MARK: Styling

  /// The line with `change` applied to the style of each run.
  public func restyled(_ change: (inout CellStyle) -> Void) -> StyledLine {
    var result = StyledLine()
    for run in runs {
      var style = run.style
      change(&style)
      result.add(run.text, style)
    }
    return result
  }
}

extension StyledLine {
  public static func + (a: StyledLine, b: StyledLine) -> StyledLine {
    var sum = a
    sum.append(b)
    return sum
  }
}

// MARK: - Styles

/// The role of a piece of text, which determines its colour. The set of roles is open: a widget may define its own.
public struct CellRole: RawRepresentable, Hashable, Sendable {
  /// The name by which a host maps the role to a color.
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Text without a special role.
  public static let text = CellRole(rawValue: "text")
  public static let name = CellRole(rawValue: "name")
  /// The part of a name that matched the key.
  public static let match = CellRole(rawValue: "match")
  public static let handle = CellRole(rawValue: "handle")
  public static let detail = CellRole(rawValue: "detail")
  /// A progress message, or the number of entries that are not visible.
  public static let status = CellRole(rawValue: "status")
  /// The line between the chooser and the text.
  public static let border = CellRole(rawValue: "border")
  /// The handles of a slider.
  public static let thumb = CellRole(rawValue: "thumb")
  /// The track between the handles of a slider.
  public static let range = CellRole(rawValue: "range")
  /// The track of a slider outside of its handles.
  public static let track = CellRole(rawValue: "track")
  /// A whole mention in the text of a document.
  public static let mention = CellRole(rawValue: "mention")
  /// A trimmed mention in the text of a document.
  public static let trimmedMention = CellRole(rawValue: "trimmedMention")
  /// The mention under the cursor in the text of a document.
  public static let litUpMention = CellRole(rawValue: "litUpMention")
}

/// The style of a piece of text. The host maps styles to colours.
public struct CellStyle: Hashable, Sendable {
  public var role: CellRole
  /// Whether the text belongs to the selected entry, or is the active handle of a slider.
  public var isSelected: Bool
  /// The name of the chooser's background, set by the host; nil if it has none.
  public var background: String?

  public init(_ role: CellRole = .text, isSelected: Bool = false, background: String? = nil) {
    self.role = role
    self.isSelected = isSelected
    self.background = background
  }

  /// The role ``CellRole/text``, not selected, without a background.
  public static let plain = CellStyle()
}

// MARK: - Sizes and frames

/// A size in terminal cells. Both sides are between 0 and 4096.
public struct CellSize: Hashable, Sendable {
  /// The maximum length of a side, more than any terminal has; larger values are clamped.
  package static let longestSide = 4096

  public let columns: Int
  public let rows: Int

  public static let zero = CellSize(columns: 0, rows: 0)

  /// Creates a size. Values below 0 or above 4096 are clamped.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.longestSide)
    self.rows = min(max(rows, 0), Self.longestSide)
  }

  /// This size, reduced to fit into another.
  public func fitted(into other: CellSize) -> CellSize {
    CellSize(columns: min(columns, other.columns), rows: min(rows, other.rows))
  }

  /// Whether the cell at this offset from the upper left corner is inside.
  func contains(column: Int, row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }
}

/// A position and a size, in cells from the top left corner of the container.
public struct CellFrame: Hashable, Sendable {
  /// The distance from the left edge of the container, in cells; negative for a frame that begins outside.
  public let column: Int
  /// The distance from the upper edge of the container, in cells; negative for a frame that begins outside.
  public let row: Int
  public let size: CellSize

  public static let zero = CellFrame(column: 0, row: 0, size: .zero)

  /// Creates a frame. A column or row beyond ±4096 is clamped.
  public init(column: Int, row: Int, size: CellSize) {
    self.column = Self.bounded(column)
    self.row = Self.bounded(row)
    self.size = size
  }

  private static func bounded(_ place: Int) -> Int {
    min(max(place, -CellSize.longestSide), CellSize.longestSide)
  }
}

// MARK: - Drawing into a frame

/// The edge of the chooser that faces the text, where a border is drawn.
public enum BorderMode: String, Hashable, Sendable, CaseIterable { case top, bottom, none }

/// Draws lines into a frame, with border and background, padded or clipped to its size.
public struct CellCanvas: Sendable {
  /// The size of the whole frame, with its border.
  public let size: CellSize
  /// The edge where the border is drawn, if there are at least two rows.
  public let borderMode: BorderMode
  /// The name of the background for cells that have none of their own; nil for none.
  public let background: String?

  public init(size: CellSize, borderMode: BorderMode, background: String?) {
    self.size = size
    self.borderMode = borderMode
    self.background = background
  }

  /// The size available for content: a border takes one row if there are at least two.
  public var contentSize: CellSize {
    CellSize(columns: size.columns, rows: size.rows - (hasBorder ? 1 : 0))
  }

  /// The row where the content begins.
  public var contentRow: Int { hasBorder && borderMode == .top ? 1 : 0 }

  private var hasBorder: Bool { borderMode != .none && size.rows > 1 }

  /// The content as it is drawn: one line per row of the size, each as wide as the size.
  ///
  /// - Complexity: linear in the content and in the cells of the size.
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
