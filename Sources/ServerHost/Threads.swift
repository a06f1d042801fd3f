import Entities
import Synchronization
import SystemCalls

/// Runs the parts of a computation on threads that end when the computation ends.
package struct ThreadExecutor: ParallelExecutor {
  package let width: Int

  /// The maximum number of threads. Each needs memory for its parts.
  private static let most = 8

  /// Creates an executor with one thread for each processor, up to a maximum.
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

/// Answers questions on a few threads, the newest first, so that the current document is handled before documents
/// opened earlier. Threads run as long as there are questions.
final class QuestionStack<Question: Sendable>: Sendable {
  private struct State {
    /// Newest last.
    var waiting: [Question] = []
    var threads = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let limit: Int
  private let answer: @Sendable (Question) -> Void
  private let refuse: @Sendable (Question) -> Void

  /// - Parameters:
  ///   - width: the number of questions answered at the same time.
  ///   - limit: the maximum number of waiting questions.
  ///   - answer: called on separate threads; may block.
  ///   - refuse: called with the oldest question if too many are waiting; must not block.
  init(
    width: Int, limit: Int, answer: @escaping @Sendable (Question) -> Void,
    refuse: @escaping @Sendable (Question) -> Void
  ) {
    (self.width, self.limit, self.answer, self.refuse) = (width, limit, answer, refuse)
  }

  /// Adds a question. Never blocks.
  func ask(_ question: Question) {
    let (starts, refused) = state.withLock { state in
      state.waiting.append(question)
      let refused = state.waiting.count > limit ? state.waiting.removeFirst() : nil
      guard state.threads < width else { return (false, refused) }
      state.threads += 1
      return (true, refused)
    }
    if let refused { refuse(refused) }
    if starts { HostProcess.startThread { [self] in run() } }
  }

  private func run() {
    while let question = next() { answer(question) }
  }

  private func next() -> Question? {
    state.withLock { state in
      if let question = state.waiting.popLast() { return question }
      state.threads -= 1
      return nil
    }
  }
}
