import Synchronization
import SystemCalls

/// Writes the files of the annotation store one after the other on a thread of its own, which lives while there is
/// something to write, and posts what came of each.
final class StoreWriter: Sendable {
  private struct State {
    var waiting: [StoreWriting] = []
    /// Whether the thread lives.
    var isRunning = false
  }

  private let state = Mutex(State())
  private let events: Mailbox<ServerEvent>

  init(events: Mailbox<ServerEvent>) { self.events = events }

  /// Never blocks.
  func write(_ writing: StoreWriting) {
    let starts = state.withLock { state in
      state.waiting.append(writing)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { Platform.startThread { [self] in run() } }
  }

  /// Waits until everything is written, for so many milliseconds at most.
  func finish(within milliseconds: Int) {
    let end = Platform.milliseconds() + milliseconds
    while state.withLock({ $0.isRunning }), Platform.milliseconds() < end {
      // Each file that is written wakes the queue.
      _ = events.take(waitingAtMost: 20)
    }
  }

  private func run() {
    while let writing = next() {
      let written = writing.perform { StoreFiles.replace($0, with: $1, limit: writing.limit) }
      for event in written { events.post(event) }
    }
  }

  private func next() -> StoreWriting? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isRunning = false
      return nil
    }
  }
}
