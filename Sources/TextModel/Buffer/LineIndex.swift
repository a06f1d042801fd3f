/// Where lines start. Line ends are LF, CR LF and lone CR, as in LSP (3.17, Text Documents).
///
/// The starts are in one array with a gap. Those before the gap are counted from the start of the text,
/// those behind it from its end, so an edit at the gap shifts nothing:
///
/// ```
/// starts   0  14  30 │ gap │ −55  −20  −1        text of 120 bytes: lines at 0 14 30 65 100 119
/// ```
///
/// A lookup costs the logarithm of the number of lines, an edit the lines it touches and those that the
/// gap has to pass.
public struct LineIndex: Sendable {
  private var slots: [Int]
  private var gapStart: Int
  private var gapEnd: Int
  /// The length of the text.
  private var textCount: Int

  /// Linear in the text.
  public init(_ buffer: TextBuffer) {
    var starts: [Int] = []
    starts.reserveCapacity(64 + buffer.count / 24)
    starts.append(0)
    buffer.withPieces(in: buffer.range) { first, second in
      ByteScan.appendLineStarts(
        of: first, at: 0, next: second.isEmpty ? nil : second[0], to: &starts)
      ByteScan.appendLineStarts(of: second, at: first.count, next: nil, to: &starts)
    }
    gapStart = starts.count
    starts.append(contentsOf: repeatElement(0, count: Self.roomyGap(for: gapStart)))
    gapEnd = starts.count
    slots = starts
    textCount = buffer.count
  }

  private static func roomyGap(for count: Int) -> Int { 16 + count / 16 }

  /// At least one, also in an empty document.
  public var lineCount: Int { slots.count - (gapEnd - gapStart) }

  /// The offset at which a line starts. `line` counts from zero; one past the last means the end of the
  /// text. Anything else is clamped. O(1).
  public func start(ofLine line: Int) -> TextOffset {
    if line < 0 { return .zero }
    return TextOffset(line < lineCount ? start(line) : textCount)
  }

  /// The line, counted from zero, that holds the offset. Offsets outside are clamped.
  public func line(at offset: TextOffset) -> Int {
    max(0, firstLine(startingFrom: offset.utf8 < Int.max ? offset.utf8 + 1 : offset.utf8) - 1)
  }

  private func start(_ line: Int) -> Int {
    line < gapStart ? slots[line] : textCount - slots[line + (gapEnd - gapStart)]
  }

  /// The first line that starts at `place` or later; the number of lines if none does.
  private func firstLine(startingFrom place: Int) -> Int {
    var (low, high) = (0, lineCount)
    // Edits come near the last one: look on the right side of the gap only.
    if gapStart > 0, slots[gapStart - 1] < place { low = gapStart } else { high = gapStart }
    while low < high {
      let middle = (low + high) / 2
      if start(middle) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Follows an edit that `buffer` has already undergone.
  ///
  /// A line starts where the byte before ends a line, which depends on that byte and the one at the place.
  /// So an edit can change the starts from its first to its last place, both included, and no others.
  mutating func follow(_ edit: AppliedEdit, in buffer: TextBuffer) {
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    moveGap(to: firstLine(startingFrom: max(1, from)))
    while gapEnd < slots.count, textCount - slots[gapEnd] <= to { gapEnd += 1 }
    textCount = buffer.count
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

  private mutating func push(_ start: Int) {
    if gapStart == gapEnd {
      let room = Self.roomyGap(for: slots.count)
      slots.replaceSubrange(gapStart..<gapStart, with: repeatElement(0, count: room))
      gapEnd += room
    }
    slots[gapStart] = start
    gapStart += 1
  }

  private mutating func moveGap(to line: Int) {
    while gapStart > line {
      gapStart -= 1
      gapEnd -= 1
      slots[gapEnd] = textCount - slots[gapStart]
    }
    while gapStart < line {
      slots[gapStart] = textCount - slots[gapEnd]
      gapStart += 1
      gapEnd += 1
    }
  }
}
