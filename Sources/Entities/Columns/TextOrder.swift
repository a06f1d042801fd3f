/// Sorts numbered items by their texts, which are stored elsewhere, comparing eight bytes at a time. The sort is
/// stable.
///
/// Sorting is about linear for texts that differ within their first few bytes, as names do.
struct TextOrder {
  struct Item {
    /// Eight bytes of the text, big-endian, padded with zeros.
    var chunk: UInt64
    /// The offset of the text.
    let offset: UInt32
    let number: UInt32
  }

  /// Returns the eight bytes of an item's text that begin at offset `depth`, and whether the text ends within them.
  typealias Load = (_ item: Item, _ depth: Int) -> (chunk: UInt64, isLast: Bool)

  /// The number of items up to which insertion sort is used; larger ranges use a radix sort, the highest byte first.
  private static let few = 24
  private static let highest: UInt64 = 56

  /// The second buffer of the radix sort.
  private var spare: [Item] = []

  /// Sorts the items.
  ///
  /// - Parameter equal: is called with each range of two or more items with equal texts.
  @inline(__always)
  mutating func sort(_ items: inout [Item], _ load: Load, equal: (Range<Int>) -> Void = { _ in }) {
    for at in items.indices { items[at].chunk = load(items[at], 0).chunk }
    // Ranges that remain to be sorted. The texts of the items in a range are equal up to the depth.
    var open: [(range: Range<Int>, depth: Int)] = [(items.indices, 0)]
    while let (range, depth) = open.popLast() {
      sortByChunk(&items, range)
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, items[end].chunk == items[start].chunk { end += 1 }
        if end - start > 1 {
          if load(items[start], depth).isLast {
            equal(start..<end)
          } else {
            for at in start..<end { items[at].chunk = load(items[at], depth + 8).chunk }
            open.append((start..<end, depth + 8))
          }
        }
        start = end
      }
    }
  }

  /// Sorts a range by its chunks; stable. O(items × 8).
  mutating func sortByChunk(_ items: inout [Item], _ range: Range<Int>) {
    if range.count <= Self.few { return Self.insert(&items, range) }
    if spare.count < items.count {
      let none = Item(chunk: 0, offset: 0, number: 0)
      spare = Array(repeating: none, count: items.count)
    }
    deal(&items, range, Self.highest, areSpare: false)
  }

  private static func insert(_ items: inout [Item], _ range: Range<Int>) {
    if range.count < 2 { return }
    for at in range.lowerBound + 1..<range.upperBound {
      let item = items[at]
      var place = at
      while place > range.lowerBound, items[place - 1].chunk > item.chunk {
        items[place] = items[place - 1]
        place -= 1
      }
      items[place] = item
    }
  }

  /// Sorts a range of chunks that are equal above the byte at `shift`.
  ///
  /// - Parameter areSpare: whether the unsorted items are in `spare` rather than in `items`. The result is always in
  ///   `items`.
  private mutating func deal(_ items: inout [Item], _ range: Range<Int>, _ shift: UInt64, areSpare: Bool) {
    if range.count <= Self.few {
      if areSpare { takeBack(range, into: &items) }
      return Self.insert(&items, range)
    }
    var places = areSpare ? Self.counts(spare, range, shift) : Self.counts(items, range, shift)
    let first = (areSpare ? spare : items)[range.lowerBound].chunk
    if Int(places[Int(first >> shift & 0xFF)]) == range.count {
      // All items have the same byte at this position.
      if shift > 0 { return deal(&items, range, shift - 8, areSpare: areSpare) }
      if areSpare { takeBack(range, into: &items) }
      return
    }
    var total = UInt32(range.lowerBound)
    for digit in 0..<256 {
      let count = places[digit]
      places[digit] = total
      total += count
    }
    if areSpare {
      Self.deal(spare, to: &items, range, shift, &places)
    } else {
      Self.deal(items, to: &spare, range, shift, &places)
    }
    // Each entry of `places` is now the end of the items with its byte.
    var start = range.lowerBound
    for digit in 0..<256 where Int(places[digit]) > start {
      let end = Int(places[digit])
      if shift > 0 {
        deal(&items, start..<end, shift - 8, areSpare: !areSpare)
      } else if !areSpare {
        takeBack(start..<end, into: &items)
      }
      start = end
    }
  }

  private func takeBack(_ range: Range<Int>, into items: inout [Item]) {
    for at in range { items[at] = spare[at] }
  }

  /// The number of chunks with each value of the byte at `shift`.
  private static func counts(
    _ items: [Item], _ range: Range<Int>, _ shift: UInt64
  ) -> InlineArray<256, UInt32> {
    var counts = InlineArray<256, UInt32>(repeating: 0)
    for at in range { counts[Int(items[at].chunk >> shift & 0xFF)] += 1 }
    return counts
  }

  private static func deal(
    _ items: [Item], to others: inout [Item], _ range: Range<Int>, _ shift: UInt64,
    _ places: inout InlineArray<256, UInt32>
  ) {
    for at in range {
      let digit = Int(items[at].chunk >> shift & 0xFF)
      others[Int(places[digit])] = items[at]
      places[digit] += 1
    }
  }
}
