import Entities
import TextModel

/// The creation of mentions in one document, one at a time: both state machines, the pending query with its answers,
/// and the offers sent to the client.
///
/// Each event is passed with the policy, and with the call that collects the report for the host.
struct CreationProcess: Sendable {
  private var detector = StartDetector()
  private var machine = CreationMachine()
  private(set) var chooser = Chooser()
  var offerMemory = OfferMemory()
  var cancelledTriggers = CancelledTriggers()
  /// The number of creations begun so far, which identifies the latest one.
  private(set) var number = 0

  /// The latest query's number.
  private var queryID = 0
  /// Whether the creation to which the latest query belongs is still in progress.
  private var isQueryInFlight = false
  /// Whether the sources must be queried. They are queried once, at the end of the call, regardless of how many
  /// keystrokes the notification contains.
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

  /// The ``number`` of the current creation; 0 for none.
  var runningNumber: Int { machine.creation == nil ? 0 : number }

  // MARK: The machines

  /// Passes an event to the detector and performs its decision.
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

  /// Passes an event to the creation machine and, if it ends the creation, notifies the detector.
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

  /// Queries the sources for the current key.
  private mutating func search(under policy: MentionsPolicy, in call: inout DocumentCall) {
    needsSearch = false
    guard machine.creation != nil else { return }
    queryID += 1
    isQueryInFlight = true
    chooser.begin(queryID: queryID, limit: policy.limit)
    if let query { call.emit(.ask(query)) }
  }

  /// The latest query, while a mention is being created.
  var query: Query? {
    machine.creation.map {
      Query(
        id: queryID, key: $0.key, kind: $0.kind, invoked: $0.invoked, trigger: $0.trigger,
        controlCharacter: $0.controlCharacter)
    }
  }

  /// Handles a completion request that the user repeats during a creation. Queries only the sources that failed, or all
  /// sources if the explicit request offers more than the automatic one did.
  mutating func askAgain(under policy: MentionsPolicy, in call: inout DocumentCall) {
    guard let old = machine.creation else { return }
    let widens = old.kind == .implicit && !old.invoked
    advance(.asked(widens: widens), under: policy, in: &call)
    guard !widens, let query else { return }
    let failed = chooser.reopenFailed()
    if !failed.isEmpty { call.emit(.askAgain(query, sources: failed)) }
  }

  /// Sets the sources that will answer a query.
  mutating func expect(
    _ sources: [String], for queryID: Int, under policy: MentionsPolicy, in call: inout DocumentCall
  ) {
    guard queryID == chooser.queryID, machine.creation != nil else { return }
    chooser.expect(sources)
    noteAnswers(under: policy, in: &call)
  }

  /// Receives a batch of results of the latest query.
  mutating func take(_ batch: ResultBatch, under policy: MentionsPolicy, in call: inout DocumentCall) {
    guard machine.creation != nil, chooser.take(batch) else { return }
    noteAnswers(under: policy, in: &call)
  }

  /// Receives entries that may be shown until a source has answered the latest query.
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

  // MARK: Reports to the host

  /// Ends a call; `before` is the value of ``runningNumber`` at its start.
  mutating func report(since before: Int, under policy: MentionsPolicy, in call: inout DocumentCall) {
    // The new state is reported before the query, because the host may answer the query at once.
    if before != runningNumber { call.emit(.stateChanged(phase)) }
    reportHiddenChooser(in: &call)
    if needsSearch { search(under: policy, in: &call) }
    reportVisibleChooser(in: &call)
  }

  /// Records that the client has received the list.
  mutating func markShown() { chooser.markShown() }

  /// Reports that the list is shown. Called after ``markShown()``, once the offers are stored.
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

/// The positions of triggers whose mention was cancelled, until their text changes, so that a client that requests
/// completion on each keystroke does not start the mention again (<doc:Behaviour>, section 2).
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

  /// Moves the positions with the text, and removes those whose text was changed.
  ///
  /// - Parameter changes: net changes, sorted, relative to the text before them.
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

/// Distinguishes a completion request made by the user from one that a client sends automatically on each keystroke
/// (<doc:Behaviour>, section 1).
struct RequestHistory: Sendable {
  /// Increases with each notification that contains an edit.
  private var revision = 0
  /// The end of the last edit; nil before the first.
  private var lastEditEnd: TextOffset?
  /// The last completion request answered.
  private var answered: (revision: Int, offset: TextOffset, at: Instant)?

  mutating func noteChange() { revision += 1 }

  mutating func noteEditEnd(_ offset: TextOffset) { lastEditEnd = offset }

  mutating func noteAnswered(at offset: TextOffset, now: Instant) { answered = (revision, offset, now) }

  /// Whether a request at a position was made by the user. A request at the end of the last edit counts as automatic
  /// unless it is repeated.
  func isUsers(at offset: TextOffset, isRepeated: Bool) -> Bool { isRepeated || offset != lastEditEnd }

  /// Whether the request repeats the last one, for the same position and version, at least `pause` milliseconds later,
  /// and was therefore made by the user rather than automatically.
  func isRepeated(at offset: TextOffset, now: Instant, pause: Int) -> Bool {
    guard let answered, answered.revision == revision, answered.offset == offset else { return false }
    return now >= answered.at.advanced(by: pause)
  }
}
