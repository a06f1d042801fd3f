public import TextModel

/// One document with its mentions: text, annotations, and the mention being made.
///
/// A value; time is passed in, effects are handed back. One `didChange` is ``beginChanges()``, any number of
/// ``splice(_:)`` and ``finishChanges(now:)``; a key typed costs the same in any document. Keep one owner: a
/// copy that is kept makes the next edit copy the text.
public struct MentionsDocument: Sendable {
  public internal(set) var text: IndexedText
  public internal(set) var annotations: AnnotationStore
  /// What the user turned into plain text: it moves like annotations and is not read back.
  public internal(set) var declined = AnnotationStore(textCount: 0)
  public internal(set) var policy: MentionsPolicy
  public let languageID: String
  /// The latest of a selection message, a request's position and the end of the last edit.
  public internal(set) var cursor: TextOffset = .zero
  /// Whether the host said that text is selected, and nothing has happened since.
  public internal(set) var hasSelection = false
  public internal(set) var chooser = Chooser()

  var detector = StartDetector()
  var machine = CreationMachine()
  var triggers: TriggerTable
  var prose: ProseScanner
  var memory = OfferMemory()
  var seen = SeenEntities()
  var given = GivenUp()
  var damage = DamagedMentions()
  /// Lit up by a backspace, as long as the cursor stays at its end.
  var backspaced: AnnotationID?
  /// What the host was told how to trim, whatever the policy does with deletions.
  var trims = TrimWishes()
  /// The latest query's number.
  var generation = 0
  /// The first query of the creation that is going on, or of the last one.
  var firstGeneration = 0
  /// Whether the latest query's creation is still going on.
  var isAsking = false

  /// Rises with every notification that changed something.
  var revision = 0
  /// Where the last edit ended; nil before the first.
  var lastEditEnd: TextOffset?
  /// The last completion request answered.
  var answered: (revision: Int, offset: TextOffset, at: Instant)?
  /// The annotation that an offer was accepted as, for ``confirm(_:now:)``.
  var acceptedAnnotation: AnnotationID?

  var batch = EditBatch()
  var batchIsExact = true
  var turn = Turn()
  /// What it has cost so far to compare texts, counted: nothing for an edit that hits no mention. For tests and
  /// benchmarks, which watch how the cost grows.
  public internal(set) var steps = 0

  public init(text: [UInt8], languageID: String, policy: MentionsPolicy) {
    self.text = IndexedText(text)
    self.languageID = languageID
    self.policy = policy
    annotations = AnnotationStore(textCount: self.text.buffer.count)
    triggers = TriggerTable(policy)
    prose = ProseScanner(languageID: languageID)
    annotations.removed.limit = RemovedText.Limit(
      count: policy.removedTextCount, bytes: policy.removedTextBytes)
    annotations.recentTime = policy.recentLineTime
  }

  /// Counts the mentions that were begun: tells one from the next.
  public var creationNumber: Int { turn.creationNumber }

  public var phase: CreationPhase {
    switch detector.state {
    case .ready: .ready
    case .stalled: .stalled
    case .creating: machine.creation.map { .creating($0) } ?? .stalled
    }
  }

  /// Takes new settings. A mention that is being made is cancelled where they change what may start one.
  public mutating func setPolicy(_ policy: MentionsPolicy, now: Instant) -> DocumentReport {
    inTurn(now) {
      let old = $0.policy
      if old.triggers != policy.triggers || old.implicit != policy.implicit {
        $0.toMachine(.cancelled)
        $0.memory.forget()
      }
      $0.policy = policy
      $0.triggers = TriggerTable(policy)
      $0.annotations.removed.limit = RemovedText.Limit(
        count: policy.removedTextCount, bytes: policy.removedTextBytes)
      $0.annotations.recentTime = policy.recentLineTime
      if policy.deletion == .plain { $0.giveUpRepairs() }
      if !policy.lightUp, $0.annotations.lightUp(at: nil) { $0.emit(.annotationsChangedWithoutEdit) }
    }
  }

  /// Time has come to an instant asked for.
  public mutating func tick(now: Instant) -> DocumentReport { inTurn(now) { $0.tickDamage() } }
}
