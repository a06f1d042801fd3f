public import TextModel

/// Remembering what goes.
extension AnnotationStore {
  /// A stretch of the document with the annotations that are wholly inside, as ``annotate(copyOf:at:in:)`` wants
  /// copies. O(log n + stretch).
  public func annotatedText(in range: TextRange, of text: IndexedText) -> AnnotatedText {
    AnnotatedText(bytes: text.buffer.bytes(in: range), marks: marks(in: range))
  }

  /// Annotations wholly inside `range`, places counted from its start.
  func marks(in range: TextRange) -> [AnnotatedText.Mark] {
    indices(in: range).compactMap { index in
      let own = self.range(at: index)
      guard range.contains(own) else { return nil }
      let slot = slots[index]
      return AnnotatedText.Mark(
        range: own.start - range.start..<own.end - range.start, content: slot.content, state: slot.state)
    }
  }

  /// Remembers what is about to go. To be called before annotations move; `text` is the text after the edits.
  mutating func remember(
    nets: [NetEdit], parts: [NetEdit], in text: IndexedText, _ now: Instant,
    _ changes: inout AnnotationChanges
  ) {
    guard removed.limit.count > 0, !isEmpty || !removed.isEmpty else { return }
    for net in nets where !net.removed.isEmpty {
      let inside = marks(in: net.oldRange)
      guard !inside.isEmpty else {
        // A cut is one change.
        if nets.count == 1 { removed.remember(AnnotatedText(bytes: net.removed, marks: [])) }
        continue
      }
      let hit = parts.parts(of: net)
      let isLost = Self.isHit(inside, by: hit, in: net)
      changes.steps += inside.count + hit.count
      guard isLost.contains(true) else { continue }
      // What goes in many places comes back as stretches of the whole.
      for part in hit.prefix(hit.count > Self.mostParts ? 0 : hit.count)
      where part.oldRange != net.oldRange && !part.removed.isEmpty {
        let own = marks(in: part.oldRange)
        removed.remember(AnnotatedText(bytes: part.removed, marks: own))
      }
      let whole = AnnotatedText(bytes: net.removed, marks: inside)
      removed.remember(whole)
      if recentTime > 0, net.hasLineEnds {
        recent.add(.init(at: now, text: Self.lines(of: whole, net, in: text), isLost: isLost))
      }
    }
  }

  private static let mostParts = 64

  /// For each mark whether one of the changes takes something from it or puts something into it. O(marks + changes).
  private static func isHit(
    _ marks: [AnnotatedText.Mark], by parts: ArraySlice<NetEdit>, in net: NetEdit
  ) -> [Bool] {
    var next = parts.startIndex
    return marks.map { mark in
      let range = TextRange(
        net.oldRange.start + mark.range.lowerBound, net.oldRange.start + mark.range.upperBound)
      while next < parts.endIndex, parts[next].oldRange.end <= range.start { next += 1 }
      guard next < parts.endIndex else { return false }
      return parts[next].oldRange.overlaps(range) || range.containsInside(parts[next].oldRange.start)
    }
  }

  /// Of the line that a text begins or ends in, at most so many bytes belong to it.
  private static let longestLineEdge = 1024

  /// A removed text with the rest of its first and its last line, which are still in the document.
  private static func lines(of removed: AnnotatedText, _ net: NetEdit, in text: IndexedText) -> AnnotatedText
  {
    let whole = wholeLines(net.newRange, in: text)
    let before = text.buffer.bytes(in: TextRange(whole.start, net.newStart))
    let endsLine = removed.bytes.last == 10
    let after = endsLine ? [] : text.buffer.bytes(in: TextRange(net.newRange.end, whole.end))
    return AnnotatedText(
      bytes: before + removed.bytes + after, marks: removed.marks.map { $0.shifted(by: before.count) })
  }

  /// The lines that a range touches. Behind a line end at its own end it goes no further.
  static func wholeLines(_ range: TextRange, in text: IndexedText) -> TextRange {
    let buffer = text.buffer
    let start = text.content(ofLine: text.lines.line(at: range.start)).start
    let endsLine = !range.isEmpty && buffer[range.end - 1] == 10
    let end = endsLine ? range.end : text.content(ofLine: text.lines.line(at: range.end)).end
    let first =
      range.start - start > longestLineEdge ? buffer.scalarStart(at: range.start - longestLineEdge) : start
    let last = end - range.end > longestLineEdge ? buffer.scalarStart(at: range.end + longestLineEdge) : end
    return TextRange(Swift.min(first, range.start), Swift.max(last, range.end))
  }

  /// Remembers text that was put in beside annotations and cut with them by one notification, as it stood when it was
  /// cut. O(edits log n) and the annotations between the first and the last edit, where there is such text at all.
  mutating func rememberMoments(_ edits: [AppliedEdit], _ nets: [NetEdit]) {
    guard removed.limit.count > 0, !isEmpty,
      edits.reduce(0, { $0 + $1.removed.count }) > nets.reduce(0, { $0 + $1.removed.count })
    else { return }
    // Together with what was put in and taken out again without a trace.
    let all = EditBatch(edits).netChanges(trimmed: false)
    guard let first = all.first, let last = all.last else { return }
    let hull = TextRange(first.range.start, last.range.end)
    var moment = AnnotationSlots()
    moment.textCount = hull.count
    for index in indices(in: hull) where hull.contains(range(at: index)) {
      var slot = slots[index]
      slot.place = slots.start(index) - hull.start.utf8
      moment.putBeforeGap(slot)
    }
    guard moment.count > 0 else { return }
    for edit in edits where !edit.changesNothing {
      let (from, to) = (edit.range.start - hull.start, edit.range.end - hull.start)
      let low = moment.partition { $0 + $1 <= from }
      let high = moment.partition { start, _ in start < to }
      moment.moveGap(to: Swift.max(low, high))
      var marks: [AnnotatedText.Mark] = []
      for _ in low..<Swift.max(low, high) {
        guard let slot = moment.takeBeforeGap() else { break }
        let range = slot.place - from..<slot.place - from + slot.length
        guard range.lowerBound >= 0, range.upperBound <= edit.removed.count else { continue }
        marks.append(.init(range: range, content: slot.content, state: slot.state))
      }
      moment.textCount += edit.shift
      if !marks.isEmpty { removed.remember(AnnotatedText(bytes: edit.removed, marks: marks.reversed())) }
    }
  }

  /// Remembers an annotation whose text went bit by bit.
  mutating func rememberDeleted(_ annotation: Annotation) {
    let mark = AnnotatedText.Mark(
      range: 0..<annotation.text.count, content: annotation.content, state: annotation.state)
    removed.remember(AnnotatedText(bytes: annotation.text, marks: [mark]))
  }
}
