/// Figures of one kind, measured again and again.
struct Sample {
  private(set) var values: [Double] = []

  init() {}
  init(_ values: [Double]) { self.values = values }

  mutating func add(_ value: Double) { values.append(value) }

  var isEmpty: Bool { values.isEmpty }
  var least: Double { values.min() ?? 0 }
  var median: Double { quantile(0.5) }
  var worst: Double { values.max() ?? 0 }
  /// With fewer than a hundred values: the greatest.
  var p99: Double { quantile(0.99) }

  private func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }
}

extension Duration {
  var microseconds: Double { self / .microseconds(1) }
  var milliseconds: Double { self / .milliseconds(1) }
}
