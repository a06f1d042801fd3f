import TextModel

/// Triggers whose mention was cancelled, as long as their text is there: a client that asks by itself
/// on every key must not bring them back (the behaviour, section 2).
struct CancelledTriggers: Sendable {
  private var places: [TextOffset] = []
  private static let limit = 16

  func contains(_ place: TextOffset) -> Bool { places.contains(place) }

  mutating func add(_ place: TextOffset) {
    remove(at: place)
    places.append(place)
    if places.count > Self.limit { places.removeFirst() }
  }

  mutating func remove(at place: TextOffset) { places.removeAll { $0 == place } }

  /// Net changes, sorted, relative to the text before them.
  mutating func follow(_ changes: [AppliedEdit]) {
    guard !places.isEmpty else { return }
    places = places.compactMap { place in
      var moved = place
      for change in changes {
        if change.range.start > place || (change.range.start == place && !change.range.isEmpty) {
          return change.range.start == place ? nil : moved
        }
        if change.range.end > place { return nil }
        moved = moved + change.shift
      }
      return moved
    }
  }
}
