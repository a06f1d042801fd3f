import TextEvents
public import TextModel

/// What the delegate of the mentions machinery decides.
extension MentionsDocument {
  /// The client says that this offer was accepted. Annotates it if its text is at the place where it was
  /// offered, and corrects the entity among offers of one text. Idempotent.
  public mutating func confirm(_ id: OfferID, now: Instant) -> DocumentReport {
    decided(inCall(now) { $0.takeConfirmed(id) }, on: nil, now)
  }

  /// Asks the delegate, if there is one, about what a call has led to.
  ///
  /// - Parameters:
  ///   - report: of the call.
  ///   - change: what was edited; nil: nothing was.
  ///   - now: the time.
  /// - Returns: what is left of the report, and what follows from the delegate's decisions.
  mutating func decided(_ report: DocumentReport, on change: DocumentChange?, _ now: Instant)
    -> DocumentReport
  {
    // The delegate is given no document, so that it stays where it is.
    guard delegate != nil else { return report }
    var effects: [MentionsEffect] = []
    var refused: [Annotation] = []
    var isOfferRefused = false
    var isDeletionRefused = false
    for effect in report.effects {
      switch effect {
      case .ask(let query) where delegate?.allowsOffer(for: query, now: now) == false:
        isOfferRefused = true
      case .didAccept(let annotation)
      where delegate?.allowsAcceptance(of: annotation.entity, now: now) == false:
        refused.append(annotation)
      case .didCreate(let annotation) where refused.contains { $0.id == annotation.id }: break
      case .didSelect(let entity, _) where refused.contains { $0.entity.isSameEntity(as: entity) }: break
      case .didDelete(let annotation) where change != nil,
        .didDeleteAdded(let annotation) where change != nil:
        if delegate?.allowsDeletion(of: annotation, now: now) == false { isDeletionRefused = true }
        effects.append(effect)
      default: effects.append(effect)
      }
    }
    if isOfferRefused { effects += inCall(now) { $0.toMachine(.cancelled) }.effects }
    if !refused.isEmpty { effects += inCall(now) { $0.refuse(refused) }.effects }
    if isDeletionRefused, let change {
      let edits = EditBatch(change.edits).netChanges().takingBack
      expectPuttingBack()
      if !edits.isEmpty { effects.append(.changeByPlugin(edits)) }
    }
    return DocumentReport(effects: effects)
  }

  /// What was deleted will be put back. Its text accepts no offer then: the mention comes back with it.
  public mutating func expectPuttingBack() {
    if creation == nil { process.offerMemory.forget() }
  }

  /// What was accepted becomes plain text: somebody decided so later. Nothing happens if the mention is gone.
  ///
  /// - Parameters:
  ///   - id: the annotation that was made of it.
  ///   - now: the time.
  public mutating func refuseAcceptance(of id: AnnotationID, now: Instant) -> DocumentReport {
    guard let index = annotations.index(of: id) else { return DocumentReport() }
    let annotation = annotations[index]
    return inCall(now) {
      $0.refuse([annotation])
      $0.emit(.didDelete(annotation))
    }
  }

  /// What was accepted is plain text, of which the host has not heard anything else.
  private mutating func refuse(_ refused: [Annotation]) {
    let gone = refused.compactMap { annotations.index(of: $0.id) }.map { annotations[$0] }
    for annotation in gone {
      annotations.index(of: annotation.id).map { _ = annotations.remove(at: $0) }
    }
    acceptedAnnotation = nil
    // Unless the user is making another mention already.
    if creation == nil { process.offerMemory.forget() }
    decline(gone)
    call.noteLost(gone.count, .refused)
    emit(.annotationsChangedWithoutEdit)
  }
}

extension [AppliedEdit] {
  /// Of net changes, which are sorted, disjoint and relative to the text before them: the edits that take them back, in
  /// the text after them.
  public var takingBack: [TextReplacement] {
    var shift = 0
    return map { part in
      defer { shift += part.shift }
      let start = part.range.start + shift
      return TextReplacement(
        range: TextRange(start, start + part.inserted.count), replacement: part.removed)
    }
  }
}
