import TextModel

/// Decides when a mention starts (<doc:Behaviour>, section 2). A pure value: events contain all the information that it
/// needs.
///
///     ready ──trigger, Nth letter, resumed word────────────▶ creating
///       ▲  ╲                                                 │     │
///       │   foo@, cursor to a word                 separator │     │ accepted,
///       │     ▼                                     typed    │     │ cancelled
///       └── stalled ◀────────────────────────────────────────┼─────┘
///     separator typed, cursor after one     ready ◀──────────┘
struct StartDetector: Hashable, Sendable {
  enum State: String, Hashable, Sendable, CaseIterable {
    /// A mention may start.
    case ready
    /// Letters do not start a mention before the next separator.
    case stalled
    /// The ``CreationMachine`` handles the word.
    case creating
  }

  enum Event: Hashable, Sendable {
    case typed(TypedGrapheme)
    case deleted(DeletionFacts)
    case cursorMoved(PrecedingText)
    /// Text was inserted that is too long to have been typed, or contains a line end; contains the kind of text before
    /// the end of the insertion.
    case pasted(PrecedingText)
    /// The user requested completion; contains the mention found by looking back, else the word before the cursor.
    case asked(CreationStart?)
    /// Completion was requested, but not explicitly by the user; contains the mention found by looking back.
    case requested(CreationStart?)
    /// A letter was typed directly after a mention, or the separator after it was deleted; contains the whole word.
    case resumed(CreationStart)
    /// The creation of a mention ended, or an offer was accepted after its creation had ended.
    case creationEnded(CreationEnd)
  }

  enum Effect: Hashable, Sendable {
    case begin(CreationStart)
  }

  private(set) var state: State

  init(state: State = .ready) { self.state = state }

  mutating func step(_ event: Event, under policy: MentionsPolicy) -> [Effect] {
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
      (.ready, .requested(let candidate?)), (.stalled, .requested(let candidate?)),
      (.ready, .resumed(let candidate)), (.stalled, .resumed(let candidate)):
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
      (.creating, .asked), (.creating, .requested), (.creating, .resumed):
      break
    }
    return []
  }

  private mutating func begin(_ candidate: CreationStart) -> [Effect] {
    state = .creating
    return [.begin(candidate)]
  }

  /// Handles a trigger, which begins a mention after a separator, and otherwise is part of an
  /// e-mail address.
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

/// The way in which a mention was started: by a trigger, or by typing letters.
public enum SearchKind: String, Hashable, Sendable { case explicit, implicit }

/// A position at which a mention could start, and its search key.
struct CreationStart: Hashable, Sendable {
  var kind: SearchKind
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  var trigger: Int?
  /// The start of the trigger (or of the word).
  var start: TextOffset
  /// The offset after the trigger; for an implicit mention, the start of the word.
  var keyStart: TextOffset
  /// The text between ``keyStart`` and the cursor.
  var typed: String
  /// The rest of the word after the cursor; part of the key, but not of the replaced range.
  var tail = ""
  var invoked = false

}

/// A typed grapheme, with the facts about its surroundings that the state machines need.
struct TypedGrapheme: Hashable, Sendable {
  /// The trigger that the grapheme completes.
  struct Control: Hashable, Sendable {
    /// The text before the trigger.
    var preceding: PrecedingText
    /// The mention that the trigger would begin, with the word after the cursor as its tail.
    var candidate: CreationStart
    /// Whether mentions are offered automatically at this position (<doc:Behaviour>, section 7).
    var isAllowed = true
  }

  /// The run of normal graphemes that ends with the typed one.
  struct Word: Hashable, Sendable {
    /// The number of graphemes in the run, counted up to one more than the policy's minimum.
    var count: Int
    /// Whether a separator or the document's start precedes the run, rather than a trigger or an annotation.
    var isFree = true
    var startsLowercase = false
    /// The mention that the run would begin, if it has exactly the minimum length.
    var candidate: CreationStart?
    var isAllowed = true
  }

  var text: String
  var kind: CharacterClass
  var control: Control?
  var word: Word?
}

/// The kind of text that was deleted, and the resulting context.
struct DeletionFacts: Hashable, Sendable {
  enum Removed: Hashable, Sendable, CaseIterable {
    case whitespace
    /// Separators, at least one of them not whitespace.
    case separators
    case other
  }

  /// The text that is now before the cursor and may resume a mention.
  enum Resumable: Hashable, Sendable {
    /// A word that begins with a trigger that may start a mention.
    case explicitWord(CreationStart)
    /// Any other word.
    case implicitWord(CreationStart, count: Int, startsLowercase: Bool)
    /// A trigger that may start a mention.
    case control(CreationStart)
  }

  var removed: Removed
  var preceding: PrecedingText
  /// The text that may resume a mention; nil if there is none, for example because text was deleted after the cursor,
  /// or because mentions are not offered here.
  var resumable: Resumable?
  /// Whether the cursor is right after an annotation.
  var endsAnnotation = false
}

/// The kind of text directly before a position.
enum PrecedingText: Hashable, Sendable, CaseIterable {
  /// The document starts here.
  case start
  case separator
  case normal
  /// A letter of a script written without spaces.
  case unspaced
  /// A trigger. Before a different trigger, it counts as a separator instead.
  case control

  /// Whether a word may begin here.
  var isSeparator: Bool { self == .start || self == .separator }
  /// Whether a trigger typed here begins a mention.
  var admitsControl: Bool { isSeparator || self == .unspaced }
}
