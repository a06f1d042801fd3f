/// Decides when a mention starts (the behaviour, section 2). A value that asks nobody: all facts are in the
/// event.
///
///     ready ──control character, Nth letter, resumed word──▶ creating
///       ▲  ╲                                                 │     │
///       │   foo@, cursor to a word                 separator │     │ accepted,
///       │     ▼                                     typed    │     │ cancelled
///       └── stalled ◀────────────────────────────────────────┼─────┘
///     separator typed, cursor behind one    ready ◀──────────┘
public struct StartDetector: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// A mention may start.
    case ready
    /// None starts by letters before the next separator.
    case stalled
    /// The ``CreationMachine`` has the word.
    case creating
  }

  public enum Event: Hashable, Sendable {
    case typed(TypedGrapheme)
    case deleted(DeletionFacts)
    case cursorMoved(PrecedingText)
    /// Too much at once to be typed, or with a line end: what precedes its end.
    case pasted(PrecedingText)
    /// The user asked; what the look-back found.
    case asked(CreationStart?)
    /// Any other completion request; what the look-back found.
    case requested(CreationStart?)
    /// A mention's making ended, or an annotation was created without one.
    case creationEnded(CreationEnd)
  }

  public enum Effect: Hashable, Sendable {
    case begin(CreationStart)
  }

  public private(set) var state: State

  public init(state: State = .ready) { self.state = state }

  public mutating func step(_ event: Event, under policy: MentionsPolicy) -> [Effect] {
    switch (state, event) {
    case (.ready, .typed(let grapheme)): return typedWhenReady(grapheme, policy)
    case (.stalled, .typed(let grapheme)):
      if let control = grapheme.control { return begin(control) }
      state = grapheme.kind.isSeparator ? .ready : .stalled
    case (.ready, .deleted(let facts)): return deletedWhenReady(facts, policy)
    case (.stalled, .deleted(let facts)):
      if facts.preceding.isSeparator, !facts.endsAnnotation { state = .ready }
    case (.ready, .cursorMoved(let preceding)), (.stalled, .cursorMoved(let preceding)),
      (.ready, .pasted(let preceding)), (.stalled, .pasted(let preceding)):
      state = preceding.isSeparator ? .ready : .stalled
    case (.ready, .asked(let candidate?)), (.stalled, .asked(let candidate?)),
      (.ready, .requested(let candidate?)), (.stalled, .requested(let candidate?)):
      return begin(candidate)
    case (.ready, .asked(nil)), (.stalled, .asked(nil)), (.ready, .requested(nil)),
      (.stalled, .requested(nil)):
      break
    case (.creating, .creationEnded(.separator)): state = .ready
    case (.creating, .creationEnded), (.ready, .creationEnded(.accepted)),
      (.stalled, .creationEnded(.accepted)):
      state = .stalled
    case (.ready, .creationEnded), (.stalled, .creationEnded): break
    case (.creating, .typed), (.creating, .deleted), (.creating, .cursorMoved), (.creating, .pasted),
      (.creating, .asked), (.creating, .requested):
      break
    }
    return []
  }

  private mutating func begin(_ candidate: CreationStart) -> [Effect] {
    state = .creating
    return [.begin(candidate)]
  }

  /// A control character: begins a mention after a separator, else it is part of an e-mail address.
  private mutating func begin(_ control: TypedGrapheme.Control) -> [Effect] {
    if control.preceding.admitsControl, control.isAllowed { return begin(control.candidate) }
    state = .stalled
    return []
  }

  private mutating func typedWhenReady(_ grapheme: TypedGrapheme, _ policy: MentionsPolicy) -> [Effect] {
    if let control = grapheme.control { return begin(control) }
    let minimum = policy.implicit.minimumLength
    guard let word = grapheme.word, let candidate = word.candidate, minimum > 0, word.count == minimum,
      word.isFree,
      word.isAllowed, policy.implicit.anyCase || !word.startsLowercase
    else { return [] }
    return begin(candidate)
  }

  private mutating func deletedWhenReady(_ facts: DeletionFacts, _ policy: MentionsPolicy) -> [Effect] {
    let minimum = policy.implicit.minimumLength
    switch (facts.removed, facts.resumable) {
    case (.whitespace, .explicitWord(let candidate)), (.whitespace, .control(let candidate)),
      (.separators, .control(let candidate)):
      return begin(candidate)
    case (.whitespace, .implicitWord(let candidate, let count, let startsLowercase))
    where minimum > 0 && count >= minimum && (policy.implicit.anyCase || !startsLowercase):
      return begin(candidate)
    case (.whitespace, _), (.separators, _), (.other, _):
      if facts.endsAnnotation { state = .stalled }
      return []
    }
  }
}
