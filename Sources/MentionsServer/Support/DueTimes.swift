import Mentions

/// What is due when, the earliest first; of equal times the one that was added first.
///
/// Nothing is taken out before its time: who asks finds out whether it still matters.
struct DueTimes<Value> {
  private struct Entry {
    let time: Instant
    /// Counts the additions.
    let number: Int
    let value: Value

    func comesBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  /// A heap.
  private var entries: [Entry] = []
  private var added = 0

  /// The earliest time.
  var next: Instant? { entries.first?.time }

  /// - Complexity: O(log n).
  mutating func add(_ value: Value, at time: Instant) {
    added += 1
    entries.append(Entry(time: time, number: added, value: value))
    var at = entries.count - 1
    while at > 0, entries[at].comesBefore(entries[(at - 1) / 2]) {
      entries.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  /// Takes out the earliest, if its time has come.
  ///
  /// - Complexity: O(log n).
  mutating func take(at now: Instant) -> Value? {
    guard let first = entries.first, first.time <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < entries.count {
        if entries[child].comesBefore(entries[least]) { least = child }
      }
      if least == at { return first.value }
      entries.swapAt(at, least)
      at = least
    }
  }
}
