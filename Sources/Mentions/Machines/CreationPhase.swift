import TextEvents
public import TextModel

/// A mention that is being made.
public struct Creation: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    /// No query has been answered yet.
    case awaitingFirst
    /// There is something to choose from, or there was and the next answer is awaited.
    case results
    case noResults
  }

  public let kind: SearchKind
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  public let trigger: Int?
  public let controlCharacter: String?
  /// Where the control character (or the word) starts.
  public let start: TextOffset
  /// Behind the control character.
  public let keyStart: TextOffset
  /// The text between ``keyStart`` and the cursor.
  public private(set) var typed: String
  /// The rest of the word behind the cursor.
  public internal(set) var tailText: String
  /// Whether the user asked for it.
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

  /// What is searched for: the text up to the cursor and the rest of the word behind it.
  public var key: String { tailText.isEmpty ? typed : typed + tailText }
  /// The cursor, which the replaced range ends at.
  public var cursor: TextOffset { keyStart + typed.utf8.count }
  /// From the control character (or the word's start) to the cursor, in UTF-8 offsets.
  public var range: TextRange { TextRange(start, cursor) }
  /// The rest of the word behind the cursor.
  public var tailRange: TextRange { TextRange(cursor, cursor + tailText.utf8.count) }

  /// What editors put behind the cursor by themselves when the control character was typed.
  var closers: [UInt8] { controlCharacter.map(AutoClosing.closers) ?? [] }

  /// Whether these bytes from behind the cursor are the rest of the word, what an editor closed by itself, or both.
  func isTail(_ removed: [UInt8]) -> Bool {
    guard !removed.isEmpty, removed.starts(with: tailText.utf8) else { return false }
    let rest = removed.dropFirst(tailText.utf8.count)
    return rest.isEmpty || rest.elementsEqual(closers)
  }

  mutating func setTyped(_ text: String) { typed = text }

  func with(_ state: State) -> Creation {
    var copy = self
    copy.state = state
    return copy
  }

  func allowsSpaces(under policy: MentionsPolicy) -> Bool {
    guard let trigger else { return true }
    return policy.triggers.indices.contains(trigger) && policy.triggers[trigger].allowSpaces
  }

  /// Whether a control character typed now ends this creation as such: the key contains it, or it is a longer
  /// one that the creation's own begins (`[[` after `[`). The third of `[[[` ends it as punctuation does.
  func isLeft(by candidate: CreationStart) -> Bool {
    candidate.start >= keyStart
      || (candidate.start <= start && candidate.keyStart - candidate.start > keyStart - start)
  }
}

/// What the user is doing, as far as mentions go (the behaviour, section 2).
public enum CreationPhase: Hashable, Sendable {
  /// A mention may start.
  case ready
  /// None starts before the next separator.
  case stalled
  case creating(Creation)
}
