import TextModel

/// What is known when a change is read.
struct ReadingContext {
  /// The text after the change. Only a few bytes round the edits are read.
  let buffer: TextBuffer
  let policy: TextEventPolicy
  let trail: TypingTrail
  /// Whether a recent change deleted just what this one inserts.
  let isPutBack: Bool
  /// Before the change; nil where nobody knows.
  let cursor: TextOffset?
  /// What the host said was selected before the change; nil: nothing.
  let selection: TextRange?
  /// Before the change.
  let composition: Composition?
  /// Milliseconds on the host's clock.
  let now: Int
}

/// What a change was read as.
struct Reading {
  var events: [TextEvent]
  /// After the change.
  var cursor: TextOffset
  /// What is marked after the change.
  var composition: Composition?
  /// Whether it belongs to a run of typing.
  var isTyped = true
  /// Whether it is a further step of what was marked before.
  var continues = false
}
