import Synchronization

/// Writes the files of the annotation store one after the other on a thread of its own, which lives while there is
/// something to write, and posts what came of each.
final class StoreWriter: Sendable {
  private struct Work {
    let path: String
    /// Nil: the file is to go.
    let bytes: [UInt8]?
    let limit: StoreLimit?
  }

  private struct State {
    var waiting: [Work] = []
    /// Whether the thread lives.
    var isRunning = false
  }

  private let state = Mutex(State())
  private let events: EventQueue

  init(events: EventQueue) { self.events = events }

  /// Never blocks.
  func write(_ bytes: [UInt8]?, to path: String, limit: StoreLimit?) {
    let starts = state.withLock { state in
      state.waiting.append(Work(path: path, bytes: bytes, limit: limit))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { Platform.startThread { [self] in run() } }
  }

  /// Waits until everything is written, for so many milliseconds at most.
  func finish(within milliseconds: Int64) {
    let end = Platform.now() + milliseconds
    while state.withLock({ $0.isRunning }), Platform.now() < end {
      // Each file that is written wakes the queue.
      _ = Platform.wait(input: nil, wake: events.wakeDescriptor, output: nil, milliseconds: 20)
      _ = events.take()
    }
  }

  private func run() {
    while let work = next() {
      let fault = StoreFiles.replace(work.path, with: work.bytes, limit: work.limit)
      events.post(.storeWritten(path: work.path, fault: fault))
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isRunning = false
      return nil
    }
  }
}
