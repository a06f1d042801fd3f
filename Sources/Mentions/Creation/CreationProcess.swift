import Entities
import TextModel

/// The creation of mentions in one document, one after the other: both machines, the query in flight with its
/// answers, and the offers made to the client.
///
/// Each event comes with the policy, and with the call that gathers the report for the host.
struct CreationProcess: Sendable {
  private var detector = StartDetector()
  private var machine = CreationMachine()
  private(set) var chooser = Chooser()
  var offerMemory = OfferMemory()
  var cancelledTriggers = CancelledTriggers()
  /// Counts creations, so that a new one is distinguished from the same one going on.
  private(set) var number = 0

  /// The latest query's number.
  private var queryID = 0
  /// Whether the latest query's creation is still going on.
  private var isQueryInFlight = false
  /// The key has changed: one query at the end of the call, however many keys the notification held.
  private var needsSearch = false

  /// The last chooser state reported to the host, with its creation and version.
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
    guard machine.creation != nil else { return }
    queryID += 1
    isQueryInFlight = true
    chooser.begin(queryID: queryID, limit: policy.limit)
    if let query { call.emit(.ask(query)) }
  }

  /// The latest query, while a mention is being made.
  var query: Query? {
    machine.creation.map {
      Query(
        id: queryID, key: $0.key, kind: $0.kind, invoked: $0.invoked, trigger: $0.trigger,
        controlCharacter: $0.controlCharacter)
    }
  }

  /// The results are complete. Only sources that failed are asked again, or all of them if an explicit request offers
  /// more than the automatic one did.
  mutating func askAgain(under policy: MentionsPolicy, in call: inout DocumentCall) {
    guard let old = machine.creation else { return }
    let widens = old.kind == .implicit && !old.invoked
    advance(.asked(widens: widens), under: policy, in: &call)
    guard !widens, let query else { return }
    let failed = chooser.reopenFailed()
    if !failed.isEmpty { call.emit(.askAgain(query, sources: failed)) }
  }

  /// Names the sources that will answer a query.
  mutating func expect(
    _ sources: [String], for queryID: Int, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    guard queryID == chooser.queryID, machine.creation != nil else { return }
    chooser.expect(sources)
    noteAnswers(under: policy, in: &call)
  }

  /// Takes some results of the latest query.
  mutating func take(_ batch: ResultBatch, under policy: MentionsPolicy, in call: inout DocumentCall) {
    guard machine.creation != nil, chooser.take(batch) else { return }
    noteAnswers(under: policy, in: &call)
  }

  /// Takes what may be shown until a source has answered the latest query.
  mutating func standIn(_ entries: [ChooserEntry], for source: String, of queryID: Int) {
    guard machine.creation != nil, queryID == chooser.queryID else { return }
    chooser.standIn(entries, for: source)
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
    // Reported before any query: an immediate answer is reported while this one is performed.
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

/// Triggers whose mention was cancelled, as long as their text is there: a client that asks by itself
/// on every key must not bring them back (<doc:Behaviour>, section 2).
struct CancelledTriggers: Sendable {
  private var places: [TextOffset] = []
  private static let limit = 16

  func contains(_ place: TextOffset) -> Bool { places.contains(place) }

  mutating func add(_ place: TextOffset) {
    remove(at: place)
    places.append(place)
    if places.count > Self.limit { places.removeFirst() }
  }

  mutating func remove(at place: TextOffset) { places.removeAll { $0 == place } }

  /// Net changes, sorted, relative to the text before them.
  mutating func follow(_ changes: [AppliedEdit]) {
    guard !places.isEmpty else { return }
    places = places.compactMap { place in
      var moved = place
      for change in changes {
        if change.range.start > place || (change.range.start == place && !change.range.isEmpty) {
          return change.range.start == place ? nil : moved
        }
        if change.range.end > place { return nil }
        moved = moved + change.shift
      }
      return moved
    }
  }
}

/// Distinguishes a completion request of the user from one that a client sends by itself on every key
/// (<doc:Behaviour>, section 1).
struct RequestHistory: Sendable {
  /// Rises with every notification that changed something.
  private var revision = 0
  /// Where the last edit ended; nil before the first.
  private var lastEditEnd: TextOffset?
  /// The last completion request answered.
  private var answered: (revision: Int, offset: TextOffset, at: Instant)?

  mutating func noteChange() { revision += 1 }

  mutating func noteEditEnd(_ offset: TextOffset) { lastEditEnd = offset }

  mutating func noteAnswered(at offset: TextOffset, now: Instant) { answered = (revision, offset, now) }

  /// Whether a request at a place is the user's own, judged by place and version.
  func isUsers(at offset: TextOffset, isRepeated: Bool) -> Bool { isRepeated || offset != lastEditEnd }

  /// Asked for the same place of the same version again, by a person and not by a client in a hurry: `pause`
  /// milliseconds later at the earliest.
  func isRepeated(at offset: TextOffset, now: Instant, pause: Int) -> Bool {
    guard let answered, answered.revision == revision, answered.offset == offset else { return false }
    return now >= answered.at.advanced(by: pause)
  }
}
