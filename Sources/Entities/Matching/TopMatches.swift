/// The best `limit` of what is offered, in order; the rest is only counted.
///
/// A binary heap with the worst on top: O(log limit) each, and O(1) for what is worse than all kept.
public struct TopMatches<Element: Comparable> {
  public let limit: Int
  /// How many were offered.
  public private(set) var offered = 0
  private var heap: [Element] = []

  /// - Parameter limit: zero or less keeps none.
  public init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// Whether something was left out.
  public var isOverfull: Bool { offered > heap.count }

  public mutating func offer(_ element: Element) {
    offered += 1
    if heap.count < limit {
      heap.append(element)
      var child = heap.count - 1
      while child > 0, heap[(child - 1) / 2] < heap[child] {
        heap.swapAt((child - 1) / 2, child)
        child = (child - 1) / 2
      }
    } else if let worst = heap.first, element < worst {
      heap[0] = element
      sink()
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var largest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[largest] < heap[child] {
        largest = child
      }
      if largest == parent { return }
      heap.swapAt(parent, largest)
      parent = largest
    }
  }

  /// What was kept, best first.
  public func sorted() -> [Element] { heap.sorted() }
}
