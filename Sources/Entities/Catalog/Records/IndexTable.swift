/// Finds numbered things by what they hold, as ``KeyTable`` does, for a number of things that is known beforehand and in
/// half the room: no hashes are stored.
struct IndexTable: Sendable {
  /// One more than the number; 0 = free. The size is a power of two.
  let slots: Column<UInt32>

  func first(hash: UInt32, where isIt: (Int) -> Bool) -> Int? { Self.first(hash, in: slots.span, isIt) }

  static func first(_ hash: UInt32, in slots: Span<UInt32>, _ isIt: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var at = Int(hash) & mask
    // As many steps as there are slots at most: a table out of a damaged file may have no free one.
    for _ in 0..<slots.count {
      let slot = slots[at]
      if slot == 0 { return nil }
      let number = Int(slot - 1)
      if isIt(number) { return number }
      at = (at + 1) & mask
    }
    return nil
  }
}

/// An ``IndexTable`` being made.
struct IndexTableBuilder: Sendable {
  private var slots: [UInt32] = []

  init(capacity: Int = 0) {
    if capacity == 0 { return }
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  consuming func finish() -> IndexTable { IndexTable(slots: Column(slots)) }

  /// Adds numbers that follow each other from `first` on; together never more than the capacity.
  mutating func insert(_ first: Int, hashes: [UInt32]) {
    let mask = slots.count - 1
    var start = 0
    var places: [Int] = []
    while start < hashes.count {
      let end = min(start + 64, hashes.count)
      // One pass only to look where each begins, so that the processor fetches many slots at once.
      places.removeAll(keepingCapacity: true)
      for at in start..<end {
        let place = Int(hashes[at]) & mask
        places.append(slots[place] == 0 ? place : (place + 1) & mask)
      }
      for (offset, place) in places.enumerated() { insert(first + start + offset, at: place) }
      start = end
    }
  }

  /// Adds one number; together never more than the capacity.
  mutating func insert(_ number: Int, hash: UInt32) { insert(number, at: Int(hash) & (slots.count - 1)) }

  private mutating func insert(_ number: Int, at place: Int) {
    let mask = slots.count - 1
    var at = place
    while slots[at] != 0 { at = (at + 1) & mask }
    slots[at] = UInt32(number) + 1
  }

  /// As ``IndexTable/first(hash:where:)``.
  func first(hash: UInt32, where isIt: (Int) -> Bool) -> Int? {
    IndexTable.first(hash, in: slots.span, isIt)
  }
}
