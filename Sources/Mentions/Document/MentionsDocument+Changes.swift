public import TextEvents
public import TextModel

extension MentionsDocument {
  /// Begins one notification's changes.
  public mutating func beginChanges() {
    batch = EditBatch()
    batchIsExact = true
  }

  /// Applies one change. Its range is in the text as it is at that moment; it is clamped to the text and
  /// widened to scalar boundaries. Costs the size of the edit and the way from the last one.
  public mutating func splice(_ edit: TextReplacement) { batch.apply(edit, to: &text) }

  /// Replaces the whole text, by difference. Linear.
  public mutating func replaceAll(with bytes: [UInt8]) {
    guard let edit = TextDifference.hunk(from: text.buffer, to: bytes) else { return }
    batchIsExact = false
    splice(edit)
  }

  /// What has been changed since ``beginChanges()``, until ``finishChanges(now:)``.
  public var pendingChange: DocumentChange { DocumentChange(batch.applied, isExact: batchIsExact) }

  /// Ends the notification's changes and works out what they mean. Whatever the client's way to write them,
  /// only their net effect counts.
  public mutating func finishChanges(now: Instant) -> DocumentReport {
    plugins.isEmpty ? inCall(now) { $0.finish() } : finishWithPlugins(now: now)
  }

  /// Makes a planned edit at once, as if it had come from the host.
  ///
  /// - Parameters:
  ///   - plan: made for the text as it is.
  ///   - now: the time.
  public mutating func apply(_ plan: EditPlan, now: Instant) -> DocumentReport {
    guard !plan.edits.isEmpty else { return applyWithoutEdit(plan) }
    expect(plan)
    beginChanges()
    for edit in plan.edits.reversed() { splice(edit) }
    return finishChanges(now: now)
  }

  /// What one notification's edits mean, in steps that each take a value and hand one on:
  ///
  ///     takeChange ────▶ NotificationChange        net and as sent, nil: nothing was edited
  ///                           │
  ///     plans.follow ◀────────┤                    an edit that the host was told to make ─▶ carryOut
  ///                           │
  ///     trims.concern ◀───────┤                    what the host was told to do accepts no offer
  ///                           │
  ///     acceptance ◀──────────┤                    the offer whose text is there now ─▶ FoundAcceptance?
  ///         │                 │
  ///         ├▶ moveMentions ◀─┤                    moved, trimmed, bleached, made anew ─▶ trims that were made
  ///         │                 │
  ///         │  moveMarks ◀────┤                    declined mentions, prose, cancelled triggers, offers
  ///         │                 │
  ///       found             none
  ///         ▼                 ▼
  ///       take            interpret                annotates the offer │ tells the machines ─▶ cursor
  ///         └──────▶ settle ◀─┘                    the cursor, its highlight, the end of the edit
  ///                     │
  ///                     ▼
  ///                reportPastes                    of what was not accepted
  mutating func finish() {
    guard let change = takeChange() else { return }
    if let made = plans.follow(change.parts, in: text.buffer) { return carryOut(made, change) }
    let isToldTrim = trims.concern(change.parts)
    // Neither an acceptance of an offer that reads the same, nor a preview taken back.
    if isToldTrim { process.offerMemory.forget() }
    let accepted = acceptance(by: change)
    let made = moveMentions(with: change, accepted: accepted != nil)
    moveMarks(with: change, accepted: accepted != nil)
    let place: TextOffset? = if let accepted { take(accepted, change) } else { interpret(change) }
    // However wide the change was sent.
    guard let end = place.map({ made.first?.region.end ?? $0 }) else { return }
    settle(at: end, keepsBackspaced: isToldTrim)
    if accepted == nil { reportPastes(change) }
  }

  /// ``finish()`` of a change that does not count: a plug-in has refused it, or it takes back one that was refused. The text
  /// has changed, and what has its place in it moves along, but no mention is made or accepted by it.
  mutating func finishWithoutMachines() {
    guard let change = takeChange() else { return }
    if let made = plans.follow(change.parts, in: text.buffer) { return carryOut(made, change) }
    _ = trims.concern(change.parts)
    process.offerMemory.forget()
    let made = moveMentions(with: change, accepted: false)
    moveMarks(with: change, accepted: false)
    guard let end = change.netEnd else { return }
    settleElsewhere(at: made.first?.region.end ?? end)
  }

  /// What has been changed since ``beginChanges()``; nil where nothing was edited.
  private mutating func takeChange() -> NotificationChange? {
    let change = NotificationChange(
      batch, isExact: batchIsExact,
      offeredAt: process.offerMemory.isAwake ? process.offerMemory.stretch : nil, in: text.buffer)
    batch = EditBatch()
    if change != nil { requests.noteChange() }
    return change
  }

  /// Mentions move with the text, are trimmed, become plain text or come back. Text that was accepted brings none
  /// back. Returns the trims that the host has made as told.
  private mutating func moveMentions(
    with change: NotificationChange, accepted: Bool
  ) -> [TrimWishes.Wish] {
    var changes = annotations.apply(change.edits, in: text, at: call.now, recreates: !accepted)
    if !accepted, change.parts.count == 1 { takeBack(by: change.parts[0], &changes) }
    let made = followTrims(change.parts, &changes)
    steps += changes.steps
    call.note(changes)
    if !accepted { followDamage(change.edits, changes) }
    finishTrims(made)
    return made
  }

  /// A preview that is taken back takes its annotation along, whatever part of its text was typed.
  private mutating func takeBack(by core: AppliedEdit, _ changes: inout AnnotationChanges) {
    guard process.offerMemory.isTakenBack(by: core, in: text.buffer), let id = acceptedAnnotation,
      let index = annotations.index(of: id)
    else { return }
    changes.trimmed.removeAll { $0.id == id }
    changes.deleted.append(annotations[index])
    changes.rules[.previewTakenBack, default: 0] += 1
    annotations.remove(at: index)
  }

  /// Everything else that has its place in the text moves along.
  mutating func moveMarks(with change: NotificationChange, accepted: Bool) {
    if !declinedMentions.isEmpty || !declinedMentions.removed.isEmpty {
      steps +=
        declinedMentions.apply(change.edits, in: text, at: call.now, recreates: !accepted).steps
    }
    if !attributes.isEmpty { steps += attributes.apply(change.edits) }
    if !accessories.isEmpty { steps += accessories.apply(change.edits) }
    for edit in change.edits { prose.invalidate(edit) }
    scanned?.follow(change.edits)
    process.cancelledTriggers.follow(change.parts)
    process.offerMemory.movePlace(change.parts)
  }

  /// Makes mentions of what was accepted. Returns where the cursor is after it.
  private mutating func take(_ accepted: FoundAcceptance, _ change: NotificationChange) -> TextOffset {
    let end = accept(accepted)
    // What stood there gave way to what was accepted: no damage.
    followDamage(change.edits, AnnotationChanges())
    return end
  }

  /// The cursor is at the end of what was edited otherwise than by the user's keys: the mention that was being made is not
  /// made any further.
  mutating func settleElsewhere(at end: TextOffset) {
    if creation != nil { toMachine(.changedElsewhere) }
    toDetector(.cursorMoved(reader.preceding(end)))
    settle(at: end, keepsBackspaced: false)
  }

  /// The cursor is at the end of what was edited.
  mutating func settle(at end: TextOffset, keepsBackspaced: Bool) {
    cursor = end
    requests.noteEditEnd(end)
    dimHighlight(keepsBackspaced: keepsBackspaced)
  }
}
