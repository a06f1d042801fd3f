import TextModel

/// What tells a completion request of the user's from one that a client sends by itself on every key (the behaviour,
/// section 1).
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

  /// Whether a request at a place is the user's own, as far as place and version tell.
  func isUsers(at offset: TextOffset, isRepeated: Bool) -> Bool { isRepeated || offset != lastEditEnd }

  /// Asked for the same place of the same version again, by a person and not by a client in a hurry: `pause`
  /// milliseconds later at the earliest.
  func isRepeated(at offset: TextOffset, now: Instant, pause: Int) -> Bool {
    guard let answered, answered.revision == revision, answered.offset == offset else { return false }
    return now >= answered.at.advanced(by: pause)
  }
}
