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

  // MARK: Drawing

  private static let longestTrack = 24

  /// The slider in one line: `──●━━━━━●───  2 to 5 mentions ago`. The handle that moves is the selected one.
  func line(columns: Int, movesUpper: Bool) -> StyledLine {
    let caption = StyledLine("  " + caption, .status)
    // Half of what there is at most, and no track where two handles and a piece between them have no room.
    let track = min(Self.longestTrack, columns / 2 - 2)
    guard track >= 3 else { return caption }
    let (first, last) = (column(of: lower, in: track), column(of: upper, in: track))
    var line = StyledLine("  ")
    func part(_ count: Int, _ sign: String, _ role: CellRole) {
      line.append(String(repeating: sign, count: max(0, count)), role)
    }
    part(first, "─", .track)
    if first < last {
      line.append("●", CellStyle(.thumb, isSelected: !movesUpper))
      part(last - first - 1, "━", .range)
    }
    line.append("●", CellStyle(.thumb, isSelected: movesUpper || first == last))
    part(track - last - 1, "─", .track)
    return line + caption
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
