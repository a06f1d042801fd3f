/// Sorts numbers by texts that lie elsewhere, eight bytes at a time.
///
/// Numbers whose texts are equal keep their order. About linear for texts that differ early, as names do.
struct TextOrder {
  struct Item {
    /// Eight bytes of the text, the first one highest, zeros behind its end.
    var chunk: UInt64
    /// Where the text begins.
    let offset: UInt32
    let number: UInt32
  }

  /// The eight bytes at a depth of the text at an offset, and whether the text ends with them.
  typealias Load = (_ offset: UInt32, _ depth: Int) -> (chunk: UInt64, isLast: Bool)

  private var spare: [Item] = []

  /// Puts the items in order.
  ///
  /// - Parameter equal: is told each stretch of two or more equal texts.
  @inline(__always)
  mutating func sort(_ items: inout [Item], _ load: Load, equal: (Range<Int>) -> Void = { _ in }) {
    for at in items.indices { items[at].chunk = load(items[at].offset, 0).chunk }
    // Ranges of items that are equal down to a depth.
    var open: [(range: Range<Int>, depth: Int)] = [(items.indices, 0)]
    while let (range, depth) = open.popLast() {
      sortByChunk(&items, range)
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, items[end].chunk == items[start].chunk { end += 1 }
        if end - start > 1 {
          if load(items[start].offset, depth).isLast {
            equal(start..<end)
          } else {
            for at in start..<end { items[at].chunk = load(items[at].offset, depth + 8).chunk }
            open.append((start..<end, depth + 8))
          }
        }
        start = end
      }
    }
  }

  private mutating func sortByChunk(_ items: inout [Item], _ range: Range<Int>) {
    if range.count < 2 { return }
    if range.count <= 24 {
      for at in range.lowerBound + 1..<range.upperBound {
        let item = items[at]
        var place = at
        while place > range.lowerBound, items[place - 1].chunk > item.chunk {
          items[place] = items[place - 1]
          place -= 1
        }
        items[place] = item
      }
      return
    }
    if range.count < 1024 {
      // The sort of the standard library is stable.
      items[range].sort { $0.chunk < $1.chunk }
      return
    }
    var differing: UInt64 = 0
    let first = items[range.lowerBound].chunk
    for at in range { differing |= items[at].chunk ^ first }
    if spare.count < range.count {
      spare = Array(repeating: Item(chunk: 0, offset: 0, number: 0), count: range.count)
    }
    var counts = Array(repeating: 0, count: 256)
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
      for digit in 0..<256 { counts[digit] = 0 }
      for at in range { counts[Int(items[at].chunk >> shift & 0xFF)] += 1 }
      var total = 0
      for digit in 0..<256 {
        let count = counts[digit]
        counts[digit] = total
        total += count
      }
      for at in range {
        let digit = Int(items[at].chunk >> shift & 0xFF)
        spare[counts[digit]] = items[at]
        counts[digit] += 1
      }
      for at in 0..<range.count { items[range.lowerBound + at] = spare[at] }
    }
  }
}
