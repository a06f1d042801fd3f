import Entities
import Synchronization
import SystemCalls

/// Runs the parts of a computation on threads, which end with it.
package struct ThreadExecutor: ParallelExecutor {
  package let width: Int

  /// The maximum number of threads. Each needs memory for its parts.
  private static let most = 8

  /// One thread for each processor.
  package init() { self.init(width: min(Platform.cores, Self.most)) }

  /// - Parameter width: the number of threads that run at the same time, including the caller's.
  package init(width: Int) { self.width = max(1, width) }

  package func map<Result: Sendable>(_ parts: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    if parts <= 1 || width == 1 { return (0..<parts).map(body) }
    let next = Atomic(0)
    let results = Mutex([Result?](repeating: nil, count: parts))
    Platform.runOnThreads(min(width, parts)) {
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if part >= parts { return }
        let result = body(part)
        results.withLock { $0[part] = result }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}
