import Entities

/// The making of mentions in one document, one after the other: both machines, the query in flight with its answers,
/// and what the client was offered.
///
/// Whoever gives it an event passes the policy, and the call that gathers what the host is to hear.
struct CreationProcess: Sendable {
  private var detector = StartDetector()
  private var machine = CreationMachine()
  private(set) var chooser = Chooser()
  var offerMemory = OfferMemory()
  var cancelledTriggers = CancelledTriggers()
  private var answeredEntities = AnsweredEntities()
  /// Counts creations, so that one that follows another is told from the same going on.
  private(set) var number = 0

  /// The latest query's number.
  private var queryID = 0
  /// The first query of the creation that is going on, or of the last one.
  private var firstQueryID = 0
  /// Whether the latest query's creation is still going on.
  private var isQueryInFlight = false
  /// The key has changed: one query at the end of the call, however many keys the notification held.
  private var needsSearch = false

  /// What the host was told of the chooser, of which creation and version.
  private var chooserStage = ChooserStage.hidden
  private var chooserVersion = 0
  private var chooserCreation = 0

  private enum ChooserStage: Sendable { case hidden, willShow, shown }

  var creation: Creation? { machine.creation }

  var phase: CreationPhase {
    switch detector.state {
    case .ready: .ready
    case .stalled: .stalled
    case .creating: machine.creation.map { .creating($0) } ?? .stalled
    }
  }

  /// The creation that is going on, by ``number``; 0 for none.
  var runningNumber: Int { machine.creation == nil ? 0 : number }

  // MARK: The machines

  /// Gives the detector an event and begins what it decides.
  mutating func detect(
    _ event: StartDetector.Event, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    for effect in detector.step(event, under: policy) {
      switch effect {
      case .begin(let candidate): begin(candidate, under: policy, in: &call)
      }
    }
  }

  private mutating func begin(
    _ candidate: CreationStart, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    number += 1
    cancelledTriggers.remove(at: candidate.start)
    answeredEntities.removeAll()
    firstQueryID = queryID + 1
    advance(.begin(candidate), under: policy, in: &call)
  }

  /// Gives the creation an event, and the detector its end.
  mutating func advance(
    _ event: CreationMachine.Event, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    let creation = machine.creation
    for effect in machine.step(event, under: policy) {
      switch effect {
      case .search: needsSearch = true
      case .ended(let end): ended(end, creation, under: policy, in: &call)
      }
    }
  }

  private mutating func ended(
    _ end: CreationEnd, _ creation: Creation?, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    if let creation, creation.kind == .explicit, end != .accepted { cancelledTriggers.add(creation.start) }
    needsSearch = false
    if isQueryInFlight {
      isQueryInFlight = false
      call.emit(.retract(queryID: queryID))
    }
    chooser.close()
    offerMemory.creationEnded(end, until: call.now.advanced(by: policy.offerLifetime))
    detect(.creationEnded(end), under: policy, in: &call)
  }

  // MARK: Queries and answers

  /// Asks for the key of now.
  private mutating func search(under policy: MentionsPolicy, in call: inout DocumentCall) {
    needsSearch = false
    guard let creation = machine.creation else { return }
    queryID += 1
    isQueryInFlight = true
    answeredEntities.setKey(creation.key)
    chooser.begin(queryID: queryID, limit: policy.limit)
    call.emit(.ask(query(for: creation)))
  }

  /// The query of now for a mention that is being made.
  private func query(for creation: Creation) -> Query {
    Query(
      id: queryID, key: creation.key, kind: creation.kind, invoked: creation.invoked,
      trigger: creation.trigger, controlCharacter: creation.controlCharacter)
  }

  /// What was found is the answer, whole. Only who failed to answer is asked anew, and all of them where more is
  /// offered than to somebody who did not ask.
  mutating func askAgain(under policy: MentionsPolicy, in call: inout DocumentCall) {
    guard let old = machine.creation else { return }
    let widens = old.kind == .implicit && !old.invoked
    advance(.asked(widens: widens), under: policy, in: &call)
    guard !widens, let creation = machine.creation else { return }
    let failed = chooser.reopenFailed()
    if !failed.isEmpty { call.emit(.askAgain(query(for: creation), sources: failed)) }
  }

  /// Names the sources that will answer a query.
  mutating func expect(
    _ sources: [String], for queryID: Int, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    guard queryID == chooser.queryID, let creation = machine.creation else { return }
    chooser.expect(sources)
    if chooser.isLoading {
      chooser.standIn(
        answeredEntities.standIns(
          for: creation.key, scope: policy.scope(of: creation.kind, invoked: creation.invoked),
          sources: sources, limit: policy.limit))
    }
    noteAnswers(under: policy, in: &call)
  }

  /// Takes some results. What answers an older query of this creation is only remembered.
  mutating func take(_ batch: ResultBatch, under policy: MentionsPolicy, in call: inout DocumentCall) {
    guard machine.creation != nil, batch.queryID >= firstQueryID, batch.queryID <= queryID else {
      return
    }
    if chooser.take(batch) {
      answeredEntities.add(batch.entries, isRanked: batch.isRanked)
      noteAnswers(under: policy, in: &call)
    } else if batch.queryID < queryID {
      answeredEntities.add(batch.entries, isRanked: batch.isRanked)
    }
  }

  mutating func sourceEnded(
    _ source: String, of queryID: Int, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    guard machine.creation != nil, chooser.sourceEnded(source, queryID: queryID) else { return }
    noteAnswers(under: policy, in: &call)
  }

  private mutating func noteAnswers(under policy: MentionsPolicy, in call: inout DocumentCall) {
    if chooser.isSettled {
      advance(.queryEnded(foundAny: chooser.foundAny), under: policy, in: &call)
    } else if chooser.foundAny {
      advance(.foundSome, under: policy, in: &call)
    }
  }

  // MARK: What the host hears

  /// Ends a call, before which ``runningNumber`` was `before`.
  mutating func report(since before: Int, under policy: MentionsPolicy, in call: inout DocumentCall) {
    // Told before anything is asked: an answer that comes at once is reported while this one is performed.
    if before != runningNumber { call.emit(.stateChanged(phase)) }
    reportHiddenChooser(in: &call)
    if needsSearch { search(under: policy, in: &call) }
    reportVisibleChooser(in: &call)
  }

  /// The client has the list now.
  mutating func markShown() { chooser.markShown() }

  /// After ``markShown()``, and once the offers are remembered.
  mutating func reportShown(in call: inout DocumentCall) {
    guard chooserStage == .willShow, chooser.isVisible else { return }
    chooserStage = .shown
    call.emit(.chooser(.shown))
  }

  private mutating func reportHiddenChooser(in call: inout DocumentCall) {
    guard chooserStage != .hidden, !chooser.isVisible || chooserCreation != number else { return }
    chooserStage = .hidden
    call.emit(.chooser(.hidden))
  }

  private mutating func reportVisibleChooser(in call: inout DocumentCall) {
    if chooser.isVisible {
      if chooserStage == .hidden {
        chooserStage = .willShow
        chooserCreation = number
        call.emit(.chooser(.willShow))
      } else if chooserVersion != chooser.version {
        call.emit(.chooser(.changed))
      }
    }
    chooserVersion = chooser.version
  }
}
