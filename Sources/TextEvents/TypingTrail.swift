import TextModel

/// The latest location of the user's edits.
struct TypingTrail: Sendable {
  /// The range that was typed or composed without interruption.
  private(set) var run: TextRange?
  /// The range of the text that the last change inserted; nil if it inserted none, was not part of a run, or consisted
  /// of several edits.
  private(set) var last: TextRange?
  /// The time of the last change, in milliseconds on the host's clock; nil before the first change.
  private(set) var time: Int?

  /// Records a change by the user.
  ///
  /// - Parameters:
  ///   - parts: the net changes.
  ///   - sent: the edit as the editor sent it, if there is only one.
  ///   - isTyped: whether the change belongs to a run: it was typed, deleted by keys, composed or corrected.
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

  /// Adjusts the ranges to a change that the user did not make.
  mutating func follow(_ parts: [AppliedEdit]) {
    run = run?.following(parts)
    last = last?.following(parts)
  }

  mutating func forget() { (run, last) = (nil, nil) }
}
