/// The offsets at which lines start. Line ends are LF, CR LF and lone CR, as in LSP (3.17, Text Documents).
///
/// The starts are stored in runs of some thousand lines, each with a gap. Runs after the run of the last edit, and
/// starts after the gap of that run, are relative to the end of the text, so that an edit at the gap shifts none of
/// them:
///
/// ```
/// starts   0  14  30 │ gap │ −55  −20  −1        text of 120 bytes: lines at 0 14 30 65 100 119
/// ```
///
/// A lookup is logarithmic in the number of lines. The cost of an edit is the number of lines that it touches, plus the
/// number of lines of one run over which the gap moves, plus the number of runs between the last edit and this one.
public struct LineIndex: Sendable {
  /// An offset in the text and the number of lines that start before it.
  struct Place: AdditiveArithmetic, Sendable {
    var offset = 0
    var line = 0

    static let zero = Place()
    static func + (a: Self, b: Self) -> Self { Place(offset: a.offset + b.offset, line: a.line + b.line) }
    static func - (a: Self, b: Self) -> Self { Place(offset: a.offset - b.offset, line: a.line - b.line) }
  }

  /// The runs of line starts. A run's start is at or before the start of its first line. Only the current run may be
  /// empty.
  private var runs: ChunkList<LineRun, Place>
  /// The maximum number of lines in a run. A text is divided into runs of half that length.
  private let runLength: Int

  private static let standardRunLength = 4096

  /// Creates the index of a text. Linear in the text.
  init(_ buffer: TextBuffer) { self.init(buffer, runLength: Self.standardRunLength) }

  /// Creates an index with runs of at most `runLength` lines (at least four). For tests.
  init(_ buffer: TextBuffer, runLength: Int) {
    self.runLength = runLength
    var starts: [Int] = []
    starts.reserveCapacity(64 + buffer.count / 24)
    starts.append(0)
    var place = 0
    buffer.forEachPiece(in: buffer.range) { piece in
      let end = place + piece.count
      let next = end < buffer.count ? buffer.byte(at: end) : nil
      ByteScan.appendLineStarts(of: piece, at: place, next: next, to: &starts)
      place = end
      return true
    }
    let total = Place(offset: buffer.count, line: starts.count)
    let step = starts.count > runLength ? runLength / 2 : runLength
    let first = LineRun(starts[..<min(step, starts.count)], base: 0)
    runs = ChunkList(current: first, start: .zero, end: total)
    runs.behind = stride(from: step, to: starts.count, by: step).reversed().map { line in
      let base = starts[line]
      return ChunkList.Placed(
        start: total - Place(offset: base, line: line),
        chunk: LineRun(starts[line..<min(line + step, starts.count)], base: base))
    }
  }

  /// The number of lines; at least one, even in an empty document.
  public var lineCount: Int { runs.end.line }

  /// The offset at which a line starts. `line` counts from zero; a negative number yields the start of the text, and a
  /// number past the last line yields the end of the text. O(1) in the run of the last edit, else logarithmic in the
  /// number of runs.
  public func start(ofLine line: Int) -> TextOffset {
    if line < 0 { return .zero }
    if line >= lineCount { return TextOffset(runs.end.offset) }
    let (run, start) = run(ofLine: line)
    return TextOffset(run.start(line - start.line, frame(start)))
  }

  /// The line, counted from zero, that contains an offset, which is clamped to the text.
  /// Logarithmic in the lines of a run and the number of runs.
  public func line(at offset: TextOffset) -> Int {
    let place = offset.utf8 < Int.max ? offset.utf8 + 1 : offset.utf8
    if let found = runs.lastBehind(where: { $0.offset < place }) {
      let start = runs.start(behind: found)
      return start.line + runs.behind[found].chunk.firstLine(startingFrom: place, frame(start)) - 1
    }
    if runs.currentStart.offset < place || runs.before.isEmpty {
      return max(0, runs.currentStart.line + runs.current.firstLine(startingFrom: place, frame) - 1)
    }
    let run = runs.before[runs.lastBefore { $0.offset < place } ?? 0]
    return max(0, run.start.line + run.chunk.firstLine(startingFrom: place, frame(run.start)) - 1)
  }

  /// Calls `body` with the start of each line, beginning with `line` (counted from zero), and finally with the end of
  /// the text, until `body` returns false. O(1) for each start after the first.
  package func forEachStart(fromLine line: Int, _ body: (TextOffset) -> Bool) {
    var line = max(0, line)
    while line < lineCount {
      let (run, start) = run(ofLine: line)
      let frame = frame(start)
      for index in line - start.line..<run.count {
        guard body(TextOffset(run.start(index, frame))) else { return }
      }
      line = start.line + run.count
    }
    _ = body(TextOffset(runs.end.offset))
  }

  /// The run that contains the start of a line, and the position of that run. `line` must be in range.
  private func run(ofLine line: Int) -> (run: LineRun, start: Place) {
    let index = line - runs.currentStart.line
    if index >= runs.current.count, let found = runs.lastBehind(where: { $0.line <= line }) {
      return (runs.behind[found].chunk, runs.start(behind: found))
    }
    if index < 0, let found = runs.lastBefore(where: { $0.line <= line }) {
      return (runs.before[found].chunk, runs.before[found].start)
    }
    return (runs.current, runs.currentStart)
  }

  private var frame: LineRun.Frame { frame(runs.currentStart) }

  private func frame(_ start: Place) -> LineRun.Frame {
    LineRun.Frame(start: start.offset, end: runs.end.offset)
  }

  // MARK: Editing

  /// Updates the index after an edit that was applied to `buffer`.
  ///
  /// A line starts after a byte that ends a line, and whether a byte ends a line depends on that byte and the next one.
  /// So an edit can change only the line starts from the start to the end of its range, both included.
  mutating func follow(_ edit: AppliedEdit, in buffer: TextBuffer) {
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    goTo(max(1, from))
    runs.current.moveGap(to: runs.current.firstLine(startingFrom: max(1, from), frame), frame)
    let removed = removeStarts(upTo: to)
    runs.end.line -= removed
    runs.end.offset = buffer.count
    let last = from + edit.inserted.count
    if from > 0, endsLine(buffer.byte(at: from - 1), at: from, in: buffer) { push(from) }
    guard !edit.inserted.isEmpty else { return }
    var starts: [Int] = []
    let next = last < buffer.count ? buffer.byte(at: last) : nil
    ByteScan.appendLineStarts(of: edit.inserted.span, at: from, next: next, to: &starts)
    for start in starts { push(start) }
  }

  private func endsLine(_ byte: UInt8, at place: Int, in buffer: TextBuffer) -> Bool {
    if byte == ASCII.lineFeed { return true }
    guard byte == ASCII.carriageReturn else { return false }
    return place >= buffer.count || buffer.byte(at: place) != ASCII.lineFeed
  }

  /// Makes a run current such that no earlier run has a start after `place`, and no later one a start before it.
  private mutating func goTo(_ place: Int) {
    if place < runs.currentStart.offset, let found = runs.lastBefore(where: { $0.offset <= place }) {
      runs.current.moveGap(to: runs.current.count, frame)
      runs.goBack(to: found, dropsCurrent: runs.current.isEmpty)
    } else if let found = runs.lastBehind(where: { $0.offset < place }) {
      runs.current.moveGap(to: runs.current.count, frame)
      runs.goForward(to: found, dropsCurrent: runs.current.isEmpty)
    }
  }

  /// Removes the starts between the gap and `place`. Returns their number.
  private mutating func removeStarts(upTo place: Int) -> Int {
    var removed = runs.current.removeStarts(upTo: place, frame)
    while runs.current.countBehind == 0, let next = runs.behind.last {
      let index = runs.behind.count - 1
      let start = runs.start(behind: index)
      // The start of the run may be in the removed text even if none of its line starts is, because a run may start
      // before its first line.
      guard start.offset <= place else { break }
      let lines = next.chunk.firstLine(startingFrom: place + 1, frame(start))
      removed += lines
      guard lines < next.chunk.count else {
        runs.behind.removeLast()
        continue
      }
      runs.behind[index].start.offset -= runs.behind[index].chunk.removeFirst(lines)
      runs.behind[index].start.line -= lines
    }
    return removed
  }

  private mutating func push(_ start: Int) {
    if runs.current.count >= runLength { divide(before: start) }
    runs.current.push(start, frame)
    runs.end.line += 1
  }

  /// Moves the larger part of the current run, before or after the gap, to a new run. The caller then adds a line that
  /// starts at `place`.
  private mutating func divide(before place: Int) {
    let front = runs.current.gapStart
    if front < runs.current.countBehind, let (run, distance) = runs.current.takeBack() {
      let line = run.count + (runs.behind.last?.start.line ?? 0)
      runs.behind.append(ChunkList.Placed(start: Place(offset: distance, line: line), chunk: run))
    } else {
      runs.before.append(ChunkList.Placed(start: runs.currentStart, chunk: runs.current.takeFront()))
      runs.currentStart = Place(offset: place, line: runs.currentStart.line + front)
    }
  }
}

// MARK: - Runs of lines

/// The starts of consecutive lines, with a gap at the last edit: one chunk of a ``LineIndex``.
///
/// The starts before the gap are relative to the run's start, those after it to the end of the text, so that an edit
/// at the gap shifts nothing. A run that is not current has its gap at its end.
private struct LineRun: Sendable {
  /// The reference points: the run's start in the text, and the end of the text.
  struct Frame {
    var start: Int
    var end: Int
  }

  private var slots: [Int]
  /// The number of lines before the gap.
  private(set) var gapStart: Int
  private var gapEnd: Int

  /// Creates a run that starts at `base`, from the starts of its lines. `base` and `starts` are relative to the same
  /// point of the text.
  init(_ starts: ArraySlice<Int>, base: Int) {
    let gap = Self.roomyGap(for: starts.count)
    slots = []
    slots.reserveCapacity(starts.count + gap)
    for start in starts { slots.append(start - base) }
    slots += [Int](repeating: 0, count: gap)
    gapStart = starts.count
    gapEnd = slots.count
  }

  private static func roomyGap(for count: Int) -> Int { 16 + count / 16 }

  var count: Int { slots.count - (gapEnd - gapStart) }
  var isEmpty: Bool { count == 0 }
  /// The number of lines after the gap.
  var countBehind: Int { slots.count - gapEnd }

  /// The offset in the text at which line `index` of the run starts. O(1).
  func start(_ index: Int, _ frame: Frame) -> Int {
    index < gapStart ? frame.start + slots[index] : frame.end - slots[index + (gapEnd - gapStart)]
  }

  /// The index of the run's first line that starts at `place` or later; the number of lines if there is no such line.
  func firstLine(startingFrom place: Int, _ frame: Frame) -> Int {
    var (low, high) = (0, count)
    // Edits are usually near the last one: search only one side of the gap.
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

  /// Removes the starts after the gap up to and including `place`. Returns their number.
  mutating func removeStarts(upTo place: Int, _ frame: Frame) -> Int {
    let before = gapEnd
    while gapEnd < slots.count, frame.end - slots[gapEnd] <= place { gapEnd += 1 }
    return gapEnd - before
  }

  /// Adds the start of a line at the gap.
  mutating func push(_ start: Int, _ frame: Frame) {
    if gapStart == gapEnd {
      let room = Self.roomyGap(for: slots.count)
      slots.replaceSubrange(gapStart..<gapStart, with: [Int](repeating: 0, count: room))
      gapEnd += room
    }
    slots[gapStart] = start - frame.start
    gapStart += 1
  }

  /// Removes the lines before the gap, if any, and returns them as a run.
  mutating func takeFront() -> LineRun {
    let front = LineRun(slots[..<gapStart], base: 0)
    gapStart = 0
    return front
  }

  /// Removes the lines after the gap and returns them as a run, whose start is that of its first line: `distance`
  /// bytes before the end of the text.
  mutating func takeBack() -> (run: LineRun, distance: Int)? {
    guard gapEnd < slots.count else { return nil }
    let distance = slots[gapEnd]
    let back = LineRun(ArraySlice(slots[gapEnd...].map { distance - $0 }), base: 0)
    gapEnd = slots.count
    return (back, distance)
  }

  /// Removes the first `lines` lines; the gap must be at the end. The start of the next line becomes the start of the
  /// run. Returns its distance from the previous start of the run.
  mutating func removeFirst(_ lines: Int) -> Int {
    let base = slots[lines]
    self = LineRun(slots[lines..<gapStart], base: base)
    return base
  }
}
