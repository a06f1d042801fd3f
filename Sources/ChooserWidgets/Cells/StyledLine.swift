import Entities
import TextModel

/// One line of text in styles, measured in columns of a terminal.
///
/// Characters that may not be shown are removed (`ShownText`), so that no name reaches beyond its own place on the screen.
/// No user-perceived character has two styles: it has that of its first part.
public struct StyledLine: Hashable, Sendable {
  public struct Run: Hashable, Sendable {
    public fileprivate(set) var text: String
    public fileprivate(set) var style: CellStyle
  }

  public private(set) var runs: [Run] = []
  public private(set) var columns = 0

  public init() {}

  public init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  public init(_ text: String, _ role: CellRole) { self.init(text, CellStyle(role)) }

  /// The text without its styles.
  public var text: String { runs.map(\.text).joined() }

  // MARK: Making

  public mutating func append(_ text: String, _ style: CellStyle = .plain) {
    let text = ShownText.line(text)
    guard !text.isEmpty else { return }
    guard let last = runs.last else { return add(text, style) }
    // A mark joins the text before it, and takes its style.
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

  /// The line cut down to so many columns, with `…` where something is missing. No character is split: where
  /// a wide one does not fit, a column stays free.
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

  /// The line in exactly so many columns: cut down, or filled with spaces.
  public func fitted(to columns: Int, filling style: CellStyle = .plain) -> StyledLine {
    var result = clipped(to: columns)
    result.append(String(repeating: " ", count: max(0, columns - result.columns)), style)
    return result
  }

  // MARK: Styling

  /// The same text, each style changed.
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
