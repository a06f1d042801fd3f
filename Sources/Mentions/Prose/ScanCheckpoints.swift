import TextModel

/// What the scanner knew at places along the text, with a gap where the last edit was.
///
/// Those before the gap count from the start of the text, those behind it from its end, so that an edit moves none.
/// The first ones are known; all others are guesses: each is what held before the edits. When scanning on comes to
/// the place of a guess and finds the same, all that follow hold too, up to the next one with an edit before it.
struct ScanCheckpoints: Sendable {
  struct Checkpoint: Sendable {
    /// From the start of the text before the gap, from its end behind it.
    var place: Int
    var state: ScanState
    /// The text between this and the one before has been edited since it was scanned.
    var isDoubtful = false
  }

  /// How far a token's meaning may depend on what follows it.
  private static let reach = 64

  private var front: [Checkpoint] = []
  /// In reverse order.
  private var behind: [Checkpoint] = []
  /// So many of those before the gap are no guesses.
  private var known = 0
  private var textCount = 0

  /// How many are known.
  var count: Int { known }

  /// How far apart they are at least, in bytes: more in a huge document, so that there are some thousands at most to
  /// be moved past an edit.
  var spacing: Int { max(2048, textCount >> 13) }

  mutating func reset(textCount: Int) {
    front = []
    behind = []
    known = 0
    self.textCount = textCount
  }

  /// The nearest known state at or before `offset`.
  func nearest(before offset: Int) -> (place: Int, state: ScanState)? {
    var low = 0
    var high = known
    while low < high {
      let middle = low + (high - low) / 2
      if front[middle].place <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (front[low - 1].place, front[low - 1].state) : nil
  }

  var last: (place: Int, state: ScanState)? {
    known > 0 ? (front[known - 1].place, front[known - 1].state) : nil
  }
  /// The place of the next guess, once scanning goes on.
  var nextGuess: Int? { behind.last.map { textCount - $0.place } }
  /// The place of the last guess of all.
  var lastGuess: Int? { behind.first.map { textCount - $0.place } }
  /// Whether the next guess does not follow from the state before it.
  var isNextDoubtful: Bool { behind.last?.isDoubtful ?? false }

  /// Puts the gap behind what is known: scanning goes on from there. O(guesses before the gap).
  mutating func goOn() {
    while front.count > known { moveBack(front.removeLast()) }
  }

  /// Scanning has come to `place`. Later than the last known one, at or before the next guess.
  /// Takes over guesses that it confirms, up to `limit`. Returns where something else may hold than before the edits: round
  /// guesses that it does not confirm.
  mutating func add(_ state: ScanState, at place: Int, upTo limit: Int) -> TextRange? {
    defer { known = front.count }
    let start = front.last?.place ?? 0
    var isOther = false
    while let guess = behind.last, textCount - guess.place <= place {
      behind.removeLast()
      guard textCount - guess.place == place, guess.state == state else {
        isOther = true
        continue
      }
      front.append(Checkpoint(place: place, state: state))
      while let next = behind.last, !next.isDoubtful, front.last.map({ $0.place <= limit }) ?? false {
        moveForward()
      }
      return isOther ? TextRange(start, place) : nil
    }
    front.append(Checkpoint(place: place, state: state))
    // What follows was found from another state.
    if let next = behind.indices.last { behind[next].isDoubtful = true }
    return isOther ? TextRange(start, max(place, nextGuess ?? textCount)) : nil
  }

  /// What holds at the start of the text may be something else: all are guesses.
  mutating func doubtAll() { known = 0 }

  /// O(checkpoints between this edit and the last). `from` is where the change begins.
  mutating func invalidate(from: Int, oldEnd: Int, shift: Int) {
    // Between the last edit and this one all stay the guesses that they are.
    while let next = behind.last, textCount - next.place <= from - Self.reach { moveForward() }
    while let last = front.last, last.place > from - Self.reach {
      front.removeLast()
      if last.place >= oldEnd { moveBack(last) }
    }
    while let next = behind.last, textCount - next.place < oldEnd { behind.removeLast() }
    if let next = behind.indices.last { behind[next].isDoubtful = true }
    known = min(known, front.count)
    textCount += shift
  }

  private mutating func moveForward() {
    var next = behind.removeLast()
    next.place = textCount - next.place
    front.append(next)
  }

  private mutating func moveBack(_ last: Checkpoint) {
    var last = last
    last.place = textCount - last.place
    behind.append(last)
  }
}
