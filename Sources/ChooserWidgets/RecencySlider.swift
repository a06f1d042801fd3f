public import JSONText

/// A sample of Type B: Hakawai's range slider, above a list of the people last mentioned within the range.
///
///       ──●━━━━━●────────────────  2 to 5 mentions ago
///     > Ada Lovelace
///
/// | property of the model | |
/// |---|---|
/// | `minimumValue`, `maximumValue` | the ends of the scale, in units of ``ChooserObject/age``; 0 and 10 by default |
/// | `minimumRange` | the minimum distance between the handles; 0 by default |
/// | `selectedMinimumValue`, `selectedMaximumValue` | the positions of the handles; the ends by default |
/// | `minThumbImageName`, `maxThumbImageName` | the handles, a character of one column each; `●` by default |
/// | `trackBackgroundImageName`, `trackHighlightImageName` | the track outside and inside the range; `─` and `━` by default |
/// | `unit` | the unit of ages in the caption; `mentions` by default |
/// | `rows` | the maximum number of visible entries; 5 by default |
///
/// If the upper handle is at the end of the scale, people mentioned longer ago are included; if the lower handle is at
/// the start as well, people who were never mentioned are included too.
///
/// Keys: `left` and `right` move a handle, `next` switches to the other handle; the other keys work as in
/// ``ListChooser``. Touches: a touch that begins on the slider's line moves the nearest handle; a tap accepts an entry.
/// The event ``updatedMinAndMaxValue``, if declared, is raised when the user has moved a handle.
public final class RecencySlider: CustomChooserWidget, ChooserKeyResponder, ChooserTouchResponder {
  /// The name of the event that reports new positions of the handles, as `minValue` and `maxValue`.
  public static let updatedMinAndMaxValue = "updatedMinAndMaxValue"

  public var borderMode = BorderMode.none
  public var background: String?
  private let events: ChooserEventDelegate
  private let environment: ChooserEnvironment
  private let delegate: any ChooserDelegate
  private var scale: RecencyScale
  private var cells = ScrolledCells()
  /// The indices of the objects whose age is within the range.
  private var kept: [Int] = []
  private var size = CellSize.zero

  public init(
    eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, delegate: any ChooserDelegate
  ) {
    events = eventDelegate
    self.environment = environment
    self.delegate = delegate
    scale = RecencyScale(environment)
  }

  public func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?) {
    scale = RecencyScale(environment)
    filter()
  }

  private var canvas: CellCanvas { CellCanvas(size: size, borderMode: borderMode, background: background) }

  private var list: ScrolledCells.Source {
    ScrolledCells.Source(
      count: kept.count, isLoading: delegate.shouldDisplayLoadingIndicator,
      cell: { [delegate, kept] in delegate.modelObject(at: kept[$0]).map { StandardCells.draw($0) } ?? [] },
      willPresent: { [delegate, kept] in delegate.willPresentModelObject(at: kept[$0]) })
  }

  /// Whether the slider is visible. With a single row, the list takes precedence unless it is empty.
  private var showsSlider: Bool { canvas.contentSize.rows > 1 || kept.isEmpty }

  /// The slider, and below it the visible entries and the status. With a single row the entries take
  /// precedence. Announces each visible entry to the delegate.
  public var view: [StyledLine] {
    let content = canvas.contentSize
    guard showsSlider else { return canvas.lines(cells.lines(list, rows: content.rows)) }
    let slider = scale.line(columns: content.columns, movesUpper: movesUpper)
    return canvas.lines([slider] + cells.lines(list, rows: max(0, content.rows - 1)))
  }

  /// The whole width, and enough rows for the border, for the slider, for as many entries as the property `rows`
  /// allows, and for the status if one is shown.
  ///
  /// - Complexity: draws each of these entries once.
  public func preferredSize(givenSize: CellSize) -> CellSize {
    let rows = 1 + ScrolledCells.preferredRows(list, most: scale.rows)
    return CellSize(columns: givenSize.columns, rows: rows + (borderMode == .none ? 0 : 1))
  }

  public func setFrame(_ frame: CellFrame) { size = frame.size }

  public func becomeVisible() {}

  public func resetScrollPositionAndHide() {
    cells.reset()
    isDragging = false
  }

  /// Determines which entries are shown: those whose age is within the range.
  ///
  /// - Complexity: linear in the number of entries.
  public func reloadData() { filter() }

  private func filter() {
    kept = (0..<delegate.numberOfModelObjects).filter { index in
      delegate.modelObject(at: index).map { scale.contains($0.age) } ?? false
    }
    cells.clamp(count: kept.count)
  }

  // MARK: Keys

  /// Whether keys move the upper handle. Stored outside of the model, because only the slider uses it.
  private var movesUpper: Bool {
    environment.nonModelState(forKey: "movesUpper")?.boolValue ?? true
  }

  /// Moves a handle or the selection, switches to the other handle, or accepts the selected entry. Returns false for
  /// any key but `left`, `right` and `next` if no entry is within the range.
  public func keyPressed(_ key: ChooserKey) -> Bool {
    switch key {
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .next:
      environment.setNonModelState(.bool(!movesUpper), forKey: "movesUpper")
      environment.forceLayout()
    case .accept:
      guard kept.indices.contains(cells.selection) else { return false }
      delegate.modelObjectSelected(at: kept[cells.selection])
    default: return cells.move(key, list, rows: canvas.contentSize.rows - 1)
    }
    return true
  }

  // MARK: Touches

  /// Whether the current touch moves a handle.
  private var isDragging = false

  /// Moves the nearest handle if the touch began on the line of the slider; otherwise handles it as
  /// ``ListChooser`` does. Returns false if the touch has no effect.
  public func touched(_ touch: ChooserTouch) -> Bool {
    var touch = touch
    touch.row -= canvas.contentRow
    if isDragging { return drag(touch) }
    if showsSlider {
      if touch.row == 0 { return beginDragging(touch) }
      touch.row -= 1
    }
    switch cells.touched(touch, list, rows: canvas.contentSize.rows - (showsSlider ? 1 : 0)) {
    case .nothing: return false
    case .taken: return true
    case .accepted(let index):
      guard kept.indices.contains(index) else { return false }
      delegate.modelObjectSelected(at: kept[index])
      return true
    }
  }

  private func beginDragging(_ touch: ChooserTouch) -> Bool {
    guard touch.phase == .began,
      let handle = scale.handle(atColumn: touch.column, columns: canvas.contentSize.columns)
    else { return false }
    environment.setNonModelState(.bool(handle.isUpper), forKey: "movesUpper")
    environment.forceLayout()
    isDragging = true
    return drag(touch)
  }

  private func drag(_ touch: ChooserTouch) -> Bool {
    if let value = scale.value(atColumn: touch.column, columns: canvas.contentSize.columns) {
      move(by: value - (movesUpper ? scale.upper : scale.lower))
    }
    if touch.phase == .ended { isDragging = false }
    return true
  }

  private func move(by step: Int) {
    let moved = scale.moved(by: step, upper: movesUpper)
    guard moved.lower != scale.lower || moved.upper != scale.upper else { return }
    environment.model["selectedMinimumValue"] = .integer(moved.lower)
    environment.model["selectedMaximumValue"] = .integer(moved.upper)
    guard events.declares(Self.updatedMinAndMaxValue) else { return }
    events.raise(
      Self.updatedMinAndMaxValue, ["minValue": .integer(moved.lower), "maxValue": .integer(moved.upper)])
  }
}

/// The values of a ``RecencySlider``, adjusted so that minimum ≤ lower ≤ upper ≤ maximum.
private struct RecencyScale {
  private(set) var minimum = 0
  private(set) var maximum = 10
  private var gap = 0
  private(set) var lower = 0
  private(set) var upper = 10
  private var unit = "mentions"
  private(set) var rows = 5
  private var images = Images()

  /// The characters that draw the slider, one for each image that the model's properties name.
  private struct Images {
    var minThumb = "●"
    var maxThumb = "●"
    var trackBackground = "─"
    var trackHighlight = "━"
  }

  /// The greatest value accepted for a property, so that calculations with the values cannot overflow.
  private static let mostAge = 1_000_000

  /// Reads the model. Invalid values are refused and replaced by the defaults.
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
    // The ends of the scale may have changed, so the handles are moved to positions inside it.
    lower = min(max(number("selectedMinimumValue", minimum), minimum), maximum - gap)
    upper = min(max(number("selectedMaximumValue", maximum), lower + gap), maximum)
    rows = number("rows", rows, from: 1)
    if let value = environment.model["unit"] {
      if let text = value.stringValue {
        unit = text
      } else {
        environment.refuse("unit", expected: "a string")
      }
    }
    func image(_ name: String, _ standard: String) -> String {
      guard let value = environment.model[name] else { return standard }
      if let text = value.stringValue, StyledLine(text).columns == 1 { return text }
      environment.refuse(name, expected: "a character that is one column wide")
      return standard
    }
    images = Images(
      minThumb: image("minThumbImageName", images.minThumb),
      maxThumb: image("maxThumbImageName", images.maxThumb),
      trackBackground: image("trackBackgroundImageName", images.trackBackground),
      trackHighlight: image("trackHighlightImageName", images.trackHighlight))
  }

  /// Whether an age is within the range. If the upper handle is at the end of the scale, all greater ages are included;
  /// if the lower handle is at the start as well, nil is included too.
  func contains(_ age: Int?) -> Bool {
    guard let age else { return lower == minimum && upper == maximum }
    return age >= lower && (age <= upper || upper == maximum)
  }

  /// The positions of the handles after one of them has moved by `step`. The moved handle stops at the end of the
  /// scale, and at the minimum distance from the other handle.
  func moved(by step: Int, upper movesUpper: Bool) -> (lower: Int, upper: Int) {
    movesUpper
      ? (lower, min(max(upper + step, lower + gap), maximum))
      : (min(max(lower + step, minimum), upper - gap), upper)
  }

  // MARK: Touching

  /// The handle nearest to a column, and the value at that column; nil if there is no track. If both handles are at the
  /// same position, returns the one that can move towards the column; if the column is halfway between them, the upper
  /// one.
  func handle(atColumn column: Int, columns: Int) -> (isUpper: Bool, value: Int)? {
    guard let value = value(atColumn: column, columns: columns) else { return nil }
    let (toLower, toUpper) = (abs(value - lower), abs(value - upper))
    let isUpper = toLower == toUpper ? value > lower || lower == minimum : toUpper < toLower
    return (isUpper, value)
  }

  /// The value at a column, which may be outside of the track; nil if there is no track.
  func value(atColumn column: Int, columns: Int) -> Int? {
    guard let track = track(columns) else { return nil }
    let place = min(max(column - Self.indent, 0), track - 1)
    // Rounds to the nearest value.
    return minimum + (place * (maximum - minimum) * 2 + track - 1) / ((track - 1) * 2)
  }

  // MARK: Drawing

  private static let longestTrack = 24

  /// The slider in one line: `──●━━━━━●───  2 to 5 mentions ago`. The active handle is drawn as selected.
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

  /// The width of the track, at most half of the line; nil if there is no room for two handles and a piece between
  /// them.
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
