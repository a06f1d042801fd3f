import TextModel

/// What one call gathers until it reports.
struct Turn: Sendable {
  var now = Instant.zero
  var effects: [MentionsEffect] = []
  /// Mentions that became plain text or went, by the rule.
  var lost: [PlainTextRule: Int] = [:]
  /// Mentions that text brought back that was put in again.
  var cameBack = 0
  /// Mentions that cannot be remembered.
  var forgotten = 0
  /// The key has changed: one query at the end, however many keys the notification held.
  var needsSearch = false
  /// Counts creations, so that one that follows another is told from the same going on.
  var creationNumber = 0
  /// What the host was told of the chooser.
  var chooser = ChooserStage.hidden
  var chooserVersion = 0
  var chooserCreation = 0
}

/// What the host knows of the chooser.
enum ChooserStage: Sendable { case hidden, willShow, shown }

extension MentionsDocument {
  /// Runs one call from outside and works out what has changed through it.
  mutating func inTurn(_ now: Instant, _ body: (inout Self) -> Void) -> DocumentReport {
    turn.now = max(turn.now, now)
    turn.effects.removeAll(keepingCapacity: true)
    memory.expire(now: turn.now)
    let before = machine.creation == nil ? 0 : turn.creationNumber
    body(&self)
    let after = machine.creation == nil ? 0 : turn.creationNumber
    // Told before anything is asked: an answer that comes at once is reported while this one is performed.
    if before != after { emit(.stateChanged(phase)) }
    reportHiddenChooser()
    if turn.needsSearch { search() }
    reportVisibleChooser()
    reportLost()
    let effects = turn.effects
    turn.effects = []
    return DocumentReport(effects: effects)
  }

  private mutating func reportLost() {
    turn.forgotten += damage.takeForgotten()
    if !turn.lost.isEmpty { emit(.becamePlainText(turn.lost, cameBack: turn.cameBack)) }
    if turn.forgotten > 0 { emit(.forgotten(mentions: turn.forgotten)) }
    turn.lost = [:]
    turn.cameBack = 0
    turn.forgotten = 0
  }

  mutating func emit(_ effect: MentionsEffect) { turn.effects.append(effect) }

  /// Asks for the key of now.
  private mutating func search() {
    turn.needsSearch = false
    guard let creation = machine.creation else { return }
    let wasKey = seen.key
    generation += 1
    isAsking = true
    seen.key = creation.key
    seen.isExtended = creation.key.utf8.starts(with: wasKey.utf8)
    chooser.begin(generation: generation, limit: policy.limit)
    emit(.ask(query(for: creation)))
  }

  /// The query of now for a mention that is being made.
  func query(for creation: Creation) -> Query {
    Query(
      generation: generation, key: creation.key, kind: creation.kind, invoked: creation.invoked,
      trigger: creation.trigger, controlCharacter: creation.controlCharacter)
  }

  private mutating func reportHiddenChooser() {
    guard turn.chooser != .hidden, !chooser.isVisible || turn.chooserCreation != turn.creationNumber else {
      return
    }
    turn.chooser = .hidden
    emit(.chooser(.hidden))
  }

  private mutating func reportVisibleChooser() {
    if chooser.isVisible {
      if turn.chooser == .hidden {
        turn.chooser = .willShow
        turn.chooserCreation = turn.creationNumber
        emit(.chooser(.willShow))
      } else if turn.chooserVersion != chooser.version {
        emit(.chooser(.changed))
      }
    }
    turn.chooserVersion = chooser.version
  }

  // MARK: The machines

  /// Gives the detector an event and begins what it decides.
  mutating func toDetector(_ event: StartDetector.Event) {
    for effect in detector.step(event, under: policy) {
      switch effect {
      case .begin(let seed): begin(seed)
      }
    }
  }

  private mutating func begin(_ seed: CreationSeed) {
    turn.creationNumber += 1
    given.remove(at: seed.start)
    seen.removeAll()
    firstGeneration = generation + 1
    toMachine(.begin(seed))
  }

  /// Gives the creation an event, and the detector its end.
  mutating func toMachine(_ event: CreationMachine.Event) {
    let creation = machine.creation
    for effect in machine.step(event, under: policy) {
      switch effect {
      case .search: turn.needsSearch = true
      case .ended(let end): ended(end, creation)
      }
    }
  }

  private mutating func ended(_ end: CreationEnd, _ creation: Creation?) {
    if let creation, creation.kind == .explicit, end != .accepted { given.add(creation.start) }
    turn.needsSearch = false
    if isAsking {
      isAsking = false
      emit(.retract(generation: generation))
    }
    chooser.close()
    memory.creationEnded(end, until: turn.now.advanced(by: policy.offerLifetime))
    toDetector(.creationEnded(end))
  }
}
