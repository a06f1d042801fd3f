public import TextModel

extension MentionsDocument {
  /// Begins one notification's changes.
  public mutating func beginChanges() {
    batch = EditBatch()
    batchIsExact = true
  }

  /// Applies one change. Its range is in the text as it is at that moment; it is clamped to the text and
  /// widened to scalar boundaries. Costs the size of the edit and the way from the last one.
  public mutating func splice(_ edit: TextEdit) { batch.apply(edit, to: &text) }

  /// Replaces the whole text, by difference. Linear.
  public mutating func replaceAll(with bytes: [UInt8]) {
    guard let edit = TextDifference.hunk(from: text.buffer, to: bytes) else { return }
    batchIsExact = false
    splice(edit)
  }

  /// Ends the notification's changes and works out what they mean. Whatever the client's way to write them,
  /// only their net effect counts.
  public mutating func finishChanges(now: Instant) -> DocumentReport { inTurn(now) { $0.finish() } }

  private mutating func finish() {
    let batch = self.batch
    self.batch = EditBatch()
    guard let last = batch.applied.last else { return }
    revision += 1
    let cores = batch.netChanges()
    let joined = cores.count > 1 ? changeAtOffers(cores) : nil
    let raw = joined ?? rawChange(of: cores, in: batch)
    let isTold = trims.concern(cores)
    // What the host was told to do is not an acceptance of an offer that reads the same, nor a preview taken back.
    if isTold { memory.forget() }
    let single = raw.flatMap { findAcceptance(core: joined ?? cores.first, raw: $0, batch) }
    let several = single == nil && cores.count > 1 ? findAcceptances(batch) : nil
    let acceptance = single ?? several?.acceptance
    var changes = annotations.apply(batch.applied, in: text, at: turn.now, recreates: acceptance == nil)
    if acceptance == nil, cores.count == 1, let core = cores.first { takeBack(by: core, &changes) }
    let wishes = followTrims(cores, &changes)
    report(changes)
    if acceptance == nil { followDamage(batch.applied, changes) }
    finishTrims(wishes)
    if !declined.isEmpty || !declined.removed.isEmpty {
      steps += declined.apply(batch.applied, in: text, at: turn.now, recreates: acceptance == nil).steps
    }
    for edit in batch.applied { prose.invalidate(edit) }
    given.follow(cores)
    memory.movePlace(cores)
    if let acceptance {
      accept(acceptance, end: several == nil ? (joined ?? cores.first).map(memory.replacedEnd) : nil)
      if let several { annotate(several.others, like: acceptance) }
      // What stood there gave way to what was accepted: no damage.
      followDamage(batch.applied, AnnotationChanges())
    } else if let core = cores.first {
      if cores.count == 1 {
        memory.follow(core, in: text.buffer, until: turn.now.advanced(by: policy.offerLifetime))
      } else {
        memory.forget()
      }
      follow(cores, core: core, raw: raw ?? core, last: last)
    } else {
      return
    }
    // However wide the change was sent.
    if let made = wishes.first { cursor = made.region.end }
    lastEditEnd = cursor
    dimLight(keepsBackspaced: isTold)
    if acceptance == nil { reportPastes(batch) }
  }

  /// Several changes that all lie where offers may be accepted, as the one change that they amount to: a client
  /// that writes the smallest edits leaves what key and name have in common between them.
  private func changeAtOffers(_ cores: [AppliedEdit]) -> AppliedEdit? {
    guard memory.isAwake, let first = cores.first, let last = cores.last,
      first.range.start >= memory.stretch.start, first.range.start <= memory.stretch.end,
      last.range.end - first.range.start <= 1024
    else { return nil }
    var removed: [UInt8] = []
    var inserted: [UInt8] = []
    var end = first.range.start
    var shift = 0
    for core in cores {
      let kept = text.buffer.bytes(in: TextRange(end, core.range.start).shifted(by: shift))
      removed += kept + core.removed
      inserted += kept + core.inserted
      end = core.range.end
      shift += core.shift
    }
    return AppliedEdit(range: TextRange(first.range.start, end), removed: removed, inserted: inserted)
  }

  /// The net change as the client sent it, where there is only one.
  private func rawChange(of cores: [AppliedEdit], in batch: EditBatch) -> AppliedEdit? {
    guard cores.count <= 1 else { return nil }
    if batch.applied.count == 1 { return batch.applied[0] }
    let raws = batch.netChanges(trimmed: false)
    guard let core = cores.first else { return raws.count == 1 ? raws[0] : nil }
    return raws.first { $0.range.contains(core.range) }
  }

  private mutating func follow(
    _ cores: [AppliedEdit], core: AppliedEdit, raw: AppliedEdit, last: AppliedEdit
  ) {
    let outcome = classify(cores, core: core, raw: raw, last: last)
    cursor = outcome.cursor
    for step in outcome.steps { perform(step) }
    // An undo, a paste or a wide replacement may bring annotations along: their text is never a key.
    if let creation = machine.creation, !annotations.indices(in: creation.range).isEmpty {
      toMachine(.cancelled)
    }
  }

  /// In a function of its own: the reader shares the document's storage and must be gone before it is changed.
  private func classify(
    _ cores: [AppliedEdit], core: AppliedEdit, raw: AppliedEdit, last: AppliedEdit
  ) -> EditClassifier.Outcome {
    let classifier = EditClassifier(
      reader: reader, cursor: cursor, creation: machine.creation, isExact: batchIsExact)
    return cores.count == 1
      ? classifier.outcome(core: core, raw: raw) : classifier.several(lastEdit: last)
  }

  var reader: FactReader {
    FactReader(text: text, annotations: annotations, triggers: triggers, policy: policy)
  }

  // MARK: Steps

  private mutating func perform(_ step: EditStep) {
    if machine.creation != nil { performCreating(step) } else { performQuiescent(step) }
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
    let creation = machine.creation
    toMachine(.typed(grapheme))
    guard machine.creation == nil else { return }
    // The creation has ended by what was typed: it belongs to the detector.
    if let creation { typedOut(creation) }
    toDetector(.typed(judged(grapheme)))
  }

  // MARK: Prose

  private mutating func judged(_ grapheme: TypedGrapheme) -> TypedGrapheme {
    var grapheme = grapheme
    if let control = grapheme.control, control.preceding.admitsControl {
      grapheme.control?.isAllowed = offersByItself(control.seed)
    } else if let seed = grapheme.word?.seed {
      grapheme.word?.isAllowed = offersByItself(seed)
    }
    return grapheme
  }

  private mutating func judged(_ facts: DeletionFacts) -> DeletionFacts {
    var facts = facts
    switch facts.resumable {
    case .explicitWord(let seed), .control(let seed), .implicitWord(let seed, _, _):
      if !offersByItself(seed) { facts.resumable = nil }
    case nil: break
    }
    return facts
  }

  /// Whether a mention may start here without being asked for (the behaviour, section 7).
  mutating func offersByItself(_ seed: CreationSeed) -> Bool {
    if let trigger = seed.trigger, !policy.triggers[trigger].isOffered(in: languageID) { return false }
    let control = seed.trigger.map { policy.triggers[$0].character }
    return prose.verdict(at: seed.start, in: text, trigger: control).isProse
  }

  // MARK: Annotations

  /// A preview that is taken back takes its annotation along, whatever part of its text was typed.
  private mutating func takeBack(by core: AppliedEdit, _ changes: inout AnnotationChanges) {
    guard memory.isTakenBack(by: core, in: text.buffer), let id = acceptedAnnotation,
      let index = annotations.index(of: id)
    else { return }
    changes.trimmed.removeAll { $0.id == id }
    changes.deleted.append(annotations[index])
    changes.rules[.previewTakenBack, default: 0] += 1
    annotations.remove(at: index)
  }

  private mutating func report(_ changes: AnnotationChanges) {
    steps += changes.steps
    turn.forgotten += changes.forgotten
    guard !changes.isEmpty else { return }
    turn.lost.merge(changes.rules, uniquingKeysWith: +)
    turn.cameBack += changes.recreated.count
    for bleached in changes.bleached { tellDeleted(bleached.annotation) }
    for deleted in changes.deleted { tellDeleted(deleted) }
    for trimmed in changes.trimmed { emit(.didTrim(trimmed)) }
    for recreated in changes.recreated { emit(.didCreate(recreated)) }
  }

  /// A mention became plain text otherwise than by an edit.
  mutating func emitDeleted(_ annotation: Annotation, _ rule: PlainTextRule) {
    turn.lost[rule, default: 0] += 1
    tellDeleted(annotation)
  }

  /// What the host added it does not hear of again.
  private mutating func tellDeleted(_ annotation: Annotation) {
    if annotation.source != .added { emit(.didDelete(annotation)) }
  }

  /// A mention typed by hand to the letter is annotated as it would be when the document is opened again, by the same
  /// rule: the host reads it back.
  private mutating func typedOut(_ creation: Creation) {
    guard canReadBack else { return }
    emit(
      .typedOut(creation.kind == .explicit ? TextRange(creation.start, creation.keyStart) : creation.range))
  }

  /// Nil if it cannot be there.
  mutating func put(_ new: NewAnnotation) -> Annotation? {
    do {
      let (annotation, bleached) = try annotations.insert(new, in: text)
      for old in bleached { emitDeleted(old, .overlapped) }
      forgetDamage(in: [annotation.range])
      if !declined.isEmpty { declined.remove(in: [annotation.range]) }
      return annotation
    } catch {
      return nil
    }
  }
}
