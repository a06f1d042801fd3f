import TextModel

/// The latest location of the user's edits.
struct TypingTrail: Sendable {
  /// The range that was typed or composed without interruption.
  private(set) var run: TextRange?
  /// The text that the last change inserted, if that was in one place.
  private(set) var last: TextRange?
  /// Milliseconds on the host's clock; nil before the first change.
  private(set) var time: Int?

  /// Records a change by the user.
  ///
  /// - Parameters:
  ///   - parts: the net changes.
  ///   - sent: the edit as the editor sent it, if there is only one.
  ///   - isTyped: whether it belongs to a run: typed, deleted by keys, composed, corrected.
  ///   - now: milliseconds on the host's clock.
  mutating func note(_ parts: [AppliedEdit], sent: AppliedEdit?, isTyped: Bool, at now: Int) {
    time = now
    guard parts.count == 1, isTyped else {
      (run, last) = (nil, nil)
      return
    }
    let part = parts[0]
    let written = sent ?? part
    last = written.inserted.isEmpty ? nil : written.insertedRange
    if let run, run.contains(part.range) {
      self.run = TextRange(run.start, run.end + part.shift)
    } else {
      run = part.inserted.isEmpty ? nil : part.insertedRange
    }
  }

  /// Adjusts the ranges to a change that is not by the user.
  mutating func follow(_ parts: [AppliedEdit]) {
    run = run?.following(parts)
    last = last?.following(parts)
  }

  mutating func forget() { (run, last) = (nil, nil) }
}
