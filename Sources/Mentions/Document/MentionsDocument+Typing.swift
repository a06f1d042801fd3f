import TextModel

/// What an edit means for the machines.
extension MentionsDocument {
  /// Follows what may still be accepted and tells the machines what the user did, step by step. Returns where the
  /// cursor is after it; nil where nothing changed in the end.
  mutating func interpret(_ change: NotificationChange) -> TextOffset? {
    guard let core = change.parts.first else { return nil }
    if change.parts.count == 1 {
      process.offerMemory.follow(core, in: text.buffer, until: call.now.advanced(by: policy.offerLifetime))
    } else {
      process.offerMemory.forget()
    }
    let outcome = outcome(of: change, core)
    for step in outcome.steps { perform(step) }
    // An undo, a paste or a wide replacement may bring annotations along: their text is never a key.
    if let creation, !annotations.indices(in: creation.range).isEmpty { toMachine(.cancelled) }
    return outcome.cursor
  }

  /// In a function of its own: the reader shares the document's storage and must be gone before it is changed.
  private func outcome(of change: NotificationChange, _ core: AppliedEdit) -> EditClassifier.Outcome {
    let classifier = EditClassifier(
      reader: reader, cursor: cursor, creation: creation, isExact: change.isExact)
    return change.parts.count == 1
      ? classifier.outcome(core: core, raw: change.raw ?? core) : classifier.several(lastEdit: change.last)
  }

  // MARK: Steps

  private mutating func perform(_ step: EditStep) {
    if creation != nil { performCreating(step) } else { performQuiescent(step) }
  }

  private mutating func performQuiescent(_ step: EditStep) {
    switch step {
    case .cursorMoved(let preceding), .several(let preceding): toDetector(.cursorMoved(preceding))
    case .typed(let grapheme): toDetector(.typed(judged(grapheme)))
    case .deleted(let facts): toDetector(.deleted(judged(facts)))
    case .pasted(let preceding): toDetector(.pasted(preceding))
    case .keyShrunk, .keyReplaced, .startDeleted, .tailDeleted: break
    }
  }

  private mutating func performCreating(_ step: EditStep) {
    switch step {
    case .cursorMoved: toMachine(.cursorMoved)
    case .several: toMachine(.changedElsewhere)
    case .typed(let grapheme): typedCreating(grapheme)
    case .deleted: break
    case .pasted: toMachine(.pasted)
    case .keyShrunk(let key): toMachine(.keyShrunk(to: key))
    case .keyReplaced(let key): toMachine(.keyReplaced(by: key))
    case .startDeleted: toMachine(.startDeleted)
    case .tailDeleted: toMachine(.tailDeleted)
    }
  }

  private mutating func typedCreating(_ grapheme: TypedGrapheme) {
    let before = creation
    toMachine(.typed(grapheme))
    guard creation == nil else { return }
    // The creation has ended by what was typed: it belongs to the detector.
    if let before { typedOut(before) }
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

  /// Whether a mention may start here without being asked for (the behaviour, section 7).
  mutating func offersByItself(_ candidate: CreationStart) -> Bool {
    if let trigger = candidate.trigger, !policy.triggers[trigger].isOffered(in: languageID) { return false }
    let control = candidate.trigger.map { policy.triggers[$0].character }
    return prose.verdict(at: candidate.start, in: text, trigger: control).isProse
  }

  /// A mention typed by hand to the letter is annotated as it would be when the document is opened again, by the same
  /// rule: the host reads it back.
  private mutating func typedOut(_ creation: Creation) {
    guard canReadBack else { return }
    emit(
      .typedOut(creation.kind == .explicit ? TextRange(creation.start, creation.keyStart) : creation.range))
  }
}
