/// What queries cost.
struct QuerySample {
  /// In microseconds.
  var wall = Sample()
  /// The processor's work for the thread that searched, in microseconds.
  var processor = Sample()
  /// Answers without items where some were due.
  var failures = 0

  init() {}

  /// - Parameters:
  ///   - wall: in nanoseconds.
  ///   - processor: in nanoseconds.
  ///   - failures: answers without items where some were due.
  init(wall: [Int], processor: [Int], failures: Int) {
    self.wall = Sample(wall.map { Double($0) / 1000 })
    self.processor = Sample(processor.map { Double($0) / 1000 })
    self.failures = failures
  }

  mutating func add(_ other: QuerySample) {
    for value in other.wall.values { wall.add(value) }
    for value in other.processor.values { processor.add(value) }
    failures += other.failures
  }
}
