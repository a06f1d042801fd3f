import TextModel

/// What the scanner knew at places along the text.
///
/// In front of the last edit the knowledge holds, and counts from the start of the text. Behind it there are
/// guesses, counted from the end: each is what held before the edits. When scanning on comes to such a place
/// and finds the same, all that follow hold too, up to the next one with an edit before it.
struct ScanCheckpoints: Sendable {
  struct Checkpoint: Sendable {
    /// From the start of the text in front, from its end behind.
    var place: Int
    var state: ScanState
    /// The text between this and the one before has been edited.
    var isDoubtful = false
  }

  /// How far apart they are at least, in bytes.
  static let spacing = 2048
  /// How far a token's meaning may depend on what follows it.
  private static let reach = 64

  private var front: [Checkpoint] = []
  /// In reverse order.
  private var behind: [Checkpoint] = []
  private var textCount = 0

  var count: Int { front.count }

  mutating func reset(textCount: Int) {
    front = []
    behind = []
    self.textCount = textCount
  }

  /// The nearest known state at or before `offset`.
  func nearest(before offset: Int) -> (place: Int, state: ScanState)? {
    var low = 0
    var high = front.count
    while low < high {
      let middle = low + (high - low) / 2
      if front[middle].place <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (front[low - 1].place, front[low - 1].state) : nil
  }

  var last: (place: Int, state: ScanState)? { front.last.map { ($0.place, $0.state) } }
  /// The place of the next guess.
  var nextGuess: Int? { behind.last.map { textCount - $0.place } }

  /// Scanning has come to `place`. Later than the last known one, at or before the next guess.
  /// Takes over guesses that it confirms, up to `limit`.
  mutating func add(_ state: ScanState, at place: Int, upTo limit: Int) {
    while let guess = behind.last, textCount - guess.place <= place {
      behind.removeLast()
      guard textCount - guess.place == place, guess.state == state else { continue }
      front.append(Checkpoint(place: place, state: state))
      while let next = behind.last, !next.isDoubtful, front.last.map({ $0.place <= limit }) ?? false {
        behind.removeLast()
        front.append(Checkpoint(place: textCount - next.place, state: next.state))
      }
      return
    }
    front.append(Checkpoint(place: place, state: state))
    // What follows was found from another state.
    if let next = behind.indices.last { behind[next].isDoubtful = true }
  }

  /// O(checkpoints between this edit and the last). `from` is where the change begins, or before.
  mutating func invalidate(from: Int, oldEnd: Int, shift: Int) {
    while let last = front.last, last.place > from - Self.reach {
      front.removeLast()
      if last.place >= oldEnd { behind.append(Checkpoint(place: textCount - last.place, state: last.state)) }
    }
    while let next = behind.last, textCount - next.place < oldEnd { behind.removeLast() }
    if let next = behind.indices.last { behind[next].isDoubtful = true }
    textCount += shift
  }
}
