import TextEvents
import TextModel

/// An offer that a change has accepted.
struct FoundAcceptance {
  /// At the cursor that the list was shown for.
  var offer: OfferMemory.Acceptance
  /// Where what the client put in ends; nil where nothing changed in the end, or several cursors were given the text.
  var end: TextOffset?
  /// What the annotations at the other cursors cover, in the text as it is now (the behaviour, section 3).
  var others: [TextRange] = []
}

/// Tells whether a change accepted an offer (the behaviour, section 11). Made for one question and dropped: it shares
/// the document's storage.
struct AcceptanceFinder {
  let text: IndexedText
  let offers: OfferMemory
  /// Before the change.
  let creation: Creation?
  /// Before the change.
  let cursor: TextOffset

  func acceptance(by change: NotificationChange) -> FoundAcceptance? {
    if let raw = change.raw, let offer = offer(acceptedBy: change, raw) {
      return FoundAcceptance(offer: offer, end: change.core.map(offers.replacedEnd))
    }
    return change.parts.count > 1 ? atSeveralCursors(change) : nil
  }

  private func offer(acceptedBy change: NotificationChange, _ raw: AppliedEdit) -> OfferMemory.Acceptance? {
    let core = change.core
    if let core, offers.isTailRemoval(core) { return offers.acceptanceInPlace(in: text.buffer) }
    let isByHand = raw.inserted.isEmpty || (core.map { isTyping($0, raw, change.edits) } ?? false)
    return offers.acceptance(
      core: core, raw: raw, isByHand: isByHand && !(core.map { leavesName($0, change) } ?? false),
      isWordTail: isWordTail, in: text.buffer)
  }

  /// Whether a range holds nothing but what may be in a key.
  private func isWordTail(_ range: TextRange) -> Bool {
    var place = range.start
    while place < range.end, let grapheme = text.buffer.grapheme(after: place), grapheme.kind.belongsInKey {
      place = grapheme.range.end
    }
    return place >= range.end
  }

  /// Whether of what was typed only the control character went, in a text that was sent whole: all that the
  /// difference shows where a name was typed to its end and then accepted. The cursor stood at the key's end.
  private func leavesName(_ core: AppliedEdit, _ change: NotificationChange) -> Bool {
    guard !change.isExact, core.inserted.isEmpty, let creation, creation.kind == .explicit else {
      return false
    }
    return cursor == creation.cursor && core.range == TextRange(creation.start, creation.keyStart)
  }

  /// Nothing but deletions, a single grapheme at the stretch's end, or several, each an edit of its own. A client that
  /// replaces the control character too, or the word behind, does not type, however little that changes.
  private func isTyping(_ core: AppliedEdit, _ raw: AppliedEdit, _ edits: [AppliedEdit]) -> Bool {
    if edits.allSatisfy(\.inserted.isEmpty) { return true }
    guard core.removed.isEmpty else { return false }
    // A letter between those of a name that was accepted and is being changed by hand.
    if case .fading = offers.life, raw.removed.isEmpty, core.inserted.isOneGrapheme { return true }
    guard core.range.start == offers.stretch.end else { return false }
    if !raw.removed.isEmpty, raw.range.end > offers.stretch.end { return false }
    let replacesControl = !raw.removed.isEmpty && raw.range.start <= offers.stretch.start
    if replacesControl, offers.lists.last?.trigger.isEmpty == false { return false }
    if core.inserted.isOneGrapheme { return true }
    // The control character went in a notification before: nobody types a name anew that fast.
    if offers.stretch.isEmpty { return false }
    return edits.allSatisfy { $0.removed.isEmpty && $0.inserted.isOneGrapheme }
  }

  /// Several places changed. An item was accepted at several cursors where all of them were given its text; each at
  /// which that took the place of the same text as at the first is a mention.
  private func atSeveralCursors(_ change: NotificationChange) -> FoundAcceptance? {
    let changes = change.sentParts.filter { !$0.changesNothing }
    guard let at = changes.firstIndex(where: { offers.stretch.touches($0.range.start) }) else { return nil }
    // From here on in the text as it is now.
    var shift = 0
    let moved = changes.map { change in
      defer { shift += change.shift }
      return AppliedEdit(
        range: change.range.shifted(by: shift), removed: change.removed, inserted: change.inserted)
    }
    let own = moved[at]
    let offered = offers.shifted(by: own.range.start - changes[at].range.start)
    let isByHand = own.inserted.isEmpty || (own.removed.isEmpty && own.inserted.isOneGrapheme)
    guard moved.allSatisfy({ $0.inserted == own.inserted }),
      let offer = offered.acceptance(
        core: own.trimmed(), raw: own, isByHand: isByHand, isWordTail: isWordTail, in: text.buffer)
    else { return nil }
    let written = text.buffer.bytes(in: offer.range)
    let typed = own.removed.prefix(max(0, offered.stretch.end - own.range.start))
    let others = moved.indices.compactMap { index -> TextRange? in
      let start = moved[index].range.start + (offer.range.start - own.range.start)
      guard index != at, moved[index].removed.elementsEqual(typed), start >= .zero,
        text.buffer.holds(written, at: start)
      else { return nil }
      return offer.visible.shifted(by: start - offer.range.start)
    }
    return FoundAcceptance(offer: offer, others: others)
  }
}
