import TextModel

/// Text that an input method shows and has not committed yet.
struct Composition: Hashable, Sendable {
  /// Where it is; never empty.
  var range: TextRange
  var text: [UInt8]
  /// What was there before.
  var before: [UInt8]
  var certainty: TextEvent.Certainty

  /// That it is final.
  var committed: TextEvent {
    TextEvent(.committed, range, text: text, before: before, cause: .inputMethod, certainty)
  }
}
