import MentionsServer
import Synchronization
import SystemCalls

/// Writes the files of the annotation store one after the other on a thread of its own, which lives while there is
/// something to do, and posts what came of each. Folders are tidied once nothing is left to write.
final class StoreWriter: Sendable {
  private struct State {
    /// In order; those before `next` are done.
    var waiting: [StoreUpdate] = []
    var next = 0
    /// Folders that are to be looked through, with their limits and what was written there last.
    var untidy: [String: (limit: StoreLimit?, latest: String?)] = [:]
    /// Folders that were looked through before anything was written there.
    var visited: Set<String> = []
    /// Whether the thread lives.
    var isRunning = false
    /// How many files have been dealt with.
    var done = 0

    var left: Int { waiting.count - next }
  }

  private enum Work {
    case write(StoreUpdate)
    case tidy(folder: String, limit: StoreLimit?, latest: String?)
  }

  private let state = Mutex(State())
  private let updater = Mutex(StoreUpdater())
  private let events: Mailbox<ServerEvent>

  init(events: Mailbox<ServerEvent>) { self.events = events }

  /// Never blocks.
  func write(_ writing: StoreUpdate) {
    start { state in
      state.waiting.append(writing)
      return true
    }
  }

  /// A folder of the store is used: what an earlier server left in it goes. Never blocks.
  func visit(_ folder: String, limit: StoreLimit?) {
    start { state in
      guard state.visited.insert(folder).inserted else { return false }
      state.untidy[folder] = (limit, nil)
      return true
    }
  }

  /// Waits until everything is written. Gives up where no file is done in so many milliseconds.
  /// - Returns: what came of the files, and how many were given up.
  func finish(patience milliseconds: Int) -> (events: [ServerEvent], left: Int) {
    var taken: [ServerEvent] = []
    var done = -1
    var end = 0
    while true {
      let (isRunning, now, left) = state.withLock { ($0.isRunning, $0.done, $0.left) }
      // The last of them may have been posted since.
      taken += events.take(waitingAtMost: isRunning ? 20 : 0)
      if !isRunning { return (taken, 0) }
      if now != done { (done, end) = (now, Platform.milliseconds() + milliseconds) }
      if Platform.milliseconds() >= end { return (taken, left) }
    }
  }

  private func start(_ change: (inout State) -> Bool) {
    let starts = state.withLock { state in
      guard change(&state), !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    if starts, !Platform.startThread({ [self] in run() }) { run() }
  }

  private func run() {
    while let work = next() {
      switch work {
      case .write(let writing):
        let written = updater.withLock { updater in
          updater.perform(writing) { StoreFiles.replace($0, limit: writing.limit, $1) }
        }
        for (path, fault) in written { events.post(.storeWritten(path: path, fault: fault)) }
      case .tidy(let folder, let limit, let latest): StoreFiles.tidy(folder, limit: limit, keeping: latest)
      }
      state.withLock { $0.done += 1 }
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      if state.left > 0 {
        let writing = state.waiting[state.next]
        state.next += 1
        state.untidy[StoreFiles.split(writing.path).folder] = (writing.limit, writing.path)
        return .write(writing)
      }
      state.waiting = []
      state.next = 0
      if let (folder, (limit, latest)) = state.untidy.first {
        state.untidy[folder] = nil
        return .tidy(folder: folder, limit: limit, latest: latest)
      }
      state.isRunning = false
      return nil
    }
  }
}
