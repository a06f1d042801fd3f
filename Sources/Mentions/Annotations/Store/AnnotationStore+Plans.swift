import TextModel

extension AnnotationStore {
  /// Puts the annotations of a stretch where a plan has them, in place of those that are there now, which it returns. They
  /// keep their names.
  ///
  /// - Parameters:
  ///   - marks: sorted and disjoint; the text holds theirs where they are.
  ///   - region: where the stretch is, in the text as it is.
  /// - Complexity: O(log n), the annotations of the stretch, and the distance that the gap moves.
  mutating func settle(_ marks: [PlannedMark], in region: TextRange) -> [Annotation] {
    let hit = indices(in: region)
    let gone = hit.map { self[$0] }
    let before = count
    let highlightedID = highlighted?.id
    slots.moveGap(to: hit.upperBound)
    for _ in hit { _ = slots.takeBeforeGap() }
    for mark in marks {
      let content = interned.content(
        mark.content.entity, text: mark.content.text, shortForm: mark.content.shortForm)
      slots.putBeforeGap(
        AnnotationSlot(
          place: mark.place(in: region).start.utf8, id: mark.id, content: content, state: mark.state,
          source: mark.source))
    }
    membership += 1
    log.note(replaced: hit, countBefore: before)
    adjustHighlight(replaced: hit, by: marks.count)
    if let id = highlightedID, let at = marks.firstIndex(where: { $0.id == id }) {
      highlighted = (id, hit.lowerBound + at)
    }
    return gone
  }
}
