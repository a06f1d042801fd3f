/// Where some successive lines start, with a gap where the last edit was: one chunk of a ``LineIndex``.
///
/// The starts before the gap are counted from the run's own start, those behind it from the end of the text, so that
/// an edit at the gap shifts nothing. A run in which nothing is being edited has its gap at its end.
struct LineRun: Sendable {
  /// What the starts are counted from: the run's start in the text, and the end of the text.
  struct Frame {
    var start: Int
    var end: Int
  }

  private var slots: [Int]
  /// Lines before the gap.
  private(set) var gapStart: Int
  private var gapEnd: Int

  /// `starts` are counted from `base`.
  init(_ starts: ArraySlice<Int>, base: Int) {
    let gap = Self.roomyGap(for: starts.count)
    slots = []
    slots.reserveCapacity(starts.count + gap)
    for start in starts { slots.append(start - base) }
    slots.append(contentsOf: repeatElement(0, count: gap))
    gapStart = starts.count
    gapEnd = slots.count
  }

  private static func roomyGap(for count: Int) -> Int { 16 + count / 16 }

  var count: Int { slots.count - (gapEnd - gapStart) }
  var isEmpty: Bool { count == 0 }
  /// Lines behind the gap.
  var countBehind: Int { slots.count - gapEnd }

  /// Where the line that is the `index`th of the run starts in the text. O(1).
  func start(_ index: Int, _ frame: Frame) -> Int {
    index < gapStart ? frame.start + slots[index] : frame.end - slots[index + (gapEnd - gapStart)]
  }

  /// The first line of the run that starts at `place` or later; the number of lines if none does.
  func firstLine(startingFrom place: Int, _ frame: Frame) -> Int {
    var (low, high) = (0, count)
    // Edits come near the last one: look on the right side of the gap only.
    if gapStart == 0 || frame.start + slots[gapStart - 1] < place { low = gapStart } else { high = gapStart }
    while low < high {
      let middle = (low + high) / 2
      if start(middle, frame) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Editing

  mutating func moveGap(to line: Int, _ frame: Frame) {
    while gapStart > line {
      gapStart -= 1
      gapEnd -= 1
      slots[gapEnd] = frame.end - frame.start - slots[gapStart]
    }
    while gapStart < line {
      slots[gapStart] = frame.end - frame.start - slots[gapEnd]
      gapStart += 1
      gapEnd += 1
    }
  }

  /// Takes the starts behind the gap away that are not behind `place`. Returns how many.
  mutating func removeStarts(upTo place: Int, _ frame: Frame) -> Int {
    let before = gapEnd
    while gapEnd < slots.count, frame.end - slots[gapEnd] <= place { gapEnd += 1 }
    return gapEnd - before
  }

  /// Adds the start of a line at the gap.
  mutating func push(_ start: Int, _ frame: Frame) {
    if gapStart == gapEnd {
      let room = Self.roomyGap(for: slots.count)
      slots.replaceSubrange(gapStart..<gapStart, with: repeatElement(0, count: room))
      gapEnd += room
    }
    slots[gapStart] = start - frame.start
    gapStart += 1
  }

  /// Takes the lines before the gap, if there are any, out of the run.
  mutating func takeFront() -> LineRun {
    let front = LineRun(slots[..<gapStart], base: 0)
    gapStart = 0
    return front
  }

  /// Takes the lines behind the gap out of the run. Their run starts where the first of them does, so many bytes
  /// before the end of the text.
  mutating func takeBack() -> (run: LineRun, distance: Int)? {
    guard gapEnd < slots.count else { return nil }
    let distance = slots[gapEnd]
    let back = LineRun(ArraySlice(slots[gapEnd...].map { distance - $0 }), base: 0)
    gapEnd = slots.count
    return (back, distance)
  }

  /// Takes the first lines away, with the gap at the end. Returns where the next one starts, counted from the
  /// run's start; from there the others are counted now.
  mutating func removeFirst(_ lines: Int) -> Int {
    let base = slots[lines]
    self = LineRun(slots[lines..<gapStart], base: base)
    return base
  }
}
