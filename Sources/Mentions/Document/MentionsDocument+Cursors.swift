import TextModel

/// One item accepted at several cursors (the behaviour, section 3).
struct SeveralAcceptances {
  /// At the cursor that the list was shown for.
  var acceptance: OfferMemory.Acceptance
  /// What the other annotations cover, in the text as it is now.
  var others: [TextRange]
}

extension MentionsDocument {
  /// Several places changed. An item was accepted at several cursors where all of them were given its text; each at
  /// which that took the place of the same text as at the first is a mention.
  func findAcceptances(_ batch: EditBatch) -> SeveralAcceptances? {
    guard memory.isAwake else { return nil }
    let changes = batch.netChanges(trimmed: false).filter { !$0.changesNothing }
    guard let at = changes.firstIndex(where: { memory.stretch.touches($0.range.start) }) else { return nil }
    // From here on in the text as it is now.
    var shift = 0
    let moved = changes.map { change in
      defer { shift += change.shift }
      return AppliedEdit(
        range: change.range.shifted(by: shift), removed: change.removed, inserted: change.inserted)
    }
    let own = moved[at]
    let offered = memory.shifted(by: own.range.start - changes[at].range.start)
    let isByHand = own.inserted.isEmpty || (own.removed.isEmpty && own.inserted.isOneGrapheme)
    guard moved.allSatisfy({ $0.inserted == own.inserted }),
      let acceptance = offered.acceptance(
        core: own.trimmed(), raw: own, isByHand: isByHand, isWordTail: isWordTail, in: text.buffer)
    else { return nil }
    let written = text.buffer.bytes(in: acceptance.range)
    let typed = own.removed.prefix(max(0, offered.stretch.end - own.range.start))
    let others = moved.indices.compactMap { index -> TextRange? in
      let start = moved[index].range.start + (acceptance.range.start - own.range.start)
      guard index != at, moved[index].removed.elementsEqual(typed), start >= .zero,
        text.buffer.holds(written, at: start)
      else { return nil }
      return acceptance.visible.shifted(by: start - acceptance.range.start)
    }
    return SeveralAcceptances(acceptance: acceptance, others: others)
  }

  /// Annotates what was accepted at the other cursors as at the first.
  mutating func annotate(_ others: [TextRange], like acceptance: OfferMemory.Acceptance) {
    for range in others {
      let new = NewAnnotation(
        range: range, entity: acceptance.entity, source: .accepted, shortForm: shortForm(of: acceptance))
      if let annotation = put(new) { emit(.didCreate(annotation)) }
    }
  }

  func shortForm(of acceptance: OfferMemory.Acceptance) -> [UInt8]? {
    memory.list(of: acceptance.id).flatMap {
      $0.format.shortForm(for: acceptance.entity, trigger: $0.trigger)
    }
  }
}
