public import TextModel

extension AnnotationStore {
  /// A stretch of the document with the annotations that stand wholly inside, as ``apply(_:in:recreates:copies:)``
  /// wants copies. O(log n + stretch).
  public func annotatedText(in range: TextRange, of text: IndexedText) -> AnnotatedText {
    AnnotatedText(bytes: text.buffer.bytes(in: range), marks: marks(in: range))
  }

  /// Annotations wholly inside `range`, places counted from its start.
  private func marks(in range: TextRange) -> [AnnotatedText.Mark] {
    indices(in: range).compactMap { index in
      let own = self.range(at: index)
      guard range.contains(own) else { return nil }
      let slot = slots[index]
      return AnnotatedText.Mark(
        range: own.start - range.start..<own.end - range.start, content: slot.content, state: slot.state)
    }
  }

  /// Remembers what is about to go. To be called before annotations move.
  mutating func remember(nets: [NetEdit], parts: [NetEdit]) {
    guard removed.limit.count > 0, !isEmpty || !removed.isEmpty else { return }
    for net in nets where !net.removed.isEmpty {
      let inside = marks(in: net.oldRange)
      guard !inside.isEmpty else {
        // A cut is one change.
        if nets.count == 1 { removed.remember(AnnotatedText(bytes: net.removed, marks: [])) }
        continue
      }
      let hit = parts.parts(of: net)
      let lost = inside.contains { mark in
        let range = TextRange(
          net.oldRange.start + mark.range.lowerBound, net.oldRange.start + mark.range.upperBound)
        return hit.contains { $0.oldRange.overlaps(range) || range.containsInside($0.oldRange.start) }
      }
      guard lost else { continue }
      for part in hit where part.oldRange != net.oldRange && !part.removed.isEmpty {
        let own = marks(in: part.oldRange)
        removed.remember(AnnotatedText(bytes: part.removed, marks: own))
      }
      removed.remember(AnnotatedText(bytes: net.removed, marks: inside))
    }
  }

  /// Remembers an annotation whose text went bit by bit.
  mutating func rememberDeleted(_ annotation: Annotation) {
    let mark = AnnotatedText.Mark(
      range: 0..<annotation.text.count, content: annotation.content, state: annotation.state)
    removed.remember(AnnotatedText(bytes: annotation.text, marks: [mark]))
  }

  /// Annotates inserted text that is remembered or copied.
  mutating func recreate(
    nets: [NetEdit], parts: [NetEdit], in text: IndexedText,
    copies: (_ inserted: [UInt8]) -> [AnnotatedText], _ changes: inout AnnotationChanges
  ) {
    for net in nets where !net.inserted.isEmpty {
      let copied = copies(net.inserted)
      guard !removed.isEmpty || !copied.isEmpty else { continue }
      if annotate(net, in: text, copies: copied, &changes) || net.removed.isEmpty { continue }
      var inside = Array(parts.parts(of: net))
      if inside == [net] { inside = EditRefinement.parts(of: net) }
      inside.removeAll { $0 == net }
      annotate(inside, of: net, in: text, copies: copies, &changes)
    }
  }

  /// Of a hull's parts, those that were known, or neighbours together: words in common lie between them where a name
  /// of several words comes back over other words.
  private mutating func annotate(
    _ parts: [NetEdit], of hull: NetEdit, in text: IndexedText,
    copies: (_ inserted: [UInt8]) -> [AnnotatedText], _ changes: inout AnnotationChanges
  ) {
    var first = 0
    var joins = Self.mostJoins
    while first < parts.count {
      var last = joins > 0 ? Swift.min(first + Self.mostNeighbours, parts.count) - 1 : first
      while last >= first {
        if first != last { joins -= 1 }
        let joined = first == last ? parts[first] : hull.part(from: parts[first], to: parts[last])
        if !joined.inserted.isEmpty, joined.inserted.count <= Self.longestJoined || first == last,
          annotate(joined, in: text, copies: copies(joined.inserted), &changes)
        {
          break
        }
        last -= 1
      }
      first = Swift.max(first, last) + 1
    }
  }

  /// Parts of a hull that are looked up together, and the UTF-8 bytes of text that they may span.
  private static let mostNeighbours = 8
  /// Of one hull: one that changes every line of a long document costs no more than its parts.
  private static let mostJoins = 256
  private static let longestJoined = 1024

  /// Whether the inserted text was known and brought annotations.
  private mutating func annotate(
    _ part: NetEdit, in text: IndexedText, copies: [AnnotatedText], _ changes: inout AnnotationChanges
  ) -> Bool {
    var start = part.newStart
    var marks = removed.marks(in: part.inserted, copies: copies)
    if marks.isEmpty, let slid = slid(part, in: text) { (start, marks) = slid }
    let known = changes.recreated.count
    for mark in marks {
      var place = start + mark.range.lowerBound
      if start != part.newStart, stands(mark, at: place) {
        // Before the difference was slid over it, that one stood where the equal text stands now.
        place = place + (start < part.newStart ? part.inserted.count : -part.inserted.count)
      }
      if let made = annotate(mark, at: place, in: text) { changes.recreated.append(made) }
    }
    return changes.recreated.count > known
  }

  private func stands(_ mark: AnnotatedText.Mark, at place: TextOffset) -> Bool {
    guard let index = indices(in: TextRange(place, place + mark.range.count)).first else { return false }
    return range(at: index).start == place
      && slots[index].content.entity.isSameEntity(as: mark.content.entity)
  }

  /// Nil where the text is another or an annotation stands already.
  private mutating func annotate(
    _ mark: AnnotatedText.Mark, at start: TextOffset, in text: IndexedText
  ) -> Annotation? {
    guard start >= .zero, start + mark.range.count <= text.buffer.end else { return nil }
    let range = TextRange(start, start + mark.range.count)
    guard indices(in: range).isEmpty, text.buffer.holds(mark.content.text, at: range.start),
      text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end)
    else { return nil }
    let slot = AnnotationSlot(
      place: range.start.utf8, id: nextID(), content: mark.content, state: mark.state, source: .restored)
    let at = slots.partition { from, _ in from < range.start.utf8 }
    replace(at..<at, with: slot)
    return annotation(slot, start: slot.place)
  }

  /// Annotates text that stands at `start` as the stretches that it may be a copy of are annotated. Where
  /// these do not name the same entities in the same places, and where annotations stand already, nothing is.
  public mutating func annotate(
    copyOf candidates: [AnnotatedText], at start: TextOffset, in text: IndexedText
  ) -> [Annotation] {
    guard case .marks(let marks) = RemovedText.agreed(candidates.map(\.marks)) else { return [] }
    return marks.compactMap { annotate($0, at: start + $0.range.lowerBound, in: text) }
  }

  /// A client that sends a hull leaves open which of several equal places the text was inserted at: `b a` +
  /// `b ` in front is ` b` inserted behind the first `b`. Tries the neighbours.
  private func slid(_ part: NetEdit, in text: IndexedText) -> (TextOffset, [AnnotatedText.Mark])? {
    guard part.removed.isEmpty, part.inserted.count > 1 else { return nil }
    let buffer = text.buffer
    for direction in [-1, 1] {
      var range = part.newRange
      for _ in 0..<Swift.min(32, part.inserted.count) {
        if direction < 0 {
          guard range.start > .zero, buffer[range.start - 1] == buffer[range.end - 1] else { break }
        } else {
          guard range.end < buffer.end, buffer[range.start] == buffer[range.end] else { break }
        }
        range = range.shifted(by: direction)
        guard buffer[range.start] & 0xc0 != 0x80 else { continue }
        let marks = removed.marks(in: buffer.bytes(in: range))
        if !marks.isEmpty { return (range.start, marks) }
      }
    }
    return nil
  }
}
