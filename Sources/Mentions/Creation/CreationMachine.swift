import TextEvents
public import TextModel

/// The state machine of a mention in creation (<doc:Behaviour>, section 3). A pure value: each step depends only on the
/// state, the event and the policy.
///
///     idle ──begin──▶ awaiting first ──some──▶ results ◀──some──▶ no results
///       ▲                   │       ╲──none──────────────────────▶   │
///       └───────────────────┴──────── accepted, cancelled ───────────┘
struct CreationMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case idle
    case awaitingFirst(Creation)
    case results(Creation)
    case noResults(Creation)
  }

  enum Event: Hashable, Sendable {
    case begin(CreationStart)
    /// A grapheme was typed at the end of the key.
    case typed(TypedGrapheme)
    /// Graphemes at the end of the key were deleted; contains the text that is now between the trigger and the cursor.
    case keyShrunk(to: String)
    /// The key was replaced by an input method or autocorrection; contains the current text.
    case keyReplaced(by: String)
    /// An edit deleted or changed the trigger, or crossed the start of the mention.
    case startDeleted
    case pasted
    case changedElsewhere
    case cursorMoved
    /// The user closed the chooser.
    case cancelled
    /// The user requested completion again. `widens`: whether this explicit request offers more than the automatic
    /// completion before it.
    case asked(widens: Bool)
    /// The sources are being reloaded; earlier answers are obsolete.
    case sourcesReloaded
    /// The rest of the word after the cursor, or the closing brackets inserted by the editor, were deleted.
    case tailDeleted
    case accepted
    /// The current query has results.
    case foundSome
    /// All sources have answered the current query.
    case queryEnded(foundAny: Bool)
  }

  enum Effect: Hashable, Sendable {
    /// Search for the key.
    case search
    case ended(CreationEnd)
  }

  private(set) var state: State = .idle

  /// The mention in creation.
  var creation: Creation? {
    switch state {
    case .idle: nil
    case .awaitingFirst(let creation), .results(let creation), .noResults(let creation): creation
    }
  }

  mutating func step(_ event: Event, under policy: MentionsPolicy) -> [Effect] {
    switch (state, event) {
    case (_, .begin(let candidate)):
      state = .awaitingFirst(Creation(candidate, under: policy))
      return [.search]
    case (.idle, _): return []
    case (.awaitingFirst(let creation), .typed(let grapheme)), (.results(let creation), .typed(let grapheme)):
      return typed(grapheme, creation, mayHoldSpaces: creation.allowsSpaces(under: policy), policy)
    case (.noResults(let creation), .typed(let grapheme)):
      return typed(grapheme, creation, mayHoldSpaces: false, policy)
    case (.awaitingFirst(let creation), .keyShrunk(let key)), (.results(let creation), .keyShrunk(let key)),
      (.noResults(let creation), .keyShrunk(let key)),
      (.awaitingFirst(let creation), .keyReplaced(let key)), (.results(let creation), .keyReplaced(let key)),
      (.noResults(let creation), .keyReplaced(let key)):
      return follow(creation, key: key, policy)
    case (.awaitingFirst(var creation), .asked(let widens)), (.results(var creation), .asked(let widens)),
      (.noResults(var creation), .asked(let widens)):
      creation.invoked = true
      set(creation)
      return widens ? [.search] : []
    case (.awaitingFirst, .sourcesReloaded), (.results, .sourcesReloaded), (.noResults, .sourcesReloaded):
      return [.search]
    case (.awaitingFirst(var creation), .tailDeleted), (.results(var creation), .tailDeleted),
      (.noResults(var creation), .tailDeleted):
      // If only closing brackets were deleted, the key is unchanged.
      guard !creation.tailText.isEmpty else { return [] }
      creation.tailText = ""
      return follow(creation, key: creation.typed, policy)
    case (.awaitingFirst(let creation), .foundSome), (.noResults(let creation), .foundSome),
      (.awaitingFirst(let creation), .queryEnded(true)), (.noResults(let creation), .queryEnded(true)):
      state = .results(creation.with(.results))
      return []
    case (.results, .foundSome), (.results, .queryEnded(true)), (.noResults, .queryEnded(false)): return []
    case (.awaitingFirst(let creation), .queryEnded(false)):
      guard policy.continueAfterEmptyResults else { return end(.cancelled) }
      state = .noResults(creation.with(.noResults))
      return []
    case (.results(let creation), .queryEnded(false)):
      state = .noResults(creation.with(.noResults))
      return []
    case (.awaitingFirst, .accepted), (.results, .accepted), (.noResults, .accepted): return end(.accepted)
    case (.awaitingFirst, .startDeleted), (.results, .startDeleted), (.noResults, .startDeleted),
      (.awaitingFirst, .pasted), (.results, .pasted), (.noResults, .pasted),
      (.awaitingFirst, .changedElsewhere), (.results, .changedElsewhere), (.noResults, .changedElsewhere),
      (.awaitingFirst, .cursorMoved), (.results, .cursorMoved), (.noResults, .cursorMoved),
      (.awaitingFirst, .cancelled), (.results, .cancelled), (.noResults, .cancelled):
      return end(.cancelled)
    }
  }

  private mutating func end(_ how: CreationEnd) -> [Effect] {
    state = .idle
    return [.ended(how)]
  }

  /// Replaces the creation without changing the state.
  private mutating func set(_ creation: Creation) {
    switch state {
    case .idle: break
    case .awaitingFirst: state = .awaitingFirst(creation)
    case .results: state = .results(creation)
    case .noResults: state = .noResults(creation)
    }
  }

  private mutating func typed(
    _ grapheme: TypedGrapheme, _ creation: Creation, mayHoldSpaces: Bool, _ policy: MentionsPolicy
  ) -> [Effect] {
    // The dead key was not replaced by a letter, so its accent was a separator.
    if creation.endsInDeadKey { return end(.separator) }
    if let control = grapheme.control, creation.isLeft(by: control.candidate) { return end(.control) }
    var creation = creation
    if grapheme.kind.contains(.whitespace) {
      let belongs = mayHoldSpaces && !grapheme.kind.contains(.lineEnd) && !creation.typed.isEmpty
      guard belongs else { return end(.separator) }
      // The text after the space is another word.
      creation.tailText = ""
    } else if !grapheme.kind.belongsInKey, !grapheme.kind.contains(.deadKey) {
      return end(.separator)
    }
    return follow(creation, key: creation.typed + grapheme.text, policy)
  }

  private mutating func follow(_ creation: Creation, key: String, _ policy: MentionsPolicy) -> [Effect] {
    var creation = creation
    creation.setTyped(key)
    let isShortEnough = creation.key.isNoLonger(than: policy.maximumKeyLength)
    guard isShortEnough, creation.kind == .explicit || !key.isEmpty else { return end(.cancelled) }
    set(creation)
    return [.search]
  }
}

/// A mention in creation.
public struct Creation: Hashable, Sendable {
  /// The state of the answers to the queries of a mention in creation.
  public enum State: String, Hashable, Sendable {
    /// No query has been answered yet.
    case awaitingFirst
    /// There are results, or the previous query had results and the answer to the next one is pending.
    case results
    case noResults
  }

  public let kind: SearchKind
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  public let trigger: Int?
  /// The trigger, such as `@`; nil for implicit mentions.
  public let controlCharacter: String?
  /// The start of the trigger (or of the word).
  public let start: TextOffset
  /// The offset after the trigger; for an implicit mention, the start of the word.
  public let keyStart: TextOffset
  /// The text between ``keyStart`` and the cursor.
  private(set) var typed: String
  /// The rest of the word after the cursor.
  var tailText: String
  /// Whether the user requested completion explicitly.
  public internal(set) var invoked: Bool
  public private(set) var state: State

  init(_ candidate: CreationStart, under policy: MentionsPolicy) {
    kind = candidate.kind
    trigger = candidate.trigger
    controlCharacter = candidate.trigger.flatMap {
      policy.triggers.indices.contains($0) ? policy.triggers[$0].character : nil
    }
    start = candidate.start
    keyStart = candidate.keyStart
    typed = candidate.typed
    tailText = candidate.tail
    invoked = candidate.invoked
    state = .awaitingFirst
  }

  /// The search key: the text up to the cursor and the rest of the word after it.
  public var key: String { tailText.isEmpty ? typed : typed + tailText }
  /// The position of the cursor, which is the end of the replaced range.
  public var cursor: TextOffset { keyStart + typed.utf8.count }
  /// The range from the trigger (or the word's start) to the cursor, in UTF-8 offsets.
  public var range: TextRange { TextRange(start, cursor) }
  /// The range of the rest of the word after the cursor.
  package var tailRange: TextRange { TextRange(cursor, cursor + tailText.utf8.count) }

  /// The characters that editors insert after the cursor automatically when the trigger is typed.
  var closers: [UInt8] { controlCharacter.map(AutoClosing.closers) ?? [] }

  /// Whether bytes removed after the cursor are the rest of the word, the closing characters inserted automatically by
  /// an editor, or both.
  func isTail(_ removed: [UInt8]) -> Bool {
    guard !removed.isEmpty, removed.starts(with: tailText.utf8) else { return false }
    let rest = removed.dropFirst(tailText.utf8.count)
    return rest.isEmpty || rest.elementsEqual(closers)
  }

  /// Whether the last character typed is a spacing accent, which an input method may replace.
  fileprivate var endsInDeadKey: Bool { typed.last.map { CharacterClass($0).contains(.deadKey) } ?? false }

  fileprivate mutating func setTyped(_ text: String) { typed = text }

  fileprivate func with(_ state: State) -> Creation {
    var copy = self
    copy.state = state
    return copy
  }

  fileprivate func allowsSpaces(under policy: MentionsPolicy) -> Bool {
    guard let trigger else { return true }
    return policy.triggers.indices.contains(trigger) && policy.triggers[trigger].allowSpaces
  }

  /// Whether a trigger typed now ends this creation and may start another: the trigger is inside the key, or it is a
  /// longer one that begins with the current one (`[[` after `[`). The third bracket of `[[[` ends the creation like
  /// punctuation.
  fileprivate func isLeft(by candidate: CreationStart) -> Bool {
    candidate.start >= keyStart
      || (candidate.start <= start && candidate.keyStart - candidate.start > keyStart - start)
  }
}

/// The state of mention creation (<doc:Behaviour>, section 2).
public enum CreationPhase: Hashable, Sendable {
  /// A mention may start.
  case ready
  /// No mention starts before the next separator.
  case stalled
  case creating(Creation)
}

/// The way in which the creation of a mention ended.
enum CreationEnd: String, Hashable, Sendable, CaseIterable {
  /// An entity was accepted.
  case accepted
  /// Cancelled by typing a separator.
  case separator
  /// Cancelled by typing a trigger.
  case control
  /// Cancelled for another reason.
  case cancelled
}
