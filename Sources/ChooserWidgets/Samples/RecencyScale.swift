import JSONText

/// The values of a ``RecencySlider``, made to fit each other: minimum ≤ lower ≤ upper ≤ maximum.
struct RecencyScale {
  private(set) var minimum = 0
  private(set) var maximum = 10
  private var gap = 0
  private(set) var lower = 0
  private(set) var upper = 10
  private var unit = "mentions"
  private(set) var rows = 5
  private var images = Images()

  /// What the slider is drawn with: in cells, an image is a character.
  private struct Images {
    var minThumb = "●"
    var maxThumb = "●"
    var trackBackground = "─"
    var trackHighlight = "━"
  }

  /// Beyond this no age makes sense, and no sum of two overflows.
  private static let mostAge = 1_000_000

  /// Reads the model. What makes no sense there is refused, and the standard holds.
  init(_ environment: ChooserEnvironment) {
    func number(_ name: String, _ standard: Int, from least: Int = 0) -> Int {
      guard let value = environment.model[name] else { return standard }
      if let number = value.intValue, (least...Self.mostAge).contains(number) { return number }
      environment.refuse(name, expected: "a whole number from \(least) to \(Self.mostAge)")
      return standard
    }
    minimum = number("minimumValue", minimum)
    maximum = number("maximumValue", max(minimum, maximum))
    if maximum < minimum {
      environment.refuse("maximumValue", expected: "at least minimumValue, which is \(minimum)")
      maximum = minimum
    }
    gap = min(number("minimumRange", 0), maximum - minimum)
    // The ends may have moved under the handles: these stay between them.
    lower = min(max(number("selectedMinimumValue", minimum), minimum), maximum - gap)
    upper = min(max(number("selectedMaximumValue", maximum), lower + gap), maximum)
    rows = number("rows", rows, from: 1)
    if let value = environment.model["unit"] {
      if let text = value.stringValue { unit = text } else { environment.refuse("unit", expected: "a text") }
    }
    func image(_ name: String, _ standard: String) -> String {
      guard let value = environment.model[name] else { return standard }
      if let text = value.stringValue, StyledLine(text).columns == 1 { return text }
      environment.refuse(name, expected: "a character of one column")
      return standard
    }
    images = Images(
      minThumb: image("minThumbImageName", images.minThumb),
      maxThumb: image("maxThumbImageName", images.maxThumb),
      trackBackground: image("trackBackgroundImageName", images.trackBackground),
      trackHighlight: image("trackHighlightImageName", images.trackHighlight))
  }

  /// At its end the upper handle lets through all that is older, or of no age.
  func contains(_ age: Int?) -> Bool {
    guard let age else { return lower == minimum && upper == maximum }
    return age >= lower && (age <= upper || upper == maximum)
  }

  /// Where the handles are after one of them was moved: by a step of the scale, never nearer than the gap.
  func moved(by step: Int, upper movesUpper: Bool) -> (lower: Int, upper: Int) {
    movesUpper
      ? (lower, min(max(upper + step, lower + gap), maximum))
      : (min(max(lower + step, minimum), upper - gap), upper)
  }

  // MARK: Touching

  /// Which handle is nearer to a column, and the value there; nil where there is no track. Of two handles at one place it
  /// is the one that can move towards the column.
  func handle(atColumn column: Int, columns: Int) -> (isUpper: Bool, value: Int)? {
    guard let value = value(atColumn: column, columns: columns) else { return nil }
    let (toLower, toUpper) = (abs(value - lower), abs(value - upper))
    let isUpper = toLower == toUpper ? value > lower || lower == minimum : toUpper < toLower
    return (isUpper, value)
  }

  /// The value at a column, which may lie beside the track; nil where there is none.
  func value(atColumn column: Int, columns: Int) -> Int? {
    guard let track = track(columns) else { return nil }
    let place = min(max(column - Self.indent, 0), track - 1)
    // Rounded to the nearest.
    return minimum + (place * (maximum - minimum) * 2 + track - 1) / ((track - 1) * 2)
  }

  // MARK: Drawing

  private static let longestTrack = 24

  /// The slider in one line: `──●━━━━━●───  2 to 5 mentions ago`. The handle that moves is the selected one.
  func line(columns: Int, movesUpper: Bool) -> StyledLine {
    let caption = StyledLine("  " + caption, .status)
    guard let track = track(columns) else { return caption }
    let (first, last) = (column(of: lower, in: track), column(of: upper, in: track))
    var line = StyledLine(String(repeating: " ", count: Self.indent))
    func part(_ count: Int, _ sign: String, _ role: CellRole) {
      line.append(String(repeating: sign, count: max(0, count)), role)
    }
    part(first, images.trackBackground, .track)
    if first < last {
      line.append(images.minThumb, CellStyle(.thumb, isSelected: !movesUpper))
      part(last - first - 1, images.trackHighlight, .range)
    }
    line.append(images.maxThumb, CellStyle(.thumb, isSelected: movesUpper || first == last))
    part(track - last - 1, images.trackBackground, .track)
    return line + caption
  }

  private static let indent = 2

  /// Half of what there is at most; nil where two handles and a piece between them have no room.
  private func track(_ columns: Int) -> Int? {
    let track = min(Self.longestTrack, columns / 2 - 2)
    return track >= 3 ? track : nil
  }

  private func column(of value: Int, in track: Int) -> Int {
    maximum == minimum ? 0 : (value - minimum) * (track - 1) / (maximum - minimum)
  }

  private var caption: String {
    if lower == minimum, upper == maximum { return "mentioned at any time or never" }
    if upper == maximum { return "\(lower) \(unit) ago or longer" }
    return lower == upper ? "\(lower) \(unit) ago" : "\(lower) to \(upper) \(unit) ago"
  }
}
