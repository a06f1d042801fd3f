import TextModel

/// What a transform is given of a document.
struct TransformSelection {
  /// UTF-8 offsets in the document.
  let stretch: TextRange
  let source: StyledText
  /// The mentions of ``source`` as they are in the document.
  let annotations: [Annotation]

  /// - Parameters:
  ///   - range: what was selected, in the text as it is.
  ///   - reach: what the transform takes at least.
  ///   - text: the document's.
  ///   - store: the document's annotations.
  ///   - policy: whose formats may have written what stands round a mention.
  init(
    _ range: TextRange, reach: TextTransform.Reach, in text: IndexedText, _ store: AnnotationStore,
    _ policy: MentionsPolicy
  ) {
    var units = MentionUnits(policy)
    let range = text.buffer.clamp(range)
    var stretch = Self.characters(range, in: text.buffer)
    if reach == .mentions, let first = Self.touching(range, store).first,
      let last = Self.touching(range, store).last
    {
      stretch = TextRange(
        range.isEmpty ? store.range(at: first).start : min(stretch.start, store.range(at: first).start),
        range.isEmpty ? store.range(at: last).end : max(stretch.end, store.range(at: last).end))
    }
    var found: [(annotation: Annotation, unit: TextRange)] = []
    while true {
      if case .lines(let least) = reach { stretch = Self.lines(stretch, atLeast: least, in: text) }
      found = Self.units(in: stretch, text, store, &units)
      let wider = found.reduce(stretch) {
        TextRange(min($0.start, $1.unit.start), max($0.end, $1.unit.end))
      }
      if wider == stretch { break }
      stretch = wider
    }
    self.stretch = stretch
    annotations = found.map(\.annotation)
    let start = stretch.start.utf8
    source = StyledText(
      text.buffer.bytes(in: stretch),
      mentions: found.map {
        StyledText.Mention(
          range: $0.annotation.range.shifted(by: -start), unit: $0.unit.shifted(by: -start),
          entity: $0.annotation.entity, state: $0.annotation.state)
      })
  }

  private static func touching(_ range: TextRange, _ store: AnnotationStore) -> Range<Int> {
    range.isEmpty ? store.indices(touching: range) : store.indices(in: range)
  }

  private static func characters(_ range: TextRange, in buffer: TextBuffer) -> TextRange {
    let start = buffer.graphemeFloor(range.start)
    if range.isEmpty { return TextRange(at: start) }
    let floor = buffer.graphemeFloor(range.end)
    return TextRange(start, floor == range.end ? floor : buffer.graphemeEnd(after: floor) ?? buffer.end)
  }

  /// Whole lines without the last one's end.
  private static func lines(_ range: TextRange, atLeast least: Int, in text: IndexedText) -> TextRange {
    let first = text.lines.line(at: range.start)
    var last = text.lines.line(at: range.end)
    // A selection of whole lines ends at the start of the next one.
    if last > first, range.end == text.lines.start(ofLine: last) { last -= 1 }
    last = min(max(last, first + least - 1), text.lines.lineCount - 1)
    return TextRange(
      text.content(ofLine: first).start, max(range.end, text.content(ofLine: last).end))
  }

  /// The mentions of which something is in the stretch, or of what their formats wrote round them. Of formats whose text
  /// reaches into one another, the first mention has it.
  private static func units(
    in stretch: TextRange, _ text: IndexedText, _ store: AnnotationStore, _ units: inout MentionUnits
  ) -> [(annotation: Annotation, unit: TextRange)] {
    var found: [(annotation: Annotation, unit: TextRange)] = []
    for index in nearby(stretch, store) {
      let annotation = store[index]
      var unit = units.unit(of: annotation, in: text.buffer)
      let isFree =
        store.indices(in: unit).count == 1 && (found.last.map { $0.unit.end <= unit.start } ?? true)
        && text.buffer.isGraphemeBoundary(unit.start) && text.buffer.isGraphemeBoundary(unit.end)
      if !isFree { unit = annotation.range }
      if unit.overlaps(stretch) || (stretch.isEmpty && unit.containsInside(stretch.start)) {
        found.append((annotation, unit))
      }
    }
    return found
  }

  /// Those in the stretch and their neighbours, as near as what a format writes round a mention.
  private static func nearby(_ stretch: TextRange, _ store: AnnotationStore) -> Range<Int> {
    let inside = store.indices(touching: stretch)
    return max(0, inside.lowerBound - 1)..<min(store.count, inside.upperBound + 1)
  }
}
