import TextModel

/// Where the user was editing last.
struct TypingTrail: Sendable {
  /// The stretch that was typed, or composed, without going elsewhere.
  private(set) var run: TextRange?
  /// What the last change inserted, if that was in one place.
  private(set) var last: TextRange?
  /// Milliseconds on the host's clock; nil before the first change.
  private(set) var time: Int?

  /// Notes a change of the user.
  ///
  /// - Parameters:
  ///   - parts: the net changes.
  ///   - sent: the stretch that the editor wrote, where it is one.
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

  /// Moves with a change that is none of the user's.
  mutating func follow(_ parts: [AppliedEdit]) {
    run = run?.following(parts)
    last = last?.following(parts)
  }

  mutating func forget() { (run, last) = (nil, nil) }
}
