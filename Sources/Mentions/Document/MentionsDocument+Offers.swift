public import TextModel

extension MentionsDocument {
  /// The current offers; nil if no mention is being created. Linear in the chooser's entries.
  public func offers() -> OfferList? {
    guard let creation else { return nil }
    let format = format(of: creation)
    let trigger = creation.controlCharacter ?? ""
    let offers = chooser.entries.enumerated().map { index, entry in
      let text = format.write(entry.entity, trigger: trigger)
      return Offer(
        id: OfferID(queryID: chooser.queryID, index: index), entity: entry.entity, newText: text.bytes,
        visible: text.visible.start.utf8..<text.visible.end.utf8, matches: entry.matches,
        handleMatches: entry.handleMatches)
    }
    return OfferList(
      range: creation.range, additionalEdits: additionalEdits(of: creation),
      typed: text.buffer.string(in: creation.range), key: creation.typed, queryID: chooser.queryID,
      offers: offers, isIncomplete: chooser.isLoading || chooser.more, isLoading: chooser.isLoading)
  }

  /// Records that the client has received the current offers, which now keep their positions and can be accepted.
  @discardableResult
  public mutating func markShown() -> DocumentReport {
    inCall(call.now) {
      guard let creation = $0.creation else { return }
      $0.process.markShown()
      $0.rememberOffers(creation)
      $0.process.reportShown(in: &$0.call)
    }
  }

  /// Sets the sources that will answer a query. An empty list ends the query without results.
  @discardableResult
  public mutating func beginQuery(queryID: Int, sources: [String]) -> DocumentReport {
    inCall(call.now) { $0.process.expect(sources, for: queryID, under: $0.policy, in: &$0.call) }
  }

  /// Receives a batch of results. Answers to an older query are ignored.
  public mutating func deliver(_ batch: ResultBatch, now: Instant) -> DocumentReport {
    inCall(now) { $0.process.take(batch, under: $0.policy, in: &$0.call) }
  }

  /// Receives entities that a source is likely to return, to be shown while the source is slow. They are shown last,
  /// until the source has answered the query (<doc:Behaviour>, section 4). O(entries).
  public mutating func standIn(
    _ entries: [ChooserEntry], for source: String, queryID: Int, now: Instant
  ) -> DocumentReport {
    inCall(now) { $0.process.standIn(entries, for: source, of: queryID) }
  }

  /// Records that a source failed or timed out. If the user repeats the request, the source is queried again.
  public mutating func sourceEnded(_ source: String, queryID: Int, now: Instant) -> DocumentReport {
    inCall(now) { $0.process.sourceEnded(source, of: queryID, under: $0.policy, in: &$0.call) }
  }
}

/// Recognizing and annotating accepted offers (<doc:Behaviour>, section 11).
extension MentionsDocument {
  /// The offer that a change has accepted, if any.
  func acceptance(by change: Change) -> FoundAcceptance? {
    guard process.offerMemory.isAwake else { return nil }
    let finder = AcceptanceFinder(
      text: text, offers: process.offerMemory, creation: creation, cursor: cursor)
    guard let found = finder.acceptance(by: change), !isRestored(found.offer, by: change) else {
      return nil
    }
    return found
  }

  /// Whether a change that seems to accept an offer restores the mention accepted last, which the user has damaged
  /// since. Text inserted before the remains of this mention does not restore it, but is another mention of the same
  /// entity.
  private func isRestored(_ offer: OfferMemory.Acceptance, by change: Change) -> Bool {
    guard case .fading = process.offerMemory.life else { return false }
    let moves = OffsetMap(change.net.map(\.edit))
    return damage.all.contains { mention in
      mention.annotation.id == acceptedAnnotation && mention.annotation.entity == offer.entity
        && mention.remains.start == offer.visible.start
        && moves.map(mention.remains.end, bias: .before) <= offer.visible.end
        && text.buffer.bytes(in: offer.visible) == mention.annotation.text
    }
  }

  /// Annotates accepted text, at every cursor. Returns the new cursor position.
  mutating func accept(_ found: FoundAcceptance) -> TextOffset {
    let offer = found.offer
    if creation != nil { toMachine(.accepted) } else { toDetector(.creationEnded(.accepted)) }
    annotate(offer)
    process.offerMemory.accepted(stretch: offer.range)
    var cursor = offer.range.end
    // The client may have inserted a commit character or a space after the offer's text, which counts as typed.
    if let end = found.end, end > cursor, let rest = text.buffer.grapheme(before: end),
      annotations.indices(in: rest.range).isEmpty
    {
      cursor = end
      toDetector(.typed(reader.typed(rest.range, behind: end)))
    }
    for range in found.others {
      let new = NewAnnotation(
        range: range, entity: offer.entity, source: .accepted, shortForm: shortForm(of: offer))
      if let annotation = try? put(new) { emitAccepted(annotation) }
    }
    return cursor
  }

  private mutating func annotate(_ acceptance: OfferMemory.Acceptance) {
    let standing = annotations.annotation(touching: acceptance.visible.end)
    if let standing, standing.range == acceptance.visible, standing.entity == acceptance.entity {
      acceptedAnnotation = standing.id
      return
    }
    let new = NewAnnotation(
      range: acceptance.visible, entity: acceptance.entity, source: .accepted, state: .whole,
      shortForm: shortForm(of: acceptance))
    let annotation = try? put(new)
    // Nil if the text cannot be annotated, so that undoing this preview does not remove an earlier mention.
    acceptedAnnotation = annotation?.id
    guard let annotation else { return }
    emitAccepted(annotation)
    emit(.didSelect(acceptance.entity, index: acceptance.id.index))
  }

  private mutating func emitAccepted(_ annotation: Annotation) {
    emit(.didAccept(annotation))
    emit(.didCreate(annotation))
  }

  private func shortForm(of acceptance: OfferMemory.Acceptance) -> [UInt8]? {
    process.offerMemory.list(of: acceptance.id).flatMap {
      $0.format.shortForm(for: acceptance.entity, trigger: $0.trigger)
    }
  }

  // MARK: Messages of the client

  /// Records that the client requested details of this offer: among offers with the same text, the one resolved last is
  /// assumed to be meant.
  public mutating func noteResolved(_ id: OfferID) { process.offerMemory.noteResolved(id) }

  /// Handles the client's confirmation that this offer was accepted. Annotates its text if it is at the position of the
  /// offer, and corrects the entity if another offer with the same text was assumed. Idempotent.
  public mutating func confirm(_ id: OfferID, now: Instant) -> DocumentReport {
    decided(inCall(now) { $0.takeConfirmed(id) }, on: nil, now)
  }

  /// Annotates the text of a confirmed offer, if it is at the offer's position.
  private mutating func takeConfirmed(_ id: OfferID) {
    guard let entry = process.offerMemory.entry(id), let written = process.offerMemory.inserted(id),
      let start = process.offerMemory.place
    else {
      return
    }
    process.offerMemory.noteResolved(id)
    guard text.buffer.holds(written.bytes, at: start) else { return }
    let acceptance = OfferMemory.Acceptance(
      id: id, entity: entry.entity, range: TextRange(start, start + written.bytes.count),
      visible: written.visible.shifted(by: start.utf8))
    let standing = annotations.annotation(touching: acceptance.visible.end)
    if let standing, standing.range == acceptance.visible, standing.entity == acceptance.entity { return }
    if creation?.start == start {
      toMachine(.accepted)
    } else if creation == nil, cursor == acceptance.range.end {
      toDetector(.creationEnded(.accepted))
    }
    annotate(acceptance)
    if let creation, creation.range.overlaps(acceptance.visible) { toMachine(.cancelled) }
    if process.offerMemory.isAwake, process.offerMemory.stretch.start == start {
      process.offerMemory.accepted(stretch: acceptance.range)
    }
    emit(.annotationsChangedWithoutEdit)
  }

  /// The edits by which the client accepts an offer (`mentions/select`). The annotation is created when the change
  /// arrives. Nil if the offer does not belong to the mention in creation.
  public mutating func select(_ id: OfferID) -> (edit: TextReplacement, additionalEdits: [TextReplacement])? {
    guard let creation else { return nil }
    if id.queryID == chooser.queryID { rememberOffers(creation) }
    guard process.offerMemory.life == .live, process.offerMemory.stretch.start == creation.start,
      let text = process.offerMemory.inserted(id)
    else {
      return nil
    }
    process.offerMemory.noteSelected(id)
    return (
      TextReplacement(range: creation.range, replacement: text.bytes), additionalEdits(of: creation)
    )
  }

  /// Cancels the mention in creation, because the user closed the chooser.
  public mutating func cancel(now: Instant) -> DocumentReport { inCall(now) { $0.toMachine(.cancelled) } }

  private func additionalEdits(of creation: Creation) -> [TextReplacement] {
    let tail = tail(of: creation)
    return tail.isEmpty ? [] : [TextReplacement(range: tail, replacement: [])]
  }

  /// The text after the cursor that an acceptance removes: the rest of the word, and the closing brackets that the
  /// editor inserted when the trigger was typed, unless the inserted text leaves its brackets open.
  private func tail(of creation: Creation) -> TextRange {
    let word = creation.tailRange
    let closers = creation.closers
    guard !closers.isEmpty, let control = creation.controlCharacter,
      !format(of: creation).leavesOpen(control, closers), text.buffer.holds(closers, at: word.end)
    else { return word }
    return TextRange(word.start, word.end + closers.count)
  }

  private mutating func rememberOffers(_ creation: Creation) {
    guard !chooser.entries.isEmpty else { return }
    process.offerMemory.remember(
      OfferMemory.List(
        queryID: chooser.queryID, entries: chooser.entries, format: format(of: creation),
        trigger: creation.controlCharacter ?? "", typed: text.buffer.bytes(in: creation.range),
        tail: text.buffer.bytes(in: tail(of: creation))),
      stretch: creation.range)
  }
}
