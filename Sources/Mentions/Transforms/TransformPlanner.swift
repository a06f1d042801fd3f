import Entities
import TextModel

/// Plans the transform of a part of a document.
struct TransformPlanner {
  private let region: PlannedRegion
  private let stretch: TextRange
  private let source: StyledText
  /// The annotations of the source's mentions, in the document.
  private let annotations: [Annotation]
  private let result: TransformedText
  private var faults: [String] = []

  /// Plans the edits that apply the result of a transform.
  ///
  /// - Parameters:
  ///   - stretch: the transformed range, in UTF-8 offsets of the document.
  ///   - source: the text and mentions of the range.
  ///   - annotations: the annotations of these mentions in the document, in the same order.
  ///   - result: the result of the transform.
  ///   - text: the document's text.
  ///   - store: the document's annotations.
  static func plan(
    _ stretch: TextRange, _ source: StyledText, _ annotations: [Annotation], result: TransformedText,
    in text: IndexedText, _ store: Annotations
  ) -> EditPlan {
    var planner = TransformPlanner(
      region: PlannedRegion(around: stretch, in: text, store), stretch: stretch, source: source,
      annotations: annotations, result: result)
    return planner.plan()
  }

  private init(
    region: PlannedRegion, stretch: TextRange, source: StyledText, annotations: [Annotation],
    result: TransformedText
  ) {
    (self.region, self.stretch, self.source) = (region, stretch, source)
    (self.annotations, self.result) = (annotations, result)
  }

  private mutating func plan() -> EditPlan {
    let offsets = region.offsets(of: stretch)
    let written = Array(String(decoding: result.text, as: UTF8.self).utf8)
    if written != result.text { faults.append("the text is not UTF-8") }
    let replacement =
      region.original[..<offsets.lowerBound] + written + region.original[offsets.upperBound...]
    let buffer = TextBuffer(Array(replacement))
    let shift = written.count - stretch.count
    let inside = Dictionary(uniqueKeysWithValues: annotations.enumerated().map { ($0.element.id, $0.offset) })

    var marks: [PlannedMark] = []
    var mentions: [EditPlan.Mention] = []
    for annotation in region.annotations {
      guard let index = inside[annotation.id] else {
        let range = annotation.range.shifted(by: annotation.range.start >= stretch.end ? shift : 0)
        marks.append(PlannedMark(annotation, at: region.offsets(of: range)))
        mentions.append(.init(before: annotation, after: range, fate: .moved))
        continue
      }
      let (fate, mark) = place(index, annotation, in: buffer, at: offsets.lowerBound)
      if let mark { marks.append(mark) }
      mentions.append(
        .init(
          before: annotation,
          after: mark.map {
            TextRange(region.range.start + $0.range.lowerBound, region.range.start + $0.range.upperBound)
          }, fate: fate))
    }
    marks.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (mark, next) in zip(marks, marks.dropFirst()) where mark.range.upperBound > next.range.lowerBound {
      faults.append("two mentions overlap")
    }
    return EditPlan(
      region: region.range, replacement: Array(replacement), edits: edits(written), mentions: mentions,
      faults: faults, original: region.original, originalMarks: region.marks,
      marks: faults.isEmpty ? marks : withoutOverlaps(marks))
  }

  /// The fate of a mention of the source, and its planned mark, which is nil if the mention is removed or becomes plain
  /// text. Records faults of the transform.
  private mutating func place(
    _ index: Int, _ annotation: Annotation, in buffer: TextBuffer, at start: Int
  ) -> (MentionFate, PlannedMark?) {
    let name = annotation.entity.name
    guard let placement = result.placements[index] else {
      faults.append("the mention of \(name) was neither placed nor omitted")
      return (.removed, nil)
    }
    if result.repeated.contains(index) { faults.append("the mention of \(name) was placed twice") }
    let range: TextRange
    let shortForm: [UInt8]?
    switch placement {
    case .removed: return (.removed, nil)
    case .plain: return (.plain, nil)
    case .moved(let place): (range, shortForm) = (place, annotation.shortForm)
    case .written(let place, let short): (range, shortForm) = (place, short)
    }
    let place = range.shifted(by: start)
    guard !range.isEmpty, range.end.utf8 <= result.text.count else {
      faults.append("the mention of \(name) is outside of the text")
      return (.removed, nil)
    }
    // A character next to the mention would merge with it, so the mention becomes plain text.
    guard buffer.isGraphemeBoundary(place.start), buffer.isGraphemeBoundary(place.end) else {
      return (.plain, nil)
    }
    let text = Array(result.text[range.start.utf8..<range.end.utf8])
    var mark = PlannedMark(annotation, at: place.start.utf8..<place.end.utf8)
    if case .written = placement {
      mark.content = AnnotationContent(entity: annotation.entity, text: text, shortForm: shortForm)
      mark.state = .whole
    } else if text != annotation.text {
      faults.append("the mention of \(name) was cut")
      return (.plain, nil)
    }
    return (.moved, mark)
  }

  /// Drops marks that overlap a previous one, which only an incorrect transform produces.
  private func withoutOverlaps(_ marks: [PlannedMark]) -> [PlannedMark] {
    var kept: [PlannedMark] = []
    for mark in marks where kept.last.map({ $0.range.upperBound <= mark.range.lowerBound }) ?? true {
      kept.append(mark)
    }
    return kept
  }

  // MARK: Edits

  /// The minimal edits. If the mentions keep their order, the text between them is compared by lines and words; if
  /// their order changes, everything from the first to the last difference is one edit.
  private func edits(_ written: [UInt8]) -> [TextReplacement] {
    var edits: [TextReplacement] = []
    var (old, new) = (0, 0)
    for anchor in anchors(written) + [(old: source.text.count..<source.text.count, new: written.count)] {
      edits += TextDifference.hunks(
        old: Array(source.text[old..<anchor.old.lowerBound]), new: Array(written[new..<anchor.new]),
        at: stretch.start + old)
      old = anchor.old.upperBound
      new = anchor.new + anchor.old.count
    }
    guard isReordered else { return edits }
    let whole = AppliedEdit(range: stretch, removed: source.text, inserted: written).trimmed()
    return whole.changesNothing ? [] : [whole.edit]
  }

  private var starts: [Int] {
    result.placements.compactMap { placement in
      switch placement {
      case .moved(let range)?, .written(let range, _)?: range.start.utf8
      case .plain?, .removed?, nil: nil
      }
    }
  }

  private var isReordered: Bool { zip(starts, starts.dropFirst()).contains { $0 >= $1 } }

  /// The units of the mentions that the transform has kept unchanged, with their starts in the new text; empty if their
  /// order has changed.
  private func anchors(_ written: [UInt8]) -> [(old: Range<Int>, new: Int)] {
    guard !isReordered else { return [] }
    var anchors: [(old: Range<Int>, new: Int)] = []
    for (mention, placement) in zip(source.mentions, result.placements) {
      guard case .moved(let range)? = placement else { continue }
      let unit = mention.unit.start.utf8..<mention.unit.end.utf8
      let start = range.start.utf8 - (mention.range.start - mention.unit.start)
      guard start >= (anchors.last.map { $0.new + $0.old.count } ?? 0), start + unit.count <= written.count,
        written[start..<start + unit.count].elementsEqual(source.text[unit])
      else { continue }
      anchors.append((unit, start))
    }
    return anchors
  }
}

/// The part of a document passed to a transform.
struct TransformSelection {
  /// The range passed to the transform, in UTF-8 offsets in the document.
  let stretch: TextRange
  let source: StyledText
  /// The annotations of the mentions in ``source``, in the document.
  let annotations: [Annotation]

  /// - Parameters:
  ///   - range: the selection, in the current text.
  ///   - reach: the minimum range that the transform needs.
  ///   - text: the document's text.
  ///   - store: the document's annotations.
  ///   - policy: the settings, with the formats that may have written the text around a mention.
  init(
    _ range: TextRange, reach: TextTransform.Reach, in text: IndexedText, _ store: Annotations,
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

  private static func touching(_ range: TextRange, _ store: Annotations) -> Range<Int> {
    range.isEmpty ? store.indices(touching: range) : store.indices(in: range)
  }

  private static func characters(_ range: TextRange, in buffer: TextBuffer) -> TextRange {
    let start = buffer.graphemeFloor(range.start)
    if range.isEmpty { return TextRange(at: start) }
    let floor = buffer.graphemeFloor(range.end)
    return TextRange(start, floor == range.end ? floor : buffer.graphemeEnd(after: floor) ?? buffer.end)
  }

  /// The whole lines of a range, at least `least` if there are as many, without the last line end.
  private static func lines(_ range: TextRange, atLeast least: Int, in text: IndexedText) -> TextRange {
    let first = text.lines.line(at: range.start)
    var last = text.lines.line(at: range.end)
    // A selection of whole lines ends at the start of the next one.
    if last > first, range.end == text.lines.start(ofLine: last) { last -= 1 }
    last = min(max(last, first + least - 1), text.lines.lineCount - 1)
    return TextRange(
      text.content(ofLine: first).start, max(range.end, text.content(ofLine: last).end))
  }

  /// The mentions of which any part, including the text that their formats wrote around them, is in the range. If the
  /// units of two mentions overlap, the second one is reduced to its annotated text.
  private static func units(
    in stretch: TextRange, _ text: IndexedText, _ store: Annotations, _ units: inout MentionUnits
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

  /// The indices of the annotations that touch the range and of their neighbours, around which a format may have
  /// written text that reaches into the range.
  private static func nearby(_ stretch: TextRange, _ store: Annotations) -> Range<Int> {
    let inside = store.indices(touching: stretch)
    return max(0, inside.lowerBound - 1)..<min(store.count, inside.upperBound + 1)
  }
}

/// The region of a document that a plan covers, with its mentions.
struct PlannedRegion {
  let range: TextRange
  let original: [UInt8]
  /// The annotations completely inside the region, sorted.
  let annotations: [Annotation]

  /// The maximum number of bytes by which a region extends beyond the edit on either side. A region includes the
  /// adjacent lines because a client may report a change of one of several equal lines at a neighbouring one.
  private static let margin = 4096

  /// Creates the region with the lines of `stretch` and the adjacent lines, or with a part of these lines if they are
  /// long.
  init(around stretch: TextRange, in text: IndexedText, _ store: Annotations) {
    let first = max(0, text.lines.line(at: stretch.start) - 1)
    let last = text.lines.line(at: stretch.end) + 2
    let lines = TextRange(
      text.lines.start(ofLine: first),
      last < text.lines.lineCount ? text.lines.start(ofLine: last) : text.buffer.end)
    var start = text.buffer.graphemeFloor(max(lines.start, stretch.start - Self.margin))
    var end = text.buffer.graphemeFloor(min(lines.end, stretch.end + Self.margin))
    // A region must not cut a mention, so a bound inside one is moved to the mention's own bound.
    if let annotation = store.annotation(containing: start) { start = annotation.range.start }
    if let annotation = store.annotation(containing: end) { end = annotation.range.end }
    range = TextRange(start, max(end, stretch.end))
    original = text.buffer.bytes(in: range)
    annotations = store.indices(in: range).map { store[$0] }
  }

  var marks: [PlannedMark] { annotations.map { PlannedMark($0, at: offsets(of: $0.range)) } }

  /// A range of the document as UTF-8 offsets from the start of the region.
  func offsets(of range: TextRange) -> Range<Int> {
    range.start - self.range.start..<range.end - self.range.start
  }
}
