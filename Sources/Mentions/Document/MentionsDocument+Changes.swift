public import TextModel

extension MentionsDocument {
  /// Begins the changes of one notification. Until ``finishChanges(now:)``, ``text`` contains the edits made
  /// so far, while ``annotations`` and ``cursor`` still refer to the text before these edits.
  public mutating func beginChanges() {
    batch = EditBatch()
    batchIsExact = true
  }

  /// Applies one edit. Its range refers to the text with all previous edits, and is clamped to the text and widened to
  /// scalar boundaries. O(size of the edit + distance from the previous one).
  public mutating func splice(_ edit: TextReplacement) { batch.apply(edit, to: &text) }

  /// Replaces the whole text, applying only the difference. Linear.
  public mutating func replaceAll(with bytes: [UInt8]) {
    guard let edit = TextDifference.hunk(from: text.buffer, to: bytes) else { return }
    batchIsExact = false
    splice(edit)
  }

  /// Ends the changes of a notification and interprets them. Only their net effect counts, regardless of how the client
  /// divides it into edits.
  ///
  /// - Returns: the effects for the host, and the ``DocumentReport/change``.
  /// - Complexity: O(size of the edits + mentions that they change + distance from the previous edit).
  public mutating func finishChanges(now: Instant) -> DocumentReport {
    let change = Change(batch, isExact: batchIsExact)
    batch = EditBatch()
    var report = plugins.isEmpty ? inCall(now) { $0.follow(change) } : follow(change, askingPlugins: now)
    report.change = change
    return report
  }

  /// Applies a planned edit immediately, as if the host had sent it.
  ///
  /// - Parameters:
  ///   - plan: a plan for the current text.
  ///   - now: the time.
  /// - Returns: the effects for the host; the edits of the plan are not among them.
  /// - Complexity: as for ``finishChanges(now:)``.
  public mutating func apply(_ plan: EditPlan, now: Instant) -> DocumentReport {
    guard !plan.edits.isEmpty else { return applyWithoutEdit(plan) }
    expect(plan)
    beginChanges()
    for edit in plan.edits.reversed() { splice(edit) }
    return finishChanges(now: now)
  }

  /// Interprets one notification's change, in steps that each take a value and pass one on:
  ///
  ///     plans.follow ◀──── Change                  an edit planned for the host ─▶ carryOut
  ///                           │
  ///     trims.concern ◀───────┤                    a trim requested of the host accepts no offer
  ///                           │
  ///     acceptance ◀──────────┤                    the offer whose text was inserted ─▶ FoundAcceptance?
  ///         │                 │
  ///         ├▶ moveMentions ◀─┤                    moved, trimmed, bleached, restored ─▶ completed trims
  ///         │                 │
  ///         │  moveMarks ◀────┤                    declined mentions, prose, cancelled triggers, offers
  ///         │                 │
  ///       found             none
  ///         ▼                 ▼
  ///       take            interpret                annotates the offer │ notifies the machines ─▶ cursor
  ///         └──────▶ settle ◀─┘                    the cursor, its highlight, the end of the edit
  ///                     │
  ///                     ▼
  ///                reportPastes                    of text that was not accepted
  mutating func follow(_ change: Change) {
    guard !change.edits.isEmpty else { return }
    requests.noteChange()
    joined = nil
    if let made = plans.follow(change.net, in: text.buffer) { return carryOut(made, change) }
    let isToldTrim = !trims.isEmpty && trims.concern(change.net)
    // A requested trim neither accepts an offer with the same text nor reverts a preview.
    if isToldTrim { process.offerMemory.forget() }
    let accepted = acceptance(by: change)
    let made = moveMentions(with: change, accepted: accepted != nil)
    moveMarks(with: change, accepted: accepted != nil)
    let place: TextOffset? = if let accepted { take(accepted, change) } else { interpret(change) }
    // The cursor is at the end of a completed trim, even if the client sent a larger change.
    guard let end = place.map({ made.first?.region.end ?? $0 }) else { return }
    settle(at: end, keepsBackspaced: isToldTrim)
    if accepted == nil { reportPastes(change) }
  }

  /// Applies a change that was refused by a plug-in, or that reverts a refused one. Positions in the text are updated,
  /// but the change does not start or accept a mention.
  mutating func followRefused(_ change: Change) {
    guard !change.edits.isEmpty else { return }
    requests.noteChange()
    if let made = plans.follow(change.net, in: text.buffer) { return carryOut(made, change) }
    process.offerMemory.forget()
    let made = moveMentions(with: change, accepted: false)
    moveMarks(with: change, accepted: false)
    guard let end = change.end else { return }
    settleElsewhere(at: made.first?.region.end ?? end)
  }

  /// Moves mentions with the text, and trims, bleaches or restores them. A change that accepts an offer restores no
  /// mentions. Returns the requested trims that the host has completed.
  private mutating func moveMentions(
    with change: Change, accepted: Bool
  ) -> [PendingTrims.Trim] {
    var changes = annotations.apply(change, in: text, at: call.now, restores: !accepted)
    let takenBack = accepted ? nil : takeBack(by: change.joined(in: text.buffer), &changes)
    let made = trims.isEmpty ? [] : followTrims(change.net, &changes)
    if !annotations.isEmpty { bleachJoined(by: change, &changes) }
    steps += changes.steps
    for copy in changes.restored { keepIfUnreadable(copy) }
    call.note(changes)
    if !accepted { followDamage(change, changes, takenBack: takenBack) }
    if !made.isEmpty { finishTrims(made) }
    return made
  }

  /// Removes the annotation of an undone preview, even if part of its text was typed. Returns the annotation's id; nil
  /// if the edit does not undo a preview.
  private mutating func takeBack(by core: AppliedEdit?, _ changes: inout AnnotationChanges) -> AnnotationID? {
    guard let core, let id = acceptedAnnotation, process.offerMemory.isTakenBack(by: core, in: text.buffer)
    else { return nil }
    guard let index = annotations.index(of: id) else { return id }
    changes.trimmed.removeAll { $0.id == id }
    changes.deleted.append(annotations[index])
    changes.rules[.previewTakenBack, default: 0] += 1
    annotations.remove(at: index)
    return id
  }

  /// Moves everything that has a position in the text, except for the mentions.
  mutating func moveMarks(with change: Change, accepted: Bool) {
    if !declinedMentions.isEmpty || !declinedMentions.removed.isEmpty {
      steps +=
        declinedMentions.apply(change, in: text, at: call.now, restores: !accepted).steps
    }
    if !attributes.isEmpty { steps += attributes.apply(change) }
    if !accessories.isEmpty { steps += accessories.apply(change) }
    for edit in change.edits { prose.invalidate(edit) }
    track.follow(change)
    process.cancelledTriggers.follow(change.net)
    process.offerMemory.movePlace(change.net)
  }

  /// Creates mentions from the accepted text. Returns the cursor position after it.
  private mutating func take(_ accepted: FoundAcceptance, _ change: Change) -> TextOffset {
    let end = accept(accepted)
    // Mentions whose text is replaced by an accepted offer are not damaged, so no changes are passed.
    followDamage(change, AnnotationChanges())
    return end
  }

  /// Moves the cursor to the end of an edit that the user did not type, and ends the creation of a mention.
  mutating func settleElsewhere(at end: TextOffset) {
    if creation != nil { toMachine(.changedElsewhere) }
    toDetector(.cursorMoved(reader.preceding(end)))
    settle(at: end, keepsBackspaced: false)
  }

  /// Moves the cursor to the end of the edit.
  private mutating func settle(at end: TextOffset, keepsBackspaced: Bool) {
    cursor = end
    requests.noteEditEnd(end)
    dimHighlight(keepsBackspaced: keepsBackspaced)
  }
}

/// Interpreting an edit for the state machines.
extension MentionsDocument {
  /// Updates the offers that can still be accepted and sends the user's actions to the state machines one by one.
  /// Returns the cursor position after the change; nil if the net change is empty.
  private mutating func interpret(_ change: Change) -> TextOffset? {
    guard let outcome = outcome(of: change) else { return nil }
    if change.net.count == 1 {
      process.offerMemory.follow(
        change.net[0], in: text.buffer, until: call.now.advanced(by: policy.offerLifetime))
    } else {
      process.offerMemory.forget()
    }
    for step in outcome.steps { perform(step) }
    if joined != nil, !outcome.steps.contains(where: \.isJump) { resumeJoined(at: outcome.cursor) }
    // An undo, a paste or a large replacement may have put annotations into the range of the creation. The text of an
    // annotation is never part of a key.
    if let creation, !annotations.indices(in: creation.range).isEmpty { toMachine(.cancelled) }
    return outcome.cursor
  }

  /// Classifies a change. This is a separate function because the reader shares the document's storage and must be
  /// released before the document changes.
  private func outcome(of change: Change) -> EditClassifier.Outcome? {
    EditClassifier(reader: reader, cursor: cursor, creation: creation, isExact: change.isExact)
      .outcome(of: change)
  }

  // MARK: Steps

  private mutating func perform(_ step: EditClassifier.Step) {
    if creation != nil { performCreating(step) } else { performQuiescent(step) }
  }

  private mutating func performQuiescent(_ step: EditClassifier.Step) {
    switch step {
    case .cursorMoved(let preceding), .several(let preceding): toDetector(.cursorMoved(preceding))
    case .typed(let grapheme): toDetector(.typed(judged(grapheme)))
    case .deleted(let facts): toDetector(.deleted(judged(facts)))
    case .pasted(let preceding): toDetector(.pasted(preceding))
    case .keyShrunk, .keyReplaced, .lineBroken, .startDeleted, .tailDeleted: break
    }
  }

  private mutating func performCreating(_ step: EditClassifier.Step) {
    switch step {
    case .cursorMoved: toMachine(.cursorMoved)
    case .several: toMachine(.changedElsewhere)
    case .typed(let grapheme): typedCreating(grapheme)
    case .deleted: break
    case .pasted: toMachine(.pasted)
    case .keyShrunk(let key): toMachine(.keyShrunk(to: key))
    case .keyReplaced(let key): toMachine(.keyReplaced(by: key))
    case .lineBroken(let start):
      toMachine(.changedElsewhere)
      toDetector(.asked(start))
    case .startDeleted: toMachine(.startDeleted)
    case .tailDeleted: toMachine(.tailDeleted)
    }
  }

  private mutating func typedCreating(_ grapheme: TypedGrapheme) {
    let before = creation
    toMachine(.typed(grapheme))
    guard creation == nil else { return }
    // The grapheme ended the creation, so it is passed to the detector.
    if let before {
      typedOut(before)
      typedOut = TypedOutMention(range: before.range, end: before.range.end + grapheme.text.utf8.count)
    }
    toDetector(.typed(judged(grapheme)))
  }

  // MARK: Prose

  private mutating func judged(_ grapheme: TypedGrapheme) -> TypedGrapheme {
    var grapheme = grapheme
    if let control = grapheme.control, control.preceding.admitsControl {
      grapheme.control?.isAllowed = offersByItself(control.candidate)
    } else if let candidate = grapheme.word?.candidate {
      grapheme.word?.isAllowed = offersByItself(candidate)
    }
    return grapheme
  }

  private mutating func judged(_ facts: DeletionFacts) -> DeletionFacts {
    var facts = facts
    switch facts.resumable {
    case .explicitWord(let candidate), .control(let candidate), .implicitWord(let candidate, _, _):
      if !offersByItself(candidate) { facts.resumable = nil }
    case nil: break
    }
    return facts
  }

  /// Whether a position in source code is outside of comments, so that nothing is offered there automatically. Always
  /// false if the language is prose.
  package mutating func isCode(at offset: TextOffset) -> Bool {
    guard !prose.isProseLanguage else { return false }
    return prose.verdict(at: offset, in: text, trigger: nil).rule != .commentsExplicitOnly
  }

  /// Whether a mention may start here automatically (<doc:Behaviour>, section 7).
  mutating func offersByItself(_ candidate: CreationStart) -> Bool {
    if let trigger = candidate.trigger {
      let trigger = policy.triggers[trigger]
      guard trigger.isOffered(in: languageID), !(trigger.isReference && beginsLine(candidate.start)) else {
        return false
      }
    }
    let control = candidate.trigger.map { policy.triggers[$0].character }
    return prose.verdict(at: candidate.start, in: text, trigger: control).isProse
  }

  /// Whether only indentation, quotation marks and list markers precede a position on its line, in a language in which
  /// `#` begins a heading or a comment there.
  private func beginsLine(_ place: TextOffset) -> Bool {
    guard prose.hashBeginsLines else { return false }
    let line = text.content(ofLine: text.lines.line(at: place))
    guard place - line.start <= Self.longestIndentation else { return false }
    let before = text.buffer.string(in: TextRange(line.start, place))
    return before.split(separator: " ").allSatisfy { mark in
      mark.allSatisfy { $0 == ">" || $0 == "\t" } || ["-", "*", "+"].contains(mark)
        || mark.count > 1 && mark.dropLast().allSatisfy(\.isNumber) && (mark.last == "." || mark.last == ")")
    }
  }

  /// The maximum number of bytes examined before a position; deeper nesting of quotations is not expected.
  private static let longestIndentation = 256

  /// Handles a mention that was typed in full: the host reads it from the text, by the same rule as when the document
  /// is opened.
  private mutating func typedOut(_ creation: Creation) {
    guard creation.kind == .explicit || !mentionReader.formats.readable.isEmpty else { return }
    emit(
      .typedOut(creation.kind == .explicit ? TextRange(creation.start, creation.keyStart) : creation.range))
  }
}
