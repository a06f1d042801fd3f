public import TextModel

extension MentionsDocument {
  // MARK: Recognising an acceptance

  func findAcceptance(core: AppliedEdit?, raw: AppliedEdit, _ batch: EditBatch) -> OfferMemory.Acceptance? {
    guard memory.isAwake else { return nil }
    if let core, memory.isTailRemoval(core) { return memory.acceptanceInPlace(in: text.buffer) }
    let isByHand = raw.inserted.isEmpty || (core.map { isTyping($0, raw, batch) } ?? false)
    return memory.acceptance(
      core: core, raw: raw, isByHand: isByHand && !(core.map(leavesName) ?? false), isWordTail: isWordTail,
      in: text.buffer)
  }

  /// Whether a range holds nothing but what may be in a key.
  func isWordTail(_ range: TextRange) -> Bool {
    var place = range.start
    while place < range.end, let grapheme = text.buffer.grapheme(after: place), grapheme.kind.belongsInKey {
      place = grapheme.range.end
    }
    return place >= range.end
  }

  /// Whether of what was typed only the control character went, in a text that was sent whole: all that the
  /// difference shows where a name was typed to its end and then accepted. The cursor stood at the key's end.
  private func leavesName(_ core: AppliedEdit) -> Bool {
    guard !batchIsExact, core.inserted.isEmpty, let creation = machine.creation, creation.kind == .explicit
    else {
      return false
    }
    return cursor == creation.cursor && core.range == TextRange(creation.start, creation.keyStart)
  }

  /// Nothing but deletions, a single grapheme at the stretch's end, or several, each an edit of its own. A client that replaces the
  /// control character too, or the word behind, does not type, however little that changes.
  private func isTyping(_ core: AppliedEdit, _ raw: AppliedEdit, _ batch: EditBatch) -> Bool {
    if batch.applied.allSatisfy(\.inserted.isEmpty) { return true }
    guard core.removed.isEmpty else { return false }
    // A letter between those of a name that was accepted and is being changed by hand.
    if case .fading = memory.life, raw.removed.isEmpty, core.inserted.isOneGrapheme { return true }
    guard core.range.start == memory.stretch.end else { return false }
    if !raw.removed.isEmpty, raw.range.end > memory.stretch.end { return false }
    let replacesControl = !raw.removed.isEmpty && raw.range.start <= memory.stretch.start
    if replacesControl, memory.lists.last?.trigger.isEmpty == false { return false }
    if core.inserted.isOneGrapheme { return true }
    // The control character went in a notification before: nobody types a name anew that fast.
    if memory.stretch.isEmpty { return false }
    return batch.applied.allSatisfy { $0.removed.isEmpty && $0.inserted.isOneGrapheme }
  }

  /// `end` is where what the client put in ends.
  mutating func accept(_ acceptance: OfferMemory.Acceptance, end: TextOffset?) {
    if machine.creation != nil { toMachine(.accepted) } else { toDetector(.creationEnded(.accepted)) }
    annotate(acceptance)
    memory.accepted(stretch: acceptance.range)
    cursor = acceptance.range.end
    // A commit character, or the space that the client adds.
    if let end, end > cursor, let rest = text.buffer.grapheme(before: end) {
      cursor = end
      toDetector(.typed(reader.typed(rest.range, behind: end)))
    }
  }

  private mutating func annotate(_ acceptance: OfferMemory.Acceptance) {
    let standing = annotations.annotation(touching: acceptance.visible.end)
    if let standing, standing.range == acceptance.visible, standing.entity == acceptance.entity {
      acceptedAnnotation = standing.id
      return
    }
    let new = NewAnnotation(
      range: acceptance.visible, entity: acceptance.entity, source: .accepted,
      shortForm: shortForm(of: acceptance))
    let annotation = put(new)
    // If it cannot be annotated, the one that was accepted before is not taken back for it.
    acceptedAnnotation = annotation?.id
    guard let annotation else { return }
    emit(.didCreate(annotation))
    emit(.didSelect(acceptance.entity, index: acceptance.id.index))
  }

  // MARK: What the client says

  /// The client asked for details of this offer: among offers of one text, the last such one is meant.
  public mutating func noteResolved(_ id: OfferID) { memory.noteResolved(id) }

  /// The client says that this offer was accepted. Annotates it if its text is at the place where it was
  /// offered, and corrects the entity among offers of one text. Idempotent.
  public mutating func confirm(_ id: OfferID, now: Instant) -> DocumentReport {
    inTurn(now) { $0.confirm(id) }
  }

  private mutating func confirm(_ id: OfferID) {
    guard let entry = memory.entry(id), let written = memory.inserted(id), let start = memory.place else {
      return
    }
    memory.noteResolved(id)
    guard text.buffer.holds(written.bytes, at: start) else { return }
    let acceptance = OfferMemory.Acceptance(
      id: id, entity: entry.entity, range: TextRange(start, start + written.bytes.count),
      visible: written.visible.shifted(by: start.utf8))
    let standing = annotations.annotation(touching: acceptance.visible.end)
    if let standing, standing.range == acceptance.visible, standing.entity == acceptance.entity { return }
    if machine.creation?.start == start {
      toMachine(.accepted)
    } else if machine.creation == nil, cursor == acceptance.range.end {
      toDetector(.creationEnded(.accepted))
    }
    annotate(acceptance)
    if let creation = machine.creation, creation.range.overlaps(acceptance.visible) { toMachine(.cancelled) }
    if memory.isAwake, memory.stretch.start == start { memory.accepted(stretch: acceptance.range) }
    emit(.annotationsChangedWithoutEdit)
  }

  /// What the client has to change to accept an offer (`mentions/select`); the annotation follows from the
  /// change. Nil where the offer is not one of the mention being made.
  public mutating func select(_ id: OfferID) -> (edit: TextEdit, additionalEdits: [TextEdit])? {
    guard let creation = machine.creation else { return nil }
    if id.generation == chooser.generation { rememberOffers(creation) }
    guard memory.life == .live, memory.stretch.start == creation.start, let text = memory.inserted(id) else {
      return nil
    }
    memory.noteSelected(id)
    return (
      TextEdit(range: creation.range, replacement: text.bytes), additionalEdits(of: creation)
    )
  }

  /// The user closed the chooser.
  public mutating func cancel(now: Instant) -> DocumentReport { inTurn(now) { $0.toMachine(.cancelled) } }

  func additionalEdits(of creation: Creation) -> [TextEdit] {
    let tail = tail(of: creation)
    return tail.isEmpty ? [] : [TextEdit(range: tail, replacement: [])]
  }

  /// The text behind the cursor that is replaced too: the rest of the word, and brackets that the editor
  /// closed when the control character was typed, unless the offers leave them open.
  private func tail(of creation: Creation) -> TextRange {
    let word = creation.tailRange
    let closers = creation.closers
    guard !closers.isEmpty, let control = creation.controlCharacter,
      !format(of: creation).leavesOpen(control, closers), text.buffer.holds(closers, at: word.end)
    else { return word }
    return TextRange(word.start, word.end + closers.count)
  }

  mutating func rememberOffers(_ creation: Creation) {
    guard !chooser.entries.isEmpty else { return }
    memory.remember(
      OfferMemory.List(
        generation: chooser.generation, entries: chooser.entries, format: format(of: creation),
        trigger: creation.controlCharacter ?? "", typed: text.buffer.bytes(in: creation.range),
        tail: text.buffer.bytes(in: tail(of: creation))),
      stretch: creation.range)
  }
}
