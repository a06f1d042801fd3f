import TextModel

/// The stretch of a document that a plan is about, with the mentions in it.
struct PlannedRegion {
  let range: TextRange
  let original: [UInt8]
  /// Sorted, all wholly inside.
  let annotations: [Annotation]

  /// What is looked at beyond the edit on each side, in bytes: the same change can be told as one of the neighbouring
  /// lines where these are alike.
  private static let margin = 4096

  /// The lines of `stretch` and those next to them, a little of them where they are long.
  init(around stretch: TextRange, in text: IndexedText, _ store: AnnotationStore) {
    let first = max(0, text.lines.line(at: stretch.start) - 1)
    let last = text.lines.line(at: stretch.end) + 2
    let lines = TextRange(
      text.lines.start(ofLine: first),
      last < text.lines.lineCount ? text.lines.start(ofLine: last) : text.buffer.end)
    var start = text.buffer.graphemeFloor(max(lines.start, stretch.start - Self.margin))
    var end = text.buffer.graphemeFloor(min(lines.end, stretch.end + Self.margin))
    // No edge inside a mention.
    if let annotation = store.annotation(containing: start) { start = annotation.range.start }
    if let annotation = store.annotation(containing: end) { end = annotation.range.end }
    range = TextRange(start, max(end, stretch.end))
    original = text.buffer.bytes(in: range)
    annotations = store.indices(in: range).map { store[$0] }
  }

  var marks: [PlannedMark] { annotations.map { PlannedMark($0, at: offsets(of: $0.range)) } }

  /// UTF-8 offsets from the start of the region.
  func offsets(of range: TextRange) -> Range<Int> {
    range.start - self.range.start..<range.end - self.range.start
  }
}
