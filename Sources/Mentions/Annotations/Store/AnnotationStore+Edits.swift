public import TextModel

extension AnnotationStore {
  /// Follows the edits of one notification.
  ///
  /// `edits` are in the order in which they happened, each in the text as it was at its moment; `text` is the
  /// text after the last. They are joined to their net effect first, so text that is deleted and inserted
  /// again within one notification was never gone. An edit that spans annotations is looked at by difference:
  /// those whose text it leaves byte for byte as it was stay, and so do those in which only white space became other
  /// white space.
  ///
  /// Text that was cut is remembered in ``removed``, as it stood at that moment, and annotated again when it is
  /// inserted, unless `recreates` is false (the caller has recognised an acceptance). Lines that were put in and taken
  /// out within ``recentTime`` milliseconds of one another are compared.
  ///
  /// O(log n), the annotations hit or standing between two edits, and the distance that the gap moves.
  public mutating func apply(
    _ edits: [AppliedEdit], in text: IndexedText, at now: Instant = .zero, recreates: Bool = true
  ) -> AnnotationChanges {
    var changes = AnnotationChanges()
    let nets = NetEdit.joining(edits)
    guard !nets.isEmpty else { return changes }
    let spent = removed.steps
    let parts = EditRefinement.parts(of: nets, steps: &changes.steps) { !indices(in: $0).isEmpty }
    if !recent.isEmpty {
      recent.expire(now: now, after: recentTime)
      recent.follow(nets)
    }
    let remembered = recent.removals.count
    if !parts.isEmpty {
      if edits.count > 1 { rememberMoments(edits, nets) }
      remember(nets: nets, parts: parts, in: text, now, &changes)
      move(parts, nets: nets, in: text, &changes)
      bleachJoined(parts, in: text, &changes)
    }
    if recreates {
      let unknown = recreate(nets: nets, in: text, &changes)
      carryLines(nets, newRemovals: recent.removals.count - remembered, in: text, now, &changes)
      recreate(partsOf: unknown, parts, in: text, &changes)
    }
    changes.forgotten = removed.takeForgotten()
    changes.steps += removed.steps - spent
    return changes
  }

  // MARK: Moving

  private mutating func move(
    _ parts: [NetEdit], nets: [NetEdit], in text: IndexedText, _ changes: inout AnnotationChanges
  ) {
    let countBefore = count
    var isRespaced = false
    // The body below uses the rest of the store.
    var moving = AnnotationSlots()
    swap(&moving, &slots)
    let (prefix, behind) = moving.follow(parts) { slot, start, hits, shift in
      let old = annotation(slot, start: start)
      let outcome = AnnotationRules.outcome(
        of: slot.content, start: start, hits: hits, shift: shift,
        isCovered: nets.spans(old.range), in: text)
      let isCut = hits.allSatisfy(\.inserted.isEmpty)
      switch outcome {
      case .moved(let start):
        slot.place = start
      case .respaced(let content, let start):
        slot.become(
          interned.content(content.entity, text: content.text, shortForm: content.shortForm),
          state: slot.state)
        slot.place = start
        isRespaced = true
      case .trimmed(let content, let remains):
        slot.become(content, state: .trimmed)
        slot.place = remains.start.utf8
        changes.trimmed.append(annotation(slot, start: slot.place))
        changes.shortened.append(.init(annotation: old, remains: remains, isCut: isCut))
      case .bleached(let remains, let rule):
        changes.rules[rule, default: 0] += 1
        changes.bleached.append(.init(annotation: old, remains: remains, isCut: isCut))
        return false
      case .deleted(let rule):
        changes.rules[rule, default: 0] += 1
        changes.deleted.append(old)
        return false
      }
      return true
    }
    swap(&moving, &slots)
    if count != countBefore || isRespaced { membership += 1 }
    if countBefore > prefix { log.note(prefix: prefix, suffix: Swift.max(0, behind - 1)) }
    guard let now = highlighted, now.index >= prefix else { return }
    if now.index >= countBefore - behind {
      highlighted = (now.id, now.index + count - countBefore)
    } else {
      let found = (prefix..<slots.frontCount).first { slots[$0].id == now.id }
      highlighted = found.map { (now.id, $0) }
    }
  }

  // MARK: Graphemes

  /// Bleaches annotations whose first or last character has grown together with what an edit put beside it.
  private mutating func bleachJoined(
    _ parts: [NetEdit], in text: IndexedText, _ changes: inout AnnotationChanges
  ) {
    var shift = 0
    for part in parts {
      let from = part.newStart.utf8
      let to = part.newRange.end.utf8
      defer { shift += part.shift }
      let before = slots.partition { $0 + $1 < from }
      if before < count, slots.end(before) == from, !text.buffer.isGraphemeBoundary(part.newStart) {
        bleach(before, shift: shift, &changes)
      }
      // Behind the edit every boundary is in place again once one is.
      while true {
        let after = slots.partition { start, _ in start < to }
        guard after < count else { break }
        let start = slots.start(after)
        if start > to, text.buffer[TextOffset(start - 1)] < 0x80 { break }
        if text.buffer.isGraphemeBoundary(TextOffset(start)) { break }
        bleach(after, shift: shift + part.shift, &changes)
      }
    }
  }

  private mutating func bleach(_ index: Int, shift: Int, _ changes: inout AnnotationChanges) {
    let slot = slots[index]
    let now = range(at: index)
    let old = annotation(slot, start: now.start.utf8 - shift)
    replace(index..<index + 1, with: nil)
    // Those trimmed by this notification are in its order, and the ends of the list are where it goes on.
    if let at = changes.trimmed.lastIndex(where: { $0.id == old.id }) {
      changes.trimmed.remove(at: at)
      changes.shortened.remove(at: at)
    }
    changes.rules[.joined, default: 0] += 1
    changes.bleached.append(.init(annotation: old, remains: now, isCut: false))
  }
}
