/// The magnitudes of a catalog's weights: entities are ordered by them, the greatest first, so each has a range.
struct WeightRanks: Sendable {
  /// Where each stretch begins: ascending.
  private(set) var starts: [UInt32] = []
  /// The magnitude of each: descending.
  private(set) var magnitudes: [Int] = []

  /// So many differ at most.
  static let most = 1024

  /// Notes the next entity's; they come in the static order.
  mutating func append(_ magnitude: Int, at index: Int) {
    if magnitudes.last == magnitude { return }
    magnitudes.append(magnitude)
    starts.append(UInt32(index))
  }

  /// Whether all are alike.
  var isFlat: Bool { starts.count <= 1 }

  /// The range that an index is in. O(log(stretches)), and there are a few dozen at most.
  @inline(__always)
  func rank(of index: UInt32) -> Int {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The magnitude at an index.
  func magnitude(of index: Int) -> Int { magnitudes[rank(of: UInt32(index))] }

  /// Puts indices in the order of their magnitudes, those of one in the order in which they come. O(n).
  func sorted(_ indices: [UInt32]) -> [UInt32] {
    if isFlat { return indices }
    var next = starts
    var result: [UInt32] = Array(repeating: 0, count: indices.count)
    for index in indices {
      let rank = rank(of: index)
      result[Int(next[rank])] = index
      next[rank] += 1
    }
    return result
  }
}
